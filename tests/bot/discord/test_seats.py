"""Seats that are offered and things that are asked of the others, through the whole bot.

Source of the promises: issue 12, items 3 and 4.
"""

from __future__ import annotations

from bot.domain.seats import open_seats
from sandbox.model import Json
from tests.bot.discord.system import System, button, buttons
from tests.bot.discord.watching import until


async def with_button(system: System, label: str) -> Json:
    """The newest post that has it."""

    def found() -> list[Json]:
        return [m for m in system.seen("games") if label in [b["label"] for b in buttons(m)]]

    await until(lambda: bool(found()))
    return found()[-1]


def shown(system: System, message: str) -> Json:
    """A message as it is now."""
    return next(m for m in system.seen("games") if m["id"] == message)


async def open_now(system: System) -> dict[int, str]:
    return open_seats(await system.game("games"))


async def test_a_seat_is_left_and_taken_over_with_its_hand(system: System) -> None:
    """By buttons: who left is shown nothing more; the newcomer is called and has the hand. Those
    who play agree that it stays rated."""
    await system.slash("Ann", "games", "fellers start", players=3)
    for name in ("Ben", "Cy"):
        await system.slash(name, "games", "fellers join")
    board = await system.post("games")
    mover = await system.mover("games")
    hand = await system.press(mover, board, "My Hand And Turn")
    asked = await system.slash(mover, "games", "fellers resign")
    assert "Your seat is offered to others for 3 days" in asked["content"]
    left = await system.press(mover, asked, "Resign From F1")
    assert button(left, "I'm Back")
    offer = await with_button(system, "Take Over")
    assert system.pinged(offer) == []
    told = await system.press("Dee", offer, "Take Over")
    assert told["content"].startswith("The seat is yours: you play in F1 now.")
    assert system.pinged(await system.post("games")) == ["Dee"]
    theirs = await system.press("Dee", told, "My Hand And Turn")
    assert theirs["content"] == hand["content"]
    refused = await system.slash(mover, "games", "fellers hand")
    assert "Your seat in F1 is Dee's now" in refused["content"]
    await until(lambda: offer["content"] != shown(system, offer["id"])["content"])
    line = shown(system, offer["id"])
    assert line["content"].startswith("Dee took over the seat of")
    assert [b["label"] for b in buttons(line)] == ["Keep It Rated"]
    asked = await system.press("Dee", line, "Keep It Rated")
    assert "The others in F1 are asked" in asked["content"]
    others = {"Ann", "Ben", "Cy"} - {mover}
    for name in others:
        question = await with_button(system, "Accept")
        assert set(system.pinged(question)) == others
        await system.press(name, question, "Accept")
    await until(lambda: not buttons(shown(system, line["id"])))
    agreed = shown(system, line["id"])["content"]
    assert agreed.endswith("The game stays rated all the same.")


async def test_somebody_is_banned_and_their_seat_is_offered(system: System) -> None:
    """The gateway tells of it without a privileged intent."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave", banned=True)
    offer = await with_button(system, "Take Over")
    assert "Ben is on this server no more" in offer["content"]
    assert list((await open_now(system)).values()) == ["gone"]


async def test_who_left_the_server_is_found_out_by_asking(system: System) -> None:
    """10007: the member is asked for, as nothing tells who leaves."""
    await system.begin("Ann", "Ben", "Cy")
    await system.people["Ben"].act("leave")
    app = system.app
    here = app.outbox._delivery._transport.here
    game = await system.game("games")
    there = [await here(game.guild, sitter.user) for sitter in game.sitters]
    assert [s.name for s, yes in zip(game.sitters, there, strict=True) if not yes] == ["Ben"]


async def test_a_substitute_is_asked_for_and_the_wish_taken_back(system: System) -> None:
    board = await system.begin("Ann", "Ben")
    more = await system.press("Ann", board, "More…")
    asked = await system.press("Ann", more, "Find Me A Substitute")
    assert asked["content"].startswith("Offer your seat in L1 to others?")
    assert await open_now(system) == {}
    told = await system.press("Ann", asked, "Offer My Seat")
    assert "Until somebody takes it, you play on" in told["content"]
    await with_button(system, "Take Over")
    back = await system.press("Ann", told, "I'm Back")
    assert "offered to nobody" in back["content"]
    assert await open_now(system) == {}


async def test_a_draw_is_offered_and_accepted(system: System) -> None:
    """By a command and a button; both are called once by the result."""
    await system.begin("Ann", "Ben")
    asked = await system.slash("Ann", "games", "games end", game="L1")
    assert "each of them is called once" in asked["content"]
    line = await with_button(system, "Accept")
    assert system.pinged(line) == ["Ben"]
    await system.press("Ben", line, "Accept")
    result = await system.post("games", "result")
    assert "share a draw" in result["content"]
    assert set(system.pinged(result)) == {"Ann", "Ben"}
