"""A server's tables, profiles, hidden people in both, and how a result moves ratings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.features.consequences import draw_results
from bot.features.lobbies import _gives_up
from bot.features.settings import show
from bot.features.standings import Profiles, Scope, Standings, waits
from bot.messages.layout import Message
from bot.messages.posts import rating_changes
from bot.table.game import HOUR, OPEN_SEAT
from bot.table.seats import BANNED, BY_MODERATOR, LEAVING, REQUEST, TIMEOUT, Opened
from bot.table.seats import GONE as GONE_AWAY
from bot.table.settings import HIDDEN
from rules import GAMES
from rules.errors import Unavailable
from rules.game import NATURE, TABLE
from rules.logger.rules import GONE
from rules.text import Name
from rules.voice import ENGLISH
from storage import NEW, RATING, Rating, RatingChange, Row, Sitter, Timer
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core, is_sound
from tests.bot.features.test_consent import ask
from tests.bot.features.test_seats import left_by
from tests.bot.panels import labels
from tests.bot.playing import turn
from tests.bot.words import in_words, words
from tests.storage.samples import finished

NOVEMBER, DECEMBER = 1_794_000_000.0, 1_796_200_000.0  # 2026-11-06 and 2026-12-02, UTC


async def over(
    core: Core, key: str, *people: Person, turns: int = 20, kind: str = "logger"
) -> None:
    sitters = tuple(Sitter(person.id, person.name) for person in people)
    results = [(9 - n, n == 0, n + 1) for n in range(len(people))]
    await finished(core.store, key, sitters, *results, turns=turns, kind=kind, home=CHANNEL)


async def shown(core: Core, who: Person, scope: Scope = Scope("logger")) -> list[str]:  # noqa: B008
    panel = await in_words(Standings(core.services).show(core.wish(who), scope))
    return panel.text.splitlines()


async def test_the_table_is_text_with_games_wins_rating_and_streak(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New until five rated games, then in words until it is sure, then a number with its doubt."""
    for n in range(5):
        await over(core, f"a{n}", ANN, BEN)
        await over(core, f"b{n}", ANN, CY)
    head, ann, ben, cy, legend = await shown(core, CY)
    assert head == "**Logger on this server**"
    won = "1\\. Ann: 10 games, 10 won, rating {rating}, 10-game winning streak"
    assert ann == won.format(rating="above average so far")
    assert ben == "2\\. Ben: 5 games, 0 won, rating below average so far"
    assert cy == "2\\. Cy: 5 games, 0 won, rating about average so far"
    assert "A rating is provisional for the first 5 rated games. Then it's shown in words" in legend
    with monkeypatch.context() as sooner:
        sooner.setattr("storage.rating.SURE", 6.8)  # instead of after twenty games or so
        _, ann, ben, *_ = await shown(core, CY)
        assert ann == won.format(rating="2,303 ± 400")
        assert ben.endswith("rating below average so far")
    await over(core, "dee", Person(14, "Dee"), Person(15, "Eve"))
    assert "Dee: 1 game, 1 won, rating provisional" in (await shown(core, CY))[2]


async def test_the_own_line_is_there_below_the_first_ten(core: Core) -> None:
    for n in range(11):
        await over(core, f"a{n}", Person(100 + n, f"P{n:02}"), BEN)
    line = "You: 12\\. Ben: 11 games, 0 won, rating below average so far"
    assert (await shown(core, BEN))[-2] == line
    assert not any(line.startswith("You") for line in await shown(core, Person(100, "P00")))


async def test_who_is_hidden_is_told_their_own_line_alone(core: Core) -> None:
    """An opt-out hides a name everywhere, also in the result's line on ratings."""
    await over(core, "a", ANN, BEN)
    await core.do(ANN, "set", values={"name": HIDDEN, "value": "on"})
    (hidden,) = [x for x in await shown(core, ANN) if "hidden" in x]
    assert hidden == "You (hidden): 1 game, 1 won, rating provisional. Only you can see this."
    for who in (BEN, CY):
        assert not any("Ann" in line for line in await shown(core, who))
    panel = await in_words(show(core.services, core.wish(ANN)))
    assert "Your name is hidden in the standings" in panel.text
    assert "Show My Name in Standings" in [b.label for b in panel.buttons]


