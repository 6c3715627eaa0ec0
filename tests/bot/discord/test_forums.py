"""Games as posts in a forum: how they open, are found again, tagged and lost."""

from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

import pytest

from bot.messages.courier import PermanentError, TransientError
from bot.messages.languages import languages
from bot.table.servers import ChannelInfo
from rules.text import Text
from sandbox.model import FORUM_ID, REQUIRE_TAG, Channel
from sandbox.world import accident
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core
from tests.bot.discord.people import TO_BOT, People
from tests.bot.transport import ForumPost, Killed, Posted
from tests.faults.conftest import Hurried

FORUM = 600
NAME = "L1 · Logger · Ann"
NO_RIGHT = PermanentError(Text("I need Create Posts"))


async def with_forum(core: Core, **more: str) -> Core:
    """The server has chosen its forum."""
    core.guilds.known_forums = [ChannelInfo(FORUM, "tables")]
    panel = await core.do(ANN, "setup", values={"page": "where"}, manages=True)
    menu = next(menu for menu in panel.menus if menu.id.endswith(":forum"))
    await core.push(ANN, menu.id, f"{FORUM}", manages=True)
    await core.store.set_server(GUILD, more, [])
    return core


def post_of(core: Core) -> tuple[int, ForumPost]:
    """The only post in the forum."""
    ((number, post),) = core.transport.posts.items()
    return number, post


async def test_a_game_is_a_post_that_begins_with_its_card(core: Core) -> None:
    """The board follows in the post, its tags follow the game in any language that the bot speaks,
    and another game is another post."""
    core.languages = languages()
    core.__post_init__()
    await with_forum(core)
    told = await core.open(ANN, 2)
    assert told.text == f"L1 is open for 2 players. Each game gets its own post in <#{FORUM}>."
    await core.deliver()
    number, post = post_of(core)
    assert (post.forum, post.name) == (FORUM, NAME)
    assert post.tags >= {"logger", "open", "offen"}
    here: Any = {"channel": number, "parent": FORUM}
    await core.press(BEN, "Join", core.transport.message(number), **here)
    await core.deliver()
    assert post.tags >= {"logger", "playing", "läuft"}
    assert not post.tags & {"open", "offen"}
    card, board = core.posts(number)
    assert "Waiting since" in card
    assert "Played in" not in card
    assert "your turn in **L1**" in board
    assert core.posts() == []
    await core.do(ANN, "cancel", n=(await core.game()).n, game=1)
    await core.deliver()
    assert "finished" in post.tags
    assert "own post" in (await core.open(CY, 2, **here)).text
    await core.deliver()
    assert len(core.transport.posts) == 2


async def test_a_thread_stays_a_thread(core: Core) -> None:
    """Somebody may ask for one, or begin in one elsewhere. A private game has no forum, and a limit
    on channels doesn't close it."""
    await with_forum(core, channels=f"{CHANNEL}")
    assert "Its thread will open" in (await core.open(ANN, 2, thread=True)).text
    assert "lobby message below" in (await core.open(BEN, 2, channel=77, parent=CHANNEL)).text
    assert "run in" in (await core.open(CY, 2, channel=OTHER_CHANNEL)).text
    assert "own post" in (await core.open(CY, 2, channel=78, parent=FORUM)).text
    assert "started" in (await core.practice(EVE, guild=-9, channel=9)).text
    await core.deliver()
    assert len(core.transport.posts) == 1


@pytest.mark.parametrize("again", [False, True])
async def test_without_a_post_the_game_stays_in_the_channel(core: Core, *, again: bool) -> None:
    """The card says why, and is there once even if Discord fails in between."""
    await with_forum(core)
    core.transport.fail("open_post", NO_RIGHT)
    core.transport.fail_after("post", *[TransientError(Text("busy"))] if again else [])
    await core.open(ANN, 2)
    await core.deliver()
    (card,) = core.posts()
    told = f"-# I couldn't open a post for L1 in <#{FORUM}> (I need Create Posts), so it'll be "
    assert card.endswith(told + "played in this channel.")
    await core.join(BEN)
    await core.deliver()
    assert "your turn in **L1**" in core.posts()[-1]
    assert core.transport.posts == {}


async def test_if_the_channel_is_taken_too_the_post_opens_later(core: Core) -> None:
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


