"""Earlier boards are leafed through in private, and shared only as everyone may see them."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from PIL import Image

from bot.messages import answers
from bot.messages.layout import Message
from bot.table.game import Games
from renderer import Artist, Labels, host_games
from rules import GAMES
from rules.drafting import Kind
from rules.play import Seen
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core
from tests.bot.leaks import cards
from tests.bot.panels import button
from tests.bot.playing import any_turn
from tests.bot.transport import Posted
from tests.bot.words import words


async def newest(core: Core, who: Person) -> Message:
    return await core.do(who, "board")


async def press(core: Core, who: Person, page: Message, label: str) -> Message:
    return await core.press(who, label, page, channel=OTHER_CHANNEL)


async def leafed(
    core: Core, who: Person, page: Message, label: str, most: int = 20
) -> list[Message]:
    """This page and all further ones, as long as the button can be pressed."""
    pages = [page]
    while not button(pages[-1], label).off:
        pages.append(await press(core, who, pages[-1], label))
        assert len(pages) < most, "there is no end to it"
    return pages


def numbered(page: Message) -> str:
    return page.text.split(", ", 1)[1].split(".")[0]


async def begun(core: Core, kind: str, *people: Person) -> None:
    core.kind = kind
    await core.begin(*people or (ANN, BEN))


async def test_one_can_turn_back_to_the_first_board_and_forward_again(core: Core) -> None:
    """A board for each turn and one before the first, each as it was and with its story."""
    await begun(core, "logjam")
    await core.play_any(6)
    back = await leafed(core, EVE, await newest(core, EVE), "Back")
    earlier = [f"turn {n} of 7" for n in range(6, 0, -1)]
    assert [numbered(page) for page in back] == ["turn 7", *earlier]
    assert button(back[0], "Next").off
    assert not any(button(page, "Next").off for page in back[1:])
    forth = await leafed(core, EVE, back[-1], "Next")
    assert forth == back[::-1]
    for page in forth[1:]:
        table = await core.tables.at(await core.game(), int(button(page, "Back").id.split(":")[3]))
        assert words(answers.story_since(table)) in page.text
        assert page.picture is not None
        assert f"turn {table.number}, " in page.picture.alt
        pieces = table.kind.texts.pieces(table.view_of().state, table.names)
        assert words(pieces) in page.picture.alt


async def test_what_was_taken_back_was_never_there(core: Core) -> None:
    """Nor can it be reached from a page on which it still was."""
    await begun(core, "logger", ANN, BEN)
    await core.play_any(4)
    mover = await core.mover()
    await core.say(mover, any_turn(await core.table(), Random(8)))
    page = await newest(core, ANN)
    gone = page.text.split("\n", 1)[1]
    await core.do(mover, "undo")
    back = await leafed(core, ANN, await newest(core, ANN), "Back")
    assert len(back) == 5
    assert numbered(back[0]) == "turn 5"
    assert not any(gone in each.text for each in back)
    assert numbered(await press(core, ANN, page, "Back")) == "turn 5"
    await core.say(mover, any_turn(await core.table(), Random(9)))
    assert numbered(await press(core, ANN, back[0], "Back")) == "turn 4 of 6"


async def test_who_plays_by_ear_has_each_board_in_words(core: Core) -> None:
    await begun(core, "logger")
    await core.play_any(3)
    await core.store.set_personal(ANN.id, "text_first", "on")
    for page in await leafed(core, ANN, await newest(core, ANN), "Back"):
        table = await core.tables.at(await core.game(), int(button(page, "Back").id.split(":")[3]))
        texts, seen = table.kind.texts, (table.view_of().state, table.names)
        for part in (texts.squares, texts.pieces(*seen), texts.rows(*seen)):
            assert words(part) in page.text
        assert page.picture is not None
    assert len((await newest(core, BEN)).text) < 300


# -- Share shows a private board to everyone: once, and in everyone's view.


async def share(core: Core, who: Person, page: Message, **more: Any) -> Message:
    return await core.press(who, "Share", page, **{"channel": OTHER_CHANNEL} | more)


def shared(core: Core, channel: int = OTHER_CHANNEL) -> list[Posted]:
    return [post for post in core.transport.in_channel(channel) if "Shared by" in post.text]


async def looking(core: Core, who: Person, *, kind: str = "logger") -> Message:
    """A game of five turns, and its board before the last one, in someone's private answer."""
    await begun(core, kind)
    await core.play_any(5)
    await core.deliver()
    return await press(core, who, await newest(core, who), "Back")


async def test_a_board_is_shown_where_it_was_asked_for(core: Core) -> None:
    page = await looking(core, EVE)
    before = len(core.posts(CHANNEL))
    assert "Everyone here can see this board now" in (await share(core, EVE, page)).text
    assert "has already shared this board here" in (await share(core, EVE, page)).text
    await core.deliver()
    (post,) = shared(core)
    assert post.text.startswith(f"**L1** (Logger), turn 5 of 6. Shared by <@{EVE.id}>.\n")
    assert page.picture is not None
    assert (post.alt, post.pings) == (page.picture.alt, ())
    assert len(core.posts(CHANNEL)) == before
    again = await core.push(BEN, post.buttons[0].id)
    assert button(again, "Share").id == button(page, "Share").id


async def test_what_was_taken_back_is_not_shown(core: Core) -> None:
    await begun(core, "logger", ANN, BEN)
    await core.play_any(5)
    page, mover = await newest(core, EVE), await core.waiting()
    await share(core, EVE, page)
    await core.do(mover, "undo")
    told = (await share(core, ANN, page)).text
    assert "The turn you were looking at in L1 has been undone" in told
    await core.deliver()
    assert shared(core) == []


async def test_no_hand_is_shared_while_the_game_runs(core: Core) -> None:
    page = await looking(core, ANN, kind="fellers")
    assert "Your hand: " in page.text
    await share(core, ANN, page)
    await core.deliver()
    (post,) = shared(core)
    assert "hand" not in post.text
    strangers = await press(core, EVE, await newest(core, EVE), "Back")
    assert strangers.picture is not None
    assert post.alt == strangers.picture.alt


async def test_hands_lie_open_when_the_game_is_over(core: Core) -> None:
    await begun(core, "fellers", ANN, BEN)
    await core.play_any(2)
    held = (await core.table()).at.state.hands
    await core.play_any(1, seed=5)
    assert "Hands: " not in (await newest(core, EVE)).text
    mover = await core.mover()
    await core.resign(mover)
    page = await press(core, EVE, await newest(core, EVE), "Back")
    (line,) = [each for each in page.text.split("\n") if each.startswith("Hands: ")]
    assert cards(line) == {card for hand in held for card in hand}
    await share(core, EVE, page)
    await core.deliver()
    assert line in shared(core)[0].text


def told_apart(kind: Kind[Any], seen: Seen[Any], labels: Labels) -> Image.Image:
    """A small picture that is another one for everything that it could show."""
    shown = repr((seen.state, seen.events, labels.game, labels.names, labels.turn)).encode()
    return Image.frombytes("L", (8, 8), bytes(b & 63 for b in hashlib.blake2b(shown).digest()))


TOLD_APART = Games(
    {key: each._replace(artist=Artist(told_apart)) for key, each in host_games(GAMES).items()}
)
