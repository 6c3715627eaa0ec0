"""Games as posts in a forum: how they open, are found again, tagged and lost."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.messages.courier import PermanentError, TransientError
from bot.messages.languages import languages
from bot.table.servers import ChannelInfo
from rules.text import Text
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.transport import ForumPost, Killed, Posted

FORUM = 600
LOGGER = frozenset({"logger", "open"})
NO_RIGHT = PermanentError(Text("I need Create Posts"))
BUSY = TransientError(Text("Discord is having problems"))


async def with_forum(core: Core, **more: str) -> Core:
    """The server has chosen its forum."""
    core.guilds.known_forums = [ChannelInfo(FORUM, "tables")]
    panel = await core.do(ANN, "setup", values={"page": "where"}, manages=True)
    menu = next(menu for menu in panel.menus if menu.id.endswith(":forum"))
    await core.push(ANN, menu.id, f"{FORUM}", manages=True)
    for name, value in more.items():
        await core.store.set_server(GUILD, {name: value}, [])
    return core


def post_of(core: Core) -> tuple[int, ForumPost]:
    """The only post in the forum."""
    ((number, post),) = core.transport.posts.items()
    return number, post


async def test_a_game_is_a_post_that_begins_with_its_card(core: Core) -> None:
    """The board follows in the post, and its tags follow the game. Nothing is left in the channel.
    A rematch is another post."""
    await with_forum(core)
    told = await core.open(ANN, 2)
    assert told.text == f"L1 is open for 2 players. Each game gets its own post in <#{FORUM}>."
    await core.deliver()
    number, post = post_of(core)
    assert (post.forum, post.name, post.tags) == (FORUM, "L1 · Logger · Ann", LOGGER)
    assert (await core.game()).channel == number
    await core.press(BEN, "Join", core.transport.message(number), channel=number, parent=FORUM)
    await core.deliver()
    assert post.tags == {"logger", "playing"}
    card, board = core.posts(number)
    assert "Waiting since" in card
    assert "Played in" not in card
    assert "your turn in **L1**" in board
    assert core.posts() == []
    await core.do(ANN, "cancel", n=(await core.game()).n, game=1)
    await core.deliver()
    assert post.tags == {"logger", "finished"}
    assert "was closed" in core.posts(number)[0]
    game = await core.game()
    assert "own post" in (await core.open(CY, 2, channel=number, parent=FORUM)).text
    await core.deliver()
    assert len(core.transport.posts) == 2
    assert (await core.game(2)).home == game.channel


async def test_a_thread_or_another_thread_stays_what_it_is(core: Core) -> None:
    """A person may ask for a thread; in a thread elsewhere a game is played there; a private game
    has no forum, and a channel that allows no games doesn't close the forum."""
    await with_forum(core, channels=f"{CHANNEL}")
    assert "Its thread will open" in (await core.open(ANN, 2, thread=True)).text
    assert "lobby message below" in (await core.open(BEN, 2, channel=77, parent=CHANNEL)).text
    assert "run in" in (await core.open(CY, 2, channel=OTHER_CHANNEL)).text
    assert "own post" in (await core.open(CY, 2, channel=78, parent=FORUM)).text
    assert "started" in (await core.practice(EVE, guild=-9, channel=9)).text
    await core.deliver()
    assert len(core.transport.posts) == 1


async def test_a_german_server_has_german_tags(core: Core) -> None:
    """And English ones; the tags of other states go."""
    core.languages = languages("de")
    core.__post_init__()
    await with_forum(core)
    await core.open(ANN, 2)
    await core.deliver()
    _, post = post_of(core)
    assert {"logger", "open", "offen"} <= post.tags
    await core.join(BEN, game=1)
    await core.deliver()
    assert not {"open", "offen"} & post.tags
    assert {"playing", "läuft"} <= post.tags


@pytest.mark.parametrize("again", [False, True])
async def test_a_forum_that_takes_no_post_leaves_the_game_in_the_channel(
    core: Core, *, again: bool
) -> None:
    """The card says why, once, even if Discord fails in between."""
    await with_forum(core)
    core.transport.fail("open_post", NO_RIGHT)
    if again:
        core.transport.fail("post", BUSY)
    await core.open(ANN, 2)
    await core.deliver()
    (card,) = core.posts()
    assert (await core.game()).channel == CHANNEL
    assert core.transport.posts == {}
    if not again:
        assert card.endswith(
            f"-# I couldn't open a post for L1 in <#{FORUM}> (I need Create Posts), so it'll be "
            "played in this channel."
        )
    await core.join(BEN)
    await core.deliver()
    assert "your turn in **L1**" in core.posts()[-1]


