"""`.ci/pythons`: which Pythons the tests run on besides the one that everything runs on."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("sh", "sort", "head", "tail", "tr")


class Machine:
    """A folder of programs, and one of pyenv, with fake Pythons that know how new they are."""

    def __init__(self, root: Path) -> None:
        self.programs, self.pyenv = root / "bin", root / "pyenv"
        self.programs.mkdir()
        for tool in TOOLS:
            (self.programs / tool).symlink_to(shutil.which(tool) or "missing")

    def has(self, name: str, says: str, folder: Path | None = None) -> str:
        """A Python that answers the question for its version with that shell command."""
        folder = folder or self.programs
        folder.mkdir(parents=True, exist_ok=True)
        python = folder / name
        python.write_text(f"#!{self.programs}/sh\n{says}\n")
        python.chmod(0o755)
        return str(python)

    def keeps(self, version: str) -> str:
        """One of pyenv's."""
        minor = version.split(".")[1]
        return self.has(
            f"python3.{minor}", f"echo {minor}", self.pyenv / "versions" / version / "bin"
        )

    def found(self, **env: str) -> list[str]:
        """What is printed where `python3` runs the rest."""
        env = {"PATH": str(self.programs), "PYENV_ROOT": str(self.pyenv), **env}
        script = [str(self.programs / "sh"), str(ROOT / ".ci/pythons")]
        done = subprocess.run(script, env=env, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        return done.stdout.splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.has("python3", "echo 12")
    made.has("python3.12", "echo 12")
    return made


def test_where_there_is_one_there_is_no_other(machine: Machine) -> None:
    assert machine.found() == []


def test_the_oldest_and_the_newest_are_named_and_none_between(machine: Machine) -> None:
    """Also those that pyenv keeps, which lie on nobody's path."""
    oldest, _ = machine.has("python3.11", "echo 11"), machine.has("python3.13", "echo 13")
    newest = machine.keeps("3.14.2")
    assert sorted(machine.found()) == sorted([oldest, newest])


def test_the_one_that_runs_all_is_not_named_again(machine: Machine) -> None:
    newest = machine.keeps("3.13.0")
    assert machine.found() == [newest]
    assert machine.found(PYTHON=newest) == [str(machine.programs / "python3.12")]


def test_what_cannot_run_the_project_is_passed_over(machine: Machine) -> None:
    """Too old or not finished (no word), broken or without venv (a failure), no Python at all."""
    machine.has("python3.10", "echo")
    machine.has("python3.15", "exit 1")
    machine.has("python3.13-config", "echo 13")
    assert machine.found() == []


def test_this_very_python_is_of_the_kind_that_is_asked(tmp_path: Path) -> None:
    """The question put to a real one."""
    env = {**os.environ, "PYTHON": "nothing-of-that-name"}
    script = ["sh", str(ROOT / ".ci/pythons")]
    done = subprocess.run(script, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()
