"""The sentences of posts and answers: what they hold, and that it fits into a message.

Source: issue 2, item 7; the guide's 3.5 (mention, game and demand first).
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.core.game import Game
from bot.core.table import ReplayState, Table
from bot.messages import layouts
from bot.text import answers, posts, results, trouble
from bot.text.fitting import LONGEST, Stacked, fitted
from bot.text.standings import server_table
from bot.text.stories import parts
from rules import GAMES
from rules.drafting import draft
from rules.game import NOBODY, Setup
from rules.play import legal
from rules.text import Joined, Text, lines
from storage import Change, Line, Rating, Sitter
from storage import Standing as Placed
from tests.bot.core import ANN, CHANCE, CHANNEL, GUILD, Core, Person
from tests.bot.playing import position
from tests.bot.words import in_words, words
from tests.hosted import HOSTED


async def crowded(core: Core) -> list[Table]:
    """Positions of a game of four with the worst names, with whole stories of ten turns."""
    names = ["*" * 32, "~" * 32, "`" * 32, "|" * 32]
    people = [Person(10**18 + i, name) for i, name in enumerate(names)]
    game = await core.seated(*people)
    rules, chance, tables = Table(game, 1, _none()).kind.game, Random(3), []
    state: Any = rules.new(Setup(4))
    told: list[Any] = []
    turns = 0
    while rules.actor(state) != NOBODY and turns < 150:
        actor = rules.actor(state)
        while rules.actor(state) == actor and rules.actor(state) != NOBODY:
            options = [s for s in legal(rules, state) if not str(s).startswith("x")]
            state, events = rules.apply(state, chance.choice(options or legal(rules, state)))
            told += events
        turns += 1
        tables.append(Table(game, turns, ReplayState(state, tuple(told[-60:]), turns, CHANCE)))
    return tables


def _none() -> ReplayState:
    return ReplayState(None, (), 0, CHANCE)


async def test_nothing_essential_is_lost_in_the_worst_case(core: Core) -> None:
    """Long names of markup, full boards, long stories: mention, game, the latest of what
    happened, scores and all that is legal are in every turn post of at most 2,000 characters."""
    longest = 0
    for table in await crowded(core):
        if table.over:
            continue
        state = table.at.state
        story = table.kind.texts.story(table.at.events, table.names)
        text = words(posts.turn_in_words(table, lines(*parts(story))))
        longest = max(longest, len(text))
        assert len(text) <= LONGEST
        assert text.startswith(f"<@{table.game.sitters[table.actor].user}>, your turn in **L1**")
        english = table.kind.texts
        for part in (english.summary(state), english.standing(state, table.names)):
            assert words(part) in text
        assert words(english.news(state, table.names)) in text
        assert words(story).split("\n")[-1] in text
        assert "Reply to this post" in text
        assert len(words(posts.turn(table))) <= LONGEST
        board = words(posts.board(table))
        assert len(board) <= LONGEST
        for part in (english.summary(state), english.pieces(state, table.names)):
            assert words(part) in board
    assert longest > 1200, "the positions are not crowded enough to prove anything"


async def test_the_result_keeps_its_verdict(core: Core) -> None:
    """The server's table gives way first, then the older part of the story."""
    table = (await crowded(core))[-1]
    over = position("TTTTT/TTTTT/TTTTT/TTTTT/TTTTT", "a1,e5,a5,e1", points=(12, 3, 4, 5))
    table = Table(table.game, table.n, ReplayState(over, table.at.events, 99, CHANCE))
    worth = Rating(10**3, 10**2, 10**6)
    placed = [Placed(i, i, "_" * 32, 10**6, 10**6, 10**6, worth, 1) for i in range(1, 11)]
    story = lines(*(Joined(": ", (name, "walked " * 60)) for name in table.names))
    for told in (story, Text("Ann: stayed on a1.")):
        text = words(results.result(table, told, placed))
        assert len(text) <= LONGEST
        assert text.startswith("**L1 is over: ")
        for sitter in table.game.sitters:
            assert f"<@{sitter.user}>" in text
        assert words(told).split("\n")[-1] in text
        assert "\n-# **Fairness** shows the seed, whose hash begins " in text
    assert r"10\. " in words(server_table(GAMES["logger"].game, placed))


async def test_answers_fit_too(core: Core) -> None:
    """What a mover is answered, in every position."""
    for table in await crowded(core):
        if not table.over:
            drafted = draft(table.kind, table.at.state, "")
            assert len(words(answers.kept(table, drafted))) <= LONGEST
        assert len(words(answers.recorded(table))) <= LONGEST or len(table.at.events) > 20
        assert len(words(answers.game_standing(table))) <= LONGEST


