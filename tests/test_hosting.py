"""The promises of docs/hosting.md, as far as they can be tested without Docker."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any, TypeAlias
from urllib.error import HTTPError

import pytest

from bot.ops.command_line import COMMANDS
from bot.ops.health import Health, serve_health
from storage import SqliteStore
from tests.patience import PATIENCE
from tests.size import ROOT, text

Yaml: TypeAlias = "str | list[str] | dict[str, Any]"


def dockerfile() -> list[tuple[str, str]]:
    """(instruction, the rest) in order, without comments, continued lines joined."""
    lines = [line for line in text("Dockerfile").splitlines() if line and line[0] != "#"]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines()]


def last_stage() -> list[tuple[str, str]]:
    said = dockerfile()
    return said[max(i for i, (word, _) in enumerate(said) if word == "FROM") :]


def only(word: str) -> str:
    (found,) = [rest for each, rest in last_stage() if each == word]
    return found


def yaml(lines: list[str]) -> Yaml:
    """The little of YAML that compose.yaml uses: nested names, lists of words, words."""
    if lines[0].lstrip().startswith("- "):
        return [line.strip()[2:] for line in lines]
    depth = len(lines[0]) - len(lines[0].lstrip())
    heads = [i for i, line in enumerate(lines) if len(line) - len(line.lstrip()) == depth]
    found: dict[str, Any] = {}
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        name, _, value = lines[start].strip().partition(":")
        inner = lines[start + 1 : end]
        found[name] = yaml(inner) if inner else value.strip().strip('"')
    return found


def compose() -> dict[str, Any]:
    lines = [line for line in text("compose.yaml").splitlines() if line.strip()]
    found = yaml([line for line in lines if not line.lstrip().startswith("#")])
    assert isinstance(found, dict)
    return found


def bot(name: str = "bot") -> dict[str, Any]:
    service = compose()["services"][name]
    assert isinstance(service, dict)
    return service


def test_the_image_is_built_in_two_stages_on_the_python_of_the_project() -> None:
    """docs/hosting.md, First start; the image has no tools of the build."""
    stages = [rest.split() for word, rest in dockerfile() if word == "FROM"]
    assert stages == [["${PYTHON}", "AS", "build"], ["${PYTHON}"]]
    least = tomllib.loads(text("pyproject.toml"))["project"]["requires-python"].removeprefix(">=")
    # By digest: a tag may name another image tomorrow.
    word, base = dockerfile()[0]
    assert word == "ARG"
    assert re.fullmatch(rf"PYTHON=python:{least}\.\d+-slim@sha256:[0-9a-f]{{64}}", base)


def test_what_others_build_is_named_by_its_digest() -> None:
    """PostgreSQL's image and the actions of the checks: neither their makers nor somebody with
    access to their tags can exchange them."""
    image = compose()["services"]["postgres"]["image"]
    assert re.fullmatch(r"\$\{LUMBERCAMP_POSTGRES:-postgres:17\.\d+@sha256:[0-9a-f]{64}\}", image)
    used = re.findall(r"uses: *(\S+)", text(".github/workflows/check.yml"))
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)


@pytest.mark.skipif(which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_service_of_systemd_gives_away_few_rights(tmp_path: Path) -> None:
    """systemd reads the unit of docs/hosting.md without a complaint, and rates its exposure."""
    lines = re.split(r"\n\n(?=\S)", text("docs/hosting.md").split("    [Unit]\n")[1])[0]
    unit = tmp_path / "lumbercamp.service"
    whole = "[Unit]\n" + re.sub(r"(?m)^    ", "", lines) + "\n"
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", whole))
    verified = analyze("verify", str(unit))
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = analyze("security", "--offline=true", "--no-pager", "--threshold=18", str(unit))
    assert rated.returncode == 0, rated.stdout


def analyze(*asked: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *asked], capture_output=True, text=True, check=False)


def test_only_what_is_pinned_by_hash_is_installed() -> None:
    installs = [rest for word, rest in dockerfile() if word == "RUN" and "pip install" in rest]
    requirements, ours = installs
    assert "--require-hashes" in requirements
    assert "-r requirements.txt -r requirements-postgres.txt" in requirements
    assert "--no-deps" in ours


def test_every_package_and_nothing_private_is_in_the_image() -> None:
    """pyproject.toml's packages reach the build; token, games and history do not."""
    project = tomllib.loads(text("pyproject.toml"))["tool"]["setuptools"]["packages"]["find"]
    packages = {name.rstrip("*") for name in project["include"]}
    copied = {name for word, rest in dockerfile() if word == "COPY" for name in rest.split()}
    assert packages <= copied
    ignored = [line for line in text(".dockerignore").splitlines() if line and line[0] != "#"]
    let_in = {line[1:] for line in ignored if line[0] == "!"}
    assert ignored[0] == "*"
    sources = {name for word, rest in dockerfile() if word == "COPY" for name in rest.split()[:-1]}
    assert let_in == sources - {"--from=build", "/venv"}


def test_the_bot_is_process_1_without_rights_and_gets_the_signal() -> None:
    """docs/hosting.md, Stopping: exec form, no shell between the signal and the bot."""
    assert [*json.loads(only("ENTRYPOINT")), *json.loads(only("CMD"))] == ["lumbercamp", "run"]
    assert only("STOPSIGNAL") == "SIGTERM"
    assert only("USER") == "10001:10001"
    words = [word for word, _ in last_stage()]
    assert words.index("RUN") < words.index("USER"), "the folder is made as root"
    assert "10001" in only("RUN")


