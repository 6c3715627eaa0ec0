"""Lobbies: opened, joined, left, started, cancelled, closed by the clock."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from bot.messages import cards
from bot.messages.layout import Message
from bot.ops import service
from bot.ops.health import Health
from bot.ops.settings import Settings
from bot.outbox.clock import LONGEST_NAP
from bot.table.game import DAY, LOBBY_CLOSES
from bot.table.intent import Contribution
from bot.table.seats import LOBBY_LASTS
from rules.dice import Chance, chance_key, commitment, shuffle
from storage import Limits
from tests.acting import ANN, BEN, CY, DEE, EVE, PEOPLE, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core, Patch
from tests.bot.features.test_at_once import Meddled
from tests.bot.transport import Killed


async def test_an_open_lobby_has_a_card_with_its_buttons(core: Core) -> None:
    answer = await core.open(ANN, 4)
    assert answer.text == "L1 is open for 2 to 4 players. See the lobby message below."
    await core.deliver()
    (card,) = core.transport.messages
    game = await core.game()
    assert "Ann is looking for 1 to 3 more players." in card.text
    told = await core.details(EVE)
    assert "Seats: 1 Ann · 2 open · 3 open · 4 open" in told
    assert f"The lobby closes <t:{int(core.time() + LOBBY_LASTS)}:F> if" in told
    assert commitment(game.seed)[:5] in card.text
    assert game.seed.hex() not in card.text
    assert card.pings == ()
    labels = ["Join", "Leave", "Start Now", "Details", "How to Play"]
    assert [b.label for b in card.buttons] == labels


async def test_the_last_seat_starts_the_game(core: Core) -> None:
    """The seed, everyone's contribution and the post decide the seats (decision 22)."""
    await core.open(ANN, 3)
    first = await core.join(BEN)
    assert "You're in L1. It's waiting for 1 more player, but Ann can start" in first.text
    last = await core.join(CY, given=Contribution(7**21))
    assert "You're in, and L1 has started. I'll announce the seats in <#500>" in last.text
    game, (opened, given, *_) = await core.game(), await core.log()
    rows = [*await core.store.log(game.id)]
    gifts = [opened.removeprefix("open "), given.removeprefix("join "), f"{7**21}"]
    key = Chance(chance_key(game.seed, gifts)).after(rows[3].post)
    start = f"start {' '.join(map(str, shuffle(key, 0, range(3))))}"
    order = [int(place) for place in start.split()[1:]]
    assert await core.log() == [opened, given, f"join {7**21}", start]
    assert [s.user for s in game.sitters] == [PEOPLE[i].id for i in order]
    assert (game.status, game.on_turn, game.due(LOBBY_CLOSES)) == ("playing", 0, None)
    await core.deliver()
    assert core.transport.messages[0].buttons == (), "nobody can join any more"
    assert "looking for" not in core.posts()[0]


async def test_each_press_of_an_old_card_is_a_wish_of_its_own(core: Core) -> None:
    """Decision 8: an old message may show an old row, but each press is a wish of its own."""
    await core.open(ANN, 3)
    for verb, sitting in (("join", 2), ("leave", 1), ("join", 2), ("join", 2), ("leave", 1)):
        await core.do(BEN, verb, game=1, n=1)
        assert len((await core.game()).sitters) == sitting
    assert [line.split()[0] for line in await core.log()] == ["open", *("join", "quit") * 2]


async def test_who_leaves_frees_a_seat_and_the_next_one_is_host(core: Core) -> None:
    await core.open(ANN, 4)
    for who in (BEN, CY):
        await core.join(who)
    assert (await core.do(EVE, "leave")).text == "You're not in L1."
    assert (await core.do(ANN, "leave")).text == "You've left L1."
    assert [s.name for s in (await core.game()).sitters] == ["Ben", "Cy"]
    await core.deliver()
    assert "Ben is looking for" in core.posts()[0]
    assert "Ann" not in core.posts()[0]
    assert "Only Ben, who hosts L1, or a channel manager" in (await core.do(CY, "cancel")).text
    assert "was closed without a winner" in (await core.do(BEN, "cancel")).text


async def test_when_the_last_one_leaves_the_lobby_is_closed(core: Core) -> None:
    await core.open(ANN, 3)
    answer = await core.do(ANN, "leave")
    assert answer.text == (
        "L1 (Logger) was closed without a winner. Start a new game with `/logger start`."
    )
    await core.deliver()
    assert core.posts()[1] == answer.text
    assert "was closed before it finished" in core.posts()[0]
    for verb in ("join", "start"):
        assert (await core.do(BEN, verb)).text == answer.text
    assert "L2 is open" in (await core.open(BEN)).text


