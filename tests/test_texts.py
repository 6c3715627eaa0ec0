"""Every sentence can be found, and goes through the catalogue (docs/text.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po, write_po

from bot.features.mending import AboutCase
from bot.messages.languages import languages
from bot.table.lessons import lessons_of
from rules import GAMES
from rules.deeds import FACTS
from rules.text import Text
from rules.voice import PLAIN
from tests.pseudo import english_left, marked, voice
from tests.size import ROOT, nodes, sources, text

ROOMS = ("rules", "players", "renderer", "bot")
# The arguments of a sentence that stands as data: from a game, or from an event and its teller.
TOLD = FACTS.keys() | {"card", "cards", "jack", "log", "name", "place", "thing", "things", "ways"}
FILLED_IN = {"AboutCase": AboutCase.known, "Deed": TOLD, "Deeds": TOLD}
TEMPLATES = {"Text": 1, "because": 1, "AboutCase": 1, "Deed": 1, "Deeds": 2, "WrongPhase": 1}
TEMPLATES |= {"Plural": 2}
# Where texts written elsewhere are said.
DATA = ("rules/deeds.py", "rules/errors.py", "bot/features/mending.py")


@cache
def calls() -> tuple[tuple[str, ast.Call, int], ...]:
    """Where a sentence is made: file and line, the call, and how many templates it has."""
    return tuple(
        (f"{path}:{node.lineno}", node, TEMPLATES[name])
        for path in sources(*ROOMS)
        for node in nodes(path)
        if isinstance(node, ast.Call) and (name := callee(node)) in TEMPLATES
    )


def callee(call: ast.Call) -> str:
    """The name of the function or method; empty: it has none."""
    of = call.func
    return of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""


def templates(call: ast.Call, n: int) -> list[str | None]:
    return [
        arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None
        for arg in call.args[:n]
    ]


def sentences(*rooms: str) -> set[str]:
    """The sentences to translate: of the code, or that of some rooms, and of the lessons."""
    written = {templates(c, n)[0] for where, c, n in calls() if where.startswith(rooms or "")}
    written -= {None}
    lessons = [lesson for kind in GAMES for lesson in lessons_of(kind)]
    told = [text for it in lessons for text in (it.title, it.ask, it.say, it.learned)]
    return {*map(str, written), *map(str, told)}


def test_every_template_is_written_out_where_it_is_used() -> None:
    wrong = [where for where, call, n in calls() if not all(templates(call, n))]
    assert [where for where in wrong if not where.startswith(DATA)] == []


def test_every_argument_of_a_template_is_given() -> None:
    """A sentence never shows a brace, and has no argument without a place."""
    wrong = []
    for where, call, n in calls():
        given = {keyword.arg for keyword in call.keywords}
        filled_in = FILLED_IN.get(callee(call))
        given |= {*(filled_in or ()), *(["n"] if n == 2 else [])}
        for template in filter(None, templates(call, n)):
            asked = {field for _, field, _, _ in Formatter().parse(template) if field is not None}
            if None not in given and (asked - given if n == 2 or filled_in else asked != given):
                wrong.append((where, sorted(asked ^ {name for name in given if name})))
    assert wrong == []


def test_one_command_collects_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make texts`: the start of a translator's work. Here it reads small rooms."""
    (command,) = re.findall(r"babel\.messages\.frontend (-q extract .*)", text("Makefile"))
    assert command.endswith(f" -o $(POT) {' '.join(ROOMS)} seeds")
    assert {name.partition(":")[0] for name in re.findall(r"-k (\S+)", command)} == {*TEMPLATES}
    small = command.replace("$(POT)", str(tmp_path / "some.pot"))
    monkeypatch.chdir(ROOT)
    CommandLineInterface().run(  # type: ignore[no-untyped-call]
        ["pybabel", *small.replace(" ".join(ROOMS), "rules/fellers players").split()]
    )
    with (tmp_path / "some.pot").open("rb") as file:
        collected = {one(message.id) for message in read_po(file)}
    written = sentences("rules/fellers", "players")
    assert written - collected == set()
    assert len(written) > 200