async def test_no_post_is_allowed_and_the_channel_is_taken(core: Core) -> None:
    """Nothing is lost: the host reads why, and the post opens once it may."""
    await core.open(CY, 2)
    await with_forum(core)
    core.transport.fail("open_post", NO_RIGHT)
    await core.open(ANN, 2)
    await core.deliver()
    ((user, text),) = core.transport.told
    assert user == ANN.id
    assert "I couldn't open a post (I need Create Posts), and another game is" in text
    await core.outbox.retry()
    await core.deliver()
    assert (await core.game(2)).channel == post_of(core)[0]


@pytest.mark.parametrize("locked", [False, True])
async def test_a_lost_post_moves_the_game_to_its_channel(core: Core, *, locked: bool) -> None:
    """A turn counts, and its board says where it is now. A board in an archived post opens it
    again, so only a locked or deleted one is lost."""
    await with_forum(core)
    await core.open(ANN, 2)
    await core.deliver()
    number, _ = post_of(core)
    await core.join(BEN, channel=number, parent=FORUM)
    await core.deliver()
    if not locked:
        core.transport.messages = []
    core.transport.fail_in(number, PermanentError(Text("the thread is locked")))
    assert (await core.say(await core.mover(), "a1", channel=number, parent=FORUM)).quiet
    await core.deliver()
    (board,) = core.posts()
    assert f"I couldn't post in <#{number}>, L1's thread (the thread is locked)" in board
    assert (await core.game()).channel == CHANNEL
    assert (await core.say(await core.mover(), "e5")).quiet


class Fate:
    """Kills two processes in a row, each at its nth request or write: before it, or after it where
    that differs."""

    def __init__(self, core: Core, n: int, *, after: bool) -> None:
        self.core, self.n, self.after, self.deaths, self.left = core, n, after, 0, 0
        self.begins()

    def begins(self) -> None:
        self.core.transport.look, store = self.meets, self.core.store
        for name in ("commit", "note_sent"):
            setattr(store, name, partial(self.writes, getattr(store, name)))

    async def meets(self, verb: str, _: int) -> None:
        self.left -= 1
        if self.left == 0:
            fail = self.core.transport.fail_after if self.after else self.core.transport.fail
            fail(verb, Killed())

    async def writes(self, write: Any, *what: Any) -> Any:
        self.left -= 1
        if self.left or self.after:
            done = await write(*what)
        if self.left == 0:
            self.core.transport.killed = True
            raise Killed
        return done

    async def delivers(self) -> None:
        """Deliver everything, by as many processes as it takes."""
        while True:
            self.left = self.n if self.deaths < 2 else 0
            try:
                await self.core.deliver()
                self.left = 0
                return
            except Killed:
                self.deaths += 1
                await self.core.kill()
                self.begins()


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
async def test_two_deaths_anywhere_leave_one_post(tmp_path: Path, *, after: bool) -> None:
    """At each request and write; and a user's post that looks the same is never ours."""
    for n in range(1, 20):
        core = await with_forum(await Core.build(tmp_path / f"{n}.db"))
        await core.deliver()
        posts = core.transport.posts
        posts[5] = ForumPost(FORUM, "L1 · Logger · Ann", LOGGER, ours=False)
        core.transport.messages.append(Posted(5, 5, "", "L1-lobby.png", (), (), "", core.time()))
        await core.open(ANN, 2)
        fate = Fate(core, n, after=after)
        await fate.delivers()
        await core.join(BEN, game=1)
        await fate.delivers()
        del posts[5]
        number, post = post_of(core)
        assert post.tags == {"logger", "playing"}, n
        assert (await core.game()).channel == number, n
        assert len(core.posts(number)) == 2, n
        assert core.posts() == [], n
        await core.store.close()
        if fate.deaths == 0:
            return
    raise AssertionError("there is always another death")


async def test_a_post_is_found_whatever_a_moderator_did_to_it(lasting: Core) -> None:
    """By its first message if it has another name, or by its name if that message is gone."""
    await with_forum(lasting)
    for number, who in ((1, ANN), (2, BEN)):
        lasting.transport.fail_after("open_post", Killed())
        await lasting.open(who, 2)
        with pytest.raises(Killed):
            await lasting.deliver()
        *_, (there, post) = lasting.transport.posts.items()
        if number == 1:
            post.name = "our evening"
        else:
            lasting.transport.messages.pop()
        await lasting.kill()
        await lasting.deliver()
        assert (await lasting.game(number)).channel == there
        assert len(lasting.transport.posts) == number
    await lasting.store.close()