async def test_menus_lead_to_other_games_and_times(core: Core) -> None:
    """Only the ids hold the selection; all games together have no rating."""
    core.time.seconds = NOVEMBER
    await over(core, "a", ANN, BEN)
    core.time.seconds = DECEMBER
    await over(core, "b", BEN, ANN, kind="logjam")
    panel = await in_words(Standings(core.services).show(core.wish(CY), Scope("logger", "2026-11")))
    assert panel.text.startswith(
        "**Logger on this server, November 2026**\n1\\. Ann: 1 game, 1 won"
    )
    game, time = panel.menus
    assert (game.id, time.id) == ("lc:ranks:logger:2026-11:game", "lc:ranks:logger:2026-11:month")
    assert [c.value for c in game.choices] == ["all", *GAMES]
    assert [c.label for c in time.choices][:3] == ["All time", "December 2026", "November 2026"]
    everything = await shown(core, CY, Scope())
    assert everything[0] == "**All games on this server**"
    assert everything[1:3] == ["1\\. Ann: 2 games, 1 won", "1\\. Ben: 2 games, 1 won"]
    nobody = await in_words(Standings(core.services).show(core.wish(CY), Scope("fellers")))
    assert "Nobody has finished a game here yet." in nobody.text
    assert nobody.buttons[1].off, "there is nothing to post"
    with pytest.raises(Exception, match="I don't host that game any more"):
        await Standings(core.services).show(core.wish(CY), Scope("chess"))


async def test_a_table_is_sorted_by_rating_where_that_is_asked_for(core: Core) -> None:
    for n in range(5):
        await over(core, f"a{n}", ANN, BEN)
    panel = await in_words(Standings(core.services).of_game(core.wish(CY, kind="logger"), RATING))
    assert "Sorted by rating" in panel.text
    values = {"kind": "logger", "month": "ever", "what": "sort"}
    wins = await in_words(core.verbs.do("ranks", core.wish(CY), values | {"by": RATING}))
    assert "If players are tied on wins, the one with fewer games ranks higher" in wins.text
    again = await in_words(core.verbs.do("ranks", core.wish(CY), values))
    assert [button.label for button in again.buttons] == ["Sort by Wins", "Post Publicly"]
    assert Scope.read("all", "ever", RATING) == Scope()


async def test_post_publicly_posts_once_what_everybody_may_see(core: Core) -> None:
    await over(core, "a", ANN, BEN)
    wish = core.wish(CY, channel=OTHER_CHANNEL)
    for _ in range(2):
        panel = await in_words(Standings(core.services).post(wish, Scope("logger"), 77))
        assert panel.text.startswith("Posted in this channel.\n**Logger on this server**")
    await core.deliver()
    posts = core.posts(OTHER_CHANNEL)
    assert len(posts) == 1
    assert "1\\. Ann: 1 game, 1 won" in posts[0]
    assert "You" not in posts[0]
    await Standings(core.services).post(wish, Scope("logger"), 78)
    await core.deliver()
    assert len(core.posts(OTHER_CHANNEL)) == 2


async def test_the_result_says_how_ratings_moved(core: Core) -> None:
    """For new players, the number of games that they lack; nothing of hidden people; or why not."""
    game = await core.begin(ANN, BEN)
    names = [Name(sitter.name) for sitter in game.sitters]
    old, up, down = Rating(25.0, 4.5, 29), Rating(26.0, 4.5, 30), Rating(24.5, 4.5, 30)
    users = [sitter.user for sitter in game.sitters]
    first, second = (sitter.name for sitter in game.sitters)

    def told(*changes: tuple[Rating, Rating], why: str = "") -> str:
        return words(
            rating_changes(game, RatingChange(why, dict(zip(users, changes, strict=False))), names)
        )

    moved = f"Ratings: {first} 1,560 (up 60) · {second} 1,470 (down 30)."
    assert told((old, up), (old, down)) == moved
    new = (NEW, Rating(27.0, 8.0, 1))
    sure = (Rating(26.0, 5.0, 19), Rating(27.0, 4.8, 20))
    assert told(new, sure) == f"Ratings: {first} provisional (1/5) · {second} 1,620."
    fifth = (Rating(33.0, 7.0, 4), Rating(33.0, 6.9, 5))
    assert told(new, fifth).endswith(f" provisional (1/5) · {second} above average so far.")
    assert told(why="early") == "Unrated: it ended before everyone had three turns."
    assert words(rating_changes(game, None, names)) == ""
    assert told(new) == f"Ratings: {first} provisional (1/5).", "the other one is hidden"
    assert told() == ""


