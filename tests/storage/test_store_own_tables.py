"""Contract of every store: tables that belong to one feature each, and to the people in them."""

import asyncio
from dataclasses import replace

import pytest

from storage import ANSWER, HINT, THE_BOT, Apart, BrowserLink, DraftRow, Store
from storage.errors import Conflict
from storage.own_tables import A_DAY, REPORTS_LAST
from storage.rows import Former, KnownPlayer, NewReport, PuzzleTry, Report, Sitter, Somebody
from tests.storage.conftest import Opener
from tests.storage.samples import ANN, BEN, CHANNEL, CY, GUILD, Clock, finished, load, lobby, turn


async def test_a_person_has_what_they_have_set_and_nobody_else(store: Store) -> None:
    """A setting is personal; a removed one leaves nothing. A game is read with its sitters' own."""
    game = await store.create(lobby())
    await store.commit(game.id, 1, turn("b", sitters=(ANN, BEN)))
    await store.set_personal(ANN.user, "text_first", "on")
    await store.set_personal(ANN.user, "theme", "dark")
    await store.set_personal(ANN.user, "theme", "O'Brien ?")
    both = {"text_first": "on", "theme": "O'Brien ?"}
    assert await store.personal(ANN.user) == both
    assert await store.personal(BEN.user) == {}
    found = await load(store, game.id)
    assert [(s.user, s.settings) for s in found.sitters] == [(ANN.user, both), (BEN.user, {})]
    await store.set_personal(ANN.user, "theme", None)
    await store.set_personal(ANN.user, "never", None)
    assert await store.personal(ANN.user) == {"text_first": "on"}
    (listed,) = await store.games_of(ANN.user)
    assert listed.sitters[0].settings == {"text_first": "on"}


async def test_nothing_is_known_of_who_was_forgotten(store: Store) -> None:
    """docs/privacy.md: all their settings go with them; and so does a copy read meanwhile."""
    for known in (True, False, True, False):
        await store.set_personal(ANN.user, "language", "de")
        if known:
            assert await store.personal(ANN.user) == {"language": "de"}
        reads = (store.personal(ANN.user) for _ in range(3))
        await asyncio.gather(next(reads), store.forget(ANN.user), *reads)
        assert await store.personal(ANN.user) == {}


async def test_a_change_that_was_made_for_other_settings_is_too_late(store: Store) -> None:
    """Of a sitter or a newcomer: their settings decide when the bot mentions somebody and how long
    a clock runs, perhaps in another process since. Other people's don't touch this game."""
    game = await store.create(lobby())
    settings: dict[int, dict[str, str]] = {ANN.user: {}, BEN.user: {}}
    for who in (ANN, BEN):
        await store.set_personal(who.user, "quiet", "22:00-08:00")
        with pytest.raises(Conflict) as late:
            await store.commit(game.id, 1, turn("b", sitters=(ANN, BEN), settings=settings))
        assert late.value.found == 1
        settings = {**settings, who.user: {"quiet": "22:00-08:00"}}
    await store.set_personal(CY.user, "quiet", "21:00-07:00")
    row = await store.commit(game.id, 1, turn("b", sitters=(ANN, BEN), settings=settings))
    assert {s.user: s.settings for s in row.sitters} == settings
    assert row == await store.game(game.id)


async def test_a_server_has_what_was_set_there_and_no_other(opener: Opener) -> None:
    store = await opener()
    assert await store.server(GUILD) == {}
    assert await store.set_server(GUILD, {"log": "500", "rights": "role 7"}) == ()
    assert await store.set_server(GUILD, {"log": "501", "rights": None, "never": None}) == ()
    assert await store.server(GUILD) == {"log": "501"}
    assert await store.server(GUILD + 1) == {}
    await store.close()
    store = await opener()
    assert await store.server(GUILD) == {"log": "501"}


