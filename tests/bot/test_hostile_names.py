"""A name that somebody has chosen is only a name, wherever it stands: in every post, answer,
button, menu, file and alt text that comes of games and of everything that can be asked about them.

Source: issue 29, item 3 ("names and words that people typed are shown escaped everywhere").
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.features.feature import OF_A_ROW, Verb
from bot.messages.boundary import answered
from bot.messages.medium import VOICE
from bot.messages.message import Message
from bot.table.intent import named
from bot.table.session import present
from rules.errors import Unavailable
from tests.bot.controls import Controls
from tests.bot.core import EVE, Core, Person
from tests.bot.discord.searching import line
from tests.bot.playing import good_turn

LAST = ("forgetnow", "cancel")  # what ends all
MARK = "Zyx"  # in each name, so that it is found again
ATTACKS = (
    f"**{MARK}**",
    f"`{MARK}`",
    f"<@11>{MARK}",
    f"<#500>{MARK}",
    f"[{MARK}](http://e.vil)",
    f"@everyone {MARK}",
    f"\u202e{MARK}\u202d",
    f"{MARK}\u200b\u2066\ufeff",
    f"# {MARK}",
    f"> {MARK}\n-# small",
    f"||{MARK}||~~x~~",
    f"https://e.vil/{MARK}",
)
# What none of them may become in the content of a message, where a backslash makes a sign plain.
MARKUP = (
    re.compile(rf"(?<!\\)(\*\*|`|\||~|_)+{MARK}"),
    re.compile(rf"(?<!\\)<[@#]\d+(?<!\\)>{MARK}"),
    re.compile(r"(?<!\\)\]\(http://e"),
    re.compile(r"@everyone"),
    re.compile(rf"^(# |> ){MARK}", re.MULTILINE),
    re.compile(r"^-# small", re.MULTILINE),
    re.compile(r"https://e"),
)
# What turns or hides what stands beside it. Ours: a sign after each @, and isolation of a name.
UNSEEN = re.compile(r"[\u200b\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x09\x0b-\x1f]")
OURS = re.compile("@\u200b|\u2068[^\u2066-\u2069\n]*\u2069")


def marked_up(text: str) -> list[str]:
    """What a name has become in a message."""
    return [*(found[0] for each in MARKUP if (found := each.search(text))), *unseen(text)]


def unseen(text: str) -> list[str]:
    return [repr(found) for found in UNSEEN.findall(OURS.sub("", text))]


def plain(panel: Message) -> Iterator[str]:
    """All of a message in which Discord reads no markup."""
    yield panel.file
    if panel.picture is not None:
        yield panel.picture.alt
    for each in (*panel.buttons, *(button for row in panel.rows for button in row)):
        yield each.label
    for menu in panel.menus:
        yield menu.title
        for choice in menu.choices:
            yield from (choice.label, choice.hint)


def wrong(panel: Message) -> list[str]:
    """Each attack of a name that has worked, with the text in which it has."""
    said = [(panel.text, marked_up(panel.text)), (str(panel.plain or ""), [])]
    said += [(text, unseen(text)) for text in plain(panel)]
    return [f"{found} in {text!r}" for text, found in said if found]


@pytest.fixture(params=["logger", "logjam", "fellers"])
async def table(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Core, list[Person]]]:
    """A game of as many as can play, each with another name that is an attack."""
    core = await Core.build()
    core.kind = request.param
    most = core.games[core.kind].game.most
    chance = Random(7)
    names = chance.sample(ATTACKS, min(most, len(ATTACKS)))
    yield core, [Person(11 + i, name) for i, name in enumerate(names)]
    await core.store.close()


def unasked(verb: Verb) -> bool:
    """It needs more than to be pressed or typed, or is not for everybody."""
    if verb.manages or verb.name in LAST:
        return True
    if verb.id in (None, ()) and verb.slash is not None:
        options = verb.slash.options
        return callable(options) or any(option.default is None for option in options)
    return verb.id not in ((), OF_A_ROW)


async def everything(core: Core, who: Person) -> list[tuple[str, Message]]:
    """What somebody is answered who presses every button about the game, and types every command
    that needs nothing."""
    found, game = list[tuple[str, Message]](), (await core.game()).id
    for verb in core.verbs:
        if unasked(verb):
            continue
        options = verb.slash.options if verb.slash and verb.id is None else ()
        assert not callable(options)
        values = {o.argument: o.default for o in options if not (o.words or o.names)}
        wish = core.wish(who, kind=core.kind, verb=verb.name)
        wish = replace(wish, game=game) if verb.game else wish
        told = await answered(core.verbs.do(verb.name, wish, values))
        assert "Something went wrong" not in told.text, verb.name
        found.append((verb.name, told))
    return found


async def test_a_name_is_only_a_name_wherever_it_stands(table: tuple[Core, list[Person]]) -> None:
    """In the lobby, during play, for those who are on turn, wait or watch, and when all is over."""
    core, people = table
    found = list[str]()
    panels = 0

    async def look(who: Person) -> None:
        nonlocal panels
        for name, panel in await everything(core, who):
            panels += MARK in panel.text
            found.extend(f"{name}: {each}" for each in wrong(panel))

    await core.open(people[0], len(people))
    await core.join(people[1])
    await look(EVE)
    await core.deliver()
    for person in people[2:]:
        await core.join(person)
    await core.begin()
    await core.deliver()
    chance = Random(3)
    for n in range(8):
        now = await core.table()
        if not now.running:
            break
        said = " ".join(line(now.at.state, chance)) if core.kind == "fellers" else good_turn(now)
        told = await core.say(await core.mover(), said)
        found += wrong(told)
        await core.deliver()
        if n == 7:
            for who in (await core.mover(), await core.waiting(), EVE):
                await look(who)
    controls, letter = Controls(core), core.games[core.kind].game.letter
    for person in people:
        if present(game := await core.game(), person.id) and game.status == "playing":
            asked = await controls.resign(person)
            await controls.press(person, asked, f"Resign from {letter}1")
    assert (await core.game()).status == "over"
    await look(EVE)
    await look(people[0])
    await core.deliver()
    for post in core.transport.messages:
        found += [f"post: {each} in {post.text!r}" for each in marked_up(post.text)]
        for text in (post.alt, post.file, *(button.label for button in post.buttons)):
            found += [f"post: {each} in {text!r}" for each in unseen(text)]
    for title in core.transport.threads.values():
        found += [f"thread: {each} in {title!r}" for each in unseen(title)]
    assert panels > 5
    assert found == []


CODE = re.compile(r"`[^`\n]*`")  # in which Discord reads nothing


# What the button carries whose form is filled in.
OF_A_FORM = {"puzzleline": {"kind": "logger", "day": 20_781}}


@pytest.mark.parametrize("typed", ATTACKS)
async def test_what_somebody_typed_is_only_shown_as_such(core: Core, typed: str) -> None:
    """As a turn, alone and in public, and wherever a command takes words of their own."""
    await core.seated(Person(11, "Ann"), Person(12, "Ben"))
    await core.cases.store.set_personal(11, "time_zone", "Europe/Berlin")
    mover, said = await core.mover(), list[str]()
    for public in (False, True):
        said.append((await core.say(mover, typed, public=public)).text)
        said.append((await core.say(mover, f"a1; {typed}", public=public)).text)
    for verb, name in taking_words(core):
        wish = core.wish(mover, typed, kind="logger", verb=verb.name, manages=True)
        given = {name: typed} if name else dict(OF_A_FORM.get(verb.name, {}))
        said.append((await answered(core.verbs.do(verb.name, wish, given))).text)
    with pytest.raises(Unavailable) as refused:
        named(core.wish(mover), typed, core.games)
    said.append(VOICE.say(refused.value.text))
    assert any(MARK in text for text in said)
    assert not any("Something went wrong" in text for text in said)
    assert [found for text in said if (found := marked_up(CODE.sub("", text)))] == []


def taking_words(core: Core) -> Iterator[tuple[Verb, str]]:
    """The verbs with a command or a form in which anything can be typed, each with such an option
    that is not the wish's own words or its game."""
    for verb in core.verbs:
        slash = verb.slash
        options = () if slash is None or callable(slash.options) else slash.options
        for option in options:
            if option.type is str and not option.values and not option.names:
                yield verb, "" if option.words else option.argument
        if verb.form is not None:
            yield verb, ""
