"""Fair chance: who asks can check every seat and draw, and nobody else sees long numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.messages import cards
from bot.messages.courier import PermanentError
from bot.ops.replay import verify_record
from bot.table import records
from bot.table.table_options import every_option
from rules import GAMES
from rules.game import NATURE
from rules.play import agree
from rules.record import write
from rules.text import Text
from tests.acting import ANN, BEN, CY, DEE, EVE
from tests.approved import Approved
from tests.bot.core import CHANNEL, GUILD, Captured, Core
from tests.bot.table.test_records import record_of
from tests.bot.words import words


async def test_fairness_leads_to_the_posts_that_drew(core: Core) -> None:
    core.kind, core.unseen = "logjam", False
    await core.open(ANN, 2)
    await core.deliver()
    card = core.transport.messages[0]
    assert "Details" in [button.label for button in card.buttons]
    behind = await core.do(EVE, "details")
    assert [button.label for button in behind.buttons] == ["Add Computer", "Fairness"]
    asked = await core.do(EVE, "fairness")
    assert "Row" not in asked.text
    await core.join(BEN)
    for _ in range(2):
        await core.deliver()
    announced = core.transport.messages[1]
    asked = await core.do(EVE, "fairness")
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/{announced.id}"
    drawn = f"was drawn using [this message]({link}) (ID `{announced.id}`)."
    assert f"The roll or card in row 3 {drawn}" in asked.text
    assert "The seed is revealed here when the game ends." in asked.text


async def test_the_digits_of_the_card_are_enough_for_the_command(
    core: Core, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "record.txt"
    await core.begin(ANN, BEN)
    await core.resign(ANN)
    file.write_text((await core.do(ANN, "record")).document)
    hash_ = (await core.game()).commitment
    digits = " ".join(hash_[i : i + 5] for i in range(0, 20, 5))
    assert main(["verify", str(file), "--card", digits]) == 0
    assert "The seed matches that lobby." in capsys.readouterr().out
    assert main(["verify", str(file), "--card", hash_.upper()]) == 0
    for other in (digits[:-1], "00000 00000 00000 00000", hash_ + "0"):
        assert main(["verify", str(file), "--card", other]) == 1


# -- A start is announced by a post, and the seats are drawn with its number, which nobody knew.


@pytest.fixture
async def full(core: Core) -> Core:
    """A lobby of Logjam with all seats taken; its message was posted, and nothing since."""
    core.unseen, core.kind = False, "logjam"
    await core.open(ANN, 3)
    await core.deliver()
    await core.join(BEN)
    await core.join(CY)
    return core


async def all_told(core: Core) -> None:
    """The posts, and those that follow from them once the game has begun."""
    for _ in range(2):
        await core.deliver()


async def test_seats_are_drawn_from_the_post_that_announces_the_start(full: Core) -> None:
    game = await full.game()
    assert (game.status, game.settled) == ("lobby", True)
    await all_told(full)
    card, announced, board = full.transport.messages
    assert announced.text == (
        "**J1 · Logjam** starts now: Ann, Ben and Cy. The seats and the first draws come "
        "from this message's ID, which Discord has just assigned."
    )
    assert (announced.pings, announced.silent) == ((), True)
    rows = await full.store.log(game.id)
    drawn = [row for row in rows if row.post]
    assert [row.text.split()[0] for row in rows[:4]] == ["open", "join", "join", "start"]
    assert {row.post for row in drawn} == {announced.id}
    assert drawn == [row for row in rows if row.seat == NATURE or row.text.startswith("start")]
    assert card.id < announced.id < board.id
    assert (await full.game()).status == "playing"


async def test_the_draw_after_a_take_back_takes_the_post_from_before(full: Core) -> None:
    """The repeated board is in no row, and forges nothing."""
    await all_told(full)
    board, mover = full.transport.messages[-1], await full.mover()
    await full.say(mover, ".")
    await full.do(mover, "undo")
    await all_told(full)
    again = full.transport.messages[-1]
    assert again.id > board.id
    await full.say(mover, ".")
    await full.pass_time(121)
    assert (await full.store.log(1))[-1].post == board.id


async def test_nobody_joins_or_leaves_once_the_start_is_announced(full: Core) -> None:
    """Else a person who knows the seed could choose by going."""
    await full.store.probe()
    assert "has already started" in (await full.join(DEE)).text
    assert "has already started" in (await full.do(BEN, "leave")).text
    assert "has already started" in (await full.do(ANN, "seat", values={"level": "easy"})).text
    assert (await full.join(BEN)).text.startswith("You're in, and J1 has started.")
    assert (await full.do(ANN, "start")).text.startswith("You're in, and J1 has started.")
    await full.services.on_departure(BEN.id, 900)
    assert len((await full.game()).sitters) == 3
    await full.deliver()
    assert (await full.game()).status == "playing"


async def test_a_start_that_cannot_be_announced_waits_until_it_can(full: Core) -> None:
    full.transport.fail_in(CHANNEL, PermanentError(Text("the right to post is missing")))
    await full.deliver()
    assert (await full.game()).status == "lobby"
    assert "the right to post is missing" in full.transport.told[-1][1]
    assert "I'll announce the seats in <#500>" in (await full.join(BEN)).text
    await full.outbox.retry()
    await all_told(full)
    assert (await full.game()).status == "playing"
    assert len(full.transport.in_channel(CHANNEL)) == 3


async def test_a_lobby_may_be_closed_before_it_is_announced(full: Core) -> None:
    await full.do(ANN, "cancel")
    await full.deliver()
    assert (await full.game()).status == "cancelled"
    assert not any("starts now" in text for text in full.posts())


# -- Chance can be checked by anybody: from the seed, every seat and roll is drawn again.


async def test_a_rematch_says_that_its_seats_moved_on(core: Core) -> None:
    await core.begin(ANN, BEN)
    await core.resign(ANN)
    for person in (ANN, BEN):
        await core.do(person, "again", game=1)
    await core.resign(ANN, name="L2")
    game = await core.game(2)
    verdict = verify_record(records.public_record(game, await core.store.log(game.id)))
    assert verdict.fair
    assert "they've rotated by one since the previous game" in str(verdict.told)


def test_a_fair_game_is_verified(tmp_path: Path, capsys: Captured) -> None:
    """`lumbercamp verify`: 0 fair, 1 wrong, 2 no file or of another version, 3 closed early."""
    over = record_of("fellers-two")
    verdict = verify_record(over)
    assert verdict.fair
    assert str(verdict.told).startswith("If the lobby message shows the first digits of")
    assert "The seats were drawn at random, using the seed." in str(verdict.told)
    assert "rolls and draws" in str(verdict.told)
    fair, wrong = tmp_path / "fair.txt", tmp_path / "wrong.txt"
    fair.write_text(write(over))
    wrong.write_text(write(replace(over, seed="00" * 32)))
    assert main(["verify", str(fair)]) == 0
    assert capsys.readouterr().out == f"{verdict.told!s}\n"
    assert main(["verify", str(wrong)]) == 1
    assert "isn't the seed promised in the lobby message" in capsys.readouterr().err
    for command, head, why in (
        ("verify", "record 2\ngame logger edition 1", "version 2 of the record format"),
        ("replay", "record 1\ngame logger edition 9", "edition 9 of the rules"),
    ):
        wrong.write_text(f"lumbercamp {head}\nseat A Ann\nseat B Ben\n\n")
        assert main([command, str(wrong)]) == 2
        assert f"it has {why}, and this Lumbercamp " in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none.txt")]) == 2
    assert "Can't read" in capsys.readouterr().err
    assert main(["verify", "tests/records/logger-closed.txt"]) == 3
    assert "The game was closed early, without a winner" in capsys.readouterr().out
    wrong.write_text("lumbercamp record 1\nnonsense\n")
    assert main(["verify", str(wrong)]) == 1
    assert "isn't a valid record" in capsys.readouterr().err


# -- The table's agreement before the start: options of the game, shown in the lobby.


async def test_a_card_says_what_the_table_agrees_on(core: Core, approved: Approved) -> None:
    tables: list[tuple[str, dict[str, str]]] = [
        ("logger", {}),
        ("logger", {"boards": "keep", "rated": "no", "weekends": "stop"}),
        ("logger", {"pace": "relaxed", "substitute": "strong"}),
        ("logger", {"pace": "brisk", "weekends": "stop", "vacations": "none"}),
        ("logjam", {"loggers": "5"}),
        *(("logjam", {"wait": wait}) for wait in ("none", "1", "10")),
        ("fellers", {"course": "A+D"}),
    ]
    for channel, (kind, options) in enumerate(tables, CHANNEL):
        await core.open(ANN, 2, kind=kind, options=options, channel=channel)
        lobby, game = await core.store.game_in_channel(channel), GAMES[kind].game
        assert lobby is not None
        typed = {each.name: each for each in (*game.options, *every_option(game))}
        said = " ".join(f"{typed[o].shown}:{typed[o].value_label(v)}" for o, v in options.items())
        told = words(cards.lobby(core.games.from_row(lobby)).text)
        approved(f"/{kind} start players:2 {said}".strip(), told)


async def test_what_is_not_possible_is_refused_with_what_is(core: Core) -> None:
    for name, value, why in (
        ("loggers", "7", "3, 4 or 5"),
        ("wait", "9", "`9` isn't a valid `undo_time`. Choose `none`, `30s`, `1`, `2`, `5` or"),
        ("course", "A", "`loggers`"),
    ):
        assert why in (await core.open(ANN, 2, kind="logjam", options={name: value})).text
        assert await core.store.game_in_channel(CHANNEL) is None


async def test_a_thread_and_a_rematch_keep_the_options(core: Core) -> None:
    core.kind, agreed = "logjam", {"loggers": "4", "wait": "5", "pace": "brisk", "boards": "keep"}
    await core.open(ANN, 2, options=agreed)
    taken = await core.open(ANN, 2, options=agreed)
    assert all(f"{name}=" in taken.buttons[0].id for name in agreed)
    await core.join(BEN)
    before = await core.game()
    await core.resign(ANN)
    for person in (BEN, ANN):
        await core.do(person, "again", game=before.id)
    again = await core.game(2)
    assert agreed.items() <= again.options.items()
    assert [s.user for s in again.sitters] == [s.user for s in reversed(before.sitters)]


def test_a_value_is_one_line() -> None:
    assert agree(GAMES["logjam"].game, 2, {"board": "10x12 \n"})["board"] == "10x12"
