"""Personal settings are set, read leniently and obeyed: text mode, calls, hours, vacations."""

from __future__ import annotations

from datetime import datetime
from random import Random

import pytest

from bot.discord.transport import components
from bot.features.personal import Vacations
from bot.features.settings import show
from bot.messages import answers, posts
from bot.messages.boundary import answer_to
from bot.messages.courier import PermanentError, TransientError
from bot.messages.layout import Message, SaidMenu
from bot.table import settings as domain
from bot.table.game import CLOCK, DAY
from bot.table.intent import seat_of
from bot.table.settings import Hosting, Vacation, hours, hours_text, zone_of, zones_offered
from rules.play import perform
from rules.text import Text
from tests.acting import ANN, BEN, Person
from tests.bot.core import CHANNEL, Core, Patch
from tests.bot.discord.searching import unpainted
from tests.bot.features.test_reminders import begun, reminders
from tests.bot.outbox.test_calls import BERLIN, everybody, mentions, passing
from tests.bot.outbox.test_calls import at as hour_of_day
from tests.bot.playing import any_turn
from tests.bot.words import words


async def by_ear(core: Core, who: Person) -> Message:
    return await core.do(who, "set", values={"name": "text_first", "value": "on"})


async def test_a_press_leads_to_what_stands_on_it(core: Core) -> None:
    """Pressed twice, in an old panel or after a restart too."""
    off = await shown(core, ANN)
    on = await core.push(ANN, off.buttons[0].id)
    assert await core.push(ANN, off.buttons[0].id) == on
    assert await core.store.personal(ANN.id) == {"text_first": "on"}
    assert await core.push(ANN, on.buttons[0].id) == off
    assert await core.store.personal(ANN.id) == {}, "what is as it was at first leaves nothing"


async def test_who_plays_by_ear_is_called_in_words_and_nobody_else(
    core: Core, monkeypatch: Patch
) -> None:
    """The whole words, the picture after them; the other's post is as ever."""
    monkeypatch.setattr(posts, "turn", lambda *_, **__: Text("In few words."))
    await core.begin(ANN, BEN)
    await by_ear(core, await core.mover())
    other = await core.waiting()
    await core.deliver()
    called = core.transport.in_channel(500)[-1]
    table = await core.table()
    primer = table.kind.texts.primer(table.view_of().state)  # it is their first game of this kind
    in_words = posts.turn_in_words(table, answers.story_since(table), advice=primer)
    assert called.text.startswith(words(in_words))
    assert called.file.endswith(".png")
    await core.tell("a1")
    assert await core.mover() == other
    assert core.posts()[-1] == "In few words."


@pytest.mark.parametrize("kind", ["logger", "fellers"])
async def test_what_only_they_are_shown_says_where_everything_stands(
    core: Core, kind: str, monkeypatch: Patch
) -> None:
    """The builder, where it leads, its preview and a hand; for the others the picture does."""
    unpainted(monkeypatch)
    await core.table_of(kind)
    mover, line = await core.mover(), any_turn(await core.table(), Random(2))
    table = await core.table()
    stands = words(answers.position(table, table.view_of(table.actor).state))
    assert stands not in (await core.do(mover, "take")).text
    await by_ear(core, mover)
    panel = await core.do(mover, "take")
    assert stands in panel.text
    for word in line.split():
        panel = await core.pick(mover, word, panel)
    assert panel.buttons[0].label == "Confirm Turn"
    after = perform(table.kind.game, table.mine, line)[0]
    assert words(answers.position(table, after)) in panel.text
    if table.kind.game.hidden_information:
        await by_ear(core, other := await core.waiting())
        seat = seat_of(table.game, other.id)
        assert seat is not None
        theirs = table.view_of(seat).state
        shown = (await core.do(other, "hand")).text
        assert words(table.kind.texts.hand(theirs, seat)) in shown
        assert words(answers.position(table, theirs)) in shown


def test_hours_are_read_as_people_write_them() -> None:
    for said in ("22-8", "22:00-08:00", "22:00 - 8", "22 to 08:00", "22–8"):
        assert (read := hours(said)) is not None, said
        assert hours_text(read) == "22:00-08:00"
    for said in ("", "off", "22", "25-8", "22:60-8", "8-8", "night"):
        assert hours(said) is None, said


def test_a_zone_that_this_machine_does_not_know_is_none() -> None:
    """Another machine may know fewer zones; the game continues."""
    for zone in ("Moon/Crater", "", "../../etc/passwd", "EST5EDT"):
        assert zone_of({"time_zone": zone}) is None, zone


