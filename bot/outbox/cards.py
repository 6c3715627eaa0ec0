"""The card of a game, its thread or its post in a forum, and the announcement of the start."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.messages import cards
from bot.messages.courier import (
    LONG,
    Courier,
    ForumTags,
    Handles,
    Made,
    PermanentError,
    Sent,
    TransientError,
    Transport,
    TransportError,
    handles,
)
from bot.messages.fitting import WithNote
from bot.messages.languages import Languages, labelling
from bot.messages.layout import Layout, render
from bot.table.commit import Commits
from bot.table.game import Game
from bot.table.names import bare, game_name, host_seat, title
from bot.table.reminders import MOST_REMINDERS, ignores, so_far, stage_of
from bot.table.rows import Begins, LobbyEdit, NewCard, OpenThread, row_class
from bot.table.seats import Invitation
from bot.table.table_options import FORUM
from rules.text import NOTHING, ChannelName, Joined, Name, Small, Text
from storage import Taken

log = logging.getLogger(__name__)
# The name of a tag for each state; forums may write it in lower case.
_STATES: Final = {"lobby": Text("Open"), "playing": Text("Playing"), "over": Text("Finished")}
_STATES["cancelled"] = _STATES["over"]


@dataclass(frozen=True, slots=True)
class Cards:
    """Posts lobby messages, threads and starts."""

    commits: Commits
    transport: Transport
    voices: Languages
    begin: Callable[[Game, int], Awaitable[None]]  # begins a game by the post that announced it

    @property
    def rows(self) -> tuple[Handles, ...]:
        return (
            handles(NewCard, self.lobby),
            handles(LobbyEdit, self.card),
            handles(OpenThread, self.thread),
            handles(Begins, self.begins),
        )

    async def lobby(self, _: NewCard, courier: Courier) -> Made:
        """Post the lobby message, or the game's if it has begun. After a move, the game has one in
        its new place, and the old one links to it."""
        game = await courier.game()
        before = await self.commits.store.latest(game.id, NewCard.prefix)
        if before and before.channel == game.home:
            return None  # already there
        traces, note = cards.lobby_traces(game), NOTHING
        if FORUM in game.options and game.channel != game.home:
            try:
                return await self._post(game, courier)
            except PermanentError as closed:
                why = Text("I couldn't open a post ({why})", why=closed.why)
                await self.place(game, game.home, why)
                game, note = replace(game, channel=game.home), _no_post(game, closed.why)
        sent = await courier.find_copy(game.home, traces) if courier.again else None
        if sent is None and not (courier.again and game.status == "cancelled"):
            panel = replace(await self._now(game), pings=await self._mentioned(game))
            panel = replace(panel, text=WithNote(panel.text, Small(note))) if note else panel
            sent = await courier.in_channel(game.home, panel)
        if before and before.channel and before.message:
            try:
                moved = Layout(cards.move_notice(game)).say_in(self.voices.voice_of(game.language))
                await self.transport.edit(before.channel, before.message, moved)
            except TransportError as refused:  # an abandoned lobby message isn't essential
                log.info("old card not changed", extra={"game": game.id, "why": str(refused)})
        return sent

    async def _post(self, game: Game, courier: Courier) -> Made:
        """Open the game's post in its forum, which begins with the lobby message."""
        if game.channel is not None:  # before a death
            return Sent(game.channel, game.channel)
        forum, name, post = int(game.options[FORUM]), self._name(game), None
        look, traces = partial(self.transport.find_post, game.guild, name), cards.lobby_traces(game)
        if courier.again:
            found = await courier.find_copy(forum, traces, surely=True, look=look)
            post = found and found.message
        if not game.live:
            return Sent(post, post) if post else None
        if post is None:
            panel = replace(await self._now(game), pings=await self._mentioned(game))
            said = await render(panel, self.voices.voice_of(game.language))
            post = await self.transport.open_post(forum, name, said, self._tags(game))
        await self.place(game, post)
        return Sent(post, post)

    def _name(self, game: Game) -> str:
        """The name of a game's thread or post."""
        host = Name(bare(game.sitters[host_seat(game)].name))
        said = Joined(" · ", (game_name(game), title(game), host))
        return labelling(self.voices.voice_of(game.language)).say(said)

    def _tags(self, game: Game) -> ForumTags:
        """The tags of a game's post: its title and state, in any language that the bot speaks."""
        voices = [labelling(self.voices.voice_of(code)) for code in self.voices.names]
        said = {state: {v.say(text).casefold() for v in voices} for state, text in _STATES.items()}
        on = frozenset({*said[game.status], title(game).casefold()})
        return ForumTags(on, frozenset().union(*said.values()) - on)

    async def _mentioned(self, game: Game) -> tuple[int, ...]:
        """The people mentioned in a rematch's lobby message: those invited, without saying who may
        not join."""
        if game.status != "lobby" or "order" not in game.options:
            return ()
        kinds = [post.kind for post in await self.commits.store.under_way([game.id])]
        users = [Invitation.decode(kind).user for kind in kinds if row_class(kind) is Invitation]
        there = {sitter.user for sitter in game.sitters}
        known = {user: await self.commits.store.blocks_and_bans(user, game.guild) for user in users}
        may = (user for user, each in known.items() if not (each.barred or each.people & there))
        return tuple(user for user in may if user not in there)

    async def card(self, _: LobbyEdit, courier: Courier) -> Made:
        """Edit the lobby message. Its loss does no harm; in a thread the next turn edits it."""
        game = await courier.game()
        lobby = await self.commits.store.latest(game.id, NewCard.prefix)
        superseded = game.past(courier.post.n) and game.channel != game.home
        if lobby and lobby.message and not superseded:
            place = lobby.channel or game.home  # it may not have followed the game yet
            if FORUM in game.options:
                if place not in (game.home, game.place):
                    return None  # it was left in a lost post
                try:
                    await self.transport.tag_post(place, self._tags(game))
                except PermanentError as refused:
                    log.info("post not tagged", extra={"game": game.id, "why": str(refused)})
            await self._edit(game, place, lobby.message)
        return None

    async def _edit(self, game: Game, channel: int, message: int) -> None:
        panel = await render(await self._now(game), self.voices.voice_of(game.language))
        await self.transport.edit(channel, message, panel)

    async def _now(self, game: Game) -> Layout:
        started = game.status in ("playing", "over")
        table = await self.commits.tables.at(game) if started else None
        if game.status != "playing":
            return cards.card(game, table)
        calls = await self.commits.store.calls(game.id, game.stands)
        silent = so_far(calls) >= MOST_REMINDERS or stage_of(game) is None
        ignoring = await ignores(self.commits.store, game, await self.commits.store.log(game.id))
        return cards.card(game, table, reminded=so_far(calls) if silent else 0, ignoring=ignoring)

    async def thread(self, _: OpenThread, courier: Courier) -> Made:
        """Open the thread under the lobby message, or play in the channel if none is allowed."""
        game = await courier.game()
        if game.channel is not None or not game.live:
            return None
        lobby = await self.commits.store.latest(game.id, NewCard.prefix)
        if lobby is None or lobby.message is None:
            raise PermanentError(Text("the lobby message couldn't be posted"))
        try:
            channel = await self.transport.thread(game.home, lobby.message, self._name(game))
        except PermanentError as closed:
            why = Text("I couldn't open a thread ({why})", why=closed.why)
            await self.place(game, game.home, why)
            return await courier.in_channel(game.home, _no_thread(game, closed.why))
        except TransientError as failed:
            there = await self.commits.store.game_in_channel(game.home)
            if courier.post.tries < LONG or (there and there.live):
                raise
            # Post first: if that fails too, Discord is failing, and a thread may still work later.
            sent = await courier.in_channel(game.home, _no_thread(game, failed.why))
            await self.place(game, game.home)
            return sent
        await self.place(game, channel)
        return None

    async def begins(self, _: Begins, courier: Courier) -> Made:
        """Announce the start, and begin with that message's id. An earlier try may have begun."""
        game = await courier.game()
        panel = Layout(cards.begins(game), silent=True)  # it notifies nobody yet
        if game.status != "lobby":
            return (
                await courier.find_copy(game.place, panel, surely=True) if courier.again else None
            )
        sent = await courier.at_table(panel, game)
        await self.begin(game, sent.message)
        return sent

    async def place(self, game: Game, channel: int, why: Text = NOTHING) -> None:
        """Record where a game is played. Raises PermanentError, with the reason for the move."""
        try:
            await self.commits.place(game, channel)
        except Taken:
            there = ChannelName(channel)
            taken = Text("another game is already in {place}", place=there)
            if why:
                taken = Text(
                    "{why}, and another game is being played in {place}", why=why, place=there
                )
            raise PermanentError(taken) from None

    async def go_home(self, game: Game, why: Text) -> None:
        """Move a game out of a lost thread. Raises PermanentError."""
        await self.place(game, game.home, why)
        game = replace(game, channel=game.home)
        lobby = await self.commits.store.latest(game.id, NewCard.prefix)
        try:
            if lobby and lobby.message:
                await self._edit(game, lobby.channel or game.home, lobby.message)
        except TransportError as refused:
            log.info("card not moved", extra={"game": game.id, "why": str(refused)})


def _no_post(game: Game, why: Text) -> Text:
    """The note if a forum takes no post."""
    return Text(
        "I couldn't open a post for {game} in {forum} ({why}), so it'll be played in this channel.",
        game=game,
        forum=ChannelName(int(game.options[FORUM])),
        why=why,
    )


def _no_thread(game: Game, why: Text) -> Layout:
    """The post if a thread was asked for and isn't allowed."""
    return Layout(
        Text(
            "I couldn't open a thread for {game} ({why}), so it'll be played in this channel.",
            game=game,
            why=why,
        )
    )
