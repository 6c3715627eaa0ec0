"""Calls, reminders, nudges and vacations by the real client: direct messages, 50007, silence.

Source: issue 12, item 2; experience 3.7.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from prometheus_client.exposition import generate_latest

from bot import metrics
from bot.table.seats import open_seats
from sandbox.model import Json as Json_model
from storage import Sitter
from tests.bot.discord.searching import Lines
from tests.bot.discord.system import Json, System, button, buttons
from tests.bot.discord.test_buttons_game import changed, labels, pressed
from tests.bot.discord.watching import until
from tests.bot.leaks import Payload, leaks_of_orders, sent
from tests.storage.samples import finished

SILENT = 1 << 12  # Discord's SUPPRESS_NOTIFICATIONS
DAY = 24 * 3600.0


async def by_letter(system: System, who: str) -> None:
    """Somebody picks direct messages, and gets the first one."""
    panel = await system.slash(who, "games", "games settings")
    panel = await changed(system, who, panel, "lc:choose:pings", "dm")
    assert "I've sent you a direct message" in panel["content"]


async def test_a_turn_is_called_by_a_direct_message_with_a_link(system: System) -> None:
    await by_letter(system, "Ann")
    await by_letter(system, "Ben")
    board = await system.begin("Ann", "Ben")
    who, guild = await system.mover("games"), (await system.game("games")).guild
    await until(lambda: "Your turn in" in system._letters(who)[-1]["content"])
    assert system.pinged(board) == []
    link = f"https://discord.com/channels/{guild}/{board['channel_id']}/{board['id']}"
    assert f"[L1]({link})" in await system.letter(who)


async def test_where_direct_messages_are_shut_the_channel_calls(system: System) -> None:
    """Code 50007, after they were open: it says so, and nobody has to do anything."""
    for who in ("Ann", "Ben"):
        await by_letter(system, who)
    for who in ("Ann", "Ben"):
        system.world.people[system.people[who].id].unreachable = True
    await system.begin("Ann", "Ben")
    await system.quiet()
    who, called = await system.mover("games"), system.seen("games")[-1]
    assert "Discord blocked my direct message" in called["content"]
    assert system.pinged(called) == [who]
    board = await system.play("games", "a1")
    assert system.pinged(board) == [], "it is tried for each of them"
    await system.quiet()
    assert system.pinged(system.seen("games")[-1]) == [await system.mover("games")]
    board = await system.play("games", "e5")
    assert system.pinged(board) == [who], "from now on by the board's own post"


async def test_after_a_day_a_nudge_reminds_and_a_reminder_has_a_voice(system: System) -> None:
    board = await system.begin("Ann", "Ben")
    who = await system.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    early = await system.slash(other, "games", "games ask nudge")
    assert "started less than a day ago" in early["content"]
    system.pass_time(DAY + 60)
    more = await system.press(other, board, "More…")
    told = await system.press(other, more, "Nudge")
    assert told["content"] == f"I've reminded {who} about L1."
    await system.quiet()
    sent = next(m for m in system.seen("games") if "has been waiting for you" in m["content"])
    assert system.pinged(sent) == [who]
    assert not buttons(sent)


async def test_who_is_next_hears_it_without_a_sound(system: System) -> None:
    for who in ("Ann", "Ben", "Cy"):
        panel = await system.slash(who, "games", "games settings")
        await changed(system, who, panel, "lc:choose:pings", "next:on")
    await system.begin("Ann", "Ben", "Cy")
    await system.quiet()
    (told,) = (m for m in system.seen("games") if "you're next in" in m["content"])
    assert told["flags"] & SILENT


async def test_a_vacation_is_taken_and_ended(started: System) -> None:
    """Its last day completes; the line in the game calls nobody."""
    offered = await started.people["Ann"].complete("games", "games vacation", "until", until="")
    assert len(offered) == 14
    told = await started.slash("Ann", "games", "games vacation", until=offered[3]["value"])
    assert "You're on vacation until" in told["content"]
    await started.quiet()
    line = next(m for m in started.seen("games") if "Ann is on vacation until" in m["content"])
    assert started.pinged(line) == []
    panel = await started.slash("Ann", "games", "games settings")
    panel = await changed(started, "Ann", panel, "lc:vacation:end")
    assert "Your vacation is over" in panel["content"]


# -- Clocks by the real client: options, the card, the call, the line with I'm Back.


HOUR = 3600.0


async def lives(system: System, hours: float) -> None:
    """Time passes, and the bot is there all the while."""
    for _ in range(int(hours * 12)):
        system.ahead += HOUR / 12
        await system.app.cases.clocks.beat()
    system.pass_time(0)


def told(system: System, text: str) -> Callable[[], bool]:
    return lambda: any(text in message["content"] for message in system.seen("games"))


async def test_a_turn_is_played_for_who_does_not_come_and_they_come_back(system: System) -> None:
    await system.slash("Ann", "games", "logger start", players=2, clock="brisk")
    lobby = await system.post("games", "lobby")
    assert "Brisk: several turns a day." in lobby["content"]
    details = await system.press("Ben", lobby, "Details")
    assert "Time control: `brisk` (24 h + 4 h per turn, up to 72 h)." in details["content"]
    await system.press("Ben", lobby, "Join")
    await system.play("games", "a1", "e5")
    late = await system.mover("games")
    board = await system.post("games")
    assert (
        f"Play by <t:{int((await system.game('games')).due('clock') or 0)}:f>" in board["content"]
    )
    await lives(system, 28)
    await until(told(system, f"I played this for {late}: "))
    assert await system.mover("games") != late
    (line,) = [m for m in system.seen("games") if "I played this for" in m["content"]]
    assert system.pinged(line) == []
    assert [each["label"] for each in buttons(line)] == ["I'm Back"]
    other = await system.mover("games")
    refused = await system.press(other, line, "I'm Back")
    assert refused["content"].startswith("You haven't missed a turn in L1.")
    answer = await system.press(late, line, "I'm Back")
    assert answer["content"].startswith("You're back in L1")
    await until(told(system, f"{late} is back."))
    (line,) = [m for m in system.seen("games") if "I played this for" in m["content"]]
    assert buttons(line) == []
    await system.play("games", "stay; plant d5")
    assert await system.mover("games") == late


# -- `/games settings`, by the real client: on a server, in direct messages, and after a restart.


ON, OFF = "Turn On Text Mode", "Turn Off Text Mode"


async def test_text_first_is_set_in_a_private_panel_and_makes_the_next_call(
    started: System,
) -> None:
    """Its owner alone sees the panel, also an old one; the call has words and the picture."""
    await started.play("games", "a1")
    who = await started.mover("games")
    other = "Ben" if who == "Ann" else "Ann"
    panel = await started.slash(other, "games", "games settings")
    assert panel["ephemeral"]
    assert "Text mode is off" in panel["content"]
    await started.restart()
    panel = await pressed(started, other, panel, ON)
    assert "Text mode is on" in panel["content"]
    assert labels(panel)[0] == OFF
    call = await started.play("games", "e5")
    assert "Scores: " in call["content"]
    assert "protest this turn" in call["content"]
    assert call["attachments"]
    assert started.pinged(call) == [other]
    builder = await started.press(other, call, "Take Turn")
    assert "Loggers: " in builder["content"]


async def test_it_can_be_set_in_direct_messages(system: System) -> None:
    """Where nobody sees the bot's posts at all."""
    place = await system.people["Ben"].dm()
    panel = await system.slash("Ben", place, "games settings")
    panel = await pressed(system, "Ben", panel, ON)
    assert "Text mode is on" in panel["content"]
    panel = await pressed(system, "Ben", panel, OFF)
    assert "Text mode is off" in panel["content"]
    assert await system.store.personal(int(system.people["Ben"].id)) == {}


