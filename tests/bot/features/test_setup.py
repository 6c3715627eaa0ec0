"""Managers set how games are played on their server, and the bot obeys."""

from __future__ import annotations

from typing import Any

from bot.messages.courier import PermanentError
from bot.messages.layout import Message
from bot.table.servers import ChannelInfo, NoThreads, Role
from rules.text import Text
from tests.acting import ANN, BEN, CY
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.panels import find_button

LOG = 502
NIGHT = 1_700_000_000.0 - 1_700_000_000 % 86_400  # midnight in UTC
HOUR = 3600.0


async def do(core: Core, verb: str, words: str = "", **values: Any) -> Message:
    """Do a manager's verb as Ann. here: the channel."""
    here = values.pop("here", CHANNEL)
    return await core.do(ANN, verb, words, values, channel=here, manages=True)


async def command(core: Core, **options: str) -> Message:
    given = {"time_zone": "", "quiet_hours": "", "who_can_start": ""} | options
    return await do(core, "setup", **given)


async def test_games_are_opened_in_the_channels_that_were_picked(core: Core) -> None:
    """Also in their threads. A refusal elsewhere names them, and holds for everyone."""
    panel = await do(core, "pick", f"{CHANNEL} {LOG}", name="channels")
    (menu,) = panel.menus
    assert menu.several
    assert [c.label for c in menu.choices if c.chosen] == ["#games", "#log"]
    refused = await core.open(channel=OTHER_CHANNEL, manages=True)
    assert f"Games on this server run in <#{CHANNEL}> or <#{LOG}>" in refused.text
    assert "`/games-admin setup`" in refused.text
    assert "<#502>" in (await core.practice(channel=OTHER_CHANNEL)).text
    assert await core.store.games_on(GUILD) == []
    await core.open(channel=999, parent=LOG)
    assert (await core.game()).channel == 999
    panel = await do(core, "setup", page="where", here=OTHER_CHANNEL)
    assert find_button(panel, "Allow This Channel")
    await do(core, "rule", name="channels", value=f"+{OTHER_CHANNEL}")
    await do(core, "rule", name="channels", value=f"-{LOG}")
    assert (await core.store.server(GUILD))["channels"] == f"{CHANNEL} {OTHER_CHANNEL}"
    await do(core, "rule", name="channels", value="unset")
    assert await core.store.server(GUILD) == {}


async def test_a_role_can_be_typed_by_its_name(core: Core) -> None:
    """Of two with one name it is the higher one; the other can be picked."""
    core.guilds.called.append(Role(72, "Loggers"))
    await do(core, "pick", "72", name="starters")
    assert (await core.store.server(GUILD))["starters"] == "72"
    for said, kept in (("@loggers", "70"), ("*elders*", "71"), ("managers", "managers")):
        await command(core, who_can_start=said)
        assert (await core.store.server(GUILD))["starters"] == kept
    await command(core, who_can_start="everybody")
    assert await core.store.server(GUILD) == {}


async def test_a_running_game_goes_only_to_a_channel_that_is_allowed(two: Core) -> None:
    await do(two, "rule", name="channels", value=f"+{LOG}")
    moved = await two.do(ANN, "move", channel=OTHER_CHANNEL, name="L1")
    assert f"<#{LOG}>" in moved.text
    assert (await two.game()).channel == CHANNEL
    assert "Turn played" in (await two.say(await two.mover(), "a1")).text, "it goes on where it is"


async def test_a_thread_is_opened_only_where_it_can_be(core: Core) -> None:
    """By request, or by the server's setting; no button offers one. Threads have games too."""
    thread: dict[str, Any] = {"channel": 777, "parent": 500}
    told = await core.open(ANN, 2, thread=True, **thread)
    assert told.text.startswith("A thread can't hold other threads.")
    core.guilds.threadless[CHANNEL] = NoThreads.KIND
    assert "kind of channel can't have" in (await core.open(ANN, 2, thread=True)).text
    assert "kind of channel can't have" in (await core.practice(ANN, thread=True)).text
    assert "L1 is open" in (await core.open(ANN, 2)).text
    assert (await core.open(BEN, 2)).buttons == ()
    await do(core, "rule", name="threads", value="on")
    assert "kind of channel can't have" in (await core.open(BEN, 2)).text
    assert "L2 is open" in (await core.open(ANN, 2, **thread)).text
    assert (await core.game(2)).channel == 777


