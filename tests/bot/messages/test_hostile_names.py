"""What somebody chose or typed is only shown as such, everything else is translated, and no value
breaks anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features import learning, queries
from bot.features.feature import OF_A_ROW, SlashOption, Verb
from bot.messages import layouts
from bot.messages.boundary import answer_to
from bot.messages.languages import MARKDOWN, VOICE, Languages
from bot.messages.layout import Message
from bot.table.computers import TREES
from bot.table.intent import present, with_game_name
from renderer import Hosted, Reel, Shot, draw_film
from rules import GAMES as KINDS
from rules.drafting import Kind
from rules.english import English
from rules.errors import Unavailable
from rules.fellers.position import FIGURES
from rules.fellers.river import COMPASS
from rules.voice import Voice
from tests.acting import ANN, BEN, EVE, SIX, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, VERBS, Core, Patch
from tests.bot.discord.searching import line
from tests.bot.panels import buttons
from tests.bot.playing import good_turn
from tests.games import EVERY
from tests.pseudo import Pseudo, english_left, voice
from tests.rules.courses import FELLERS
from tests.rules.promises import moments


@pytest.fixture(autouse=True)
def _smaller_pictures(monkeypatch: Patch) -> None:
    """In lessons too; and a film of one board has the words of a long one."""
    monkeypatch.setattr(learning, "draw", vars(layouts)["draw"])

    def film(hosted: Hosted, shots: Sequence[Shot], voice: Voice) -> Reel:
        return draw_film(hosted, shots[-1:], voice)

    monkeypatch.setattr(queries, "draw_film", film)


LAST = ("forgetnow", "cancel")  # these end everything
MARK = "Zyx"  # in each name, for searches
ATTACKS = (
    *("**Zyx**", "`Zyx`", "<@11>Zyx", "<#500>Zyx", "[Zyx](http://e.vil)", "@everyone Zyx"),
    *("\u202eZyx\u202d", "Zyx\u200b\u2066\ufeff", "# Zyx", "> Zyx\n-# Zyx"),
    *("||Zyx||~~x~~", "https://e.vil/Zyx"),
)
# Forbidden parts of a message's content, where a backslash makes a sign plain.
MARKUP = re.compile(
    rf"(?<!\\)(\*\*|`|\||~|_)+{MARK}|(?<!\\)<[@#]\d+(?<!\\)>{MARK}|(?<!\\)\]\(http://e"
    rf"|@everyone|^(# |> |-# ){MARK}|https://e",
    re.MULTILINE,
)
# Signs that turn or hide their neighbours. Ours: a sign after each @, and isolation of a name.
UNSEEN = re.compile(r"[\u200b\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x09\x0b-\x1f]")
OURS = re.compile("@\u200b|\u2068[^\u2066-\u2069\n]*\u2069")


def marked_up(text: str) -> list[str]:
    """A name's form in a message."""
    return [*(found[0] for found in MARKUP.finditer(text)), *unseen(text)]


def unseen(text: str) -> list[str]:
    return [repr(found) for found in UNSEEN.findall(OURS.sub("", text))]


def plain(panel: Message) -> list[str]:
    """The file of a message, and all else in which Discord reads no markup."""
    alt = [panel.picture.alt] if panel.picture is not None else []
    choices = [choice for menu in panel.menus for choice in menu.choices]
    return [
        panel.file,
        *alt,
        *(each.label for each in buttons(panel)),
        *(menu.title for menu in panel.menus),
        *(text for choice in choices for text in (choice.label, choice.hint)),
    ]


def wrong(panel: Message) -> list[str]:
    said = [(panel.text, marked_up(panel.text)), (str(panel.plain or ""), [])]
    said += [(text, unseen(text)) for text in plain(panel)]
    return [f"{found} in {text!r}" for text, found in said if found]


def unasked(verb: Verb) -> bool:
    """Whether it needs further input, or isn't for everyone."""
    if verb.manages or verb.name in LAST:
        return True
    if verb.id in (None, ()) and verb.slash is not None:
        options = verb.slash.options
        return callable(options) or any(option.default is None for option in options)
    return verb.id not in ((), OF_A_ROW)


async def everything(core: Core, who: Person, voice: Voice) -> list[tuple[str, Message]]:
    """The answers to a person who presses every button about the game, and types every command
    without required options."""
    found, game = list[tuple[str, Message]](), (await core.game()).id

    async def heard() -> Voice:
        return voice

    for verb in core.verbs:
        if unasked(verb):
            continue
        options = verb.slash.options if verb.slash and verb.id is None else ()
        assert not callable(options)
        values = {o.argument: o.default for o in options if not (o.words or o.names)}
        wish = core.wish(who, kind=core.kind, verb=verb.name)
        wish = wish.with_target(game=game) if verb.game else wish
        told = await answer_to(core.verbs.do(verb.name, wish, values), heard)
        assert "Something went wrong" not in told.text, verb.name
        found.append((verb.name, told))
    return found