async def test_calls_and_quiet_hours_are_picked_from_menus(system: System) -> None:
    """Four menus and a row of buttons, as Discord has them; a direct message comes at once."""
    ben = system.people["Ben"]
    panel = await system.slash("Ben", "games", "games settings", time_zone="Europe/Berlin")
    assert "Your time zone is Europe/Berlin" in panel["content"]
    panel = await changed(system, "Ben", panel, "lc:choose:quiet", "21:00-07:00")
    assert "Your quiet hours are 21:00-07:00: I won't notify you then" in panel["content"]
    panel = await changed(system, "Ben", panel, "lc:choose:pings", "dm")
    assert "I've sent you a direct message" in panel["content"]
    (told,) = await ben.history(await ben.dm())
    assert "when it's your turn" in told["content"]


# -- Standing orders through the real client: given, dropped and played.


ORDERED = ("If the turn is", "e4 +d4", "e3 +e4", "plants a2", "+d4")


async def _asked_around(system: System, *people: str) -> None:
    """They ask for all that there is."""
    for who in people:
        for verb in ("moves", "board", "leaderboard", "premove", "undo", "turn"):
            await system.slash(who, "games", f"logger {verb}")
        for verb in ("mine", "here", "review export"):
            await system.slash(who, "games", f"games {verb}")
        asked = {"command": "logger turn", "focused": "move", "options": {"move": "e"}}
        await system.people[who].act("complete", channel=system.id("games"), **asked)


