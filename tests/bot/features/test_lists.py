"""Lists never end silently: each entry of each list can be reached, however many there are."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

import pytest

from bot.features import mending, turns
from bot.features.mending import TurnBack
from bot.messages.languages import VOICE
from bot.messages.layout import MOST_CHOICES, Choice, Message, suggestions
from bot.table.intent import Intent
from bot.table.servers import CHANNELS, ChannelInfo, Role
from rules.text import Text
from storage import Change, Line, NewGame, Sitter
from tests.acting import ANN, EVE, Person
from tests.bot.core import CHANNEL, GUILD, Core, game_row
from tests.bot.features import test_seasons as seasons
from tests.bot.features.test_builder import fits
from tests.storage.samples import finished

Open: TypeAlias = Callable[[Core, int], Awaitable[None]]
LONG = "*" + "Ü_" * 15  # a name of as many characters as Discord allows, with markup in it
MANY = (52,)  # pages between others
FIRST = 10_000  # the first id of a list's entries


class List(NamedTuple):
    """A list that could get too long.

    fill: makes this number of entries
    verb: opens it, with values
    menu: how its menus' ids begin; "": the text has its entries
    entry: the look of one entry
    who: the reader
    many: the number of entries wanted
    """

    fill: Open
    verb: str
    menu: str = ""
    entry: str = ""
    who: Person = ANN
    values: dict[str, str] = {}  # noqa: RUF012
    many: tuple[int, ...] = MANY
    counted: bool = True  # in the text, not only in the choices that lead on
    beside: int = 0  # choices of the menu that aren't entries
    entries: Callable[[int], int] = int  # of the number of its entries


async def games(core: Core, n: int, *, home: int = 0, host: Person | None = None) -> None:
    """Open games, each with four people of long names, whose second player is to move."""
    for i in range(n):
        people = tuple(Sitter(FIRST + 4 * i + k, f"{LONG}{k}") for k in range(1, 4))
        mine = Sitter(host.id, host.name) if host else Sitter(FIRST + i, f"P{i:03}")
        place, options = 20_000 + i, {"players": "4", "pace": "none"}
        key, where = f"open {i}", (GUILD, home or place, place)
        new = NewGame("logger", "1", options, bytes(32), *where, mine, key, "open 7", others=people)
        row = await core.store.create(new)
        begun = Change((Line(-1, "start", ""),), f"start {i}", status="playing", on_turn=1)
        await core.store.commit(row.id, row.n, begun)


mine, threads = partial(games, host=ANN), partial(games, home=CHANNEL)


async def refused(core: Core, n: int) -> None:
    for i in range(n):
        await core.store.block(ANN.id, FIRST + i, True, 10_000)


async def met(core: Core, n: int) -> None:
    for i in range(n):
        person = Sitter(FIRST + i, f"P{i:03}")
        new = NewGame("logger", "1", {}, bytes(32), GUILD, i, i + 1, person, f"open {i}", "open")
        await core.store.create(new)


async def barred(core: Core, n: int) -> None:
    for i in range(n):
        await core.store.bar(GUILD, FIRST + i, True)


async def browsers(core: Core, n: int) -> None:
    for i in range(n):
        await core.store.add_browser(f"hash {i}", ANN.id, f"Firefox {i}", 86_400)


async def channels(core: Core, n: int) -> None:
    core.guilds.there = [ChannelInfo(FIRST + i, f"c{i}") for i in range(n)]


async def checked(core: Core, n: int) -> None:
    """In each channel every permission is missing."""
    lacking = ("View Channels", "Send Messages", "Embed Links", "Attach Files")
    core.guilds.there = [ChannelInfo(FIRST + i, f"c{i}", lacking=lacking) for i in range(n)]
    there = " ".join(str(FIRST + i) for i in range(n))
    await core.store.set_server(GUILD, {CHANNELS: there})


async def roles(core: Core, n: int) -> None:
    core.guilds.called = [Role(FIRST + i, f"R{i}") for i in range(n)]


async def ranked(core: Core, n: int) -> None:
    for i in range(n):
        two = Sitter(FIRST + i, f"P{i:03}"), Sitter(FIRST, "P000")
        if i:
            await finished(core.store, f"game {i}", two, (5, True), (0, False), guild=GUILD)


async def season(core: Core, n: int) -> None:
    await seasons.start(core, *(Person(FIRST + i, f"P{i:02} {LONG}") for i in range(n)))
    await seasons.said(core, ANN, "seasonbegin")
    await seasons.goes_on(core)


LISTS = {
    "my games": List(mine, "mine", entry=r"^L(\d+) \("),
    "the server's games": List(games, "nearby", entry=r"^L(\d+) \(", who=EVE),
    "refused people": List(refused, "refused", entry=r"^- <@(\d+)>$"),
    "people to play with again": List(refused, "refused", "lc:unrefuse", many=(1, 25, 52)),
    "people to refuse": List(met, "refused", "lc:refuse", counted=False),
    "barred people": List(barred, "barred", entry=r"^- <@(\d+)>$"),
    "people to let play again": List(barred, "barred", "lc:unbar"),
    "browsers": List(browsers, "browsers", entry=r"^(Firefox \d+), "),
    "browsers to end": List(browsers, "browsers", "lc:endbrowser"),
    "games to mute": List(mine, "settings", "lc:choose:muted", many=(25, 52), counted=False),
    "games that could be meant": List(threads, "options", "lc:which", counted=False, who=EVE),
    "channels for games": List(
        channels, "setup", "lc:pick:channels", values={"page": "where"}, counted=False
    ),
    "roles that open games": List(
        roles, "setup", "lc:pick:starters", values={"page": "who"}, counted=False, beside=2
    ),
    "channels for puzzles": List(
        channels, "puzzlesetup", "lc:puzzles:channel", counted=False, beside=1
    ),
    "channels for the turn list": List(
        channels, "setup", "lc:pick:turns", values={"page": "turns"}, counted=False, beside=1
    ),
    "whose turn it is": List(games, "turnspage", entry=r"^\[?(L\d+)\]? ?\(", many=(45,)),
    "standings": List(ranked, "table", entry=r"(P\d{3}): "),
    "places of a season": List(season, "seasontable", entry=r"^\d+. (P\d\d) ", many=(26,)),
    "pairs of a season": List(
        season,
        "seasontable",
        entry=r"^(P\d\d) .* (?:–|bye)",
        many=(34,),
        entries=lambda n: -(-n // 2),
    ),
    "channels that are checked": List(checked, "check", entry=r"^- <#(\d+)>:"),
}


def ways_on(panel: Message) -> Iterator[tuple[str, str]]:
    """The controls to other pages: an id and a pick."""
    for button in (*panel.buttons, *(each for row in panel.rows for each in row)):
        if button.label in ("Next", "Previous") and not button.off:
            yield button.id, ""
    for menu in panel.menus:
        for choice in menu.choices:
            if choice.value.startswith(">"):
                yield menu.id, choice.value


async def done(core: Core, who: Person, id_: str, words: str) -> Message:
    """A press, as bot/discord/buttons.py does it."""
    if id_.startswith("lc:which:"):
        _, _, verb, said = id_.split(":", 3)
        there = turns.elsewhere(words)
        assert there is not None
        page, kind = there
        wish = core.wish(who, said, verb=verb, asked=page, kind=kind, meant=core.verbs[verb].game)
        return await core.answer(verb, wish)
    return await core.push(who, id_, words, manages=True)


async def walked(core: Core, one: List) -> list[Message]:
    """Every page that can be reached from the first one."""
    verb = core.verbs[one.verb]
    asked: Intent = core.wish(one.who, manages=True, verb=one.verb, meant=verb.game)
    pages = [await core.answer(one.verb, asked, one.values)]
    seen, left = set[tuple[str, str]](), list(ways_on(pages[0]))
    while left:
        if (way := left.pop(0)) in seen:
            continue
        seen.add(way)
        pages.append(await done(core, one.who, *way))
        left += ways_on(pages[-1])
    return pages


def entries(one: List, panel: Message) -> list[str]:
    if one.menu:
        found = [c.value for m in panel.menus if m.id.startswith(one.menu) for c in m.choices]
        return [each for each in found if each.lstrip("+-")[0].isdecimal()]
    words = panel.picture.alt if panel.picture else panel.text
    words = panel.text if "–" in one.entry else words
    return [each for line in words.splitlines() for each in re.findall(one.entry, line)]


def counts(one: List, panel: Message) -> list[tuple[int, int, int]]:
    """`9–16 of 23`, as the text or a choice that leads on says it."""
    hints = [c.hint for m in panel.menus for c in m.choices if c.value[0] == ">"]
    said = panel.text.splitlines() if one.counted else [*hints, *(m.title for m in panel.menus)]
    found = re.findall(r"(\d+)–(\d+) of (\d+)", "\n".join(said))
    return [(int(a), int(b), int(n)) for a, b, n in found]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "n"), [(name, n) for name, x in LISTS.items() for n in x.many])
async def test_every_entry_of_a_list_can_be_reached(
    core: Core, name: str, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several pages say which entries of how many they have, and have each once."""
    monkeypatch.setattr("storage.browsers.MOST", 1000)
    one = LISTS[name]
    await one.fill(core, n)
    pages = await walked(core, one)
    for page in pages:
        fits(page)
        assert not page.text.endswith(" …"), page.text[-100:]
    shown = {tuple(entries(one, page)): page for page in pages}
    found = [each for part in shown for each in part]
    assert len(found) == len(set(found)) == one.entries(n)
    for part, page in shown.items():
        told = counts(one, page)
        assert bool(told) == (len(shown) > 1)
        totals = {n, (n + 1) // 2} if one.fill is season else {one.entries(n)}
        assert {total - one.beside for *_, total in told} <= totals
        if one.counted and told:
            assert len(part) in [last - first + 1 for first, last, _ in told]


async def test_a_page_that_is_gone_is_the_last_one(core: Core) -> None:
    await games(core, 20)
    panel = await done(core, EVE, "lc:nearbypage:999999", "")
    assert "17–20 of 20" in panel.text
    panel = await done(core, ANN, "lc:refuse", ">999")
    (menu,) = panel.menus
    assert [c.label for c in menu.choices if c.value[0] == ">"] == ["Back…"]


def test_every_turn_of_a_long_game_can_be_taken_back() -> None:
    game = game_row("logger", "Ann", "Ben")
    backs = [TurnBack(n, n % 2, n) for n in range(1, 201)]
    found = list[str]()
    for page in range(9):
        panel = mending.turn_menu(game, backs, page).say_in(VOICE)
        fits(panel)
        found += [c.value for m in panel.menus for c in m.choices if c.value[0] != ">"]
    assert len(set(found)) == len(found) == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verb", "fill", "typed"), [("mend", games, "L{n}"), ("bar", met, f"{FIRST}"[:-3] + "{i:03}")]
)
async def test_typing_reaches_each_of_many(core: Core, verb: str, fill: Open, typed: str) -> None:
    """Even if 25 others begin the same: the exact match comes first."""
    await fill(core, 112)
    for i in (0, 1, 25, 110):
        said = typed.format(n=i + 1, i=i)
        offered = [*await core.complete(EVE, verb, said, manages=True)]
        assert len(offered) <= MOST_CHOICES
        assert offered[0] in (said, str(FIRST + i)), offered


def test_of_many_with_one_name_each_is_found_by_its_id() -> None:
    known = {Choice(str(n), Text("Ann")): "Ann" for n in range(100, 300)}
    assert [c.value for c in suggestions(known, "277")] == ["277"]
    assert len(suggestions(known, "an")) == 25
    assert len(suggestions(known, "")) == 25
    assert suggestions(known, "ben") == []