async def test_a_draw_that_both_agree_on_is_rated_as_one(core: Core) -> None:
    """All who are there share the first place, however their points are; nobody has won."""
    await core.begin(ANN, BEN, lines=6)
    await core.put((await core.table()).at.state._replace(points=(4, 0)))
    await ask(core, ANN, "end")
    await core.press(BEN, "Accept")
    told = await core.store.rating_changes((await core.game()).id)
    assert told is not None
    assert [now.mu for _, now in told.changes.values()] == [NEW.mu, NEW.mu]
    places = [r.place for r in draw_results(await core.table())]
    assert places == [1, 1]
    table = await core.table()
    left = table.at.state._replace(loggers=(GONE, table.at.state.loggers[1]))
    gone = replace(table, at=replace(table.at, state=left))
    assert [r.place for r in draw_results(gone)] == [2, 1]


# -- `/games profile`: each game's words on a person's last games, how soon they answer, the course
# of their ratings.


async def profile(core: Core, who: Person = ANN) -> str:
    return (await _panel(core, who)).text


async def _panel(core: Core, who: Person) -> Message:
    shown = Profiles(core.services).show(core.wish(who), ANN.name if who != ANN else "")
    return await in_words(shown)


async def test_a_profile_says_how_somebody_plays(core: Core) -> None:
    nobody = await in_words(Profiles(core.services).show(core.wish(ANN)))
    assert nobody.text == "Ann hasn't finished a game here yet."
    await core.begin(ANN, BEN)
    chance = Random(5)
    while (await core.game()).status == "playing":
        core.time.seconds += 5 * HOUR
        await core.say(await core.mover(), turn(await core.table(), chance))
    head, logger, figures = (await profile(core, BEN)).splitlines()
    assert head == "**Ann on this server**"
    assert logger.startswith("**Logger**: 1 game, ")
    assert logger.endswith(", rating provisional.")
    assert figures.startswith("-# In the last game: ")
    assert " points per chop; longest row " in figures
    assert figures.endswith("Usually plays a turn within 5 h.")
    wish = core.wish(CY, kind="logger")
    panel = await in_words(Standings(core.services).of_game(wish))
    assert f"**L1**, turn {(await core.table()).at.turns}." in panel.text, "no turn comes"
    assert "The game is over." in panel.text
    wish = core.wish(CY, kind="logger", channel=OTHER_CHANNEL)
    assert "**L1**" not in (await in_words(Standings(core.services).of_game(wish))).text


