"""An owner with seed, database and code chooses no draw that passes as fair (docs/fairness.md)."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.ops.replay import verify_record
from bot.table.computers import position
from bot.table.game import Game
from bot.table.intent import Contribution
from bot.table.verify import Outcome
from rules import GAMES
from rules.dice import MARK, Chance, chance_key
from rules.game import NATURE, Seat, Setup
from rules.play import answer, perform, play_unattended, turns
from rules.record import Entry, Record, parse, write
from tests.acting import ANN, BEN, CY
from tests.attacks.test_forger import edited
from tests.bot.core import Core


def code_of(record: Record, tmp_path: Path, *more: str) -> int:
    """With which code `lumbercamp verify` ends."""
    file = tmp_path / "record.txt"
    file.write_text(write(record))
    return main(["verify", str(file), *more])


async def test_a_hash_replaced_in_the_store_is_never_fair(archive: Core, tmp_path: Path) -> None:
    """Neither for `/games verify` nor for the record handed out."""
    fair = parse((await archive.do(ANN, "record")).document)
    assert verify_record(fair).fair
    for stored in ("", hashlib.sha256(bytes.fromhex(fair.seed)).hexdigest()):
        edited(archive, "update games set commitment = ?", stored)
        handed_out = parse((await archive.do(ANN, "record")).document)
        assert code_of(handed_out, tmp_path) == 1
        assert code_of(handed_out, tmp_path, "--card", fair.commitment) == 1
        said = (await archive.do(CY, "verify")).text
        assert not said.startswith("**J1**: If the lobby message shows the first digits")


def test_the_mark_is_no_part_of_a_seed(fair: Record) -> None:
    """The hash of a card is also that of a longer text, the mark and the seed."""
    longer = replace(fair, seed=(MARK + bytes.fromhex(fair.seed)).hex())
    assert "The seed is 45 bytes long" in str(verify_record(longer, fair.commitment).told)


async def _knows_the_seed(core: Core) -> bool:
    """Whether the input of the computer to move depends on the secret seed."""
    table = await core.table()
    while not table.game.sitters[table.actor].computer:
        steps, _ = next(turns(table.kind.game, table.at.state))
        await core.say(await core.mover(), " ".join(map(str, steps)))
        table = await core.table()
    other = replace(table, game=replace(table.game, seed=bytes(range(32))))
    assert other.game.seed != table.game.seed
    return position(other) != position(table)


@pytest.mark.parametrize("kind", ["logjam", "fellers"])
async def test_a_computer_is_handed_nothing_made_from_the_secret_seed(
    core: Core, kind: str
) -> None:
    """Neither its view nor its own seed; or the strongest level could foresee its dice."""
    core.kind = kind
    await core.practice(ANN)
    assert not await _knows_the_seed(core)


async def test_a_seed_of_a_computer_made_from_the_secret_one_is_found(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:

    def planted(game: Game, seat: Seat, seen: Any) -> int:
        return int.from_bytes(hashlib.sha256(game.seed + f"{seat} {seen}".encode()).digest()[:8])

    core.kind = "logjam"
    await core.practice(ANN)
    monkeypatch.setattr("bot.table.computers.seed_of", planted)
    assert await _knows_the_seed(core)


def with_rows(record: Record, change: Callable[[Entry], Entry]) -> Record:
    return replace(record, entries=tuple(map(change, record.entries)))


@pytest.mark.parametrize("word", ["open", "join"])
@pytest.mark.parametrize("given", [" 1", " x", " 99", " 0400000000000000000", " " + "9" * 21])
def test_an_invented_press_is_no_number_of_discord(fair: Record, word: str, given: str) -> None:
    forged = with_rows(
        fair, lambda e: e._replace(line=word + given) if e.line.startswith(word) else e
    )
    verdict = verify_record(forged)
    assert verdict.outcome is Outcome.WRONG
    assert "isn't a Discord interaction ID" in str(verdict.told)


def test_a_press_lies_in_its_time(fair: Record) -> None:
    """After the lobby was opened, before the start was announced, and not in the future."""
    hour = 3_600_000 << 22
    opened, joined = (int(e.line.split()[1]) for e in fair.entries[:2])

    def said(join: int) -> str:
        was, line = f"join {joined}", f"join {join}"
        forged = with_rows(fair, lambda e: e._replace(line=line) if e.line == was else e)
        return str(verify_record(forged).told)

    assert "isn't a Discord interaction ID" in said(opened - hour)
    assert "should point to a message posted after everyone joined, but it doesn't" in said(
        opened + hour
    )
    made = ((joined >> 22) + 1_420_070_400_000) / 1000
    late = verify_record(fair, now=made - 3600)
    assert "from the future" in str(late.told)
    assert verify_record(fair, now=made + 3600).fair


def test_another_post_in_a_row_draws_something_else(fair: Record) -> None:
    long = [n for n, e in enumerate(fair.entries) if e.post and len(e.line.split()) > 4]
    assert len(long) > 1, "a single die may fall alike"
    for n in long:
        entries = [*fair.entries]
        entries[n] = entries[n]._replace(post=entries[n].post + 1)
        assert verify_record(replace(fair, entries=tuple(entries))).outcome is Outcome.WRONG
    nowhere = with_rows(fair, lambda e: e._replace(post=0))
    assert verify_record(nowhere).outcome is Outcome.WRONG


def test_posts_never_go_back_and_stand_where_chance_has_a_part(fair: Record) -> None:
    first, *_, last = (e for e in fair.entries if e.post)
    back = with_rows(fair, lambda e: e._replace(post=first.post) if e is last else e)
    assert f"Row {last.n} says its draw came from message" in str(verify_record(back).told)
    played = next(e for e in fair.entries if e.seat >= 0)
    beside = with_rows(fair, lambda e: e._replace(post=last.post) if e is played else e)
    assert f"Row {played.n} says its draw came from message" in str(verify_record(beside).told)


async def test_a_post_replaced_in_the_store_is_found(archive: Core) -> None:
    edited(archive, "update log set post = post + 1 where seat = -1")
    said = (await archive.do(CY, "verify")).text
    assert "but the seed gives" in said


async def test_no_invented_press_chooses_what_comes_first(core: Core) -> None:
    """An owner tried 150,000 ids until the first rolls were 1, 6, 1, 5, 1, 6. With any guess at the
    number of the announcement the real rolls are others."""
    core.kind, core.unseen = "logjam", False
    await core.open(BEN, 2)
    await core.deliver()
    lobby = await core.game()
    rules, guessed = GAMES["logjam"].game, core.transport.messages[-1].id + 12_345
    opened = (await core.log())[0].split()[1]
    new = rules.new(Setup(2, lobby.options))

    def first(press: int, post: int) -> str:
        key = Chance(chance_key(lobby.seed, (opened, str(press)))).after(post)
        return answer(rules, new, key, 1)[0]

    wished = next(id_ for id_ in range(guessed - 9999, guessed) if first(id_, guessed) == "6 1")
    await core.join(ANN, given=Contribution(wished))
    await core.deliver()
    said = next(row for row in await core.store.log(lobby.id) if row.seat == NATURE)
    assert said.post == core.transport.messages[1].id != guessed
    assert said.text == first(wished, said.post)
    pairs = {first(wished, said.post + n) for n in range(200)}
    assert len(pairs) > 20, "it is settled by a number that comes later"


# an operator who plays can foresee some draws: docs/fairness.md says so


@pytest.mark.parametrize("kind", ["logjam", "fellers"])
async def test_an_operator_who_plays_foresees_the_next_draw(core: Core, kind: str) -> None:
    """The draw after a turn depends on the board that asks for it; the one after that on a board
    that isn't posted yet."""
    core.kind = kind
    await core.begin(ANN, BEN)
    await core.deliver()
    foreseen = list[tuple[str, str, str]]()
    for _ in range(6):
        game, table = await core.game(), await core.table()
        rows, known = await core.store.log(game.id), table.at.chance.after(game.draws)
        line = play_unattended(game.rules, table.at.state)[0]
        after, _ = perform(game.rules, table.at.state, line)
        n = sum(row.seat == NATURE for row in rows) + 1
        told, then, _ = answer(game.rules, after, known, n)
        while game.rules.actor(then) != NATURE:
            then, _ = perform(game.rules, then, play_unattended(game.rules, then)[0])
        guessed = answer(game.rules, then, known, n + 1)[0]
        await core.say(await core.mover(), line)
        await core.pass_time(121)
        await core.deliver()
        came = [row.text for row in await core.store.log(game.id) if row.seat == NATURE][n - 1]
        foreseen.append((told, came, guessed))
    assert [told for told, _, _ in foreseen] == [came for _, came, _ in foreseen]
    later = [came for _, came, _ in foreseen[1:]]
    assert [guessed for *_, guessed in foreseen[:-1]] != later


async def test_in_logger_an_operator_has_nothing_to_foresee(core: Core) -> None:
    await core.begin(ANN, BEN)
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    assert not any(row.seat == NATURE for row in await core.store.log(1))