async def test_what_is_set_is_told_with_it_and_what_is_so_already_is_not(store: Store) -> None:
    """A second press of the same button writes no second line. Its post says when it was written,
    where there is no row of a log that would."""
    told = await store.set_server(GUILD, {"log": "500"}, ["set:log", "set:more"])
    assert told
    assert [(post.kind, post.guild) for post in told] == [("set:log", GUILD), ("set:more", GUILD)]
    assert all(post.fresh for post in told)
    assert await store.set_server(GUILD, {"log": "500"}, ["set:log"]) is None
    assert [post.id for post in await store.under_way([-GUILD])] == [post.id for post in told]
    later = await store.create(lobby())
    (second,) = await store.set_server(GUILD, {}, ["set:log"]) or ()
    assert 0 < told[0].n <= later.created
    assert second.n >= told[0].n


async def test_a_post_about_a_server_is_parked_and_tried_again_as_any(store: Store) -> None:
    """When something changes on that server, and not on another one."""
    (post,) = await store.set_server(GUILD, {}, ["set:log"]) or ()
    (other,) = await store.set_server(GUILD + 1, {}, ["set:log"]) or ()
    assert await store.park(post, "no right") == []
    assert [each.id for each in await store.park(other, "no right")] == []
    (again,) = await store.retry(guild=GUILD)
    assert again.id == post.id
    await store.note_sent(again, 777, CHANNEL)
    assert await store.retry(guild=GUILD) == []
    newest = await store.latest(-GUILD, "set:log")
    assert newest
    assert (newest.message, newest.guild) == (777, GUILD)


OTHER = 901


async def test_who_has_played_is_told_night_by_night(store: Store, clock: Clock) -> None:
    await finished(store, "a", (ANN, Sitter(-3, "Cedar", computer="easy")), (3, True), (1, False))
    clock.time = 2_000.0
    await finished(store, "b", (BEN, ANN), (3, True), (1, False), guild=OTHER)
    clock.time = 3_000.0
    live = await store.create(lobby("c", host=CY, others=(BEN,), channel=7))
    handed = Former(1, 2, BEN.user, BEN.name)
    await store.commit(live.id, 1, turn("d", sitters=(CY, ANN), former=(handed,)))
    there, elsewhere = (GUILD, 3_000.0), (OTHER, 2_000.0)
    ann = [KnownPlayer(11, *there, True, None), KnownPlayer(11, *elsewhere, False, None)]
    ben = [KnownPlayer(12, *there, False, None), KnownPlayer(12, *elsewhere, False, None)]
    cy = [KnownPlayer(13, *there, True, None)]
    assert await store.people(0, 9) == [*ann, *ben, *cy]
    nights = [await store.people(night, 2) for night in range(7, 10)]
    assert nights == [cy, ann, ben]  # 13, 11 and 12 by three: each once
    assert await store.people_on(GUILD) == [11, 12, 13]
    await store.forget(BEN.user)
    assert await store.people_on(OTHER) == [11]