def kills(core: Core, n: int, *, after: bool) -> None:
    """Let the process die at its nth request or write: before it, or after a request."""
    met, transport = count(1), core.transport

    async def request(verb: str, _: int) -> None:
        if next(met) == n:
            (transport.fail_after if after else transport.fail)(verb, Killed())

    async def write(real: Any, *what: Any) -> Any:
        if next(met) == n:
            transport.killed = True
            raise Killed
        return await real(*what)

    transport.look = request
    for name in ("commit", "note_sent"):
        setattr(core.store, name, partial(write, getattr(core.store, name)))


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("n", range(1, 6))
async def test_two_deaths_anywhere_leave_one_post(lasting: Core, n: int, *, after: bool) -> None:
    """And a user's post that looks the same is never ours."""
    core = await with_forum(lasting)
    await core.deliver()
    core.transport.posts[5] = ForumPost(FORUM, NAME, frozenset(), ours=False)
    core.transport.messages.append(Posted(5, 5, "", "L1-lobby.png", (), (), "", core.time()))
    await core.open(ANN, 2)
    for _ in range(2):
        kills(core, n, after=after)
        with suppress(Killed):
            await core.deliver()
        await core.kill()
    core.transport.look = None
    await core.join(BEN, game=1)
    await core.deliver()
    del core.transport.posts[5]
    number, post = post_of(core)
    assert post.tags == {"logger", "playing"}
    assert (await core.game()).channel == number
    assert (len(core.posts(number)), core.posts()) == (2, [])
    await core.store.close()


# -- In the sandbox, by the unmodified client.


async def opened(people: People) -> Channel:
    """The place of a game, after the server's owner has chosen the forum."""
    await people.store.set_server(int(people.world.guild_id), {"forum": FORUM_ID}, [])
    await people.command(ANN, "logger start", players=2)
    await people.quiet()
    (row,) = await people.store.open_games()
    return people.world.channels[f"{row.channel}"]


def tags(people: People, post: Channel) -> list[str]:
    known = {tag["id"]: tag["name"] for tag in people.world.channels[FORUM_ID].tags}
    return [known[each] for each in post.applied]


async def test_a_moderator_meddles_with_the_post(people: People) -> None:
    """A tag of theirs stays, one without our name isn't set; an archived post opens with the next
    turn, and a locked one is left for the channel."""
    post = await opened(people)
    assert (post.name, tags(people, post)) == (NAME, ["Logger", "open"])
    forum, people.place = people.world.channels[FORUM_ID], post.id
    post.applied.append(forum.tags[1]["id"])
    forum.tags[4]["name"], forum.tags[2]["name"] = "fun", "Playing"
    for it in (forum, post):
        people.world.announce_channel(it)
    await people.press(BEN, "Join")
    await people.quiet()
    assert tags(people, post) == ["Logger", "Playing", "Logjam"]
    await people.of(ANN).act("thread", channel=post.id, archived=True)
    await people.say(await people.mover(), f"{TO_BOT}L1 a1", at="games")
    await people.quiet()
    assert not post.archived
    await people.of(ANN).act("thread", channel=post.id, locked=True)
    await people.say(await people.mover(), f"{TO_BOT}L1 e5", at="games")
    people.place = "games"
    assert "(the thread is archived or locked), so the game will" in (await people.post()).text


@pytest.mark.parametrize("free", [True, False])
async def test_a_forum_may_require_a_tag(people: People, *, free: bool) -> None:
    """The first one that the bot may set will do; else the sentence says why."""
    forum = people.world.channels[FORUM_ID]
    forum.flags, forum.tags = REQUIRE_TAG, forum.tags[1:2]
    forum.tags[0]["moderated"] = not free
    people.world.announce_channel(forum)
    post = await opened(people)
    assert tags(people, post) == (["Logjam"] if free else [])
    refused = "posts there need a tag, and I can't set any" in people.seen(post.id)[0].text
    assert refused is not free


async def test_without_rights_the_bot_says_which(people: People) -> None:
    await people.deny("SEND_MESSAGES", at="forum")
    assert (await opened(people)).name == "games"
    assert "I need the permissions Create Posts and" in (await people.post("lobby")).text
    assert (
        "Missing permissions: **Create Posts**."
        in (await people.command(ANN, "games-admin permissions")).text
    )


@pytest.mark.slow
@pytest.mark.parametrize("done", [True, False])
async def test_an_answer_that_is_lost_opens_no_second_post(
    people: People, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    """Discord: a post has no nonce. A user's post of that name, without a message, isn't ours."""
    monkeypatch.setattr("discord.http.asyncio", Hurried())
    ben = people.of(BEN)
    post = (await ben.act("post", channel=FORUM_ID, name=NAME, content="L1"))["channel"]["id"]
    await ben.delete(post, post)
    fault = accident("500", "POST", r"/channels/\d+/threads$")
    fault.done = done
    people.world.faults.append(fault)
    place = await opened(people)
    assert fault.times == 0
    assert [c.name for c in people.world.channels.values() if c.parent == FORUM_ID] == [NAME] * 2
    assert place.owner == people.world.bot_id