def test_a_catalogue_that_is_begun_is_read(tmp_path: Path) -> None:
    """docs/text.md, How a translator begins: nothing is compiled; missing sentences are English."""
    made = Catalog(locale="de", domain="lumbercamp")
    made.add("{name} left the game.", "{name} ist ausgestiegen.")
    made.add("{name} joined.")
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "lumbercamp.po").open("wb") as file:
        write_po(file, made)
    german = languages(folder=tmp_path).voice("de", PLAIN)
    assert german.say(Text("{name} left the game.", name="Ann")) == "Ann ist ausgestiegen."
    assert german.say(Text("{name} joined.", name="Ann")) == "Ann joined."


# Texts that no player reads: what people type, files of records and of rivers with their faults,
# positions spelled for checksums, reports to hosts, and the command line.
UNTOLD = re.compile(
    r"rules/(record|talk|fellers/river|\w+/position)\.py"
    r"|bot/(ops/|__main__|features/reports\.py|web/api\.py)"
)
ENGLISH = re.compile(
    r"[A-Za-z']{2,}[,:;]? [a-z]{2,}|[,;:] [a-z]{2,} |^ [a-z]{2,} |[a-z]{2,}[.?!]$|^ and$"
)
LETTER = re.compile("[A-Za-z]")  # in a separator: ` and `
BUGS = {f"{bug}Error" for bug in ("Assertion", "Key", "Lookup", "Runtime", "Type", "Value")}
BUGS |= {"Undecodable"}


def find_joins(nodes: Iterable[ast.AST]) -> list[ast.AST]:
    """Where English words are joined by hand, outside texts for developers."""
    found, excused = list[ast.AST](), set[ast.AST]()
    for node in nodes:
        match node:
            case ast.Call(ast.Name(bug)) if bug in BUGS:
                excused.update(ast.walk(node))
            case ast.JoinedStr(values) if len(values) > 1 and any(map(is_english, values)):
                found.append(node)
            case ast.BinOp(left, ast.Add() | ast.Mod(), right):
                found += [node] if is_english(left) or is_english(right) else []
            case ast.Call(ast.Attribute(value, "join" | "format" | "replace"), [*_]):
                found += [node] if is_english(value, LETTER) else []
    return [node for node in found if node not in excused]


def is_english(node: ast.AST, words: re.Pattern[str] = ENGLISH) -> bool:
    said = node.value if isinstance(node, ast.Constant) else None
    return isinstance(said, str) and words.search(said) is not None


def test_no_english_is_put_together_by_hand() -> None:
    """docs/text.md: neither f-strings nor sums nor joins of words, wherever players read them."""
    found = [
        f"{path}:{getattr(node, 'lineno', 0)}"
        for path in sources(*ROOMS)
        if not UNTOLD.match(str(path))
        for node in find_joins(nodes(path))
    ]
    assert not found, f"write a Text, or add a file that no player reads to UNTOLD: {found}"


@pytest.mark.parametrize(
    "planted",
    [
        'f"no thread could be opened ({why}), and "',
        'f"{closed}, and "',
        'f"{label} isn\'t possible: {why}."',
        '" and ".join(names)',
        '", or ".join(names)',
        'name + " has won."',
        '"%s has won" % name',
        '"{name} has won".format(name=name)',
    ],
)
def test_english_that_is_put_together_is_found(planted: str) -> None:
    assert len(find_joins(ast.walk(ast.parse(planted)))) == 1
    bug = f"raise ValueError({planted})"
    for fine in (bug, 'f"lc:{verb}:{n}"', 'f"undo {n}"', '", ".join(squares)', 'f"{name}.png"'):
        assert find_joins(ast.walk(ast.parse(fine))) == []