async def whole_game(
    core: Core, people: list[Person], voice: Voice, language: str
) -> list[tuple[str, Message]]:
    """Everything that is answered in the lobby to a stranger, and then to players."""
    await core.open(people[0], len(people), language=language)
    await core.join(people[1])
    found = await everything(core, EVE, voice)
    await core.deliver()
    for person in people[2:]:
        await core.join(person)
    await core.announce()
    await core.deliver()
    chance = Random(3)
    for _ in range(4):
        now = await core.table()
        if not now.running:
            break
        said = " ".join(line(now.at.state, chance)) if core.kind == "fellers" else good_turn(now)
        await core.say(await core.mover(), said)
        await core.deliver()
    else:
        for who in (await core.mover(), await core.waiting()):
            found += await everything(core, who, voice)
    for person in people:
        if present(game := await core.game(), person.id) and game.status == "playing":
            await core.resign(person)
    assert (await core.game()).status == "over"
    found += await everything(core, people[0], voice)
    await core.deliver()
    return found


# -- The language marks the letters of every word: what still looks English did not go through the
# catalogue. The words on pictures are in tests/renderer/test_words.py.
UNTRANSLATED = {segment.name for segment in FELLERS.segments.values()}
UNTRANSLATED |= {MARK, "everyone", "https", "http", "vil"}  # of names
UNTRANSLATED |= {"Lumbercamp", "SHA", "English", *TREES, *(k.game.title for k in KINDS.values())}
OPTIONS = "|".join(option.shown for kind in KINDS.values() for option in kind.game.options)
TYPED = "|".join((*FIGURES, *map(KINDS["fellers"].texts.spelt, FIGURES), *COMPASS))
AS_IT_IS = re.compile(
    r"\b[0-9a-f]{16,}\b|https?://[^\s)]+"  # hashes and addresses
    r"|\b[A-Z]\w+(?:/[\w-]+)+"  # time zones
    rf"|\b(?:{OPTIONS})(?= `)|\b(?:{TYPED})[0-9]?\b"
    r"|\b[a-z][0-9]+(?:x[a-z][0-9]+|-off)\b"  # of Logjam
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_name_is_only_a_name_and_no_other_word_is_english(core: Core, kind: str) -> None:
    """In messages, buttons, menus, files and alt texts (docs/text.md, Languages)."""
    core.kind, core.languages = kind, Languages({"el": Pseudo()})
    core.host(core.games)
    seats = min(4, core.games[kind].game.most)
    start = 4 * [*KINDS].index(kind) % len(ATTACKS)  # every attack plays a game
    people = [Person(11 + i, name) for i, name in enumerate(ATTACKS[start : start + seats])]
    panels = await whole_game(core, people, voice(MARKDOWN), "el")
    found = [f"{name}: {each}" for name, panel in panels for each in wrong(panel)]
    said = [text for _, panel in panels for text in (panel.text, *plain(panel)[1:])]
    for post in core.transport.messages:
        found += [f"post: {each} in {post.text!r}" for each in marked_up(post.text)]
        beside = post.alt, *(button.label for button in post.buttons)
        hidden = ((text, each) for text in (*beside, post.file) for each in unseen(text))
        found += [f"post: {each} in {text!r}" for text, each in hidden]
        said += [post.text, *beside]
    for title in core.transport.threads.values():
        found += [f"thread: {each} in {title!r}" for each in unseen(title)]
    assert sum(MARK in panel.text for _, panel in panels) > 5
    assert found == []
    names = {each.name for each in (*SIX, EVE)} | UNTRANSLATED | own_words(EVERY[kind])
    left = {word: text for text in said for word in english_left(AS_IT_IS.sub("", text), names)}
    assert len(said) > 300
    assert left == {}


def own_words(kind: Kind[Any]) -> set[str]:
    """The words of a game that offers them bare, which are the same in every language."""
    if type(kind.texts).offers is not English.offers:
        return set()
    rows = moments(kind, kind.game.fewest, 3)
    return {str(step) for row in rows for _, step, *_ in row.steps}


CODE = re.compile(r"`[^`\n]*`")  # in which Discord reads nothing


# The button's form, filled in.
OF_A_FORM: dict[str, dict[str, Any]] = {
    "puzzleline": {"kind": "logger", "day": 20_781},
    "prove": {"kind": "webhook"},
    "mistakeline": {"game_id": 1},
}


@pytest.mark.parametrize("typed", [ATTACKS[n] for n in (0, 2, 4, 5, 9)])
async def test_what_somebody_typed_is_only_shown_as_such(core: Core, typed: str) -> None:
    """As a turn, alone and in public, and wherever a command takes words of their own."""
    await core.begin(Person(11, "Ann"), Person(12, "Ben"))
    await core.services.store.set_personal(11, "time_zone", "Europe/Berlin")
    mover, said = await core.mover(), list[str]()
    for public in (False, True):
        said.append((await core.say(mover, typed, public=public)).text)
        said.append((await core.say(mover, f"a1; {typed}", public=public)).text)
    for verb, name in taking_words(core):
        wish = core.wish(mover, typed, kind="logger", verb=verb.name, manages=True)
        given = {name: typed} if name else dict(OF_A_FORM.get(verb.name, {}))
        said.append((await core.answer(verb.name, wish, given)).text)
    with pytest.raises(Unavailable) as refused:
        with_game_name(core.wish(mover), typed, core.games)
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


# -- Values at the edge of an option, or far beyond it, get one sentence and break nothing.

TIMES = ("0001-01-01", "9999-12-31", "2026-02-30", "9999-W52-7", "2026-13", "24:00-25:00", "-1--1")
NUMBERS = ("-1", "9" * 19, "9" * 400, "1e999", "\u0661\u0662", "\u00b2", "L0", f"L{'9' * 400}")
SIGNS = ("", "\x00", "\ud800", "%s{n}", "a" * 6000, f"<@{'9' * 20}>")
WORDS = (*TIMES, *NUMBERS, *SIGNS)
WHOLE = (0, -1, 1, 2**31, 2**53, -(2**53))  # as far as Discord lets an integer go
SLASHES = sorted(verb.name for verb in VERBS if verb.slash is not None)
ELSEWHERE = 1000  # and on
# A running game, a lobby and neither, for people who live as far east and west as there is. In the
# first place everything is tried, in each other one every fourth value.
PLACES = (
    (slice(None), CHANNEL, "Pacific/Kiritimati"),
    (slice(1, None, 4), OTHER_CHANNEL, "Pacific/Niue"),
    (slice(2, None, 4), ELSEWHERE, "Africa/Monrovia"),
)


def extremes(option: SlashOption) -> tuple[Any, ...]:
    """Discord holds people to the values of an option, where it has some."""
    if option.values:
        return tuple(each.value for each in option.values)
    return {str: WORDS, int: WHOLE, bool: (False, True)}[option.type]


def usual(option: SlashOption) -> Any:
    if option.default is not None:
        return option.default
    return option.values[0].value if option.values else extremes(option)[0]


def tried(options: tuple[SlashOption, ...]) -> Iterator[tuple[SlashOption, dict[str, Any]]]:
    """Each option at each extreme, the others at their usual value."""
    calm = {each.name: usual(each) for each in options}
    for option in options:
        yield from ((option, {**calm, option.name: value}) for value in extremes(option))


async def breaks(
    core: Core, verb: Verb, options: tuple[SlashOption, ...], chosen: slice, **where: Any
) -> list[str]:
    """The inputs that end in "Something went wrong", as a command or while they are typed."""
    found = list[str]()
    for one, values in [*tried(options)][chosen]:
        wish = core.wish(ANN, kind=core.kind, verb=verb.name, manages=True, moderator=True, **where)
        given = dict(values)
        if one.complete is not None:
            await one.complete(replace(wish, words=str(given[one.name])), VOICE)
        for option in options:
            said = given[option.name]
            if option.words:
                wish = replace(wish, words=given.pop(option.name))
            elif option.names:
                given.pop(option.name)
                try:
                    wish = with_game_name(wish, str(said), core.games)
                except Unavailable:
                    continue
            else:
                given[option.argument] = given.pop(option.name)
        told = (await core.answer(verb.name, wish, given)).text
        if "Something went wrong" in told or "I couldn't save" in told:
            found.append(f"{verb.name} {values}: {told}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
async def test_no_value_of_an_option_breaks_anything(core: Core, share: int) -> None:
    await core.begin(ANN, BEN)
    found, kinds = list[str](), [*core.games]
    for n, verb in enumerate(core.verbs[name] for name in SLASHES[share::4]):
        assert verb.slash is not None
        await core.open(ANN, 3, channel=OTHER_CHANNEL)  # the one before may have closed it
        for chosen, channel, zone in PLACES:
            await core.store.set_personal(ANN.id, "time_zone", zone)
            every = verb.slash.where == "each game" and channel == ELSEWHERE  # where one can begin
            where = channel + n if channel == ELSEWHERE else channel
            for core.kind in kinds if every else kinds[:1]:
                options = verb.slash.options_of(EVERY[core.kind].game)
                found += await breaks(core, verb, options, chosen, channel=where)
        assert (await core.game(kind="logger")).status == "playing", verb.name
    await core.deliver()
    assert not found
    assert (await core.store.census()).parked == 0
