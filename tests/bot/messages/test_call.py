"""The call: three short lines over the board, with everything since the player's last turn."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import takewhile

import pytest

from bot.features.queries import my_moves as options
from bot.messages import posts
from bot.messages.answers import catch_up, moves_since
from bot.messages.fitting import CALL, GLANCE, MESSAGE_LENGTH, Folded
from bot.table.game import CLOCK
from bot.table.table import Table
from rules.drafting import draft
from rules.english import DECIDING, QUIET, TELLING, Brief
from rules.text import Code, Text, notation
from storage import Timer
from tests.acting import ANN, BEN, CY
from tests.bot.core import Core
from tests.bot.messages.test_sentences import PEOPLE, positions, table
from tests.bot.words import words
from tests.games import EVERY

every_table = pytest.mark.parametrize(
    ("kind", "seats"),
    sorted({(key, n) for key, each in EVERY.items() for n in (each.game.fewest, each.game.most)}),
)

DUE, SHOWN = 1_790_000_000.0, "21 September 2026 14:13"


@cache
def called(kind: str, seats: int, seed: int = 0) -> tuple[Table, ...]:
    """Some calls of a game of players who choose rare events."""
    rare, actor = ("Chop", "Protest", "Capture", "Push", "Shift"), EVERY[kind].game.actor
    begun = takewhile(lambda at: at.turns < 20, positions(kind, seats, seed, *rare))
    calls = [at for at in begun if at.turns % 3 == 0 and actor(at.state) >= 0]
    return tuple(Table(table(kind, seats, {}, at.state).game, 9, at) for at in calls)


def clocked(now: Table) -> Table:
    timers = (Timer(1, now.game.id, CLOCK, DUE, str(now.actor)),)
    return replace(now, game=replace(now.game, timers=timers))


def shown(said: str) -> str:
    return said.replace(f"<t:{DUE:.0f}:f>", SHOWN).replace(f"<t:{DUE:.0f}:R>", "in 2 days")


@pytest.mark.slow
@every_table
def test_a_call_has_45_words_and_three_lines(kind: str, seats: int) -> None:
    """With the end of a clock too; learners get one line more, and room for it in the first."""
    for now in called(kind, seats):
        said = words(posts.turn(now))
        assert len(said.split("\n")) <= 3, said
        with_clock = words(posts.turn(clocked(now)))
        assert len(with_clock.split("\n")) <= 3, said
        assert len(shown(with_clock).split()) <= CALL, said
        advice = now.kind.texts.primer(now.mine)
        taught = words(posts.turn(clocked(now), advice=advice))
        assert len(shown(taught).replace("-# ", "").split()) <= CALL, taught
        if taught != with_clock:  # if both don't fit, the lesson wins
            assert taught.split("\n")[-1] == f"-# {words(advice)}"
        if not now.at.turns:
            assert words(advice) in words(posts.turn(now, advice=advice))


@every_table
def test_everybody_who_played_is_told_of_or_counted(kind: str, seats: int) -> None:
    """All turns since the reader's own, and no others; their own isn't told again."""
    for now in called(kind, seats):
        rows = now.meanwhile()
        others = [row.by for row in rows if row.by is not None]
        movers = [row.by for row in now.at.lately if row.by is not None]
        mine = [n for n, by in enumerate(movers, 1) if by == now.actor]
        assert others == movers[mine[-1] if mine else 0 :]
        said = words(posts.turn(now))
        more = re.search(r" and (\d+) (?:earlier|other) moves?\.$", said, re.M)
        told = [i for i in others if re.search(rf"\b{PEOPLE[i]}\b", said)]
        assert len(told) + int(more[1] if more else 0) >= len(others), said


@every_table
def test_a_call_proposes_nothing_that_its_reader_may_not_have(kind: str, seats: int) -> None:
    """A public example is legal for the player to move; where a game hides something is none."""
    for now in called(kind, seats):
        for said in (words(posts.turn(now)), words(posts.turn_in_words(now, Text("")))):
            found = re.search(r"for example `(.+?)`", said)
            assert (found is None) == now.kind.game.hidden_information, said
            if found is not None:
                assert draft(now.kind, now.mine, found[1]).complete


@pytest.mark.slow
@every_table
def test_who_only_reads_knows_every_turn(kind: str, seats: int) -> None:
    """Boards that read alike have the same legal turns, and each is one message."""
    known = dict[str, list[str]]()
    for now in (*called(kind, seats), *called(kind, seats, 1)):
        assert len(words(posts.board(now))) <= MESSAGE_LENGTH
        texts, state = now.kind.texts, now.mine
        told = (texts.pieces(state, now.names), texts.rows(state, now.names), texts.call(state))
        read = "\n".join(map(words, (*told, texts.hand(state, now.actor), texts.summary(state))))
        steps = sorted(map(str, now.kind.game.legal(state)))
        assert known.setdefault(read, steps) == steps, read


def test_the_newest_moves_stay_and_the_oldest_are_folded() -> None:
    """The last ones and how many before; an event that hit the reader comes first."""
    moves = [Brief(Text("this is move number {n}", n=n), QUIET) for n in range(10)]
    assert words(Folded(moves)) == (
        "this is move number 6 · this is move number 7 · this is move number 8 · "
        "this is move number 9 and 6 earlier moves"
    )
    lost = Brief(Text("your logger was captured"), DECIDING)
    assert words(Folded([lost, *moves])) == (
        "your logger was captured · this is move number 7 · this is move number 8 · "
        "this is move number 9 and 7 earlier moves"
    )
    assert words(Folded([*moves[:2], lost])) == (
        "your logger was captured · this is move number 0 · this is move number 1"
    )
    long = Brief(notation("x" * GLANCE), QUIET)
    assert words(Folded([*moves[:1], long])) == "x" * GLANCE + " and 1 earlier move"
    assert words(Folded([lost, long])) == "your logger was captured and 1 other move"


@every_table
def test_the_turn_that_matters_most_stands_in_the_call(kind: str, seats: int) -> None:
    """At a glance, in three lines of a phone: so the board is on its first screen too."""
    for now in called(kind, seats):
        said = words(posts.turn(clocked(now), digest=Code("F2:85:c268-4e34-2e73")))
        briefs = moves_since(now)
        glance = words(Folded(briefs)) if briefs else ""
        assert len(glance) <= GLANCE + len(" and 22 earlier moves"), glance
        best = max(briefs, key=lambda brief: brief.weight, default=Brief(Text("")))
        if best.weight >= TELLING:
            alike = [brief for brief in briefs if brief.weight == best.weight]
            told = [words(each) for brief in alike for each in (brief.told, brief.core) if each]
            assert any(each in said for each in told), (said, told)


async def test_a_line_explains_in_the_first_two_games_of_a_kind(core: Core) -> None:
    """Counted for each player and kind; games that never began do not count."""
    lines = []
    for number in (1, 2, 3):
        await core.begin(*((ANN, BEN) if number < 3 else (ANN, CY)))
        await core.deliver()
        for _ in range(2):
            learner = (await core.mover(number)).name
            lines.append((number, learner, core.posts()[-1].count("Each turn, you walk")))
            await core.say(await core.mover(number), "a1" if len(lines) % 2 else "e5")
            await core.deliver()
        await core.resign(ANN)
        await core.deliver()
    assert all(taught for number, _, taught in lines if number < 3)
    assert {name: taught for number, name, taught in lines if number == 3} == {"Ann": 0, "Cy": 1}


@every_table
def test_my_options_say_more_than_the_call(kind: str, seats: int) -> None:
    for now in called(kind, seats)[::3]:
        texts, state = now.kind.texts, now.view_of().state
        whole = words(options(now, Text("turns"), ()))
        for part in (texts.standing(state, now.names), texts.news(state, now.names)):
            assert words(part) in whole
        assert words(texts.summary(now.mine)) in whole
        events = [event for row in now.meanwhile() for event in row.events]
        assert words(texts.story(events, now.names)) in whole
        assert len(catch_up(now)) == 1 + bool(words(texts.story(events, now.names)))
