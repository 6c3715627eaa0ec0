"""A server's tables, private and posted, who is hidden in them, and how a result moves ratings.

Source: issue 14, items 4 and 5; experience 3.11; docs/decisions.md.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.domain.personal import HIDDEN
from bot.domain.standings import Scope, is_table, months, posted_in
from bot.features.consequences import drawn
from bot.text.standings import moved, server_table
from rules import GAMES
from rules.logger.rules import GONE
from rules.text import Name
from storage import NEW, Moved, Rating, Sitter, Standing
from tests import pseudo
from tests.bot.controls import begun
from tests.bot.core import ANN, BEN, CHANNEL, CY, OTHER_CHANNEL, Core, Person
from tests.bot.playing import turn
from tests.bot.test_offers import ask, line, pushed
from tests.bot.words import in_words, words
from tests.storage.samples import finished

NOVEMBER, DECEMBER = 1_794_000_000.0, 1_796_200_000.0  # 2026-11-06 and 2026-12-02, UTC


async def over(
    core: Core, key: str, *people: Person, turns: int = 20, kind: str = "logger"
) -> None:
    """A game that the first of them has won."""
    sitters = tuple(Sitter(person.id, person.name) for person in people)
    results = [(9 - n, n == 0, n + 1) for n in range(len(people))]
    await finished(core.store, key, sitters, *results, turns=turns, kind=kind, home=CHANNEL)


async def shown(core: Core, who: Person, scope: Scope = Scope("logger")) -> list[str]:  # noqa: B008
    panel = await in_words(core.cases.standings.show(core.wish(who), scope))
    return panel.text.splitlines()


async def test_the_table_is_text_with_games_wins_rating_and_streak(core: Core) -> None:
    """Five rated games make a rating of a guess; it is told with its doubt."""
    for n in range(5):
        await over(core, f"a{n}", ANN, BEN)
        await over(core, f"b{n}", ANN, CY)
    head, ann, ben, cy, legend = await shown(core, CY)
    assert head == "**Logger on this server**"
    assert ann.startswith("1\\. Ann: 10 games, 10 won, rating 2,")
    assert ann.endswith(", give or take 400, the last 10 in a row")
    assert ben.startswith("2\\. Ben: 5 games, 0 won, rating 1,")
    assert cy.startswith("2\\. Cy: 5 games, 0 won, rating 1,")
    assert legend.endswith("A rating is new until 5 rated games.")
    await over(core, "dee", Person(14, "Dee"), Person(15, "Eve"))
    assert "Dee: 1 game, 1 won, rating new" in (await shown(core, CY))[2]


async def test_who_shares_a_place_is_told_so_in_markdown_too(core: Core) -> None:
    """Issue 25, item 17: `1.` twice is a list to Discord, which shows 1 and 2."""
    await over(core, "a", ANN, BEN)
    await over(core, "b", BEN, ANN)
    _, *first, _ = await shown(core, CY)
    assert [line.split(":")[0] for line in first] == [r"1\. Ann", r"1\. Ben"]


async def test_the_own_line_is_always_there(core: Core) -> None:
    """Below the first ten; not twice where it is among them."""
    for n in range(11):
        await over(core, f"a{n}", Person(100 + n, f"P{n:02}"), BEN)
    lines = await shown(core, BEN)
    assert len(lines) == 13
    assert lines[-2] == "You: 12\\. Ben: 11 games, 0 won, rating 533, give or take 390"
    assert not any(line.startswith("You") for line in await shown(core, Person(100, "P00")))
    assert not any(line.startswith("You") for line in await shown(core, CY))


async def test_who_is_hidden_is_told_their_own_line_alone(core: Core) -> None:
    """Issue 14, item 5: an opt-out hides a name everywhere, the result's line on ratings too."""
    await over(core, "a", ANN, BEN)
    await core.cases.personal.set(core.wish(ANN), HIDDEN, "on")
    (hidden,) = [x for x in await shown(core, ANN) if "hidden" in x]
    assert hidden == "You are hidden: 1 game, 1 won, rating new. Nobody else sees this."
    for who in (BEN, CY):
        assert not any("Ann" in line for line in await shown(core, who))
    panel = await in_words(core.cases.personal.show(core.wish(ANN)))
    assert "Your name is in no standings" in panel.text
    assert [b.label for b in panel.buttons][-1] == "Show My Name In Standings"


async def test_menus_lead_to_other_games_and_times(core: Core) -> None:
    """What is shown stands in the ids alone; of all games there is no rating."""
    core.time.seconds = NOVEMBER
    await over(core, "a", ANN, BEN)
    core.time.seconds = DECEMBER
    await over(core, "b", BEN, ANN, kind="logjam")
    panel = await in_words(core.cases.standings.show(core.wish(CY), Scope("logger", "2026-11")))
    assert panel.text.startswith(
        "**Logger on this server, November 2026**\n1\\. Ann: 1 game, 1 won"
    )
    game, time = panel.menus
    assert (game.id, time.id) == ("lc:ranks:logger:2026-11:game", "lc:ranks:logger:2026-11:month")
    assert [c.value for c in game.choices] == ["all", *GAMES]
    assert [c.label for c in time.choices][:3] == ["For ever", "December 2026", "November 2026"]
    assert len(time.choices) == 13
    everything = await shown(core, CY, Scope())
    assert everything[0] == "**All games on this server**"
    assert everything[1:3] == ["1\\. Ann: 2 games, 1 won", "1\\. Ben: 2 games, 1 won"]
    nobody = await in_words(core.cases.standings.show(core.wish(CY), Scope("fellers")))
    assert "Nobody has finished a game here yet." in nobody.text
    assert nobody.buttons[0].off
    with pytest.raises(Exception, match="not played here any more"):
        await core.cases.standings.show(core.wish(CY), Scope("chess"))


