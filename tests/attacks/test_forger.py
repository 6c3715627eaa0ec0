"""A forger who edits the record, the rows or the seed is found out (docs/fairness.md)."""

import hashlib
import re
from dataclasses import replace

import pytest

from bot.ops.replay import Wrong, tell, verify_record
from bot.table.intent import Contribution
from rules import GAMES
from rules.dice import Chance, chance_key, commitment, shuffle
from rules.game import NATURE, TABLE, Leave, Setup
from rules.history import contributions
from rules.play import answer, perform
from rules.record import Entry, Record, parse
from tests.acting import ANN, BEN, CY, Person
from tests.attacks.played import vouched
from tests.bot.core import Core
from tests.stores import STORES

KNOWN = bytes(range(32))  # the forger's own seed


def rolls(record: Record) -> list[Entry]:
    return [entry for entry in record.entries if entry.seat == NATURE]


def renumbered(record: Record, *entries: Entry) -> Record:
    rows = tuple(entry._replace(n=n) for n, entry in enumerate(entries, 1))
    return replace(record, entries=rows)


def always(record: Record) -> Record:
    """Every roll of the first player is the same, and not what they threw first."""
    game = GAMES[record.kind].game
    s, entries, face = game.new(Setup(len(record.names), record.options)), [], ""
    for entry in record.entries:
        if entry.seat == NATURE and entry.line in set("123456") and s.mover == 0:
            face = face or next(other for other in "123456" if other != entry.line)
            entry = entry._replace(line=face)
        if entry.seat != TABLE:
            s, _ = perform(game, s, entry.line)
        entries.append(entry)
        if entry.line.startswith("leave"):
            break
    return vouched(record, entries)


def test_always_the_same_roll_is_named(fair: Record) -> None:
    forged = verify_record(always(fair))
    assert not forged.fair
    assert re.search("the record says `[1-6]`, but the seed gives", str(forged.told))


@pytest.mark.parametrize(
    "words", ["open", "join", "join 7", "quit", "expire", "start 0 1 2", "put"]
)
def test_dummy_rows_are_named(fair: Record, words: str) -> None:
    """By `verify` and by `replay`: a draw must not depend on rows that nobody needs."""
    rows = list(fair.entries)
    rows.insert(rows.index(rolls(fair)[-1]), Entry(0, TABLE, words))
    forged = renumbered(fair, *rows)
    verdict = verify_record(forged)
    assert not verdict.fair
    assert f"`{words}`" in str(verdict.told) or f"'{words}'" in str(verdict.told)
    with pytest.raises(Wrong, match=f"Row .* is wrong.*{words}"):
        list(tell(forged))


def test_a_take_back_of_what_chance_has_said_is_named(fair: Record) -> None:
    """Or a roll could be rolled until it pleases."""
    rows, last = list(fair.entries), rolls(fair)[-1]
    at = rows.index(last)
    rows[at + 1 : at + 1] = [Entry(0, TABLE, f"undo {last.n - 1}"), last]
    forged = verify_record(renumbered(fair, *rows))
    assert not forged.fair
    assert "undoes something that can't be undone" in str(forged.told)


def test_missing_rows_are_named(fair: Record) -> None:
    begins = next(i for i, e in enumerate(fair.entries) if e.seat != TABLE)
    late = str(verify_record(replace(fair, entries=fair.entries[begins:])).told)
    assert "doesn't start at row 1" in late
    middle = tuple(e for e in fair.entries if e.n != 7)
    assert "Row 7 is missing" in str(verify_record(replace(fair, entries=middle)).told)
    short = fair.entries[:-1]
    assert "stops before the game ends" in str(verify_record(replace(fair, entries=short)).told)


def test_another_lobby_is_named(fair: Record) -> None:
    start = next(e for e in fair.entries if e.line.startswith("start"))
    joins = [e for e in fair.entries if e.line.startswith("join")]

    def swapped(old: Entry, *new: Entry) -> Record:
        at = fair.entries.index(old)
        return renumbered(fair, *fair.entries[:at], *new, *fair.entries[at + 1 :])

    other = swapped(joins[0], joins[0]._replace(line="join 12345"))
    assert "but the seed gives" in str(verify_record(other).told)
    for more in ((joins[0], joins[0]._replace(line="join 5")), ()):
        told = str(verify_record(swapped(joins[0], *more)).told)
        assert "doesn't seat the 3 players who joined" in told
    places = start.line.split()[1:]
    order = " ".join(["start", *places[1:], places[0]])
    other = vouched(fair, swapped(start, start._replace(line=order)).entries)
    assert f"the seed doesn't produce the seat order {order.removeprefix('start ')}" in str(
        verify_record(other).told
    )
    moved = swapped(start, start._replace(line=f"{order} rematch"))
    assert "doesn't say who sat where in the previous game" in str(
        verify_record(vouched(fair, moved.entries)).told
    )


def consistent(record: Record, seed: bytes) -> Record:
    """A game made up from another seed, by somebody who has read the code: nothing in it
    contradicts the rest, so only the lobby's card can tell."""
    game, lobby = GAMES[record.kind].game, [e for e in record.entries if e.seat == TABLE][:3]
    post = next(e.post for e in record.entries if e.post)
    key = Chance(chance_key(seed, contributions((e.seat, e.line) for e in lobby))).after(post)
    places = shuffle(key, 0, range(len(record.names)))
    said = [(TABLE, " ".join(map(str, ("start", *places))))]
    s, answered = game.new(Setup(len(record.names), record.options)), 0
    for line in (".", ".", "offer 0 leaving", "leave 0", "leave 1"):
        while game.actor(s) == NATURE:
            answered += 1
            drawn, s, _ = answer(game, s, key, answered)
            said.append((NATURE, drawn))
        if line == ".":
            said.append((game.actor(s), line))
            s, _ = perform(game, s, line)
            continue
        said.append((TABLE, line))
        if line.startswith("leave"):
            s, _ = game.apply(s, Leave(int(line[-1])))
    rows = [*lobby]
    for seat, words in said:
        named = post if seat == NATURE or words.startswith("start") else 0
        rows.append(Entry(0, seat, words, "00000000", named))
    return vouched(replace(record, seed=seed.hex(), commitment=commitment(seed)), rows)