async def test_an_order_is_played_and_was_known_to_its_player_alone(system: System) -> None:
    """Requests, log lines of all levels and metrics are searched, until it is played."""
    lines = Lines()
    lines.begin()
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    mover = await system.mover("games")
    other = "Ben" if mover == "Ann" else "Ann"
    order = f"if {mover} stays and plants a2, then e4; plant d4"
    await system.slash(other, "games", "logger premove", rule="if anything, then e3 +e4")
    panel = await system.slash(other, "games", "logger turn", move=order)
    assert "1. If the turn is `a1 +a2`: `e4 +d4`: walk to e4, plant d4." in panel["content"]
    dropped = await system.people[other].press(panel, "lc:drop:1:5:1")
    await system.people[other].outcome(dropped)
    await _asked_around(system, mover, "Cy")
    await system.quiet()
    owner = int(system.people[other].id)
    payloads = [*sent(system.world, system.world.exchanges or [])]
    payloads += [Payload(None, line, "the log") for line in lines.said]
    payloads.append(Payload(None, generate_latest(metrics.REGISTRY).decode(), "the metrics"))
    lines.end()
    assert any("e4 +d4" in payload.text for payload in payloads if payload.reader == owner)
    assert leaks_of_orders(payloads, dict.fromkeys(ORDERED, owner)) == []
    board = await system.play("games", "stay; plant n")
    assert f"{other} planted d4 (premove)" in board["content"]
    assert system.pinged(board) == [mover]
    rows = await system.store.log((await system.game("games")).id)
    assert [row.text for row in rows][5:] == ["a1 +a2", "premove 1", "e4 +d4"]


# -- The server's tables and profiles through the real client.


async def over(system: System, key: str, *names: str, kind: str = "logger") -> None:
    """A rated game on this server that the first of them has won."""
    people = [system.people[name] for name in names]
    sitters = tuple(Sitter(int(p.id), name) for p, name in zip(people, names, strict=True))
    results = [(9 - n, n == 0, n + 1) for n in range(len(names))]
    where = {"guild": system.bot.guilds[0].id, "home": int(system.id("games")), "kind": kind}
    await finished(system.store, key, sitters, *results, turns=20, **where)


async def test_the_table_is_turned_over_and_posted(system: System) -> None:
    """Privately, by menus; posted once, after a restart too, without buttons or who pressed."""
    await over(system, "a", "Ann", "Ben")
    await over(system, "b", "Ben", "Ann", kind="logjam")
    panel = await system.slash("Ann", "games", "logger leaderboard")
    assert panel["ephemeral"]
    assert "1\\. Ann: 1 game, 1 won, rating provisional" in panel["content"]
    menus = [part for part in buttons(panel) if part["type"] == 3]
    panel = await changed(system, "Ann", panel, menus[0]["custom_id"], "all")
    assert panel["content"].startswith("**All games on this server**")
    assert "1\\. Ann: 2 games, 1 won" in panel["content"]
    await system.restart()
    assert labels(panel)[-1:] == ["Post Publicly"]
    panel = await pressed(system, "Ann", panel, "Post Publicly")
    assert panel["content"].startswith("Posted in this channel.")
    await system.quiet()
    posts = [each for each in await seen(system) if "All games on this server" in each["content"]]
    assert len(posts) == 1
    assert posts[0]["components"] == []
    await system.people["Ann"].press(panel, f"{buttons(panel)[-1]['custom_id']}")
    await system.quiet()
    assert len([x for x in await seen(system) if x["content"] == posts[0]["content"]]) == 1


