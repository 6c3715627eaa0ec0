"""Seasons of a server over the real store, with a clock that only the test moves (decision 63)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features.lobbies import remove
from bot.features.seasons.season import PLAYED, Season, season_of, server
from bot.features.verbs import NO_RIGHT
from bot.messages.languages import VOICE, Languages
from bot.messages.layout import Message
from bot.ops.replay import verify_record
from bot.table.game import DAY, HOUR, Game
from bot.table.names import game_name
from bot.table.servers import NoThreads
from bot.table.table_options import SEASON
from rules.record import parse
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import CHANNEL, GUILD, Core
from tests.bot.playing import any_turn
from tests.bot.transport import Killed

FOUR = (ANN, BEN, CY, DEE)


async def said(core: Core, who: Person, verb: str, **given: Any) -> Message:
    manages = given.pop("manages", True)
    return await core.do(who, verb, values=given, manages=manages)


async def start(core: Core, *people: Person, **terms: Any) -> Message:
    wanted = {"play": "logger", "form": "league", "pace": "brisk", "days": 7} | terms
    told = await said(core, people[0], "seasonstart", **wanted)
    for person in people[1:]:
        assert "You're in!" in (await said(core, person, "seasonjoin")).text
    return told


async def running(core: Core, *people: Person, **terms: Any) -> None:
    await start(core, *people, **terms)
    await said(core, people[0], "seasonbegin")
    await goes_on(core)


async def season(core: Core) -> Season:
    row = await core.store.game_in_channel(server(GUILD))
    assert row is not None
    return season_of(row, await core.store.log(row.id))


async def tables(core: Core) -> list[Game]:
    page = await core.store.open_games()
    return [core.games.from_row(row) for row in page if row.status == "playing"]


async def goes_on(core: Core) -> None:
    """Do everything that is due, and post it."""
    await core.clock.tick()
    await core.deliver()
    await core.clock.tick()
    await core.deliver()


async def to_the_end(core: Core, absent: int = 0) -> None:
    """The second seat resigns, table after table, until the season is over. Somebody who meets the
    absent one plays on."""
    for _ in range(12):
        await goes_on(core)
        if not (await season(core)).live:
            break
        for game in await tables(core):
            mover = game.sitters[game.on_turn or 0].user
            if absent not in [sitter.user for sitter in game.sitters]:
                await remove(core.services, game, 1, f"resigns:{game.id}")
            elif mover != absent:
                line = any_turn(await core.tables.at(game), Random(1))
                await core.say(Person(mover, ""), line, name=game_name(game))
        core.time.seconds += DAY if absent else 0
    assert (await season(core)).phase == "over"


@pytest.fixture
async def seen(core: Core) -> Core:
    """A core that shows the announcement of a start."""
    core.unseen = False
    return core


@pytest.mark.slow
async def test_a_league_of_four_meets_all_and_plays_a_final(seen: Core) -> None:
    """Each table is opened once, with its people in the order of the pairing."""
    told = await start(seen, *FOUR)
    assert "league" in told.text
    assert [each.label for each in told.buttons] == ["Withdraw"]
    await said(seen, ANN, "seasonbegin")
    await to_the_end(seen)
    now = await season(seen)
    assert (now.phase, now.round) == ("over", 4)
    league = [p for p in now.pairings if p.round < 4]
    assert len({frozenset(p.there) for p in league}) == 6
    assert all(p.result in PLAYED for p in now.pairings)
    for p in now.pairings:
        game = await seen.tables.game(p.game or 0)
        assert [s.user for s in game.sitters] == [now.entrants[n].user for n in p.there]
        assert game.options[SEASON] == f"{now.id}:{p.round}:{p.board}"
    assert now.champion is not None
    champion = now.entrants[now.champion].name
    record = parse((await seen.do(ANN, "record", game=now.pairings[0].game)).document)
    assert verify_record(record).fair, verify_record(record).told
    assert seen.posts()[-1].endswith(f"**{champion}** is the champion.")
    assert [f"round {n} of 4" in "".join(seen.posts()) for n in (1, 2, 3)] == [True] * 3


async def test_a_seasons_tables_have_the_language_of_the_server(core: Core) -> None:
    core.guilds.spoken = "de"
    german = replace(core, languages=Languages({"de": NullTranslations()}), unseen=False)
    await running(german, ANN, BEN)
    assert [game.language for game in await tables(german)] == ["de"]


async def test_a_season_begins_by_itself_and_is_called_off_where_nobody_comes(seen: Core) -> None:
    await start(seen, ANN, BEN)
    await seen.pass_time(6 * DAY)
    assert (await season(seen)).phase == "open"
    await seen.pass_time(DAY)
    await goes_on(seen)
    assert (await season(seen)).phase == "playing"
    await to_the_end(seen)
    await start(seen, ANN)
    assert (await season(seen)).row.number == 2
    await seen.pass_time(7 * DAY)
    await goes_on(seen)
    assert (await season(seen)).phase == "cancelled"
    assert "is cancelled" in seen.posts()[-1]


async def test_who_manages_the_server_starts_begins_and_ends_it_and_nobody_else(seen: Core) -> None:
    terms = {"play": "logger", "form": "cup", "pace": "brisk", "days": 1}
    await start(seen, ANN, BEN)
    again = await said(seen, BEN, "seasonstart", **terms)
    assert "already has a season" in again.text
    now = await season(seen)
    refused = await said(seen, EVE, "seasonendnow", manages=False, season=now.id)
    assert refused.text == VOICE.say(NO_RIGHT)
    asked = await said(seen, ANN, "seasonend")
    assert asked.buttons[0].label == "Cancel Season"
    await said(seen, ANN, "seasonendnow", season=now.id)
    assert (await season(seen)).phase == "cancelled"


async def test_a_season_starts_only_where_its_tables_can_be(core: Core) -> None:
    core.guilds.threadless[CHANNEL] = NoThreads.RIGHT
    assert "I need the permissions Create Public Threads" in (await start(core, ANN)).text
    assert await core.store.game_in_channel(server(GUILD)) is None


async def test_people_join_once_and_withdraw_as_they_like_before_it_begins(seen: Core) -> None:
    await start(seen, ANN, BEN)
    assert "You're in!" in (await said(seen, BEN, "seasonjoin")).text
    assert "withdrawn" in (await said(seen, BEN, "seasonleave")).text
    now = await season(seen)
    assert [now.entrants[n].user for n in now.there] == [ANN.id]
    assert "not in this season" in (await said(seen, BEN, "seasonleave")).text
    assert "You're in!" in (await said(seen, BEN, "seasonjoin")).text
    await goes_on(seen)
    card = seen.transport.in_channel(500)[0]
    assert "2 players have joined" in card.text


async def test_who_withdraws_loses_their_table_and_later_ones_are_byes(seen: Core) -> None:
    await running(seen, *FOUR)
    asked = await said(seen, CY, "seasonleave")
    assert asked.buttons[0].label == "Withdraw"
    now = await season(seen)
    await said(seen, CY, "seasonleavenow", season=now.id)
    await goes_on(seen)
    cy = now.entrant(CY.id)
    (table,) = [p for p in (await season(seen)).of_round(1) if cy in p.there]
    assert table.points(cy or 0) == 0
    assert table.result in ("1-0", "0-1")
    await to_the_end(seen)
    now = await season(seen)
    assert all(cy not in p.there for p in now.pairings if p.round > 1)
    assert sum(p.second is None for p in now.pairings) == 2


async def test_who_was_absent_does_not_win_since_the_other_one_leaves(seen: Core) -> None:
    await running(seen, ANN, BEN)
    await seen.pass_time(30 * HOUR)
    (game,) = await tables(seen)
    assert game.on_turn == 1, "the clock has played for whoever sits first"
    await remove(seen.services, game, 1, "resigns")
    await goes_on(seen)
    now = await season(seen)
    assert [p.result for p in now.pairings] == ["--"]
    assert (now.there, now.champion) == ((1,), 1)


async def test_blocking_everybody_wins_nothing(seen: Core) -> None:
    """They meet despite their blocks; who plays no turn has lost by walk-over and is out."""
    await start(seen, *FOUR)
    for other in (BEN, CY, DEE):
        await seen.store.block(ANN.id, other.id, True, 9)
    await said(seen, ANN, "seasonbegin")
    await to_the_end(seen, absent=ANN.id)
    now = await season(seen)
    ann = now.entrant(ANN.id) or 0
    mine = [p for p in now.pairings if ann in p.there]
    assert [(p.points(ann), p.game is not None) for p in mine] == [(0, True)]
    assert mine[0].result in ("+-", "-+")
    assert now.entrants[ann].gone
    assert now.champion not in (ann, None)


async def test_a_table_on_which_nobody_has_played_gives_nobody_a_point(seen: Core) -> None:
    """Neither does one that a moderator closes, nor a draw that both agree on at once."""
    await running(seen, *FOUR, form="cup")
    closed, drawn = await tables(seen)
    await seen.do(EVE, "cancel", moderator=True, game=closed.id, n=closed.n)
    assert (await seen.tables.game(closed.id)).status == "cancelled"
    first, second = (Person(s.user, s.name) for s in drawn.sitters)
    await said_at(seen, first, "askend", drawn)
    row = (await seen.tables.game(drawn.id)).n
    await said_at(seen, second, "accept", replace(drawn, n=row))
    assert (await seen.tables.game(drawn.id)).status in ("over", "cancelled")
    await goes_on(seen)
    now = await season(seen)
    assert [p.result for p in now.pairings] == ["--", "--"]
    assert (now.phase, now.champion) == ("over", None)


async def said_at(core: Core, who: Person, verb: str, game: Game) -> Message:
    return await core.do(who, verb, game=game.id, n=game.n)


async def test_a_player_closes_no_table_of_a_season(core: Core) -> None:
    """Before it has begun, too: the first of the two is its host."""
    await start(core, ANN, BEN)
    await said(core, ANN, "seasonbegin")
    await core.clock.tick()
    game = core.games.from_row((await core.store.open_games())[0])
    assert game.status == "lobby"
    host = Person(game.sitters[0].user, game.sitters[0].name)
    for verb in ("cancel", "leave"):
        await said_at(core, host, verb, game)
    now = await core.tables.game(game.id)
    assert (now.status, len(now.sitters)) == ("lobby", 2)


async def test_whoever_hands_their_seat_over_has_lost_that_table(seen: Core) -> None:
    """A substitute plays on, and wins nothing for the entrant, who is out."""
    await running(seen, *FOUR)
    game = (await tables(seen))[0]
    lines = [any_turn(await seen.tables.at(game), Random(3))]
    mover = game.sitters[game.on_turn or 0]
    await seen.say(Person(mover.user, ""), *lines, name=game_name(game))
    game = await seen.tables.game(game.id)
    await said_at(seen, Person(mover.user, mover.name), "offerseat", game)
    seat = [each.user for each in game.sitters].index(mover.user)
    offered = await seen.tables.game(game.id)
    wish = seen.wish(EVE, game=game.id, n=offered.n)
    await seen.answer("takeover", wish, {"seat": seat})
    assert (await seen.tables.game(game.id)).sitters[seat].user == EVE.id
    other = Person(game.sitters[1 - seat].user, "")
    line = any_turn(await seen.tables.at(await seen.tables.game(game.id)), Random(3))
    await seen.say(other, line, name=game_name(game))
    await remove(seen.services, await seen.tables.game(game.id), 1 - seat, "resigns")
    await goes_on(seen)
    now = await season(seen)
    gone = now.entrants[now.entrant(mover.user) or 0]
    (at,) = [p for p in now.of_round(1) if p.game == game.id]
    assert (at.points(now.entrant(mover.user) or 0), gone.gone) == (0, True)


async def test_who_deletes_their_data_or_is_barred_is_out_and_the_others_play_on(
    seen: Core,
) -> None:
    goes = Person(9_000_100, "P")  # no game or timer has such an id
    await running(seen, ANN, goes, CY, DEE)
    assert "former player " in (await said(seen, goes, "forgetnow")).text
    await said(seen, EVE, "bar", person=f"<@{CY.id}>")
    await to_the_end(seen)
    now = await season(seen)
    assert now.champion is not None
    assert now.entrants[now.champion].user in (ANN.id, DEE.id)
    assert {max(each.user, 0) for each in now.entrants if each.gone} == {CY.id, 0}
    assert await seen.store.personal_data(goes.id) == {}
    assert all(p.done for p in now.pairings)


class Dying:
    """A store whose process dies before its nth write."""

    def __init__(self, store: Any, n: int) -> None:
        self._store, self._left = store, n

    def __getattr__(self, name: str) -> Any:
        if name in ("commit", "create", "tell_once", "note_sent"):
            self._left -= 1
            if self._left <= 0:
                raise Killed  # and whatever else that process would do
        return getattr(self._store, name)


@pytest.mark.slow
async def test_whatever_dies_on_the_way_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    """Before every fourth write from the start to the champion."""
    for n in range(1, 100, 4):
        core = await Core.build(tmp_path / f"{n}.db", unseen=False)
        await start(core, ANN, BEN)
        await said(core, ANN, "seasonbegin")
        dying = core.wrap(Dying(core.store, n))
        with suppress(Killed):
            await to_the_end(dying)
            await core.store.close()
            break
        await dying.outbox.close(0)
        await core.restart()
        await to_the_end(core)
        now = await season(core)
        assert [p.result for p in now.pairings] == ["1-0", "1-0"], n
        assert {p.game for p in now.pairings} == {2, 3}, n
        assert await core.store.game(4) is None, n
        posts = " ".join(core.posts())
        for once in ("round 1 of 2", "final.", "is the champion", "· Logger**: "):
            assert posts.count(once) == (2 if "Logger**" in once else 1), (n, once, posts)
        await core.store.close()
    assert n > 15