async def test_each_game_has_a_thread_of_its_own_where_the_server_wants_that(core: Core) -> None:
    """In a thread it is in one already. A rematch has one by now, too."""
    await core.begin(ANN, BEN)
    await core.resign(ANN)
    await do(core, "rule", name="threads", value="on")
    await core.do(ANN, "again", game=1)
    await core.open(channel=OTHER_CHANNEL)
    await core.open(channel=999, parent=CHANNEL)
    await core.deliver()
    for n in (2, 3):
        assert (await core.game(n)).channel in core.transport.threads
    assert (await core.game(4)).channel == 999
    await do(core, "rule", name="threads", value="off")
    assert await core.store.server(GUILD) == {}


async def test_only_members_with_a_role_open_games(core: Core) -> None:
    """A manager always may; others join. The role has its present name, without formatting."""
    await do(core, "pick", "71", name="starters")
    refused = await core.open(BEN)
    assert r"Only members with the **\*Elders\*** role can start games" in refused.text
    assert "join other people's games" in refused.text
    assert "Elders" in (await core.practice(BEN)).text
    assert await core.store.games_on(GUILD) == []
    await core.open(ANN, roles=(70, 71))
    assert "seat" in (await core.join(BEN)).text
    await core.open(CY, channel=OTHER_CHANNEL, manages=True)
    assert (await core.game(2)).host == CY.id
    core.guilds.called = []
    assert "The role that can start games here no longer exists" in (await core.open(BEN)).text
    assert "no longer exists. Choose another" in (await do(core, "setup", page="who")).text
    await do(core, "pick", "managers", name="starters")
    assert "Only server managers can start games" in (await core.open(BEN, roles=(71,))).text


async def test_no_more_games_are_open_than_the_server_wants(core: Core) -> None:
    await do(core, "pick", "1", name="person")
    await core.open(ANN)
    assert "You already host 1 open game" in (await core.open(ANN, channel=OTHER_CHANNEL)).text
    await do(core, "pick", "1", name="server")
    assert "1 game" in (await core.open(BEN, channel=OTHER_CHANNEL)).text
    await do(core, "pick", "unset", name="server")
    await core.open(BEN, channel=OTHER_CHANNEL)
    assert len(await core.store.games_on(GUILD)) == 2


async def opened(core: Core, **options: str) -> Message:
    channel = 700 + next(core.keys)
    table = {"players": 2, "thread": False, **options}
    return await core.do(ANN, "open", values=table, kind=core.kind, channel=channel)


async def test_a_table_agrees_on_what_the_server_has_where_nobody_says_anything(core: Core) -> None:
    """A value that the game cannot have, of another version say, is as if it had not been set."""
    panel = await do(core, "setup", "pace", page="logger")
    assert [menu.id for menu in panel.menus] == ["lc:setup:logger", "lc:pick:logger.pace"]
    await do(core, "pick", "long", name="logger.pace")
    panel = await do(core, "pick", "no", name="logger.rated")
    assert "rated: no" in [choice.label for choice in panel.menus[0].choices]
    front = await do(core, "setup")
    assert "Logger: clock long, rated no" in front.text
    await core.store.set_server(GUILD, {"logger.wind": "9", "logger.weekends": "maybe"})
    await opened(core)
    await opened(core, pace="brisk")
    assert [(await core.game(n)).options["pace"] for n in (1, 2)] == ["long", "brisk"]
    assert [(await core.game(n)).options["rated"] for n in (1, 2)] == ["no", "no"]
    await do(core, "pick", "unset", name="logger.pace")
    await opened(core)
    assert (await core.game(3)).options["pace"] == "relaxed"


QUIET = {"time_zone": "utc", "quiet_hours": "22-8"}


async def test_nobody_is_reminded_in_the_quiet_hours_of_the_server(core: Core) -> None:
    """Like in a person's own: the reminder comes after them. Clocks keep running."""
    core.time.seconds = NIGHT + 10 * HOUR
    assert "The server's time zone is UTC." in (await command(core, **QUIET)).text
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    due = (await core.game()).due("clock")
    await core.deliver()
    before = len(core.posts())
    await core.pass_time(12.5 * HOUR)  # half of the time is over
    await core.deliver()
    assert len(core.posts()) == before
    assert (await core.game()).due("remind") == NIGHT + 32 * HOUR
    assert (await core.game()).due("clock") == due
    await core.pass_time(NIGHT + 32 * HOUR - core.time.seconds)
    await core.deliver()
    assert len(core.posts()) == before + 1