async def test_post_publicly_posts_once_what_everybody_may_see(core: Core) -> None:
    """Through the outbox: pressed twice, one post, in the channel of the panel, without the line of
    who pressed; another panel posts anew."""
    await over(core, "a", ANN, BEN)
    wish = core.wish(CY, channel=OTHER_CHANNEL)
    for _ in range(2):
        panel = await in_words(core.cases.standings.post(wish, Scope("logger"), 77))
        assert panel.text.startswith("It is posted in this channel.\n**Logger on this server**")
    await core.deliver()
    posts = core.posts(OTHER_CHANNEL)
    assert len(posts) == 1
    assert "1\\. Ann: 1 game, 1 won" in posts[0]
    assert "You" not in posts[0]
    await core.cases.standings.post(wish, Scope("logger"), 78)
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 2


def test_a_scope_is_spelled_in_ids_and_rows() -> None:
    """What is shown and where it is posted outlives a restart."""
    for scope in (Scope(), Scope("logger"), Scope("logjam", "2026-11"), Scope("", "2026-11")):
        assert Scope.of(*scope.parts) == scope
        assert is_table(scope.post(5, 7))
        assert posted_in(scope.post(5, 7)) == (5, scope)
    assert Scope.of("logger", "2026-13") == Scope.of("logger", "nonsense") == Scope("logger")
    assert months(NOVEMBER, 12)[0::11] == ["2026-11", "2025-12"]


async def test_the_result_says_how_ratings_moved(core: Core) -> None:
    """New ones by how many games they lack, others by how far; not those of who is hidden; or why
    it is not rated."""
    game = await core.seated(ANN, BEN)
    names = [Name(sitter.name) for sitter in game.sitters]
    old, up, down = Rating(25.0, 5.0, 9), Rating(26.0, 5.0, 10), Rating(24.5, 5.0, 10)
    users = [sitter.user for sitter in game.sitters]
    first, second = (sitter.name for sitter in game.sitters)

    def told(*changes: tuple[Rating, Rating], why: str = "") -> str:
        return words(moved(game, Moved(why, dict(zip(users, changes, strict=False))), names))

    assert (
        told((old, up), (old, down))
        == f"Ratings: {first} 1,560 (up 60) · {second} 1,470 (down 30)."
    )
    new = (NEW, Rating(27.0, 8.0, 1))
    fifth = (Rating(26.0, 7.0, 4), Rating(27.0, 6.9, 5))
    assert told(new, fifth) == f"Ratings: {first} new (1 of 5 games) · {second} 1,620."
    why = "Not rated: a seat has changed hands, and those who stayed have not agreed that it is."
    assert told(why="substitute") == why
    assert words(moved(game, None, names)) == ""
    for user in users:
        await core.store.set_personal(user, HIDDEN, "on")
        game = await core.game()
        assert (first in told(new, fifth), second in told(new, fifth)) != (True, True)
    assert told(new, fifth) == ""


async def test_a_played_game_ends_with_its_ratings(core: Core) -> None:
    """By the use cases and the outbox: who resigns after three turns each comes last."""
    await core.open(ANN)
    await core.deliver()
    assert "It is rated, unless" in core.posts()[0]
    await core.join(BEN)
    game, chance = await core.game(), Random(5)
    while (await core.table()).at.turns < 6:
        await core.say(await core.mover(), turn(await core.table(), chance))
    mover = await core.mover()
    await core.cases.resign.resign(core.wish(mover, game=game.id, n=(await core.game()).n))
    await core.deliver()
    told = await core.store.moved(game.id)
    assert told is not None
    assert told.unrated == ""
    before, now = told.changes[mover.id]
    assert now.mu < before.mu
    assert "(1 of 5 games)" in core.posts()[-1]


async def test_a_draw_that_both_agree_on_is_rated_as_one(core: Core) -> None:
    """All who are there share the first place, however their points are; nobody has won."""
    await begun(core, ANN, BEN, lines=6)
    await core.put((await core.table()).at.state._replace(points=(4, 0)))
    await ask(core, ANN, "end")
    await pushed(core, BEN, await line(core), "Accept")
    told = await core.store.moved((await core.game()).id)
    assert told is not None
    assert [now.mu for _, now in told.changes.values()] == [NEW.mu, NEW.mu]
    places = [r.place for r in drawn(await core.table())]
    assert places == [1, 1]
    table = await core.table()
    left = table.at.state._replace(loggers=(GONE, table.at.state.loggers[1]))
    gone = replace(table, at=replace(table.at, state=left))
    assert [r.place for r in drawn(gone)] == [2, 1]


async def test_a_table_may_agree_that_nothing_is_rated(core: Core) -> None:
    """`rated:no` is said in the lobby, kept by a rematch and heeded at the end."""
    await core.open(ANN, options={"rated": "no"})
    await core.deliver()
    assert "It is not rated." in core.posts()[0]


def test_tables_are_said_in_other_languages() -> None:
    """Nothing is left of English but names."""
    line = Standing(1, 11, "Ann", 3, 2, 2, Rating(25.0, 5.0, 9), 1)
    said = pseudo.voice().say(server_table(GAMES["logger"].game, [line]))
    assert list(pseudo.english_left(said, ("Ann", "Logger"))) == []
