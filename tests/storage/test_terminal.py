"""Long work shows its progress on a terminal, and nowhere else."""

import io
import sys

import pytest

from storage.terminal import progress


class Terminal(io.StringIO):
    """Standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("errors", "seen"), [(Terminal(), True), (io.StringIO(), False)])
def test_progress_is_shown_on_a_terminal_alone(
    errors: io.StringIO, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", errors)
    assert [*progress("Checking games", range(3))] == [0, 1, 2]
    assert ("Checking games" in errors.getvalue()) == seen