def test_zones_are_found_as_people_type_them() -> None:
    """By region, by place, with a space, and spelled almost so; never more than fit a list."""
    for typed, zone in (
        ("europe/b", "Europe/Belfast"),
        ("berlin", "Europe/Berlin"),
        ("Berln", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ):
        assert zones_offered(typed)[0].value == zone
    assert len(zones_offered("")) == 25


def test_a_vacation_is_from_and_until() -> None:
    settings = {"vacation": "100.0/200.0"}
    assert domain.vacation_of(settings) == Vacation(100.0, 200.0)
    assert [at for at in (99, 100, 199, 200) if domain.away(settings, at)] == [100, 199]
    assert domain.vacation_of({"vacation": "soon"}) is None
    assert domain.holidays_of({"holidays": "1/2;broken;3/4"}) == (Vacation(1, 2), Vacation(3, 4))


async def shown(core: Core, who: Person) -> Message:
    return await answer_to(show(core.services, core.wish(who)))


async def chosen(core: Core, who: Person, name: str, value: str) -> Message:
    """Something picked from a menu of the panel, which must offer it."""
    menu = menu_of(await shown(core, who), name)
    assert value in [choice.value for choice in menu.choices]
    return await core.do(who, "choose", value, {"name": name})


def menu_of(panel: Message, name: str) -> SaidMenu:
    (found,) = (menu for menu in panel.menus if menu.id == f"lc:choose:{name}")
    return found


async def at(core: Core, who: Person, zone: str = "", quiet: str = "") -> Message:
    return await core.command(who, "games settings", time_zone=zone, quiet_hours=quiet)


async def test_who_chooses_direct_messages_gets_one_at_once(core: Core) -> None:
    panel = await chosen(core, ANN, "pings", "dm")
    ((user, told),) = core.transport.told
    assert user == ANN.id
    assert "when it's your turn" in told
    assert "I've sent you a direct message" in panel.text
    assert "I'll send you a direct message with a link" in panel.text
    assert (await core.store.personal(ANN.id))["pings"] == "dm"
    await chosen(core, ANN, "pings", "both")
    await chosen(core, ANN, "pings", "both")
    assert len(core.transport.told) == 1, "it was tried already"


async def test_who_takes_no_direct_messages_is_told_and_called_in_the_channel(core: Core) -> None:
    """Code 50007."""
    core.transport.fail("tell", PermanentError(Text("they don't accept direct messages")))
    panel = await chosen(core, ANN, "pings", "dm")
    assert "Discord blocked my direct message" in panel.text
    assert "I'll mention you in the game's channel" in panel.text
    assert await core.store.personal(ANN.id) == {}


async def test_where_discord_does_not_answer_nothing_is_changed(core: Core) -> None:
    await chosen(core, ANN, "pings", "none")
    core.transport.fail("tell", TransientError(Text("Discord returned status 503")))
    told = await chosen(core, ANN, "pings", "dm")
    assert "Discord didn't respond" in told.text
    assert await core.store.personal(ANN.id) == {"pings": "none"}


async def test_quiet_hours_come_with_the_time_zone(core: Core) -> None:
    assert menu_of(await shown(core, ANN), "quiet").choices == ()
    panel = await at(core, ANN, "europe/berlin")
    assert "Your time zone is Europe/Berlin. Your quiet hours are 22:00-08:00: I" in panel.text
    assert "are 21:00-07:00" in (await chosen(core, ANN, "quiet", "21:00-07:00")).text
    assert "are 23:30-06:00" in (await at(core, ANN, quiet="23:30 - 6")).text
    assert "You have no quiet hours" in (await chosen(core, ANN, "quiet", "off")).text
    assert "are 22:00-08:00" in (await chosen(core, ANN, "quiet", "22:00-08:00")).text
    assert await core.store.personal(ANN.id) == {"time_zone": "Europe/Berlin"}


async def test_what_cannot_be_read_changes_nothing(core: Core) -> None:
    """The answer names near words; the correct parts of the input aren't saved either."""
    for zone, quiet, why in (
        ("Berln", "", "Did you mean `Europe/Berlin`"),
        ("qqqq", "", "named after a city"),
        ("", "22-8", "I need your time zone first"),
        ("Europe/Berlin", "at night", "Write them like `22:00-08:00`"),
    ):
        assert why in (await at(core, ANN, zone, quiet)).text
        assert await core.store.personal(ANN.id) == {}


async def test_one_game_is_muted_and_heard_again(core: Core) -> None:
    game = await core.begin(ANN, BEN)
    panel = await chosen(core, ANN, "muted", f"+{game.id}")
    assert "You've muted L1" in panel.text
    assert await core.store.personal(BEN.id) == {}
    again = await core.do(ANN, "choose", f"+{game.id}", {"name": "muted"})
    assert again == panel, "the same press twice is one wish"
    assert "You've muted" not in (await chosen(core, ANN, "muted", f"-{game.id}")).text
    assert await core.store.personal(ANN.id) == {}


async def test_a_choice_that_is_not_offered_changes_nothing(two: Core) -> None:
    """Of another version, or a game that isn't one's own."""
    for name, value in (("theme", "dark"), ("text_first", "maybe")):
        told = await two.push(ANN, f"lc:set:{name}:{value}")
        assert f"You can't set `{name}` like that any more" in told.text
    for value in ("+99", "+x", "1:on", "1"):
        told = await two.do(ANN, "choose", value, {"name": "muted"})
        assert "You can't set `muted` like that" in told.text
    assert await two.store.personal(ANN.id) == {}


# -- Vacations: 30 days a year, 14 in one go.


async def away(core: Core, who: Person, until: str) -> Message:
    return await core.do(who, "away", values={"until": until})


@pytest.fixture
async def march(core: Core) -> Core:
    """Noon on the 10th of March 2026 in Berlin, where everyone lives."""
    hour_of_day(core, 12)
    await everybody(core, time_zone="Europe/Berlin", quiet="off")
    return core


def moment(month: int, day: int, hour: int = 0) -> float:
    return datetime(2026, month, day, hour, tzinfo=BERLIN).timestamp()


async def test_clocks_stand_still_and_each_game_is_told_in_a_line(march: Core) -> None:
    mover = await begun(march)
    due = (await march.game()).due(CLOCK) or 0
    told = await away(march, mover, "2026-03-19")
    end = moment(3, 20)
    assert f"You're on vacation until <t:{int(end)}:f>" in told.text
    assert "I've let the other players know in L1." in told.text
    assert (await march.game()).due(CLOCK) == due + end - march.time.seconds
    await march.deliver()
    line = march.transport.in_channel(CHANNEL)[-1]
    assert line.text.startswith(f"-# {mover.name} is on vacation until <t:{int(end)}:f>")
    assert line.pings == ()
    march.time.seconds = moment(3, 19, 23)
    march.passed += 30 * DAY
    await passing(march)
    assert reminders(march, mover) == []


async def test_who_is_away_is_called_when_they_are_back(march: Core) -> None:
    """By itself when the vacation is over, or as soon as they say so: their settings have room for
    the button, whatever else is there."""
    mover = await begun(march)
    other = await march.waiting()
    await away(march, other, "2026-03-19")
    await march.store.add_browser("hash", other.id, "Firefox", 86_400)
    march.services.hosting = Hosting(boards_at="https://boards.example")  # for tokens
    panel = await march.do(other, "settings")
    ends = [button.label for button in panel.buttons][2:]
    assert ends == ["End My Vacation", "Signed-In Browsers", "More…"]
    assert len(components(panel)) <= 5
    further = [button.label for button in (await march.press(other, "More…", panel)).buttons]
    assert further == ["API and Calendar", "Blocked Players", "New Game Alerts"]
    await march.say(mover, "a1")
    await march.deliver()
    assert mentions(march, other) == []
    told = await march.do(other, "vacation")
    assert "Your vacation is over" in told.text
    await passing(march)
    assert len(mentions(march, other)) == 1
    assert f"-# In L1, {other.name} is back from vacation." in march.posts()


async def test_at_a_table_without_vacations_nothing_stands_still(march: Core) -> None:
    mover = await begun(march, pace="relaxed", vacations="none")
    due = (await march.game()).due(CLOCK)
    told = await away(march, mover, "2026-03-19")
    assert "Vacations don't apply in L1" in told.text
    assert (await march.game()).due(CLOCK) == due
    await march.deliver()
    assert not [text for text in march.posts() if "vacation" in text]


async def test_what_is_no_vacation_changes_nothing(march: Core) -> None:
    before = await march.store.personal(ANN.id)
    for until, why in (
        ("tomorrow", "Write the last day of your vacation like this: `2026-12-24`"),
        ("2026-03-09", "That day is in the past"),
        ("2026-03-24", f"This one can last until <t:{int(moment(3, 24, 12))}:f>"),
    ):
        assert why in (await away(march, ANN, until)).text
        assert await march.store.personal(ANN.id) == before


async def test_thirty_days_a_year_and_fourteen_in_one_go(march: Core) -> None:
    """A day that was given back doesn't count; a longer vacation counts as the same one."""
    await away(march, ANN, "2026-03-12")
    assert "A vacation can last up to 14 days" in (await away(march, ANN, "2026-03-24")).text
    assert "You're on vacation" in (await away(march, ANN, "2026-03-23")).text
    march.time.seconds = moment(4, 1)
    assert "You're on vacation" in (await away(march, ANN, "2026-04-14")).text
    march.time.seconds = moment(5, 1)
    told = await away(march, ANN, "2026-05-04")
    assert f"This one can last until <t:{int(moment(5, 3, 12))}:f>" in told.text
    await away(march, ANN, "2026-05-02")
    march.time.seconds = moment(5, 2)
    await march.do(ANN, "vacation")
    march.time.seconds = moment(6, 1)
    assert "You're on vacation" in (await away(march, ANN, "2026-06-01")).text
    march.time.seconds = moment(7, 1)
    assert "A vacation can last up to 14 days" in (await away(march, ANN, "2026-07-02")).text


async def test_days_are_offered_as_long_as_they_can_be_taken(march: Core) -> None:
    found = await Vacations(march.services).last_days(march.wish(ANN))
    assert [found[0].value, found[-1].value, len(found)] == ["2026-03-10", "2026-03-23", 14]
