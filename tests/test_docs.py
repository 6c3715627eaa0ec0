"""The documents are true: requirements, README, .env.example and docs against each other."""

import argparse
import os
import re
import tomllib
from collections.abc import Callable, Iterable
from itertools import groupby
from textwrap import wrap
from typing import Any

import discord
import pytest
from babel.messages.pofile import read_po

from bot.features.setup import SERVERS, ServerView
from bot.messages.languages import languages
from bot.ops import settings
from bot.ops.command_line import COMMANDS, _parser
from bot.ops.settings import Settings, Variable
from bot.table import table_options
from bot.table.settings import PERSONAL, PersonView, Setting
from rules import GAMES
from rules.game import Option
from rules.text import Text
from rules.voice import PLAIN
from tests.approved import ACCEPTING
from tests.foreign import WHOLE
from tests.size import ROOT, text

PINS = ["requirements.txt", "requirements-postgres.txt", "requirements-dev.txt"]
SETTING = r"\b(?:DISCORD_(?:TOKEN|CLIENT_SECRET)(?:_FILE)?|LUMBERCAMP_[A-Z_]+)\b"
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
PAGES = [*DOCUMENTS, *sorted(f"docs/{page.name}" for page in ROOT.glob("docs/*.md"))]
ROW = r"^\| `(.*?)` \| (.*) \|$"  # of a table: the first cell, and the rest
TABLE = re.compile(r"\A(?:\|.*\n)*")
FOR_TESTS = {"LUMBERCAMP_REQUIRE_ALL", "LUMBERCAMP_OPENAPI", "LUMBERCAMP_APPROVE"}


