"""Open Board as an answer: the Activity, by a button and by the Entry Point."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.discord.activity import Identity, with_entry_point
from bot.features.feature import OF_A_ROW, Behind, Feature, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table import refusals
from bot.table.browsers import Later, Present
from bot.table.intent import Session
from rules.errors import NotYou
from rules.text import Text
from tests.bot.discord.system import System, button, running_system
from tests.bot.discord.watching import until

OTHERS = {"type": 1, "name": "do"}


@pytest.fixture
async def noted() -> list[tuple[int, str]]:
    """A list for the viewers who are let in, with their instances."""
    return []


@pytest.fixture
async def system(tmp_path: Path, noted: list[tuple[int, str]]) -> AsyncIterator[System]:
    """A bot with a verb that opens the Activity for players."""

    def feature(at: Services) -> Feature:
        async def link(session: Session) -> Layout:
            for_players(session)
            return Layout(Text("A link."))

        async def note(session: Session, instance: str) -> None:
            for_players(session)
            noted.append((session.user, instance))

        more = Behind(1, 9, Text("Look"))
        return Feature((Verb("peek", link, OF_A_ROW, more=more, press="any row", launch=note),))

    async with running_system(tmp_path, features=(feature,)) as it:
        yield it


def for_players(session: Session) -> None:
    if session.seat is None:
        raise NotYou(refusals.stranger(session.found))


def allow(system: System) -> None:
    """The host has switched Activities on."""
    system.world.activities.target = "http://127.0.0.1:9"


async def look(system: System, who: str) -> str:
    """Press it; the interaction."""
    more = await system.press(who, await system.post("games"), "More…")
    return await system.people[who].press(more, button(more, "Look"))


async def test_a_button_opens_the_activity_and_says_what_is_to_be_seen(
    system: System, noted: list[tuple[int, str]]
) -> None:
    """It is noted before the frame can ask, under the id by which others join."""
    allow(system)
    await system.begin("Ann", "Ben")
    pressed = await look(system, "Ann")
    opened = await system.people["Ann"].event("activity")
    await until(lambda: len(noted) == 2)
    ann = int(system.people["Ann"].id)
    assert noted == [(ann, ""), (ann, opened["instance"])]
    assert system.world.interactions[pressed].original is None, "there is no other answer"


async def test_where_it_cannot_be_opened_the_verb_is_done(system: System) -> None:
    """Activities are off in Discord's portal, though on here."""
    await system.begin("Ann", "Ben")
    assert (await system.answer("Ann", await look(system, "Ann")))["content"] == "A link."


async def test_who_may_not_see_it_is_told_why(system: System, noted: list[tuple[int, str]]) -> None:
    allow(system)
    await system.begin("Ann", "Ben")
    told = await system.answer("Cy", await look(system, "Cy"))
    assert "You're not in L1" in told["content"]
    assert noted == []