async def test_a_profile_has_words_and_a_picture_with_its_own(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of oneself, or of somebody else, for whoever asks alone."""
    monkeypatch.setattr("storage.rating.SURE", 7.3)  # from the fifth game on
    for n in range(5):
        await over(system, f"a{n}", "Ann", "Ben")
    await over(system, "b", "Ann", "Cy")
    mine = await system.slash("Ann", "games", "games profile")
    assert mine["ephemeral"]
    assert "**Logger**: 6 games, 6 won, rating 2," in mine["content"]
    (picture,) = mine["attachments"]
    assert picture["description"].startswith("Ann's rating history.\nLogger: the last 2 rated")
    other = await system.slash("Cy", "games", "games profile", player="ben")
    offered = await system.people["Cy"].complete("games", "games profile", "player", player="be")
    assert offered == [{"name": "Ben", "value": system.people["Ben"].id}]
    assert other["content"].startswith("**Ben on this server**\n**Logger**: 5 games, 0 won")


async def seen(system: System) -> list[Json]:
    """What everybody sees in the channel."""
    return [x for x in await system.people["Dee"].history("games") if not x.get("ephemeral")]


# -- Seats that are offered and things that are asked of the others, through the whole bot.


async def with_button(system: System, label: str) -> Json_model:
    """The newest post that has it."""

    def found() -> list[Json_model]:
        return [m for m in system.seen("games") if label in [b["label"] for b in buttons(m)]]

    await until(lambda: bool(found()))
    return found()[-1]


def shown(system: System, message: str) -> Json_model:
    """A message as it is now."""
    return next(m for m in system.seen("games") if m["id"] == message)


async def test_a_seat_is_left_and_taken_over_with_its_hand(system: System) -> None:
    """Who left sees nothing more; the newcomer has the hand."""
    await system.slash("Ann", "games", "fellers start", players=3)
    for name in ("Ben", "Cy"):
        await system.slash(name, "games", "games join")
    board = await system.post("games")
    mover = await system.mover("games")
    hand = await system.press(mover, board, "My Hand")
    asked = await system.slash(mover, "games", "fellers resign")
    assert "Your seat will be offered to others for 3 days" in asked["content"]
    left = await system.press(mover, asked, "Resign from F1")
    assert button(left, "I'm Back")
    offer = await with_button(system, "Take Over")
    assert system.pinged(offer) == []
    told = await system.press("Dee", offer, "Take Over")
    assert told["content"].startswith("The seat is yours. You're now playing in F1.")
    assert system.pinged(await system.post("games")) == ["Dee"]
    theirs = await system.press("Dee", told, "My Hand")
    assert theirs["content"] == hand["content"]
    refused = await system.slash(mover, "games", "fellers hand")
    assert "Dee has taken over your seat in F1" in refused["content"]
    await until(lambda: offer["content"] != shown(system, offer["id"])["content"])
    line = shown(system, offer["id"])
    assert line["content"].startswith("Dee took over ")
    assert buttons(line) == []


async def test_somebody_is_banned_and_their_seat_is_offered(system: System) -> None:
    """The gateway tells of it without a privileged intent."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave", banned=True)
    offer = await with_button(system, "Take Over")
    assert "Ben has left this server" in offer["content"]
    assert list((open_seats(await system.game("games"))).values()) == ["banned"]


async def test_who_left_the_server_is_found_out_by_asking(system: System) -> None:
    """10007: the member is asked for, as nothing tells who leaves."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave")
    app = system.app
    here = app.outbox._delivery._transport.here
    game = await system.game("games")
    there = [await here(game.guild, sitter.user) for sitter in game.sitters]
    assert [s.name for s, yes in zip(game.sitters, there, strict=True) if not yes] == ["Ben"]


# -- What becomes of a game whose channel is deleted: it is ended, left or moved by its name.


async def _without_a_channel(system: System, *names: str) -> None:
    """A game of theirs whose channel is gone."""
    await system.begin(*names)
    await system.people["Ann"].act("channel/delete", channel=system.id("games"))


async def test_a_game_without_its_channel_goes_on_in_another(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    mover = await system.mover("games")
    told = await system.slash("Cy", "lounge", "games move-here", game="L1")
    assert told["content"].startswith("L1 now continues in this channel")
    board = await system.post("lounge")
    assert system.pinged(board) == [], "they have been called for this turn where it was"
    assert await system.say(mover, "lounge", "a1", reply_to=board["id"]) == ""
    assert "took corner a1" in (await system.post("lounge"))["content"]
    assert buttons(board), "that was its first state"
    assert buttons(system.seen("lounge")[1]) == []


async def test_a_game_without_its_channel_is_cancelled_by_a_moderator(system: System) -> None:
    await _without_a_channel(system, "Ben", "Cy")
    asked = await system.slash("Ann", "lounge", "games cancel", game="L1")
    assert "was closed" in (await system.press("Ann", asked, "Cancel L1 for Everyone"))["content"]


async def test_names_are_offered_and_wrong_ones_refused(system: System) -> None:
    await system.begin("Ben", "Cy")
    for command in ("games move-here", "games cancel", "logger resign"):
        found = await system.people["Cy"].complete("lounge", command, "game", game="")
        assert [(c["value"], c["name"][:4]) for c in found] == [("L1", "L1: ")]
    told = await system.slash("Cy", "lounge", "logjam resign", game="L1")
    assert told["content"].startswith("L1 is a game of Logger, not Logjam.")
    assert "start with `/logger`" in told["content"]
    told = await system.slash("Cy", "lounge", "games move-here", game="here")
    assert "`here` isn't a game name. Game names look like `L7`." in told["content"]