@cache
def catalogues() -> tuple[tuple[str, Catalog], ...]:
    files = sorted((ROOT / "languages").glob("*/LC_MESSAGES/lumbercamp.po"))
    return tuple((path.parents[1].name, read_po(BytesIO(path.read_bytes()))) for path in files)


def misfits(catalogue: Catalog) -> list[str]:
    """Sentences whose translation has an argument of its own: it would never be said."""
    found = []
    for message in catalogue:
        one, *_ = english = [message.id] if isinstance(message.id, str) else message.id
        said = [message.string] if isinstance(message.string, str) else message.string or ()
        known = {field for text in english for field in fields(text)}
        found += [one for text in said if not fields(text) <= known]
    return found


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field is not None}


def test_every_catalogue_fits_its_sentences() -> None:
    for name, catalogue in catalogues():
        assert misfits(catalogue) == [], name
    planted = Catalog(locale="de")
    planted.add("{name} joined.", "{nmae} ist dabei.")
    planted.add(("{n} point", "{n} points"), ("{n} Punkt", "{n} Punkte"))
    assert misfits(planted) == ["{name} joined."]


TERM = re.compile(r"^\| ([a-z ]+) \| [^|]+ \| `(.+)` \|$", re.MULTILINE)
UNNAMED = re.compile(r"`[^`]*`|\{\w+\}")  # not for translators


def in_two_ways(catalogue: Catalog, glossary: str) -> dict[str, list[str]]:
    """Terms that more than a tenth of their sentences say in other words, with these sentences."""
    found = dict[str, list[str]]()
    said = [(UNNAMED.sub("", one(m.id)), one(m.string)) for m in catalogue if m.id]
    for term, stem in TERM.findall(glossary):
        has = re.compile(rf"\b{term}s?\b", re.IGNORECASE)
        meant = re.compile(stem.replace("\\|", "|"), re.IGNORECASE)
        ours = [(english, own) for english, own in said if has.search(english)]
        other = [english for english, own in ours if not meant.search(own)]
        if len(other) > max(1, len(ours) / 10):
            found[term] = other
    return found


def one(said: str | tuple[str, ...] | list[str] | None) -> str:
    """A sentence, or the first of its forms."""
    return said if isinstance(said, str) else (said or ("",))[0]


@pytest.mark.slow
def test_a_term_is_said_in_one_way() -> None:
    """languages/<language>/glossary.md holds; a fault is planted."""
    for name, catalogue in catalogues():
        glossary = text(f"languages/{name}/glossary.md")
        assert len(TERM.findall(glossary)) > 20
        assert in_two_ways(catalogue, glossary) == {}, name
    planted = Catalog(locale="de")
    for english in ("The lobby is open.", "Leave the lobby", "A lobby is full."):
        planted.add(english, english.replace("lobby", "Wartesaal"))
    assert [*in_two_ways(planted, "| lobby | die Lobby | `Lobby` |")] == ["lobby"]


GENDERED = re.compile(r"^## Without need of a gender\n\n[^\n]+\n\n    (.+)$", re.MULTILINE)


def gendered(catalogue: Catalog, pages: Iterable[str], glossary: str) -> list[str]:
    """Texts of a language with a word that its glossary avoids."""
    words = GENDERED.findall(glossary)
    assert len(words) == 1, "a glossary has such a part: docs/text.md"
    ours = ((m.string,) if isinstance(m.string, str) else m.string or () for m in catalogue if m.id)
    lines = chain.from_iterable(page.splitlines() for page in pages)
    return [said for said in chain(*ours, lines) if said and re.search(words[0], said)]