async def test_the_first_time_of_an_absence_counts(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    for since in (5.0, 9.0):
        await store.note_absence(GUILD, ANN.user, since)
        await store.note_absence(GUILD, BEN.user, since)
    assert [seen.absent for seen in await store.people(0, 9)] == [5.0, 5.0]
    assert (await store.personal_data(ANN.user))["absences"] == [{"server": GUILD, "at": 5.0}]
    await store.note_absence(GUILD, BEN.user, None)
    assert [seen.absent for seen in await store.people(0, 9)] == [5.0, None]
    await store.forget(ANN.user, GUILD)
    assert await store.personal_data(ANN.user) == {}


async def test_a_server_that_the_bot_has_left_has_nothing_and_is_told_nothing(store: Store) -> None:
    await finished(store, "a", (ANN, BEN), (3, True), (1, False), guild=OTHER)
    game = await store.create(lobby("b"))
    await store.commit(game.id, 1, turn("c", posts=("turn",)))
    await store.set_server(GUILD, {"log": "500"}, [f"logged:{7**20}"])
    await store.note_absence(GUILD, THE_BOT, 5.0)
    assert await store.servers() == {GUILD: 5.0, OTHER: None}
    assert [len(await store.under_way([each])) for each in (game.id, -GUILD)] == [1, 1]
    await store.commit(game.id, 2, turn("d", status="cancelled"))
    await store.forget(ANN.user, GUILD)
    await store.forget_server(GUILD)
    assert await store.under_way([game.id, -GUILD]) == []
    assert (await store.server(GUILD), await store.personal_data(7**20)) == ({}, {})
    assert await store.servers() == {OTHER: None}
    assert await store.people_on(OTHER) == [11, 12]


NOBODY = Apart(frozenset(), barred=False)


async def test_two_are_apart_whichever_of_them_wants_it(store: Store) -> None:
    for _ in range(2):
        assert await store.block(ANN.user, BEN.user, True, most=1)
    assert (await store.blocks_and_bans(ANN.user, GUILD)).people == {BEN.user}
    assert (await store.blocks_and_bans(BEN.user, GUILD)).people == {ANN.user}
    assert (await store.blocks_and_bans(ANN.user, GUILD)).own == {BEN.user}
    assert (await store.blocks_and_bans(BEN.user, GUILD)).own == frozenset()
    assert await store.blocks_and_bans(CY.user, GUILD) == NOBODY
    assert await store.block(BEN.user, ANN.user, False, most=1)
    assert (await store.blocks_and_bans(BEN.user, GUILD)).people == {ANN.user}
    await store.block(ANN.user, BEN.user, False, most=1)
    assert await store.blocks_and_bans(BEN.user, GUILD) == NOBODY


async def test_whom_one_refuses_is_told_by_their_last_name(store: Store) -> None:
    """Only the one who refuses sees it; and there is a limit to how many."""
    await store.create(lobby("a", host=BEN))
    await store.create(lobby("b", host=replace(BEN, name="Benny"), channel=9))
    for user in (BEN.user, 4_711, BEN.user):
        assert await store.block(ANN.user, user, True, most=2)
    assert not await store.block(ANN.user, CY.user, True, most=2)
    refused = [Somebody(BEN.user, "Benny"), Somebody(4_711, "")]
    assert await store.blocked_people(ANN.user) == refused
    assert await store.blocked_people(BEN.user) == []


async def test_a_server_bars_and_lets_play_again_with_a_line_each_time(store: Store) -> None:
    await store.create(lobby("a", host=BEN))
    assert await store.bar(GUILD, BEN.user, True, ["said"])
    assert await store.bar(GUILD, BEN.user, True, ["said"]) is None
    assert await store.barred_people(GUILD) == [Somebody(BEN.user, BEN.name)]
    assert (await store.blocks_and_bans(BEN.user, GUILD)).barred
    assert await store.blocks_and_bans(BEN.user, GUILD + 1) == NOBODY
    assert await store.bar(GUILD, BEN.user, False) == ()
    assert await store.bar(GUILD, BEN.user, False, ["said"]) is None
    assert await store.barred_people(GUILD) == []
    assert [post.kind for post in await store.under_way([-GUILD])] == ["said"]


async def test_it_goes_with_either_of_two_and_only_one_of_them_is_told(store: Store) -> None:
    """Nobody learns from their data who refuses them; but they learn that a server bars them."""
    await store.block(ANN.user, BEN.user, True, most=5)
    await store.block(CY.user, ANN.user, True, most=5)
    await store.bar(GUILD, ANN.user, True)
    told = {"refused people": [{"id": BEN.user}], "barred on": [{"server": GUILD}]}
    assert await store.personal_data(ANN.user) == told
    assert await store.personal_data(BEN.user) == {}
    await store.forget(ANN.user)
    for who in (ANN, BEN, CY):
        assert await store.blocks_and_bans(who.user, GUILD) == NOBODY
        assert await store.blocked_people(who.user) == []


MINUTES, MONTH = 600.0, 30 * 24 * 3600.0


async def enter(store: Store, link: str, browser: str) -> BrowserLink | None:
    return await store.enter(link, browser, "Firefox", MONTH)


async def test_a_link_lets_in_once(store: Store, clock: Clock) -> None:
    game = await store.create(lobby())
    await store.add_link("link", BrowserLink(ANN.user, game.id), MINUTES)
    assert await store.link("link") == await store.link("link") == BrowserLink(ANN.user, game.id)
    assert await enter(store, "link", "one") == BrowserLink(ANN.user, game.id)
    assert await store.link("link") is None
    assert await enter(store, "link", "two") is None
    assert await store.browser("two") is None
    (browser,) = await store.browsers_of(ANN.user)
    assert browser == await store.browser("one")
    assert (browser.user, browser.called) == (ANN.user, "Firefox")
    assert (browser.made, browser.until) == (clock.time, clock.time + MONTH)
    assert await store.browsers_of(BEN.user) == []
    await store.add_link("late", BrowserLink(ANN.user, game.id), MINUTES)
    clock.time += MINUTES
    assert await store.link("late") is None
    assert await enter(store, "late", "three") is None


async def test_a_browser_is_let_in_for_its_time_or_until_ended(store: Store, clock: Clock) -> None:
    await store.add_browser("one", ANN.user, "Firefox", MONTH)
    (browser,) = await store.browsers_of(ANN.user)
    await store.end_browser(BEN.user, browser.id)
    assert await store.browser("one") is not None
    game = await store.create(lobby())
    for user in (ANN.user, BEN.user):
        await store.add_link(f"link {user}", BrowserLink(user, game.id), MINUTES)
    await store.end_browser(ANN.user, browser.id)
    assert await store.browser("one") is None
    assert await store.link(f"link {ANN.user}") is None
    assert await store.link(f"link {BEN.user}") is not None
    await store.add_browser("two", ANN.user, "Firefox", MONTH)
    clock.time += MONTH
    assert await store.browser("two") is None
    assert await store.browsers_of(ANN.user) == []


async def test_a_browser_that_is_let_in_again_replaces_the_one_before(store: Store) -> None:
    """The person's other links stay good; nobody replaces somebody else's browser."""
    game = await store.create(lobby())
    for name in ("one", "two", "three"):
        await store.add_link(name, BrowserLink(ANN.user, game.id), MINUTES)
    await enter(store, "one", "first")
    (first,) = await store.browsers_of(ANN.user)
    await store.enter("two", "second", "Firefox", MONTH, first.id)
    assert await store.browser("first") is None
    assert await store.link("three") is not None
    await store.add_link("bens", BrowserLink(BEN.user, game.id), MINUTES)
    (second,) = await store.browsers_of(ANN.user)
    await store.enter("bens", "his", "Firefox", MONTH, second.id)
    assert await store.browser("second") == second


async def test_which_browsers_are_in_and_where_their_people_sit(store: Store, clock: Clock) -> None:
    game = await store.create(lobby(host=ANN))
    for name, user in (("anns", ANN.user), ("bens", BEN.user)):
        await store.add_browser(name, user, "Firefox", MONTH)
    anns, bens = ids = [(await store.browsers_of(each.user))[0].id for each in (ANN, BEN)]
    admitted = await store.admitted_browsers([*ids, 77], [game.id, 77])
    assert admitted == {anns: {game.id: None}, bens: {}}
    await store.note_absence(game.guild, ANN.user, clock.time)
    await store.end_browser(BEN.user, bens)
    assert await store.admitted_browsers(ids, [game.id]) == {anns: {game.id: clock.time}}
    clock.time += MONTH
    assert await store.admitted_browsers(ids, [game.id]) == {}


async def test_the_browser_that_was_used_longest_ago_makes_room(store: Store, clock: Clock) -> None:
    for n in range(10):
        await store.add_browser(str(n), ANN.user, f"browser {n}", MONTH)
        clock.time += 1
    first = await store.browser("0")
    assert first is not None
    await store.note_use(first.id)
    assert await store.browser("0") == first
    clock.time += 3600
    await store.note_use(first.id)
    assert (await store.browsers_of(ANN.user))[0] == first._replace(used=clock.time)
    await store.add_browser("10", ANN.user, "browser 10", MONTH)
    assert await store.browser("1") is None
    assert await store.browser("0") is not None
    assert len(await store.browsers_of(ANN.user)) == 10


async def test_links_and_browsers_go_with_a_person_who_has_them_shown(store: Store) -> None:
    """Neither holds what opens it."""
    await store.create(lobby("b", host=BEN))
    await store.add_link("link", BrowserLink(ANN.user, 1), MINUTES)
    await store.add_browser("one", ANN.user, "Firefox", MONTH)
    about = await store.personal_data(ANN.user)
    assert set(about) == {"links", "browsers"}
    assert [row["called"] for row in about["browsers"]] == ["Firefox"]
    assert "hash" not in {*about["links"][0], *about["browsers"][0]}
    await store.forget(ANN.user)
    assert await store.link("link") is None
    assert await store.browser("one") is None


async def test_how_far_games_are(store: Store) -> None:
    game = await store.create(lobby())
    sitting = replace(turn("a"), sitters=(ANN, BEN), status="playing", on_turn=0)
    game = await store.commit(game.id, game.n, sitting)
    before = (await store.versions([game.id, 77]))[game.id]
    assert before.n == game.n
    assert (before.on_turn, before.mover) == (0, ANN.user)
    await store.save_draft(game.id, DraftRow(0, game.n, "a1", "k"))
    after = await store.versions([game.id, 77])
    assert list(after) == [game.id]
    assert after[game.id].n == before.n
    assert after[game.id].version > before.version


async def test_where_games_are_whose_server_has_set_something(store: Store) -> None:
    game = await store.create(lobby())
    asked = ([game.id, 77], "spectators", "on")
    for value, there in ((None, False), ("on", True), ("off", False)):
        await store.set_server(game.guild, {"spectators": value}, [])
        wanted = {game.id: (game.guild, game.home)} if there else {}
        assert await store.places_with(*asked) == wanted


DAY, WRONG, RIGHT = 20_781, PuzzleTry("c3 +b2"), PuzzleTry("c3 xd3", solved=True)


async def done(store: Store, *what: PuzzleTry, day: int = DAY) -> list[PuzzleTry]:
    for each in what:
        await store.try_puzzle(ANN.user, day, "logger", each)
    return await store.puzzle_tries(ANN.user, day, "logger")


async def test_each_try_counts_once_up_to_the_right_one(store: Store) -> None:
    """A double press, or a repeated request, is one try; nobody and no day shares another's."""
    hint = PuzzleTry(HINT)
    tries = await done(store, WRONG, WRONG, hint, RIGHT, RIGHT, PuzzleTry("later"))
    assert len(tries) == 3
    assert {*tries} == {WRONG, hint, RIGHT}
    assert await store.puzzle_tries(ANN.user, DAY, "logjam") == []
    assert await store.puzzle_tries(BEN.user, DAY, "logger") == []


async def test_the_days_of_somebody_are_those_with_a_solved_puzzle(store: Store) -> None:
    """The last first, and each once; a person who has seen the answer can't solve it."""
    assert await done(store, PuzzleTry(ANSWER), RIGHT, day=DAY - 3) == [PuzzleTry(ANSWER)]
    for day in (DAY, DAY - 2):
        await done(store, RIGHT, day=day)
    await store.try_puzzle(ANN.user, DAY, "logjam", RIGHT)
    await done(store, WRONG, day=DAY - 1)
    assert await store.puzzle_days(ANN.user) == [DAY, DAY - 2]
    assert await store.puzzle_days(BEN.user) == []


def reported(reference: str, user: int = ANN.user, said: str = "it hangs") -> NewReport:
    return NewReport(reference, user, 1, 1, said, "Lumbercamp 1", "a record")


async def test_a_report_is_kept_with_what_it_is_about(store: Store, clock: Clock) -> None:
    """A second delivery has the first reference."""
    await store.create(lobby("a"))
    assert await store.report("k", reported("7K2QXA"), most=1) == "7K2QXA"
    assert await store.report("k", reported("BBBBBB"), most=1) == "7K2QXA"
    about = ("7K2QXA", ANN.user, clock(), "logger", 1, GUILD, 1)
    assert await store.reports() == [Report(*about, "it hangs", "Lumbercamp 1", "a record")]


async def test_nobody_fills_the_disk(store: Store, clock: Clock) -> None:
    await store.create(lobby("a"))
    for n in range(2):
        assert await store.report(f"k{n}", reported(f"A{n}"), most=2)
    assert await store.report("k3", reported("A3"), most=2) is None
    assert await store.report("k4", reported("B", user=BEN.user), most=2) == "B"
    clock.time += A_DAY
    assert await store.report("k5", reported("A5"), most=2) == "A5"
    assert [each.reference for each in await store.reports()] == ["A5", "B", "A1", "A0"]
    clock.time += REPORTS_LAST
    await store.report("k6", reported("A6"), most=2)
    assert [each.reference for each in await store.reports()] == ["A6", "A5"]


async def test_a_report_goes_with_its_person(store: Store) -> None:
    """Other people's reports about their games may name them, and go too; those about other games
    stay, without their id and name, in any case."""
    await finished(store, "a", (ANN, BEN), (3, True), (1, False))
    await finished(store, "b", (BEN, CY), (3, True), (1, False))
    await store.report("a", reported("A"), most=5)
    await store.report("b", reported("B", user=BEN.user, said="Ann hangs"), most=5)
    other = reported("C", user=BEN.user, said=f"see <@{ANN.user}>, ANN; Anna too")
    await store.report("c", other._replace(game=2), most=5)
    told = (await store.personal_data(ANN.user))["reports"]
    assert [row["typed"] for row in told] == ["it hangs"]
    assert len((await store.personal_data(BEN.user))["reports"]) == 2
    await store.forget(ANN.user)
    left = {"B": "", "C": "see <@-1001>, former player 1; Anna too"}
    assert {r.reference: r.said for r in await store.reports()} == left
    assert "reports" not in await store.personal_data(ANN.user)


async def test_an_owner_has_ten_tokens_and_ends_only_their_own(store: Store) -> None:
    """A server's are counted apart from those of its managers; what isn't done is not logged."""
    for n in range(10):
        assert await store.add_token(f"own {n}", ANN.user, 0, "token")
    assert not await store.add_token("own 10", ANN.user, 0, "token")
    assert await store.add_token("shared", ANN.user, GUILD, "token")
    await store.end_token(11, BEN.user, 0, ["ended"])
    assert await store.token("own 10") is None
    assert (await store.census()).waiting == 0
    await store.end_token(11, BEN.user, GUILD, ["ended"])
    assert await store.tokens_of(BEN.user, GUILD) == []
    assert len(await store.tokens_of(ANN.user, 0)) == 10
    assert (await store.census()).waiting == 1


async def test_people_and_servers_are_found_by_a_value_that_they_have_set(store: Store) -> None:
    for who in (ANN, BEN, CY):
        await store.set_personal(who.user, "alert", "off" if who is BEN else "on")
    assert await store.people_with("alert", "on", 5) == {
        person.user: {"alert": "on"} for person in (ANN, CY)
    }
    assert len(await store.people_with("alert", "on", 1)) == 1
    await store.set_server(GUILD, {"list": "500"})
    assert await store.servers_with("list") == [GUILD]


async def test_a_link_is_used_up_without_a_browser_too(store: Store) -> None:
    """A full sign-in stays as it is when its person follows a link for one game."""
    game = await store.create(lobby())
    await store.add_link("link", BrowserLink(ANN.user, game.id), MINUTES)
    assert await store.enter("link", "", "", MONTH) == BrowserLink(ANN.user, game.id)
    assert await store.enter("link", "", "", MONTH) is None
    assert await store.browsers_of(ANN.user) == []