async def test_a_store_that_is_slow_is_not_waited_for(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening is the first answer, for which there are three seconds: then it is the usual one."""
    allow(system)
    await system.begin("Ann", "Ben")
    more = await system.press("Ann", await system.post("games"), "More…")
    monkeypatch.setattr("bot.discord.activity.IN_TIME", 0.01)
    monkeypatch.setattr(system.app.verbs, "launch", lambda *_: asyncio.sleep(60))
    pressed = await system.people["Ann"].press(more, button(more, "Look"))
    assert (await system.answer("Ann", pressed))["content"] == "A link."


async def test_the_entry_point_is_told_with_the_commands_and_kept(system: System) -> None:
    """A list without it gets error 50240 from Discord, whether or not Discord made it."""
    told = [each for each in system.world.commands if each["type"] == 4]
    assert [(each["name"], each["handler"]) for each in told] == [("launch", 2)]
    allow(system)
    system.features = ()  # the host has switched it off here, and not in the portal
    await system.restart()
    assert [each["id"] for each in system.world.commands if each["type"] == 4] == [told[0]["id"]]


async def test_the_entry_point_opens_the_activity_where_discord_leaves_that_to_us(
    system: System,
) -> None:
    """Its handler is APP_HANDLER."""
    allow(system)
    (entry,) = (each for each in system.world.commands if each["type"] == 4)
    entry["handler"] = 1
    ann = system.people["Ann"]
    await ann.listen()
    await ann.act("activity/launch", channel=ann.place("games"))
    assert (await ann.event("activity"))["instance"] in system.world.activities.instances


def test_an_entry_point_keeps_the_name_that_its_host_gave_it() -> None:
    """By its id and name Discord knows that it is the same."""
    there = {"id": "7", "type": 4, "name": "boards", "handler": 1}
    shown = there | {"version": "8", "application_id": "9"}
    ours: dict[str, Any] = {"type": 4, "name": "launch", "handler": 2}
    assert with_entry_point([OTHERS], [shown]) == [OTHERS, there]
    assert with_entry_point([OTHERS, ours], [shown]) == [OTHERS, there | {"handler": 2}]


SECRETS = {"the secret": True, "another secret": False}


@pytest.mark.parametrize("secret", SECRETS)
async def test_discord_says_who_is_in_an_activity(system: System, secret: str) -> None:
    """A code counts once, with the application's secret, and only for people in that instance."""
    allow(system)
    identity = Identity(system.world.activities.secret if SECRETS[secret] else "guessed")
    identity.client = system.bot
    ann, ben = system.people["Ann"], system.people["Ben"]
    await ann.listen()
    await ann.act("activity/launch", channel=ann.place("games"))
    instance = (await ann.event("activity"))["instance"]
    codes = [(await each.act("activity/authorize"))["code"] for each in (ann, ann, ben)]
    here = Present(int(ann.id), int(system.world.guild_id), int(ann.place("games")))
    assert await identity.present(codes[0], instance) == (here if SECRETS[secret] else None)
    assert await identity.present(codes[0], instance) is None, "it was used"
    assert await identity.present(codes[1], f"{instance}0") is None, "there is no such instance"
    assert await identity.present(codes[2], instance) is None, "Ben is not in it"


async def test_discord_says_who_signs_in_with_a_code_that_it_sent_there(system: System) -> None:
    """A code counts once, with the address that it was sent to."""
    identity = Identity(system.world.activities.secret)
    identity.client = system.bot
    ann, here, other = system.people["Ann"], "https://boards.example/signed-in", "https://x.example"
    person = system.world.people[ann.id]
    codes = [system.world.activities.authorize(person, to) for to in (here, here, other, "")]
    assert await identity.signed_in(codes[0], here) == int(ann.id)
    assert await identity.signed_in(codes[0], here) is None, "it was used"
    assert await identity.signed_in(codes[1], other) is None, "it was sent elsewhere"
    assert await identity.signed_in(codes[2], here) is None, "it was sent elsewhere"
    assert await identity.signed_in(codes[3], here) is None, "it is an Activity's"


def test_discord_is_asked_for_who_somebody_is_and_for_nothing_else() -> None:
    """The scope is `identify` only."""
    identity = Identity("secret")
    identity.client = type("Client", (), {"application_id": 7})()
    asked = urlsplit(identity.asks("https://boards.example/signed-in", "s&t"))
    assert (asked.scheme, asked.netloc, asked.path) == ("https", "discord.com", "/oauth2/authorize")
    assert parse_qs(asked.query) == {
        "client_id": ["7"],
        "response_type": ["code"],
        "scope": ["identify"],
        "redirect_uri": ["https://boards.example/signed-in"],
        "state": ["s&t"],
    }


def test_discords_clients_may_show_the_frame_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At Discord itself the frame is at the application's own address."""
    monkeypatch.setattr("discord.http.Route.BASE", "https://discord.com/api/v10")
    identity = Identity("secret")
    identity.client = type("Client", (), {"application_id": 7})()
    assert identity.frame.origin == "https://7.discordsays.com"
    hosts = {client.removeprefix("https://") for client in identity.frame.clients.split()}
    named = {"discord.com", "discordapp.com"}
    assert hosts == named | {f"*.{name}" for name in named} | {"7.discordsays.com"}


WAITS = {"0.5": 0.5, "": 60.0, "nan": 60.0, "1e9": 86_400.0}


@pytest.mark.parametrize("after", WAITS)
async def test_discord_is_left_alone_for_as_long_as_it_asks(
    monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """Neither door sends it a code until then, whatever form its wish has."""
    asked, now = 0, 0.0

    async def busy(_: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response(status=429, headers={"Retry-After": after} if after else {})

    app = web.Application()
    app.router.add_post("/oauth2/token", busy)
    async with TestServer(app) as server:
        monkeypatch.setattr("discord.http.Route.BASE", str(server.make_url("")))
        identity = Identity("secret", lambda: now)
        identity.client = type("Client", (), {"application_id": 7})()
        doors = (
            lambda: identity.signed_in("code", "https://boards.example/signed-in"),
            lambda: identity.present("code", "i-1"),
        )
        for door in doors * 3:
            with pytest.raises(Later) as later:
                await door()
            assert later.value.seconds == WAITS[after]
        assert asked == 1
        now += WAITS[after]
        with pytest.raises(Later):
            await doors[1]()
        assert asked == 2