async def test_what_cannot_be_read_sets_nothing(core: Core) -> None:
    berlin = {"time_zone": "Europe/Berlin", "quiet_hours": "at night"}
    for options, why in (
        ({"quiet_hours": "22-8"}, "I need the server's time zone first"),
        ({"time_zone": "Berln"}, "Did you mean `Europe/Berlin`"),
        (berlin, "Write them like `22:00-08:00`"),
        ({"time_zone": "UTC", "who_can_start": "Logger"}, "isn't a role on this server"),
    ):
        assert why in (await command(core, **options)).text
        assert await core.store.server(GUILD) == {}


FORGED = (
    *(("log", "77"), ("channels", "77 x"), ("channels", "+x"), ("log", "²")),
    *(("starters", "77"), ("threads", "maybe"), ("person", "0"), ("server", "1000")),
    *(("theme", "dark"), ("logger.pace", "slow"), ("logger.wind", "on"), ("chess.pace", "long")),
    *(("logger.", "x"), ("time_zone", "Mars"), ("quiet", "always"), ("chess.pace", "unset")),
)


async def test_a_forged_value_sets_nothing(core: Core) -> None:
    for name, value in FORGED:
        for verb, said in (("rule", {"name": name, "value": value}), ("pick", {"name": name})):
            told = await do(core, verb, value, **said)
            assert told.refusal, (name, value, told.text)
        assert await core.store.server(GUILD) == {}, (name, value)


async def test_each_change_is_a_line_of_the_log(core: Core) -> None:
    """Not those from before there was a log."""
    await do(core, "pick", "1", name="person")
    await core.deliver()
    for _ in range(2):
        await do(core, "pick", str(LOG), name="log")
        await do(core, "pick", "71", name="starters")
        await command(core, **QUIET)
        await do(core, "pick", "long", name="logger.pace")
        await do(core, "rule", name="threads", value="on")
    await core.deliver()
    lines = core.transport.in_channel(LOG)
    assert [line.pings for line in lines] == [()] * 6
    head = f"<@{ANN.id}> changed the game settings here. "
    assert {line.text.removeprefix(head) for line in lines} == {
        f"The server log is in <#{LOG}>. It has one line for everything a server manager does.",
        r"Only server managers and members with the **\*Elders\*** role can start games.",
        "The server's time zone is UTC.",
        "The server's quiet hours are 22:00-08:00: nobody gets a reminder then.",
        "Logger: `clock` is `long` by default.",
        "Each game gets its own thread.",
    }
    await do(core, "pick", "unset", name="logger.pace")
    await core.deliver()
    assert "Logger: `clock` is back to its default." in core.transport.in_channel(LOG)[-1].text


async def test_a_log_that_takes_no_posts_is_tried_again_and_stops_no_table(core: Core) -> None:
    """Until the right is back, or another channel is chosen; no host is written to about it."""
    await do(core, "pick", str(LOG), name="log")
    await core.deliver()
    core.transport.fail_in(LOG, PermanentError(Text("something went wrong")))
    await do(core, "pick", "71", name="starters")
    await core.deliver()
    await core.begin(ANN, BEN, roles=(71,))
    await core.deliver()
    assert (core.transport.told, len(core.posts(LOG))) == ([], 1)
    assert core.posts(CHANNEL)
    await core.outbox.retry(guild=GUILD)
    await core.drain()
    assert "role can start games" in core.posts(LOG)[1]


async def test_a_check_says_which_right_is_missing_where_and_who_can_give_it(core: Core) -> None:
    core.guilds.there = [
        ChannelInfo(CHANNEL, "games"),
        ChannelInfo(OTHER_CHANNEL, "more", ("Attach Files", "Embed Links")),
        ChannelInfo(LOG, "log", ("Send Messages",)),
    ]
    alone = await do(core, "check")
    assert "in any channel" in alone.text
    assert f"- <#{CHANNEL}>: nothing is missing, and the test message worked." in alone.text
    assert "To fix one channel, open its settings" not in alone.text
    await do(core, "pick", str(LOG), name="log")
    await do(core, "pick", f"{CHANNEL} {OTHER_CHANNEL}", name="channels")
    core.guilds.posted.clear()
    core.guilds.refusing[OTHER_CHANNEL] = Text("Discord returned status 503")
    told = (await do(core, "check", here=LOG)).text
    assert f"- <#{OTHER_CHANNEL}>: Missing permissions: **Attach Files** and" in told
    assert "The test message failed: Discord returned status 503." in told
    assert f"- <#{LOG}>: Missing permissions: **Send Messages**. I can't post there at all." in told
    assert "To fix one channel, open its settings" in told
    assert core.guilds.posted == [CHANNEL, OTHER_CHANNEL]
    core.guilds.there = core.guilds.there[:1]
    told = (await do(core, "check")).text
    assert f"- <#{OTHER_CHANNEL}>: I can't find this channel any more" in told
