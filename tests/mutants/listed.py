"""The mutants of `mutants.toml`: the change of each one, and the tests that must notice."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("mutants.toml")


class Unplantable(Exception):
    """The text to replace is gone, or stands in several places."""


@dataclass(frozen=True, slots=True)
class Mutant:
    name: str  # the promise that it breaks
    area: str
    file: str
    find: str  # text that its file holds exactly once
    replace: str
    tests: tuple[str, ...]  # node ids, of which at least one must fail

    def planted(self, code: str) -> str:
        """The code of its file with the fault in it. Raises Unplantable."""
        if (found := code.count(self.find)) != 1:
            raise Unplantable(f"{self.file} holds its text {found} times")
        return code.replace(self.find, self.replace)


def mutants(path: Path = LIST) -> list[Mutant]:
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**row | {"tests": tuple(row["tests"])}) for row in rows]