def test_the_games_are_on_the_volume_and_the_logs_come_at_once() -> None:
    environment = dict(pair.split("=", 1) for pair in only("ENV").split())
    assert environment["PYTHONUNBUFFERED"] == "1"
    assert only("VOLUME") == "/data"
    assert environment["LUMBERCAMP_DATABASE"].startswith("/data/")
    assert not [name for name in environment if "TOKEN" in name]


async def test_the_health_check_tells_healthy_from_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The very command of the Dockerfile, without curl, against the real page."""
    store = await SqliteStore.open(":memory:")
    health = Health(store)
    *python, check = json.loads(only("HEALTHCHECK").split("CMD", 1)[1])
    assert python == ["python", "-c"]
    async with serve_health(health, 0) as port:
        monkeypatch.setenv("LUMBERCAMP_HEALTH_PORT", str(port))
        health.client = Line(True)
        await asyncio.to_thread(exec, check, {})
        health.client = Line(False)
        with pytest.raises(HTTPError):
            await asyncio.to_thread(exec, check, {})
    await store.close()


@dataclass
class Line:
    connected: bool
    latency: float = 0.1
    guilds: tuple[()] = ()


def test_compose_keeps_the_games_and_gives_the_bot_no_more_than_it_needs() -> None:
    """docs/hosting.md, First start and Stopping: the outbox may take 5 seconds, then two
    connections close; old logs are thrown away."""
    service, wanted = bot(), {
        "read_only": "true",
        "tmpfs": ["/tmp"],
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "mem_limit": "384m",
        "restart": "unless-stopped",
        "init": "false",
        "volumes": ["games:/data", "./backups:/backups"],
        "logging": {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}},
    }  # fmt: skip
    assert service | wanted == service
    assert not {"ports", "privileged", "network_mode", "cap_add", "user"} & service.keys()
    assert int(service["pids_limit"]) > 0
    assert int(service["stop_grace_period"].removesuffix("s")) >= 3 * 5
    assert list(compose()["volumes"]) == ["games", "second", "database"]


def test_the_token_comes_as_a_file_that_git_does_not_know() -> None:
    """docs/hosting.md: in no image, no environment and no log."""
    service, (secret,) = bot(), compose()["secrets"].items()
    assert service["secrets"] == [secret[0]]
    assert service["environment"]["DISCORD_TOKEN_FILE"] == f"/run/secrets/{secret[0]}"
    assert "DISCORD_TOKEN" not in service["environment"]
    file = secret[1]["file"].removeprefix("./")
    assert {file, "backups/"} <= set(text(".gitignore").splitlines())
    assert file in text("docs/hosting.md")


def test_what_is_for_many_machines_starts_only_when_it_is_asked_for() -> None:
    """docs/hosting.md, On PostgreSQL: a host of one file has one bot, as before."""
    services = compose()["services"]
    assert {name for name in services if "profiles" not in services[name]} == {"bot"}
    many = {name for name in services if services[name].get("profiles") == ["many"]}
    assert many == {"second", "thinker", "postgres"}
    assert bot("second")["extends"] == {"service": "bot"}
    said = text("docs/hosting.md").split("## On PostgreSQL")[1].split("\n## ")[0]
    assert "docker compose --profile many up -d --build" in said
    assert all("{LUMBERCAMP_DATABASE:-postgresql:" in str(bot(n)) for n in ("second", "thinker"))


def test_what_thinks_has_no_token_and_nobody_outside_reaches_the_database() -> None:
    thinker, database = bot("thinker"), bot("postgres")
    assert "TOKEN" not in str(thinker)
    assert thinker["command"] == "think"
    for name in ("read_only", "cap_drop", "security_opt", "restart", "init", "logging"):
        assert thinker[name] == bot()[name]
    assert "secrets" not in thinker
    assert not {"ports", "network_mode"} & {*thinker, *database, *bot("second")}
    assert database["volumes"] == ["database:/var/lib/postgresql/data"]
    assert database["environment"]["POSTGRES_USER"] in text("docs/hosting.md")
    assert "POSTGRES_PASSWORD" in text(".env.example")


def test_no_page_names_a_command_that_is_not_there() -> None:
    """docs/hosting.md; tests/test_docs.py compares the reference."""
    assert set(re.findall(r"lumbercamp (\w+) ", text("docs/hosting.md"))) <= COMMANDS.keys()


def test_a_restore_is_one_command_while_the_bot_is_stopped() -> None:
    """docs/hosting.md, Restore, and the way back in Upgrade."""
    page = text("docs/hosting.md")
    for part in ("## Restore", "## Upgrade"):
        said = page.split(part)[1].split("\n## ")[0]
        assert said.index("stop bot") < said.index("bot restore /") < said.rindex("up -d")


@pytest.mark.slow
def test_sigterm_ends_the_bot_cleanly(tmp_path: Path) -> None:
    """docs/hosting.md, Stopping. It has a handler, or the kernel would drop the signal for process
    1. The network comes back some day; until then one line says that it is waited for."""
    env = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "DISCORD_TOKEN": "a.secret.c",
        "LUMBERCAMP_DISCORD_API": (api := "http://127.0.0.1:9/api/v10"),
        "LUMBERCAMP_DATABASE": str(tmp_path / "games.db"),
        "LUMBERCAMP_BACKUPS_KEPT": "0",  # one might be half made
    }
    run, pipe = (sys.executable, "-m", "bot", "run"), subprocess.PIPE
    with subprocess.Popen(run, cwd=tmp_path, env=env, stdout=pipe, stderr=pipe, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == f"Can't reach {api}. I'll keep trying.\n"
            child.terminate()
            _, errors = child.communicate(timeout=PATIENCE)
        finally:
            child.kill()
    assert child.returncode == 0
    assert "Traceback" not in errors
    assert "secret" not in errors
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.db", "games.db.lock"]