async def test_the_course_of_ratings_is_a_picture_and_its_words(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.rating.SURE", 7.3)  # from the fifth game on
    for n in range(4):
        await over(core, f"a{n}", ANN, BEN)
    assert (await _panel(core, CY)).picture is None
    await over(core, "fifth", ANN, CY)
    assert (await _panel(core, CY)).picture is None
    for n in range(2):
        await over(core, f"b{n}", ANN, CY)
    panel = await _panel(core, CY)
    assert panel.file == "ratings.png"
    assert panel.picture is not None
    head, course = panel.picture.alt.splitlines()
    assert head == "Ann's rating history."
    assert course.startswith("Logger: the last 3 rated games took the rating from 2,")
    line = panel.text.splitlines()[1]
    last = course.split(" to ")[1].split(" (")[0]
    assert f"rating {last} ±" in line


async def test_who_is_hidden_has_a_profile_for_themselves_alone(core: Core) -> None:
    """By name, id or mention. To all others they are as unknown as someone who has never played."""
    await over(core, "a", ANN, BEN)
    names = ("ann", " Ann ", str(ANN.id), f"<@{ANN.id}>")
    for name in names:
        panel = await in_words(Profiles(core.services).show(core.wish(BEN), name))
        assert panel.text.startswith("**Ann on this server**")

    async def offered() -> list[str]:
        found = await Profiles(core.services).complete_names(core.wish(CY, ""), ENGLISH)
        return [each.value for each in found]

    assert set(await offered()) == {str(ANN.id), str(BEN.id)}
    await core.store.set_personal(ANN.id, HIDDEN, "on")
    for name in (*names, "Nobody"):
        with pytest.raises(Unavailable, match=r"Nobody called .* has finished a game"):
            await Profiles(core.services).show(core.wish(BEN), name)
    assert await offered() == [str(BEN.id)]
    assert "1 game, 1 won" in await profile(core)


async def test_a_game_that_the_rules_cannot_follow_says_nothing(core: Core) -> None:
    await over(core, "a", ANN, BEN)
    assert "In the last game" not in await profile(core)


def test_an_answer_is_from_the_row_that_made_it_their_turn() -> None:
    """Talk starts no wait, and turns made for them aren't answers."""
    rows = [
        Row(2, TABLE, "start 1 0", "", "b", 10.0),
        Row(3, 0, "a1", "m", "c", 25.0),
        Row(4, 1, "e5", "m", "d", 30.0),
        Row(5, TABLE, "nudge 1", "", "e", 40.0),
        Row(6, 0, "b1", "m", "f", 60.0),
        Row(7, 1, "d5", "m", None, 60.0),
        Row(8, NATURE, "4", "m", None, 70.0),
        Row(9, 0, "c1", "m", "g", 71.0),
    ]
    assert list(waits(rows, 0)) == [15.0, 30.0, 1.0]
    assert list(waits(rows, 1)) == [5.0]


# -- A game stays rated for those who stay (docs/rulings.md, Ratings 1).


async def plays(core: Core, turns: int) -> None:
    chance = Random(3)
    for _ in range(turns):
        await core.say(await core.mover(), turn(await core.table(), chance))


async def ends(core: Core, stays: Person = EVE) -> tuple[RatingChange, str]:
    """Let all but one resign, after three turns each; return the changes of ratings, and the
    result."""
    table = await core.table()
    await plays(core, max(0, 3 * len(table.game.sitters) - table.at.turns))
    for sitter in table.game.sitters:
        playing = (game := await core.game()).status == "playing" and not sitter.left
        if playing and sitter.user != stays.id:
            await core.resign(Person(sitter.user, sitter.name))
    await core.deliver()
    moved = await core.store.rating_changes(game.id)
    assert moved is not None
    await is_sound(core)
    return moved, core.posts()[-1]


async def test_a_seat_that_changes_hands_leaves_the_game_rated(core: Core) -> None:
    """Details say it before, and the result names who left; the substitute isn't rated."""
    await core.begin(ANN, BEN, CY, lines=4)
    told = await core.details()
    assert "If you leave, get removed for not playing or give up your seat, you're rated as" in told
    posted = await left_by(core, BEN)
    told = (await core.press(EVE, "Take Over", posted)).text
    assert "This game won't change your rating" in told
    await core.deliver()
    assert (posted.text, labels(posted)) == ("Eve took over Ben's seat in **L1**.", [])
    moved, result = await ends(core)
    assert (moved.unrated, set(moved.changes)) == ("", {ANN.id, BEN.id, CY.id})
    assert "Eve took over from Ben." in result
    assert "Left, so rated last: Ben provisional (1/5)." in result
    assert "Eve provisional" not in result


async def test_who_did_not_choose_to_give_up_a_seat_is_excused(core: Core) -> None:
    """Put off it by a moderator, or banned; not if the game waits for them, out of time."""
    game = await core.begin(ANN, BEN, CY)
    late = [Row(8, TABLE, "timeout 1", "", None, 0.0), Row(9, 1, "stay", "", None, 0.0)]

    def excused(why: str, rows: list[Row], on_turn: int) -> bool:
        timers = (Timer(1, game.id, OPEN_SEAT, 0.0, Opened(1, why).encode()),) if why else ()
        return _gives_up(replace(game, timers=timers, on_turn=on_turn), rows, 1, 12).excused

    for why in (REQUEST, TIMEOUT, LEAVING, GONE_AWAY):
        assert not excused(why, [], 0), why
    for why in (BY_MODERATOR, ""):
        assert excused(why, [], 1)
        assert excused(why, late, 0)
        assert not excused(why, late, 1)
    assert excused(BANNED, late, 1), "settled when they were banned"
