"""The result of each kind of outbox row: lobby messages, threads, boards, results."""

from bot.messages import posts
from bot.messages.courier import PermanentError
from rules.text import NOTHING, Text
from tests.acting import ANN, BEN, CY, DEE
from tests.bot.core import CHANNEL, GUILD, Core
from tests.bot.playing import position
from tests.bot.words import words
from tests.storage.samples import waiting

FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def test_a_game_in_a_thread_has_its_card_in_the_channel(core: Core) -> None:
    """The card links to it and follows it; several turns at once are one edit."""
    told = (await core.open(ANN, 2, thread=True)).text
    assert "Its thread will open under the lobby message." in told
    await core.deliver()
    card = core.transport.messages[0]
    assert core.transport.threads == {card.id: "L1 · Logger · Ann"}
    assert (await core.game()).channel == card.id
    await core.join(BEN, channel=card.id)
    await core.deliver()
    assert f"Played in <#{card.id}>." in core.posts()[0]
    assert "your turn in **L1**" in core.posts(card.id)[0]
    assert len(core.posts()) == 1
    for line in ("a1", "e5"):
        assert (await core.say(await core.mover(), line, channel=card.id)).quiet
    core.transport.calls.clear()
    await core.deliver()
    assert [verb for verb, _ in core.transport.calls] == ["post", "strip", "edit"]
    mover = await core.mover()
    assert f"It's {mover.name}'s turn. Waiting since " in core.posts()[0]
    await core.put(position(".Ts../s.Ms./G.T../Msss./G.GGT", "b3,b1", 1, points=(10, 3)))
    await core.say(await core.mover(), "stay", channel=card.id)
    await core.deliver()
    assert "The game is over." in core.posts()[0]


async def test_a_card_in_the_channel_does_not_claim_a_turn(core: Core) -> None:
    await core.open(ANN, 2)
    await core.deliver()
    await core.join(BEN)
    await core.say(await core.mover(), "a1")  # before the lobby message could be edited
    await core.deliver()
    card = core.transport.messages[0]
    assert card.buttons == (), "nobody can join any more"
    assert "In progress. The newest message shows the board." in card.text


async def test_a_card_that_could_not_be_posted_gets_no_thread_and_no_edit(core: Core) -> None:
    core.transport.fail("post", PermanentError(Text("the Send Messages permission is missing")))
    await core.open(ANN, 3, thread=True)
    await core.join(BEN, game=1)
    await core.deliver()
    assert {verb for verb, _ in core.transport.calls} == {"post", "tell"}
    assert (await core.game()).channel is None
    assert await waiting(core.store) == []


NO_THREADS = PermanentError(Text("the Create Public Threads permission is missing"))


async def test_no_thread_is_allowed_so_it_is_played_in_the_channel(core: Core) -> None:
    core.transport.fail("thread", NO_THREADS)
    await core.open(ANN, 2, thread=True)
    await core.deliver()
    assert (await core.game()).channel == CHANNEL
    assert core.posts()[1] == (
        "I couldn't open a thread for L1 (the Create Public Threads permission is missing), "
        "so it'll be played in this channel."
    )
    await core.join(BEN)
    await core.deliver()
    assert "your turn in **L1**" in core.posts()[2]
    assert "Played in" not in core.posts()[0]


async def test_no_thread_is_allowed_and_the_channel_is_taken(core: Core) -> None:
    await core.open(CY, 2)
    await core.open(ANN, 2, thread=True)
    core.transport.fail("thread", NO_THREADS)
    await core.deliver()
    ((user, text),) = core.transport.told
    assert user == ANN.id
    assert "I couldn't open a thread (the Create Public Threads permission is missing)" in text
    assert f"another game is being played in <#{CHANNEL}>." in text
    assert (await core.game(2)).channel is None
    await core.join(BEN, game=2)
    await core.deliver()
    assert "None" not in "".join(core.posts())
    assert (await core.say(await core.mover(2), "a1", name="L2")).quiet


async def test_the_turn_post(two: Core) -> None:
    await two.put(FREE)
    mover, other = await two.mover(), await two.waiting()
    await two.say(mover, "b1; plant c1")
    await two.deliver()
    post = two.transport.messages[-1]
    lines = post.text.split("\n")
    assert lines[0] == f"<@{other.id}>, your turn in **L1** (turn 11)."
    assert lines[1] == f"{mover.name} planted c1."
    assert lines[2].startswith("-# Reply, for example `")
    assert post.pings == (other.id,)
    assert post.file == f"L1-{(await two.game()).n}.png"
    game = await two.game()
    assert [b.id for b in post.buttons] == [
        f"lc:{verb}:{game.id}:{game.n}" for verb in ("take", "options", "text", "more")
    ]


async def test_who_follows_is_who_really_follows(core: Core) -> None:
    """The fourth corner leaves no choice, so the first walks next; at the end nobody follows."""
    await core.begin(ANN, BEN, CY, DEE)
    await core.play("a1", "a5")
    await core.deliver()
    first = (await core.game()).sitters[0].name
    assert f" {first} is next after you." in words(posts.turn_in_words(await core.table(), NOTHING))
    await core.put(
        position("...../...../..s../...../.....", "a1,e5,a5,e1", 2, points=(11, 1, 1, 1))
    )
    await core.tell("stay; plant a4")
    assert "Final round: " in core.posts()[-1]
    in_words = words(posts.turn_in_words(await core.table(), NOTHING))
    assert "Final round: " in in_words
    assert "is next after you" not in in_words


async def test_a_draw_is_shared(two: Core) -> None:
    await two.put(position("...../...../..s../...../.....", "a1,e5", 1, points=(11, 11)))
    await two.tell("stay; plant d5")
    names = [sitter.name for sitter in (await two.game()).sitters]
    assert f"**L1 is over: {names[0]} and {names[1]} draw.**" in two.posts()[-1]
    assert [s.won for s in await two.store.standings(GUILD, "logger")] == [0, 0]