async def test_one_live_game_to_a_channel(core: Core) -> None:
    await core.open(ANN, 2)
    lobby = await core.open(BEN, 3)
    assert lobby.text == ("This channel already has a lobby, L1. You can start yours in a thread.")
    assert [b.id for b in lobby.buttons] == ["lc:thread:logger:3:pace=none"]
    await core.join(BEN)
    assert "L1 is being played" in (await core.open(CY, 4)).text
    assert "L2 is open" in (await core.open(CY, 4, thread=True)).text
    assert "L3 is open" in (await core.open(DEE, 4, channel=OTHER_CHANNEL)).text


@pytest.mark.parametrize("verb", ["open", "join", "leave", "last leave", "start", "auto", "cancel"])
async def test_a_second_delivery_has_one_effect_and_the_first_answer(core: Core, verb: str) -> None:
    """The same interaction delivered twice (decision 8)."""
    wish = core.wish(BEN if verb in ("join", "leave", "auto") else ANN, kind="logger")
    if verb != "open":
        await core.open(ANN, 2 if verb == "auto" else 3)
    if verb in ("leave", "start"):
        await core.join(BEN)

    async def deliver() -> str:
        if verb == "open":
            return (await core.answer("open", wish, {"players": 3, "thread": False})).text
        name = {"last leave": "leave", "auto": "join"}.get(verb, verb)
        return (await core.answer(name, wish)).text

    first, log = await deliver(), await core.log()
    assert (await deliver(), await core.log()) == (first, log)
    assert len(await core.store.open_games()) == (0 if verb in ("last leave", "cancel") else 1)


async def test_a_lobby_closes_itself_after_seven_days(core: Core) -> None:
    await core.open(ANN, 3)
    await core.open(CY, 2, channel=OTHER_CHANNEL)
    await core.join(DEE, channel=OTHER_CHANNEL)
    core.time.seconds += LOBBY_LASTS - 1
    assert await core.clock.tick() == 1
    assert (await core.game()).status == "lobby"
    core.time.seconds += 1
    assert await core.clock.tick() > 0
    assert (await core.game()).status == "cancelled"
    assert (await core.log())[-1] == "expire"
    await core.deliver()
    assert [text for text in core.posts() if "was closed without a winner" in text] == [
        "L1 (Logger) was closed without a winner. Start a new game with `/logger start`."
    ]
    assert (await core.game(2)).status == "playing"


async def test_somebody_comes_in_the_very_moment_of_closing(core: Core) -> None:
    await core.open(ANN, 2)
    core.time.seconds += LOBBY_LASTS + 1

    async def comes(*_: object) -> None:
        if (await core.game()).status == "lobby":
            await core.join(BEN)

    late = core.wrap(Meddled(core.store, "commit", comes))
    assert await late.clock.tick() >= LONGEST_NAP
    assert (await core.game()).status == "playing"
    assert "expire" not in await core.log()


# -- Who starts a game before all seats are taken, and when.


async def test_start_now(core: Core) -> None:
    """Someone alone there is offered a computer and practice, with the lobby and the refusal."""
    opened = await core.open(ANN, 4)
    refused = await core.do(ANN, "start")
    assert refused.text.startswith("Logger needs at least 2 players. Wait for others in L1")
    assert [each.label for each in refused.buttons] == ["Add Computer", "Practise"]
    assert opened.buttons == refused.buttons
    await core.join(BEN)
    started = await core.do(ANN, "start")
    assert "L1 has started" in started.text
    assert len((await core.game()).sitters) == 2
    assert (await core.do(BEN, "start")).text == started.text, "it is what they wanted"
    late = await core.do(EVE, "start")
    assert "L1 has already started." in late.text


async def test_only_after_a_day_everybody_who_has_joined_may_start(core: Core) -> None:
    for channel in (CHANNEL, OTHER_CHANNEL):
        await core.open(ANN, 4, channel=channel)
        await core.join(BEN, channel=channel)
    refused = "Only Ann, who hosts L1, or a channel manager can start it"
    early = f"{refused} early. From <t:{int(core.time() + DAY)}:f> on, anyone who has joined can."
    core.time.seconds += DAY - 1
    for who in (BEN, EVE):
        assert (await core.do(who, "start")).text == early
    assert (await core.game()).status == "lobby"
    told = await core.do(EVE, "start", moderator=True, channel=OTHER_CHANNEL)
    assert "L2 has started" in told.text
    core.time.seconds += 1
    assert refused in (await core.do(EVE, "start")).text
    assert "L1 has started" in (await core.do(BEN, "start")).text


