"""`.ci/venv` makes an environment once and mends it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FAKE = r"""#!/bin/sh
root=%s
echo "$*" >>"$root/asked"
version=$(cat "$root/version")
case "$*" in
*"version_info[:2]"*) echo "$version" ;;
*"version_info < (3, 11)"*) [ "${version#3.}" -ge 11 ] ;;
*"import ensurepip"*) [ ! -e "$root/no-venv" ] ;;
*"-m venv"*) for last; do :; done; rm -rf "$last"; mkdir -p "$last/bin"
             touch "$last/pyvenv.cfg"; cp "$0" "$last/bin/python" ;;
*"-m pip"*) if [ -e "$root/pip-says" ]; then cat "$root/pip-says"; exit 1; fi ;;
esac
"""


class System:
    """A folder with the script, its requirements and a fake Python of a chosen version."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        for name in ("requirements.txt", "requirements-dev.txt", "pyproject.toml"):
            (root / name).write_text(name)
        self.python = root / "python3"
        self.python.write_text(FAKE % root)
        self.python.chmod(0o755)
        self.say("version", "3.11")

    def say(self, name: str, words: str) -> None:
        (self.root / name).write_text(words + "\n")

    def prepare(self, want: str = "run") -> tuple[int, str, list[str]]:
        """Exit code, the output, and the things done: "venv" or the set that was installed."""
        self.say("asked", "")
        script = ["sh", str(ROOT / ".ci/venv"), want]
        env = {"PATH": "/usr/bin:/bin", "PYTHON": str(self.python)}
        done = subprocess.run(script, cwd=self.root, env=env, capture_output=True, text=True)
        asked = (self.root / "asked").read_text().splitlines()
        deeds = ["venv" for line in asked if "-m venv" in line]
        deeds += [line.split(" -r ")[1] for line in asked if " -r " in line]
        return done.returncode, done.stderr, deeds


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


RUN, DEV = "requirements.txt", "requirements-dev.txt"


def test_a_missing_environment_is_made_and_a_finished_one_left_alone(system: System) -> None:
    assert system.prepare() == (
        0,
        "lumbercamp: making a virtual environment for Python 3.11 in .venv\n"
        "lumbercamp: installing the pinned packages (run); the first time takes a minute\n",
        ["venv", RUN],
    )
    assert system.prepare() == (0, "", [])


def test_checking_adds_to_the_environment_of_a_running_bot(system: System) -> None:
    system.prepare("run")
    assert system.prepare("dev")[2] == [DEV]
    assert system.prepare("run")[2] == []


def move(system: System) -> None:
    """Its scripts name the folder that it was made for."""
    stamp = system.venv / "lumbercamp.stamp"
    stamp.write_text(stamp.read_text().replace(str(system.root), "/another/folder of ours"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "deeds"),
    [
        pytest.param(move, ["venv", RUN], id="moved"),
        pytest.param(lambda it: (it.venv / "lumbercamp.stamp").unlink(), ["venv", RUN], id="begun"),
        pytest.param(lambda it: (it.venv / "bin/python").unlink(), ["venv", RUN], id="no Python"),
        pytest.param(lambda it: it.say("version", "3.12"), ["venv", RUN], id="upgraded"),
        pytest.param(lambda it: it.say(RUN, "changed"), [RUN], id="other pins"),
        pytest.param(lambda it: it.say("pyproject.toml", "changed"), [RUN], id="another project"),
    ],
)
def test_an_environment_is_made_again_or_mended(
    system: System, change: Callable[[System], None], deeds: list[str]
) -> None:
    system.prepare()
    change(system)
    assert system.prepare()[2] == deeds


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("version", "Python 3.11 or newer is needed and"),
        ("no-venv", "apt install python3-venv"),
        ("none", "make run PYTHON="),
    ],
)
def test_a_python_that_will_not_do_is_told(system: System, python: str, sentence: str) -> None:
    """Too old, without venv, or missing."""
    if python == "none":
        system.python.unlink()
    else:
        system.say(python, "3.10")
    code, said, _ = system.prepare()
    assert code == 1
    assert sentence in said
    assert said.count("\n") == 1
    assert not system.venv.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pip_says", "sentence"),
    [
        ("ERROR: Temporary failure in name resolution", "is there a network?"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the one that was pinned"),
        ("[Errno 28] No space left on device", "the disk is full"),
        ("ERROR: the moon is in the option", "the moon is in the option"),
    ],
)
def test_a_failed_installation_gives_its_reason_and_is_tried_again(
    system: System, pip_says: str, sentence: str
) -> None:
    system.say("pip-says", pip_says)
    code, said, _ = system.prepare()
    assert code == 1
    assert sentence in said.splitlines()[-1]
    (system.root / "pip-says").unlink()
    assert system.prepare()[0] == 0


@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_environment_of_its_own_is_left_alone(system: System, linked: bool) -> None:
    """Somebody's folder, or a link to what may be the environment of another checkout."""
    if linked:
        system.prepare()
        system.venv.symlink_to(system.venv.rename(system.root / "elsewhere"))
        system.say("version", "3.12")
    else:
        system.venv.mkdir()
    letter = system.venv / "letter"
    letter.write_text("dear")
    code, said, deeds = system.prepare()
    assert (code, deeds) == (1, [])
    assert "left alone" in said
    assert letter.read_text() == "dear"
