"""The API and calendars: answers as their document says, only for a token whose rights stand, and
nothing that isn't public (docs/api.md)."""

import io
import json
import re
import tarfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from jsonschema_rs import Draft202012Validator

from bot.messages.boundary import answer_to
from bot.messages.courier import TransientError
from bot.messages.layout import Message
from bot.table.browsers import Member, hash_word
from bot.web import api
from bot.web.viewers import LASTS
from rules.text import Text
from storage import OrderRow, Row
from tests.acting import ANN, BEN, CY, DEE, EVE, SIX, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.features.test_privacy import killed_at, rated
from tests.bot.features.test_seasons import running
from tests.bot.leaks import PLAYED, Payload, leaks_of_a_game, secrets_then
from tests.bot.playing import good_turn
from tests.bot.web.house import Answer, House, Surfer, opened
from tests.bot.web.test_strangers import get, wrong
from tests.stores import STORES

MANAGES = Member((), manages=True)


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core) -> AsyncIterator[House]:
    """A game of Ann and Ben, on a server that Dee manages."""
    two.transport.members[DEE.id] = MANAGES
    async with opened(two) as it:
        yield it


async def do(house: House, who: Person, verb: str, words: str = "") -> Message:
    wish = house.core.wish(who, words, manages=who in (CY, DEE))
    return await answer_to(house.verbs.do(verb, wish))


async def made(house: House, who: Person = DEE, verb: str = "newtoken") -> str:
    """The word of a new token; Dee's is the server's."""
    said = (await do(house, who, "newservertoken" if who == DEE else verb)).text
    found = re.search(r"(?:`|/calendar/)([\w-]{43})", said)
    assert found is not None, said
    return found[1]


async def asks(surfer: Surfer, token: str, path: str, **headers: str) -> Answer:
    return await surfer.get(f"/api/{path}", Authorization=f"Bearer {token}", **headers)


async def items(surfer: Surfer, token: str, path: str) -> Any:
    """The entries of a list."""
    answer = await asks(surfer, token, path)
    assert answer.status == 200, answer.body
    return json.loads(answer.body)["items"]


def check(document: Any, kind: str, answer: Answer) -> None:
    """The answer is of this kind and private, and has no sign of other sites or cookies."""
    refer = {"$ref": f"#/components/schemas/{kind}"}
    Draft202012Validator(document | refer).validate(json.loads(answer.body))
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert not {"Set-Cookie", "Access-Control-Allow-Origin"} & {*answer.headers}


async def test_every_answer_is_as_the_document_says(core: Core) -> None:
    core.transport.members[DEE.id] = MANAGES
    await rated(core, 1, ANN, BEN)
    core.unseen = False
    await running(core, ANN, BEN, CY)
    async with opened(core) as house, house.browser() as surfer:
        document, token = (
            json.loads((await surfer.get("/api/openapi.json")).body),
            await made(house),
        )
        for path, described in document["paths"].items():
            ((kind, of),) = described["get"]["responses"]["200"]["content"].items()
            if kind == "application/json":
                answer = await asks(surfer, token, path.removeprefix("/api/").replace("{id}", "1"))
                assert answer.status == 200, answer.body
                check(document, of["schema"]["$ref"].rpartition("/")[2], answer)
        for path in ("nowhere", "games?limit=0", "games/77", "games/1/record?at=1"):
            check(document, "Error", await asks(surfer, token, path))
        check(document, "Error", await asks(surfer, "x" * 43, "games"))
        check(document, "Error", await surfer.post("/api/games", {}))
        (over,) = await items(surfer, token, "games?status=over")
        ended = [(each["name"], each["won"], each["left"]) for each in over["players"]]
        assert ended == [("Ann", True, False), ("Ben", False, True)]
        (season,) = await items(surfer, token, "seasons")
        assert {each["name"] for each in season["players"]} == {"Ann", "Ben", "Cy"}
        games = {game["id"] for game in await items(surfer, token, "games")}
        assert {pairing["game"] for pairing in season["pairings"]} - {None} <= games
        lines = await items(surfer, token, "standings?game=logger&sort=rating")
        assert {each["name"]: each["rating"] for each in lines} == {"Ann": None, "Ben": None}