@pytest.mark.slow
async def test_a_card_that_arrived_before_a_kill_is_found_by_its_picture(lasting: Core) -> None:
    """It isn't posted again, and keeps changing; finding it needs no drawing."""
    await lasting.open(ANN, 3)
    lasting.transport.fail_after("post", Killed())
    with pytest.raises(Killed):
        await lasting.deliver()
    lasting.transport.forget_nonces()
    lasting.transport.messages[-1].buttons = ()  # which would identify it too
    await lasting.restart()
    await lasting.deliver()
    await lasting.join(BEN)
    await lasting.deliver()
    (card,) = lasting.transport.in_channel(CHANNEL)
    assert card.file == "L1-lobby.png"
    assert "Ben has joined." in card.text


# -- How many games may be open: of one host, and on a server.


CHANNELS = count(CHANNEL + 100)


def limited(core: Core, person: int, server: int) -> Core:
    core.verbs["open"].do.__self__._limits = Limits(person, server)  # type: ignore[attr-defined]
    return core


async def opened(core: Core, who: Person, **more: Any) -> Message:
    return await core.open(who, 3, **{"channel": next(CHANNELS)} | more)


async def test_one_host_has_so_many_open_games_and_no_more(core: Core) -> None:
    limited(core, 2, 0)
    for _ in range(2):
        assert "is open" in (await opened(core, ANN)).text
    told = await opened(core, ANN)
    assert told.text == (
        "You already host 2 open games here, which is the limit. `/games mine` lists them. "
        "Finish one, or close one with `/games cancel`, before you open another."
    )
    assert "You already host 2 open games" in (await core.open(ANN, 3, thread=True)).text
    assert "is open" in (await opened(core, BEN)).text
    await core.do(ANN, "cancel", name="L1", channel=(await core.game(1)).channel)
    assert "is open" in (await opened(core, ANN)).text
    assert "You already host 2" in (await opened(core, ANN)).text
    await core.join(BEN, name="L2", channel=(await core.game(2)).channel)
    await core.do(ANN, "leave", name="L2", channel=(await core.game(2)).channel)
    assert "is open" in (await opened(core, ANN)).text, "somebody who left can't be the host"


async def test_a_server_has_so_many_open_games_and_no_more(core: Core) -> None:
    limited(core, 0, 2)
    for who in (ANN, BEN):
        await opened(core, who)
    told = await opened(core, CY)
    assert told.text == (
        "This server already has 2 games open, which is the limit. `/games here` lists them. "
        "You can start a game when one of them ends."
    )


async def test_a_rematch_counts_too(core: Core) -> None:
    limited(core, 1, 0)
    await core.begin(ANN, BEN)
    await core.resign(ANN)
    await opened(core, BEN)
    game = await core.game()
    told = await core.do(BEN, "again", game=game.id)
    assert "You already host 1 open game here" in told.text
    assert "L3 is open" in (await core.do(ANN, "again", game=game.id)).text
    assert "L3 has started" in (await core.do(BEN, "again", game=game.id)).text


async def test_the_settings_reach_every_lobby(core: Core, monkeypatch: Patch) -> None:
    env = {"DISCORD_TOKEN": "a.b.c", "LUMBERCAMP_GAMES_PER_PERSON": "1"}
    made: list[service.Announced] = []

    async def start(client: service.Announced, token: str = "") -> None:
        made.append(client)

    for verb in ("start", "close"):  # there is no server to talk to
        monkeypatch.setattr(service.Announced, verb, start)
    await service.Service(core.store, Settings.read(env), "", Health(core.store)).keep_connected()
    core.services, core.verbs = made[0].services, made[0].verbs
    assert "is open" in (await opened(core, ANN)).text
    assert "You already host 1 open game here" in (await opened(core, ANN)).text


async def test_without_a_font_the_lobby_comes_in_words(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:

    def lost(*_: object) -> None:
        raise OSError("cannot open resource")

    monkeypatch.setattr(cards, "draw_lobby", lost)
    await core.open(ANN, 2)
    await core.deliver()
    assert "a font is missing" in core.posts()[-1]