def test_nobody_is_given_a_gender_without_need() -> None:
    """In sentences, lessons, pages and docs/ for players; a fault is planted. A glossary may avoid
    more: *de* before {name} would be wrong for Ann."""
    for name, catalogue in catalogues():
        glossary = text(f"languages/{name}/glossary.md")
        pages = [*(ROOT / "seeds" / name).glob("*.md"), *(ROOT / "docs").glob(f"*{name}.md")]
        said = [page.read_text(encoding="utf-8") for page in pages]
        assert gendered(catalogue, said, glossary) == [], name
    planted = "\n## Without need of a gender\n\nPeople are *wer*. Never:\n\n    Spieler|Gegner\n"
    assert gendered(Catalog(), ["Wer?\nDer Gegner."], planted) == ["Der Gegner."]


def test_a_sentence_names_a_command_as_its_reader_finds_it() -> None:
    """A command is a value (Command), and no language has its English name; except in sentences at
    the host's own command line."""
    ours = [text for text in sentences() if "`/" in text or "command open" in text]
    assert [text for text in ours if "game:L7" not in text] == []


def test_a_phrase_that_depends_on_a_number_has_one_other_form() -> None:
    """A catalogue knows it only by its first form: `1 turn` had two others, and results had
    `different turns` in every language but English."""
    forms = dict[str | None, set[str | None]]()
    for _, call, n in calls():
        if n == 2:
            one, many = templates(call, 2)
            forms.setdefault(one, set()).add(many)
    assert len(forms) > 60
    assert {one: many for one, many in forms.items() if len(many) > 1} == {}


def test_how_much_is_translated_is_told() -> None:
    """docs/text.md gives the share of each language, and so do the newest notes if it is less than
    all. Two percent of new sentences don't lower it: `make texts` lists them."""
    written, page = sentences(), text("docs/text.md")
    shares = {name: int(n) for name, n in re.findall(r"^\| (\w\w) \| (\d+) % \|$", page, re.M)}
    for name, catalogue in catalogues():
        done = {one(m.id) for m in catalogue if m.id and one(m.string) and not m.fuzzy}
        share = 100 * len(written & done) // len(written)
        assert shares[name] - 2 <= share <= shares[name], sorted(written - done)[:20]
    assert missing_notes(text("CHANGELOG.md"), shares) == []
    planted = "## [2.0.0]\n- it is translated to 80 %, fr to 7 %.\n## [1.0.0]\n- pl to 70 %.\n"
    assert missing_notes(planted, {"de": 100, "it": 80, "fr": 70, "pl": 70}) == ["fr", "pl"]


def missing_notes(changelog: str, shares: Mapping[str, int]) -> list[str]:
    """The incomplete languages that the newest section doesn't name as such."""
    _, newest, *_ = re.split(r"^## ", changelog, flags=re.M)
    told = dict(re.findall(r"\b(\w\w) (?:is translated )?to (\d+) %", newest))
    return [name for name, share in shares.items() if share < 100 and told.get(name) != str(share)]


@pytest.mark.parametrize("left", ["the", "Open Your"])
def test_what_is_still_english_shows_in_the_pseudo_language(left: str) -> None:
    """The oracle of the tests that play in it."""
    walked = marked("walked to {square}, say").format(square="c3")
    said = f"Ann: {walked} c3 `stay; plant` <@7> L12 {voice().say(12)}"
    assert list(english_left(said, ["Ann"])) == []
    assert list(english_left(f"{said} {left}", ["Ann"])) == left.split()


def test_a_line_that_begins_with_a_number_is_an_item_of_a_list_or_escaped() -> None:
    """Discord takes `1.` for the head of a list and counts its lines again, so two who share a
    place stood as 1 and 2. A place is a Rank; tests/bot/features/test_standings.py."""
    numbered = {
        where.split(":")[0]
        for where, call, n in calls()
        for template in templates(call, n)
        if re.match(r"(\{\w+\}|[0-9]+)\. .", template or "")
    }
    # Numbers one by one, as in a list, or in the middle of a line.
    assert numbered == {"bot/features/queries.py", "bot/features/orders.py"}