async def test_a_page_leads_to_the_next_and_no_part_can_be_forged(house: House) -> None:
    for n in range(3):
        await house.core.open(ANN, channel=600 + n)
    async with house.browser() as surfer:
        token, after, found = await made(house), 10**17, list[int]()
        while after:
            answer = json.loads((await asks(surfer, token, f"games?limit=2&after={after}")).body)
            found += [game["id"] for game in answer["items"]]
            after = answer["next"]
        assert found == [4, 3, 2, 1]
        forged = "limit=0 limit=101 limit=99999999999 limit=1&limit=1 after=-1 after=1e9 status=won"
        forged += (
            f" after=%D9%A1 after={10**18} after=1%20or%201 token={token} access_token={token}"
        )
        for query in forged.split():
            assert (await asks(surfer, token, f"games?{query}")).status == 400, query
        assert (await surfer.get(f"/api/games?token={token}")).status == 400


async def test_the_same_answer_is_sent_once_and_its_mark_opens_no_other(house: House) -> None:
    async with house.browser() as surfer:
        token, mine = await made(house), await made(house, CY)
        mark = (await asks(surfer, token, "games")).headers["ETag"]
        known = {"If-None-Match": f'"x", {mark}'}
        again = await asks(surfer, token, "games", **known)
        assert (again.status, again.body) == (304, b"")
        for other, status in ((mine, 200), ("x" * 43, 401)):
            assert (await asks(surfer, other, "games", **known)).status == status
        await house.core.say(await house.core.mover(), "a1")
        assert (await asks(surfer, token, "games", **known)).status == 200


async def test_a_token_reads_only_its_server_or_its_person(house: House) -> None:
    """The answer about another game is the same as about none."""
    await house.core.open(ANN, channel=800, guild=GUILD + 1)
    async with house.browser() as surfer:
        dee, ann, ben = [await made(house, who) for who in (DEE, ANN, BEN)]
        for token, games in ((dee, [1]), (ann, [2, 1]), (ben, [1])):
            assert [game["id"] for game in await items(surfer, token, "games")] == games
        for path in ("games/{}", "games/{}/record"):
            other, nowhere = [await asks(surfer, dee, path.format(n)) for n in (2, 77)]
            assert (other.status, other.body) == (404, nowhere.body)
            assert (await asks(surfer, ben, path.format(2))).status == 404
        for path in ("standings", "seasons", "records.tar.gz"):
            assert (await asks(surfer, ann, path)).status == 403
        house.core.transport.departed.add(ANN.id)
        house.core.time.seconds += LASTS
        assert await items(surfer, ann, "games") == []
        assert (await asks(surfer, ann, "games/1")).status == 404


async def test_a_token_is_void_without_the_rights_of_its_maker(house: House) -> None:
    """A server's ends for good once its maker is known to have left."""
    transport, token = house.core.transport, await made(house)
    async with house.browser() as surfer:
        for rights, status in ((Member(), 403), (MANAGES, 200)):
            transport.members[DEE.id] = rights
            assert (await asks(surfer, token, "games")).status == status
            house.core.time.seconds += LASTS
        transport.fail("member", TransientError(Text("no answer")))
        answer = await asks(surfer, token, "games")
        assert (answer.status, answer.headers["Retry-After"]) == (429, "15")
        await house.core.services.on_departure(DEE.id, GUILD)
        assert (await asks(surfer, token, "games")).status == 401