async def test_the_board_for_one_person(core: Core) -> None:
    """Picture, alt text, and the whole position in words; nobody is pinged."""
    with pytest.raises(Exception, match="There is no game in this channel"):
        await in_words(core.cases.boards.newest(core.wish(ANN)))
    await core.open(ANN, 2)
    lobby = await in_words(core.cases.boards.newest(core.wish(ANN)))
    assert lobby.text == words(posts.lobby(await core.game()))
    await core.join(Person(12, "Ben"))
    panel = await in_words(core.cases.boards.newest(core.wish(ANN)))
    assert panel.picture is not None
    assert panel.picture.png.startswith(b"\x89PNG")
    assert "L1" in panel.picture.alt
    assert panel.file == f"L1-{(await core.game()).n}.png"
    assert panel.pings == ()
    name = (await core.mover()).name
    assert panel.text == f"**L1** (Logger), turn 1. It is {name}'s turn."
    read = await in_words(core.cases.boards.as_text(core.wish(ANN)))
    for part in ("Loggers: ", "Row 5: ", "Scores: ", "You can take corner"):
        assert part in read.text
    assert read.picture is None


async def test_the_board_of_a_lobby_that_was_closed(core: Core) -> None:
    """It never had a position."""
    await core.open(ANN, 3)
    await core.cancel(ANN)
    panel = await in_words(core.cases.boards.newest(core.wish(ANN)))
    assert "was closed before its end. Nobody has won." in panel.text
    table = await in_words(core.cases.standings.of_game(core.wish(ANN, kind="logger")))
    assert "**L1**" not in table.text


async def test_a_game_whose_log_is_damaged_is_not_guessed_at(core: Core) -> None:
    """Issue 2, "a corrupt record": one sentence with a reference, and nothing is changed."""
    game = await core.seated(ANN, Person(12, "Ben"))
    await core.store.commit(game.id, game.n, Change((Line(0, "zz", ""),), "damage"))
    answer = await core.say(await core.mover(), "a1")
    assert answer.text.startswith("Something broke on my side (reference ")
    assert (await core.game()).n == game.n + 1


async def test_kinds_of_buttons(core: Core) -> None:
    """Their ids hold what they are for, within Discord's 100 characters; labels in Title Case."""
    game = await core.seated(ANN, Person(12, "Ben"))
    buttons = (
        *layouts.lobby_traces(game).buttons,
        *layouts.confirm_cancel(game, ANN.id).buttons,
        *layouts.thread_buttons("logger", 4, {}),
    )
    for button in buttons:
        assert len(button.id) <= 100
        label = words(button.label)
        assert len(label) <= 80
        assert label == label.title().replace("'S", "'s")


def test_fitted() -> None:
    """Cut between words, with a sign that something is missing; never longer than asked for."""
    assert fitted("a b c") == "a b c"
    assert fitted("one two three", 10) == "one two …"
    assert fitted("one\ntwo three", 8) == "one …"
    assert len(fitted("x" * 3000)) <= LONGEST


def test_stacked() -> None:
    """Empty parts make no lines; the spare ones go as far as they must, and no farther."""
    assert words(Stacked(["a", "", "b"], spare=["", "a"])) == "a\nb"
    long, longer = "l" * 900, "m" * 900
    whole = Stacked(["head", long, longer, "foot"], spare=[long])
    assert words(whole) == f"head\n{long}\n{longer}\nfoot"
    cut = Stacked(["head", long, longer, long[1:], "foot"], spare=[long, longer])
    assert words(cut) == f"head\n{longer}\n{long[1:]}\nfoot"


def test_undelivered_and_threadless_name_the_channel() -> None:
    """The host reads where, which game and why."""
    game = _game()
    told = words(trouble.undelivered(game, Text("it is gone")))
    assert f"<#{CHANNEL}> about L3: it is gone" in told
    moved = trouble.undelivered(replace(game, channel=77), Text("it is gone"))
    assert "<#77> about L3" in words(moved)


def _game() -> Game:
    return Game(
        id=1,
        kind="logger",
        number=3,
        edition="1",
        options={"players": "2"},
        seed=b"",
        commitment="",
        guild=GUILD,
        home=CHANNEL,
        channel=None,
        host=1,
        n=1,
        status="lobby",
        on_turn=None,
        created=0.0,
        changed=0.0,
        sitters=(Sitter(1, "Ann"),),
        hosted=HOSTED["logger"],
    )