def plain(name: str) -> str:
    """A package's name as installers compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(path: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==(\S+)", text(path), re.MULTILINE)
    return {plain(name): version for name, version in found}


def wanted(path: str) -> list[str]:
    return [line for line in text(path).splitlines() if re.match(r"\w", line)]


def part_of(heading: str) -> str:
    return text("docs/reference.md").split(f"\n## {heading}\n")[1].split("\n## ")[0]


def settings_in(path: str) -> set[str]:
    return set(re.findall(SETTING, text(path))) - FOR_TESTS


@pytest.mark.parametrize("path", PINS)
def test_every_requirement_is_pinned_with_hashes_and_no_address(path: str) -> None:
    entries = re.findall(r"^\w.*(?:\n +--hash.*)*", text(path), re.MULTILINE)
    assert entries
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
    assert "://" not in text(path)
    assert not re.findall(r"^-", text(path), re.MULTILINE)


def test_the_larger_set_holds_exactly_the_pins_of_the_smaller() -> None:
    """docs/decisions.md, decision 11: checking takes nothing away from a running bot."""
    run, postgres, dev = map(pinned, PINS)
    assert run.items() | postgres.items() <= dev.items()


def test_the_package_asks_for_what_is_pinned_to_run() -> None:
    """pyproject.toml and the .in files name the same; only setuptools is not imported."""
    project = tomllib.loads(text("pyproject.toml"))
    extra = project["project"]["optional-dependencies"]
    assert extra == {"postgres": wanted("requirements-postgres.in")}
    asked = project["project"]["dependencies"] + project["build-system"]["requires"]
    assert sorted(asked) == sorted(wanted("requirements.in"))


def test_every_dependency_is_explained_at_its_version() -> None:
    """docs/dependencies.md: everything at run time, and the chosen tools."""
    rows = re.findall(r"^\| ([\w.-]+) \| (\d\S*) \|", text("docs/dependencies.md"), re.MULTILINE)
    explained = {plain(name): version for name, version in rows}
    run, _, dev = map(pinned, PINS)
    asked = wanted("requirements-dev.in") + wanted("requirements-postgres.in")
    chosen = {plain(re.split(r"[<>=\[]", line)[0]) for line in asked} | {"psycopg-binary"}
    assert explained == run | {name: dev[name] for name in chosen}


def test_every_make_target_is_in_the_reference_as_make_help_says_it() -> None:
    """docs/reference.md, Make targets."""
    targets = re.findall(r"^([a-z]+):.*## (.*)", text("Makefile"), re.MULTILINE)
    rows = re.findall(ROW, part_of("Make targets"), re.MULTILINE)
    assert rows == [(f"make {name}", said) for name, said in targets]


def test_every_command_is_in_the_reference_as_its_help_says_it() -> None:
    """docs/reference.md, Commands: the same descriptions, arguments and options, in that order."""
    (commands,) = (each.choices for each in _parser()._actions if each.dest == "command")
    assert isinstance(commands, dict)
    parts = re.split(r"^### `lumbercamp (\w+).*`$", part_of("Commands"), flags=re.MULTILINE)
    assert parts[1::2] == list(COMMANDS) == list(commands)
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        assert " ".join(part.split()).startswith(COMMANDS[name])
        rows = re.findall(ROW, part, re.MULTILINE)
        assert rows == [row for each in commands[name]._actions if (row := described(each))]


def described(action: argparse.Action) -> tuple[str, str] | None:
    """An argument or option and its help; None: it needs none."""
    named = " ".join(filter(None, (*action.option_strings[:1], str(action.metavar or ""))))
    return None if action.dest == "help" or not action.help else (named, action.help)


def test_the_newest_version_of_the_changelog_is_the_package() -> None:
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", text("CHANGELOG.md"), re.M)
    assert released[0] == tomllib.loads(text("pyproject.toml"))["project"]["version"]


def renewed(path: str, wanted: str) -> None:
    """Compare a file that is made from the code, or write it (`make approve`)."""
    if os.environ.get(ACCEPTING) == "1":
        (ROOT / path).write_text(wanted, encoding="utf-8")
    assert text(path) == wanted


def variables(row: Variable) -> list[tuple[str, str, str, str]]:
    """Each variable of a row: its name, default, meaning, and value in the example."""
    default = row.usual or (f"`{row.default}`" if row.default else "none")
    found = [(row.name, default, row.about, row.example or row.default)]
    if row.file:
        secret = row.name.lower().removeprefix("lumbercamp_")
        found.append((f"{row.name}_FILE", "none", row.file, f"/run/secrets/{secret}"))
    return found


def parts(rows: Iterable[Variable]) -> list[tuple[str, list[Variable]]]:
    return [(part, [*there]) for part, there in groupby(rows, lambda row: row.part)]


def in_reference(page: str, rows: Iterable[Variable]) -> str:
    """docs/reference.md, with a table of settings below the heading of each part."""
    for part, there in parts(rows):
        before, after = page.split(f"\n### {part}\n\n")
        named = [each for row in there for each in variables(row)]
        said = [f"| `{name}` | {default} | {about} |\n" for name, default, about, _ in named]
        table = "".join(["| name | default | meaning |\n|---|---|---|\n", *said])
        page = f"{before}\n### {part}\n\n{table}{after.removeprefix(TABLE.findall(after)[0])}"
    return page


def in_example(page: str, rows: Iterable[Variable]) -> str:
    """.env.example, with every setting between its first and its last paragraph, and the notes
    that the reference has below each table."""
    found = []
    for part, there in parts(rows):
        notes = text("docs/reference.md").split(f"\n### {part}\n\n")[1].split("\n#")[0]
        lines = [f"# -- {part}", *commented(TABLE.sub("", notes).strip()), ""]
        for name, _, about, value in (each for row in there for each in variables(row)):
            off = "" if name == "DISCORD_TOKEN" else "#"
            lines += [*commented(about), f"{off}{name}={value}"]
        found.append("\n".join(lines))
    first, *_, last = page.split("\n\n")
    return "\n\n".join([first, *found, last])


def commented(said: str) -> list[str]:
    """Lines of a comment, with links as paths."""
    said = re.sub(r"\[[\w-]+\.md\]\(([\w.-]+)\S*\)", r"docs/\1", said.replace("**", ""))
    said = re.sub(r"\[([^]]*)\]\(([\w.-]+)[^)]*\)", r"\1 (docs/\2)", said)
    return wrap(said, 118, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def test_every_setting_is_in_the_reference_and_in_the_example() -> None:
    """docs/reference.md and .env.example are made from the rows of bot/ops/settings.py, and the
    code of the bot names no other settings."""
    known = list(settings.rows().values())
    renewed("docs/reference.md", in_reference(text("docs/reference.md"), known))
    renewed(".env.example", in_example(text(".env.example"), known))
    files = {f"{row.name}_FILE" for row in known if row.file}
    code = {name for path in (ROOT / "bot").rglob("*.py") for name in settings_in(str(path))}
    assert code | files == settings_in("docs/reference.md") == settings_in(".env.example")


def choosable(rows: Iterable[Setting[Any]]) -> str:
    """A table of the rows that have an option of the command, or choices that are always there."""
    said = []
    for row in rows:
        view: Any = PersonView({}) if row in PERSONAL.values() else ServerView({})
        labels = " · ".join(str(each.label) for each in row.choices(view))
        title = str(row.menu(view)).split(":")[0] if row.menu else "buttons"
        if row.option or (labels and len(row.choices(view)) > 1):
            name, about = (f"`{row.option}:`", f"{row.about!s}") if row.option else (title, labels)
            said.append(f"| {name} | {about} |\n")
    return "".join(["| setting | meaning or choices |\n|---|---|\n", *said])


def agreeable(rows: Iterable[Option]) -> str:
    said = [f"| `{it.shown}:` | `{it.value_label(it.default)}` | {it.about!s} |\n" for it in rows]
    return "".join(["| option | default | meaning |\n|---|---|---|\n", *said])


@pytest.mark.parametrize(
    ("heading", "table"),
    [
        ("`/games settings`", lambda: choosable(PERSONAL.values())),
        ("`/games-admin setup`", lambda: choosable(SERVERS.values())),
        (
            "`/logger start` and other games",
            lambda: agreeable((table_options.COMPUTERS, table_options.LEVEL, *table_options.TABLE)),
        ),
    ],
)
def test_what_people_can_set_is_in_the_reference(heading: str, table: Callable[[], str]) -> None:
    """docs/reference.md, Settings in Discord: made from the rows of bot/table."""
    page = text("docs/reference.md")
    before, after = page.split(f"\n### {heading}\n\n")
    rest = after.removeprefix(TABLE.findall(after)[0])
    renewed("docs/reference.md", f"{before}\n### {heading}\n\n{table()}{rest}")


def test_every_default_in_the_reference_is_the_default() -> None:
    """docs/reference.md, Settings: each one written into `.env` changes nothing."""
    env = dict(re.findall(r"^\| `(\w+)` \| `([\w./]+)` \|", part_of("Settings"), re.MULTILINE))
    assert len(env) > 12
    assert Settings.read(env) == Settings.read({})


def test_the_example_sets_nothing() -> None:
    lines = [line for line in text(".env.example").splitlines() if line and line[0] != "#"]
    assert lines == ["DISCORD_TOKEN="]


def test_the_invite_asks_for_the_least_rights() -> None:
    """README.md: the number in the link is the seven rights that are named, and no other."""
    rights = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    assert re.findall(r"permissions=(\d+)", text("README.md")) == [str(rights.value)]


def test_the_readme_is_short_and_begins_with_a_film() -> None:
    assert text("README.md").count("\n") <= 150
    assert "](docs/film.gif)" in text("README.md").partition("\n## ")[0]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_inside_the_project_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text(page))
    inner = [link for link in links if "://" not in link]
    assert [link for link in inner if not ((ROOT / page).parent / link).exists()] == []


@pytest.mark.parametrize("language", WHOLE)
def test_what_players_read_says_what_they_see(language: str) -> None:
    """docs/players.md as if written there: subject for subject, with commands and buttons by the
    names that they have in that language."""
    english, own = text("docs/players.md"), text(f"docs/players.{language}.md")
    assert len(re.findall("^## ", own, re.M)) == len(re.findall("^## ", english, re.M))
    voice = languages().voice(language, PLAIN)
    with (ROOT / "languages" / language / "LC_MESSAGES" / "lumbercamp.po").open("rb") as file:
        ids = [str(message.id) for message in read_po(file) if "{" not in str(message.id)]
    said = {id: voice.say(Text(id)) for id in ids}
    names = {name for id, name in said.items() if id.startswith("/")} | {f"/{key}" for key in GAMES}
    named = re.findall(r"`/([^`]+)`", own + text(f"docs/{language}.md"))
    typed = {f"/{word}" for line in named for word in re.split(r"\s\S+:", line)[0].split()}
    assert typed - names == set()
    bold, labels = ({" ".join(label.split()) for label in re.findall(r"\*\*(.+?)\*\*", page, re.S)}
                    for page in (own, english))  # fmt: skip
    assert {said[label] for label in labels & said.keys()} - bold == set()


@pytest.mark.parametrize("page", DOCUMENTS)
def test_what_a_document_names_is_there(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^ {4}|`)make ([a-z]+)", text(page), re.MULTILINE)) <= targets
    named = re.findall(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:md|txt|in|yaml))`", text(page))
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert settings_in(page) <= settings_in("docs/reference.md")


@pytest.mark.parametrize("page", ["privacy", "terms"])
def test_what_the_bot_says_of_its_rules_is_what_the_document_says(page: str) -> None:
    """/games bot privacy serves docs/privacy.md and docs/terms.md, word for word."""
    assert text(f"docs/{page}.md").split("\n\n", 2)[2] == text(f"seeds/{page}.md")