async def test_only_a_token_in_its_place_opens_anything(house: House) -> None:
    """A calendar's word opens only the calendar; a cookie opens nothing here, a token no page."""
    token, word = await made(house, ANN), await made(house, ANN, "newcalendar")
    async with house.of(ANN) as ann:
        assert (await ann.get("/api/games")).status == 401
        cookies = {each.value for each in ann.session.cookie_jar}
        for said in (word, *cookies, "", "x" * 43, f"{token}x", token.swapcase()):
            answer = await asks(ann, said, "games")
            assert (answer.status, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    async with house.browser() as surfer:
        for path, status in ((f"{token}.ics", 401), (f"{word}.ics?x=1", 400), (f"{word}.ics", 200)):
            assert (await surfer.get(f"/calendar/{path}")).status == status
        surfer.session.cookie_jar.update_cookies({"lumbercamp": token})
        assert (await surfer.get("/t/1")).status == 403
        assert (await surfer.get("/api/games", Authorization=f"Basic {token}")).status == 401


async def test_nothing_a_stranger_sends_to_the_api_is_a_bug(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    paths = "/api/../t/1 /api/games/..%2f1 /api/games/-1 /api/%00 /calendar/..%2f.ics"
    asked = [get(f"GET {path} HTTP/1.1".encode()) for path in paths.split()]
    for head in (b"Authorization: Bearer \xff", b"Authorization:", b"If-None-Match: \xff,*"):
        asked.append(get(b"GET /api/games HTTP/1.1", head))
    asked.append(get(b"OPTIONS /api/games HTTP/1.1", b"Origin: https://evil.example"))
    for said in asked:
        answer = await house.answers(said)
        assert wrong(answer, caplog.records) == [], said
        assert b"Access-Control" not in answer


async def test_guesses_requests_and_archives_are_counted(house: House) -> None:
    async with house.browser() as surfer:
        dee, ann = await made(house), await made(house, ANN)
        for token, path, rates, status in (
            ("x" * 43, "games", api.GUESSES, 401),
            (dee, "records.tar.gz", api.ARCHIVES, 200),
            (ann, "games", api.REQUESTS, 200),
        ):
            for _ in range(rates[1].burst):
                assert (await asks(surfer, token, path)).status == status
            assert (await asks(surfer, token, path)).status == 429
        assert (await asks(surfer, dee, "games")).status == 200


@pytest.mark.slow
async def test_no_answer_tells_of_a_hand_a_draft_or_a_premove(core: Core) -> None:
    """Answers and marks stay the same, byte by byte, whatever the mover drafts; a running record is
    that of everybody."""
    await core.table_of("fellers")
    core.transport.members[DEE.id] = MANAGES
    async with opened(core) as house, house.browser() as surfer:
        tokens = [await made(house), await made(house, SIX[0])]

        async def answers() -> list[str]:
            core.time.seconds += 60  # for the budget
            paths = ("games", "games/1", "games/1/record")
            found = [await asks(surfer, token, path) for token in tokens for path in paths]
            return [f"{each.headers['ETag']} {each.body.decode()}" for each in found]

        for _ in range(5):
            before, mover, line = await answers(), await core.mover(), good_turn(await core.table())
            game, rows = await core.game(), await core.store.log(1)
            await core.say(mover, line.split()[0])
            order = OrderRow(0, 1 - (game.on_turn or 0), "", "", line)
            await core.store.give_order(1, game.n, order)
            assert await core.draft()
            assert await answers() == before
            texts = [PLAYED.sub("", said.replace("\\n", "\n")) for said in before]
            secrets = await secrets_then(core.tables, game, rows, game.n)
            told = [Payload(None, text, "an answer") for text in texts]
            assert await leaks_of_a_game(core.tables, game, rows, told, secrets) == []
            record = json.loads((await asks(surfer, tokens[0], "games/1/record")).body)["record"]
            assert record == (await core.do(EVE, "record", game=1)).document
            await core.say(mover, line)


async def test_an_archive_has_the_record_of_each_game_that_has_started(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It breaks off where its token is revoked."""
    await house.core.open(ANN, channel=600)
    await house.core.join(CY, channel=600)
    await house.core.open(BEN, channel=OTHER_CHANNEL)
    token, store = await made(house), house.core.store
    async with house.browser() as surfer:
        body = (await asks(surfer, token, "records.tar.gz")).body
        with tarfile.open(fileobj=io.BytesIO(body)) as archive:
            assert archive.getnames() == ["L2.txt", "L1.txt"]
            file = archive.extractfile("L1.txt")
            assert file is not None
            assert file.read().decode() == (await house.core.do(EVE, "record", game=1)).document
        log = store.log

        async def revoked(game: int) -> list[Row]:
            await do(house, DEE, "endservertoken", "1")
            return await log(game)

        monkeypatch.setattr(store, "log", revoked)
        with pytest.raises(aiohttp.ClientError):
            await asks(surfer, token, "records.tar.gz")


async def test_a_calendar_has_the_turns_that_wait_for_its_person(core: Core) -> None:
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    async with opened(core) as house, house.browser() as surfer:
        mover, due = await core.mover(), (await core.game()).due("clock")
        words = [await made(house, each, "newcalendar") for each in await core.seats()]
        at = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(due))
        for turns in ([1, 0], [0, 1]):
            shown = [(await surfer.get(f"/calendar/{word}.ics")).body.decode() for word in words]
            found = [re.findall(r"BEGIN:V(\w+)", each) for each in shown]
            assert found == [["CALENDAR", "TIMEZONE", *["EVENT"] * each] for each in turns]
            assert (f"DTSTART:{at}\r\nSUMMARY:It's your turn in L1.\r\n" in shown[0]) == turns[0]
            assert all(len(line.encode()) <= 75 for line in shown[0].split("\r\n"))
            await core.say(mover, "a1")


async def test_tokens_are_listed_and_revoked_by_their_owners(house: House) -> None:
    """A word is shown once. Managers share those of their server; a forged id ends none."""
    store, words = house.core.store, [await made(house, ANN), await made(house)]
    await store.set_server(GUILD, {"log": f"{CHANNEL}"}, [])
    assert "Manage Server" in (await do(house, ANN, "newservertoken")).text
    panel = str(await do(house, ANN, "tokens"))
    assert ("Token 1" in panel, "Token 2" in panel, words[0] in panel) == (True, False, False)
    for who, token in ((ANN, "2"), (BEN, "1"), (DEE, "2"), (CY, "x")):
        await do(house, who, "endtoken", token)
    await do(house, DEE, "endservertoken", "1")
    assert None not in [await store.token(hash_word(each)) for each in words]
    for _ in range(9):
        await made(house, ANN, "newcalendar")
    assert "You can't have more" in (await do(house, ANN, "newtoken")).text
    assert "Token 1" not in (await do(house, ANN, "endtoken", "1")).text
    assert "Token 2" not in (await do(house, CY, "endservertoken", "2")).text
    await house.core.deliver()
    said = [text for text in house.core.posts() if "oken" in text]
    assert ["created" in said[0], "revoked" in said[1], len(said)] == [True, True, 2]


async def test_tokens_are_exported_and_go_with_their_person_or_server(house: House) -> None:
    store, words = house.core.store, [await made(house, who) for who in (DEE, ANN, EVE)]
    await store.add_token("anns", ANN.id, GUILD, "token")
    rows = (await store.personal_data(ANN.id))["tokens"]
    assert [(row["server"], row["what"]) for row in rows] == [(0, "token"), (GUILD, "token")]
    assert not any(hash_word(word) in str(rows) or word in str(rows) for word in words)

    async def there() -> list[bool]:
        return [await store.token(hash_) is not None for hash_ in (*map(hash_word, words), "anns")]

    await store.forget_server(GUILD)
    assert await there() == [False, True, True, False]
    await house.core.resign(ANN)
    await store.forget(ANN.id)
    assert await there() == [False, False, True, False]
    assert "tokens" not in await store.personal_data(ANN.id)


@pytest.mark.parametrize(("verb", "words"), [("newservertoken", ""), ("endservertoken", "1")])
async def test_a_death_at_any_await_leaves_a_token_whole_or_none(
    tmp_path: Path, verb: str, words: str
) -> None:
    """With its line in the server's log; another press does it."""
    path, deaths, dead = tmp_path / "games.db", 0, True
    core = await Core.build(path)
    await core.store.set_server(GUILD, {"log": f"{CHANNEL}"}, [])
    await core.store.add_token("first", DEE.id, GUILD, "token")
    await core.store.close()
    while dead:
        copy = tmp_path / f"dies-{deaths}" / path.name
        copy.parent.mkdir()
        STORES.copy(path, copy)
        core = await Core.build(copy)
        async with opened(core) as house:
            dead = await killed_at(do(house, DEE, verb, words), deaths)
        await core.restart()
        there = len(await core.store.tokens_of(DEE.id, GUILD))
        await core.deliver()
        assert len(core.posts()) == abs(there - 1)
        async with opened(core) as house:
            await do(house, DEE, verb, words)
        assert len(await core.store.tokens_of(DEE.id, GUILD)) == (0 if words else there + 1)
        await core.store.close()
        STORES.release(copy)
        deaths += dead
    assert deaths
