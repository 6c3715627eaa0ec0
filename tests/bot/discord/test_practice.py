"""Practice through the real client: one person alone plays whole games against a computer."""

from functools import partial

from tests.bot.discord.system import System, button, buttons, labels, replied_to
from tests.bot.discord.watching import until


async def turn_of(system: System, who: str) -> bool:
    """Wait until the game is over, or a person is to move; return whether one is."""
    user = int(system.people[who].id)

    async def due() -> bool:
        game = await system.game("games")
        mover = None if game.on_turn is None else game.sitters[game.on_turn].user
        return game.status == "over" or mover == user

    await until(due)
    return (await system.game("games")).status == "playing"


# -- Practice in direct messages with the bot: nobody else is there, and nobody else can look.


async def calls(system: System, who: str, private: str, least: int) -> list[str]:
    """The boards there that mention someone, once there are this many."""
    mention = f"<@{system.people[who].id}>, your turn"

    def found() -> list[str]:
        texts = [m["content"] for m in system.boards(private)]
        return [t for t in texts if t.startswith(mention)] if len(texts) >= least else []

    await until(found)
    return found()


async def test_practice_is_played_in_direct_messages(system: System) -> None:
    """By command, by a typed line without a mention, and by a button; the hand is shown there."""
    private = await system.people["Ben"].dm()
    begun = await system.slash("Ben", private, "fellers practice", level="easy", thread=False)
    assert "has started" in begun["content"]
    for turn in range(1, 4):
        await calls(system, "Ben", private, turn)
        found = await system.people["Ben"].complete(private, "fellers turn", "move", move="")
        line = found[0]["value"]
        if turn == 2:
            told = await system.slash("Ben", private, "fellers moves")
            assert "Your moves" in told["content"]
        answer = await system.slash("Ben", private, "fellers turn", move=line)
        assert "Turn played" in answer["content"]
    await calls(system, "Ben", private, 4)
    assert "I can't read" in await system.say("Ben", private, "b99 norht")
    board = system.boards(private)[-1]
    panel = await system.press("Ben", board, "My Hand")
    assert buttons(panel)
    resigning = await system.slash("Ben", private, "fellers resign")
    left = next(b["label"] for b in buttons(resigning) if b["label"].startswith("Resign"))
    await system.people["Ben"].press(resigning, button(resigning, left))

    def over() -> bool:
        return any("is over" in m["content"] for m in system.seen(private))

    await until(over)
    result = next(m for m in system.seen(private) if "is over" in m["content"])
    again = await system.press("Ben", result, "Rematch")
    assert "has started" in again["content"]


async def test_nobody_else_reaches_a_game_in_direct_messages(system: System) -> None:
    """It has a name of its own there, without a meaning anywhere else."""
    private = await system.people["Ben"].dm()
    told = await system.slash("Ben", private, "logger start", players=2)
    assert "in server channels" in told["content"]
    assert "practice command" in told["content"]
    await system.slash("Ben", private, "logger practice", thread=False)
    await calls(system, "Ben", private, 1)
    told = await system.slash("Ben", private, "logger start", players=3, computers="1")
    assert "in server channels" in told["content"]
    told = await system.slash("Ben", private, "logjam practice", thread=False)
    assert "you can only have one game here" in told["content"]
    other = await system.people["Ann"].dm()
    await system.slash("Ann", other, "logger practice", thread=False)
    await calls(system, "Ann", other, 1)
    mine = (await system.slash("Ann", other, "games mine"))["content"]
    assert mine.count("L1") == 1
    assert "in your direct messages with me" in mine
    assert "https://discord.com/channels/@me/" in mine
    for channel in ("games", other):
        told = await system.slash("Ann", channel, "games here")
        assert "Ben" not in told["content"]
    record = await system.slash("Ann", other, "games review export", game="L1")
    assert "Ben" not in str(record)


async def _noted(system: System, message: str) -> bool:
    """Wait until the bot has noted this answer for deletion."""
    game = await system.game("games")
    return any(f":{message}:" in timer.payload for timer in game.timers)


# -- A person who plays alone speaks to the bot.


async def test_every_line_of_who_plays_alone_is_answered(system: System) -> None:
    """Unreadable and illegal lines get a refusal with a way out, shorter while the first answer is
    there; nothing is played, and others may talk."""
    await system.slash("Ann", "games", "logger practice", level="easy", thread=False)
    assert await turn_of(system, "Ann")
    assert await system.say("Ann", "games", "board")  # an answer, but no refusal
    row = (await system.game("games")).n
    lengths = []
    talk = ("blub", "please win this for me", "what do I think of that")
    for line in (*talk, "c3"):
        said = (await system.people["Ann"].say("games", line))["id"]
        assert await system.under(said, "games")
        told = next(each for each in system.seen("games") if replied_to(each) == said)
        assert {"How to Play", "Hint"} <= {*labels(told)}, told["content"]
        lengths.append(len(told["content"].split()))
        await until(partial(_noted, system, told["id"]))
    assert max(lengths[1:3]) < lengths[0]
    assert await system.say("Ben", "games", "blub") == ""
    assert (await system.game("games")).n == row
    assert "ood turn" in (await system.press("Ann", told, "Hint"))["content"]


async def test_what_is_for_one_person_is_opened_by_a_button(started: System) -> None:
    """Among people, too, and no one resigns for another player."""
    who = await started.mover("games")
    shown = {"learn": ("Lessons", "lesson 1 of 5"), "resign": ("Resign…", "Resign from L1?")}
    for line, (label, private) in shown.items():
        mention = f"<@{started.world.bot_id}> {line}"
        assert private not in await started.say(who, "games", mention)
        told = started.seen("games")[-1]
        assert labels(told) == [label]
        for person in ("Ann", "Ben"):
            panel = await started.press(person, told, label)
            assert panel["ephemeral"]
            assert private in panel["content"]
        assert (await started.game("games")).status == "playing"
    assert "You're not in L1" in (await started.press("Cy", told, label))["content"]