def test_another_seed_with_its_own_hash_is_told_by_the_card(fair: Record) -> None:
    """The verdict never vouches for more than the record shows: it says with which card it is to
    be compared, and does so itself where somebody has kept the card's hash."""
    naive = replace(fair, seed=KNOWN.hex(), commitment=commitment(KNOWN))
    assert not verify_record(naive).fair, "its draws are not those of that seed"
    other = consistent(fair, KNOWN)
    kept = fair.commitment
    assert str(verify_record(fair, kept).told).startswith("The seed matches that lobby.")
    assert f"shows the first digits of {kept}" in str(verify_record(fair).told)
    assert verify_record(other).fair, "nothing in it contradicts the rest"
    assert f"shows the first digits of {other.commitment}" in str(verify_record(other).told)
    forged = verify_record(other, kept)
    assert not forged.fair
    assert str(forged.told).startswith("This game isn't from that lobby")


def test_without_a_commitment_nothing_is_proved(fair: Record) -> None:
    told = verify_record(replace(fair, commitment=""))
    assert not told.fair
    assert "doesn't include the seed's hash" in str(told.told)


def edited(core: Core, sql: str, *values: object) -> None:
    """A forger's change of the database behind the bot's back."""
    STORES.execute(core.path, sql, *values)


async def verdict(core: Core) -> str:
    return (await core.do(CY, "verify")).text


async def test_a_seed_replaced_in_the_database_is_named(archive: Core) -> None:
    edited(archive, "update games set seed = ?", KNOWN)
    assert "This isn't the seed promised in the lobby message" in await verdict(archive)


async def test_a_row_replaced_in_the_database_is_named(archive: Core) -> None:
    """A roll, with the checksum of its row and of those after it taken away."""
    rolled = rolls(parse((await archive.do(CY, "record")).document))[-1]
    other = "1" if rolled.line != "1" else "2"
    edited(archive, "update log set text = ? where n = ?", other, rolled.n)
    edited(archive, "update log set mark = ''")
    named = f"Row {rolled.n}: the record says `{other}`, but the seed gives `{rolled.line}`"
    assert named in await verdict(archive)


async def test_a_contribution_replaced_in_the_database_is_named(archive: Core) -> None:
    edited(archive, "update log set text = 'join 1' where n = 2")
    assert "seed gives" in await verdict(archive)


async def test_the_commitment_stands_on_every_card(core: Core) -> None:
    await core.open(ANN, 2)
    await core.deliver()
    card = core.transport.messages[0]
    hash_ = commitment((await core.game()).seed)
    assert (await core.game()).commitment == hash_
    begins = f"{hash_[:10]} {hash_[10:20]}"
    assert f"\n-# Fairness: `{begins}`" in card.text
    joined = (await core.join(BEN, given=Contribution(7**21))).text
    assert f"whose hash starts with `{begins}`." in joined
    assert f"Your number in this game is {7**21}." in joined
    assert f"join {7**21}" in await core.log()
    await core.deliver()
    assert begins in core.transport.messages[0].text
    asked = await core.do(BEN, "fairness")
    assert hash_ in asked.text
    assert (await core.game()).seed.hex() not in asked.text
    await core.resign(ANN)
    await core.deliver()
    assert begins in core.transport.messages[0].text
    asked = await core.do(CY, "fairness")
    assert f"`{hash_}`" in asked.text
    assert f"Seed: `{(await core.game()).seed.hex()}`" in asked.text
    marked = b"lumbercamp 1\n" + (await core.game()).seed
    assert hash_ == hashlib.sha256(marked).hexdigest()


@pytest.mark.parametrize("taken_back", [0, 1, 3])
async def test_take_backs_do_not_shift_the_dice(core: Core, taken_back: int) -> None:
    """The next roll is fixed when the last one is: somebody who knows the seed cannot steer it by
    take-backs, although each of these posts the board again (docs/decisions.md, 48)."""
    core.kind = "logjam"
    await core.begin(ANN, BEN)
    await core.deliver()
    before = await core.table()
    for _ in range(taken_back):
        await core.say(await core.mover(), ".")
        await core.do(Person(before.game.sitters[before.actor].user, ""), "undo")
        await core.deliver()
    mover = await core.mover()
    await core.say(mover, ".")
    waits = (await core.table()).at
    assert waits.answered == before.at.answered
    key = before.at.chance.after(before.game.draws)
    foreseen = answer(before.kind.game, waits.state, key, waits.answered + 1)[0]
    core.time.seconds += 121
    await core.clock.tick()
    assert (await core.log())[-1] == foreseen


async def test_who_comes_and_goes_in_the_lobby_shifts_no_later_roll(core: Core) -> None:
    """A join changes the key for good, known before anybody rolls; it moves no number."""
    core.kind = "logjam"
    await core.open(ANN, 3)
    for _ in range(2):
        await core.join(CY)
        await core.do(CY, "leave")
    await core.join(BEN)
    await core.do(ANN, "start")
    at = (await core.table()).at
    assert at.answered == sum(row.seat == NATURE for row in await core.store.log(1))
    log = await core.log()
    given = tuple(line.split()[1] for line in log if line.startswith(("open ", "join ")))
    assert at.chance == Chance(chance_key((await core.game()).seed, given))
