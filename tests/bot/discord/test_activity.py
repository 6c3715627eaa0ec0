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
from tests.acting import ANN, BEN, CY, Person
from tests.bot.discord.people import People, at_discord
from tests.patience import until

OTHERS = {"type": 1, "name": "do"}


@pytest.fixture
async def viewers() -> list[tuple[int, str]]:
    """A list for the viewers who are let in, with their instances."""
    return []


@pytest.fixture
async def people(tmp_path: Path, viewers: list[tuple[int, str]]) -> AsyncIterator[People]:
    """A bot with a verb that opens the Activity for players."""

    def feature(at: Services) -> Feature:
        async def link(session: Session) -> Layout:
            for_players(session)
            return Layout(Text("A link."))

        async def note(session: Session, instance: str) -> None:
            for_players(session)
            viewers.append((session.user, instance))

        more = Behind(1, 9, Text("Look"))
        return Feature((Verb("peek", link, OF_A_ROW, more=more, press="any row", launch=note),))

    async with at_discord(tmp_path, features=(feature,)) as it:
        yield it


def for_players(session: Session) -> None:
    if session.seat is None:
        raise NotYou(refusals.stranger(session.found))


def allow(people: People) -> None:
    """The host has switched Activities on."""
    people.world.activities.target = "http://127.0.0.1:9"


@pytest.mark.slow
async def test_a_button_opens_the_activity_and_says_what_is_to_be_seen(
    people: People, viewers: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noted before the frame can ask, under the id by which others join. Where it cannot be
    opened, because Activities are off in Discord's portal or opening takes longer than a first
    answer may, the verb is done; who may not see it reads why."""
    await people.begin(ANN, BEN)
    more = await people.press(ANN, "More…")
    assert (await people.press(ANN, "Look", more)).text == "A link."
    allow(people)
    viewers.clear()
    theirs = await people.press(CY, "More…")
    assert "You're not in L1" in (await people.press(CY, "Look", theirs)).text
    assert viewers == []
    ann = people.of(ANN)
    pressed = await ann.press(more, "Look")
    opened = await ann.event("activity")
    await until(lambda: len(viewers) == 2)
    assert viewers == [(int(ann.id), ""), (int(ann.id), opened["instance"])]
    assert people.world.interactions[pressed].original is None, "there is no other answer"
    monkeypatch.setattr("bot.discord.activity.IN_TIME", 0.01)
    monkeypatch.setattr(people.app.verbs, "launch", lambda *_: asyncio.sleep(60))
    assert (await people.press(ANN, "Look", more)).text == "A link."


async def launch(people: People, who: Person) -> str:
    guest = people.of(who)
    await guest.listen()
    await guest.act("activity/launch", channel=people.id())
    return str((await guest.event("activity"))["instance"])


async def test_the_entry_point_is_told_with_the_commands_and_kept(people: People) -> None:
    """A list without it gets error 50240 from Discord, whether or not Discord made it. It also
    opens the Activity where Discord leaves that to us (its handler is APP_HANDLER)."""
    (entry,) = [each for each in people.world.commands if each["type"] == 4]
    assert (entry["name"], entry["handler"]) == ("launch", 2)
    allow(people)
    entry["handler"] = 1
    assert await launch(people, ANN) in people.world.activities.instances
    people.features = ()  # the host has switched it off here, and not in the portal
    await people.restart()
    assert [each["id"] for each in people.world.commands if each["type"] == 4] == [entry["id"]]


def test_an_entry_point_keeps_the_name_that_its_host_gave_it() -> None:
    """By its id and name Discord knows that it is the same."""
    there = {"id": "7", "type": 4, "name": "boards", "handler": 1}
    shown = there | {"version": "8", "application_id": "9"}
    ours: dict[str, Any] = {"type": 4, "name": "launch", "handler": 2}
    assert with_entry_point([OTHERS], [shown]) == [OTHERS, there]
    assert with_entry_point([OTHERS, ours], [shown]) == [OTHERS, there | {"handler": 2}]


async def test_discord_says_who_is_in_an_activity_and_who_signs_in(people: People) -> None:
    """A code counts once: with the application's secret, and only for people in that instance, or
    with the address that it was sent to."""
    allow(people)
    mine, guessed = Identity(people.world.activities.secret), Identity("guessed")
    mine.client = guessed.client = people.bot
    ann, ben = people.of(ANN), people.of(BEN)
    instance = await launch(people, ANN)
    codes = [(await each.act("activity/authorize"))["code"] for each in (ann, ann, ann, ben)]
    here = Present(int(ann.id), int(people.world.guild_id), int(people.id()))
    assert await guessed.present(codes[0], instance) is None
    assert await mine.present(codes[1], instance) == here
    assert await mine.present(codes[1], instance) is None, "it was used"
    assert await mine.present(codes[2], f"{instance}0") is None, "there is no such instance"
    assert await mine.present(codes[3], instance) is None, "Ben is not in it"
    there, other = "https://boards.example/signed-in", "https://x.example"
    person = people.world.people[ann.id]
    codes = [people.world.activities.authorize(person, to) for to in (there, there, other, "")]
    assert await mine.signed_in(codes[0], there) == int(ann.id)
    assert await mine.signed_in(codes[0], there) is None, "it was used"
    assert await mine.signed_in(codes[1], other) is None, "it was sent elsewhere"
    assert await mine.signed_in(codes[2], there) is None, "it was sent elsewhere"
    assert await mine.signed_in(codes[3], there) is None, "it is an Activity's"


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
@pytest.mark.parametrize("knows", [False, True])
async def test_discord_is_left_alone_for_as_long_as_it_asks(
    monkeypatch: pytest.MonkeyPatch, after: str, knows: bool
) -> None:
    """Neither door sends it a code until then, whatever form its wish has; also where it takes the
    code and doesn't say whose it is."""
    asked, now = 0, 0.0

    async def takes(_: web.Request) -> web.Response:
        return web.json_response({"access_token": "word"})

    async def busy(_: web.Request) -> web.Response:
        nonlocal asked
        asked += 1
        return web.Response(status=429, headers={"Retry-After": after} if after else {})

    app = web.Application()
    app.router.add_post("/oauth2/token", takes if knows else busy)
    app.router.add_get("/users/@me", busy)
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
