"""Boards: a game's board as it is now, and every earlier one, which a person may share.

Players see what their seat could see at that board, others what everybody could. The buttons of a
panel name the row of its board, so an old panel works after a restart or an undone turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, partialmethod

from bot.features.feature import OF_A_ROW, REVIEW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import errors, layouts, posts
from bot.messages.answers import happened
from bot.messages.boards import beside_picture, hand, where
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.fitting import Stacked
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id, file_of, painted
from bot.messages.posts import to_mover
from bot.table.boards import Board, Page, board_at, boards, page_of
from bot.table.commit import party
from bot.table.computers import alone
from bot.table.game import Game
from bot.table.intent import Meant
from bot.table.names import game_name
from bot.table.personal import text_first
from bot.table.rows import OutboxRow, coded
from bot.table.session import Session
from rules.english import lately
from rules.errors import Stale, Unavailable
from rules.text import NOTHING, Jump, Mention, Text, sentences
from storage import Post


@coded("share")
class Shared(OutboxRow):
    """Posts a board in a channel for one of its players."""

    channel: int  # where to post it
    user: int
    n: int
    aside = True
    alike = ""  # each player may share it once


@coded("shown")
class SharedByStranger(OutboxRow):
    """Posts a board in a channel for a spectator."""

    channel: int  # where to post it
    n: int
    user: int
    aside = True

    @property
    def alike(self) -> str:
        """The beginning of the rows of all spectators, who share it once together."""
        return self.encode().removesuffix(str(self.user))


Pick = Callable[[Sequence[Board], int], Board]


class Boards:
    """The verbs, which change no game."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def as_text(self, session: Session) -> Layout:
        """The public position in words, or the message of a lobby. Raises Refused."""
        game = session.found
        if not boards(await self._store.log(game.id)):
            return layouts.card(game, None)
        return Layout(posts.board(await self._turns.tables.at(game)))

    async def share(self, session: Session) -> Layout:
        """Post the board at the row of the press in the channel: once for each player, and once
        for all spectators. Raises Refused."""
        if session.muted:
            raise Unavailable(errors.MUTED)
        game = session.found
        board = board_at(await self._store.log(game.id), session.target.n or 0)
        if board is None:
            gone = Text(
                "The turn you were looking at in {game} has been undone. You can use Back and Next "
                "from here.",
                game=game,
            )
            raise Stale(gone)
        stranger, user = not party(game, session.user), session.user
        wish: Shared | SharedByStranger = Shared(session.channel, user, board.n)
        if stranger:
            wish = SharedByStranger(session.channel, board.n, user)
        if await self._commits.tell_once(game, wish.encode(), wish.alike):
            return Layout(Text("Shared. Everyone here can see this board now."))
        there = await self._store.latest(game.id, wish.encode())
        return Layout(_shared_before(game, there, stranger=stranger))

    async def post_shared(self, row: Shared | SharedByStranger, courier: Courier) -> Made:
        """Post a shared board, unless its turn was undone. It isn't tried again later."""
        game = await courier.game()
        rows = await self._store.log(game.id)
        if (board := board_at(rows, row.n)) is None:
            return None
        there = await page_of(self._turns.tables, game, boards(rows), board, None)
        with suppress(PermanentError):
            return await courier.in_channel(row.channel, _public(there, row.user))
        return None

    async def turned(self, session: Session, pick: Pick) -> Layout:
        """A board by the pressed row, or the message of a lobby. Raises Refused."""
        there = boards(await self._store.log(session.found.id))
        if not there:
            return layouts.card(session.found, None)
        settings, tables = await self._store.personal(session.user), self._turns.tables
        board = pick(there, session.target.n or 0)
        shown = await page_of(tables, session.found, there, board, session.seat)
        return page(shown, in_words=text_first(settings))

    newest = partialmethod(turned, pick=lambda there, n: there[-1])
    first = partialmethod(turned, pick=lambda there, n: there[0])
    # The board before row n, after it, and at it or later, as far as there is one.
    earlier = partialmethod(
        turned, pick=lambda there, n: next((b for b in reversed(there) if b.n < n), there[0])
    )
    later = partialmethod(
        turned, pick=lambda there, n: next((b for b in there if b.n > n), there[-1])
    )
    at = partialmethod(
        turned, pick=lambda there, n: next((b for b in there if b.n >= n), there[-1])
    )


def page(shown: Page, *, in_words: bool) -> Layout:
    """A board as its reader sees it, with buttons to earlier and later boards.

    in_words: put the whole position into words, for a player who has text first.
    """
    table, n = shown.table, shown.board.n
    picture = painted(table.game.hosted, table.seen(shown.seat), table.labels)
    text = _in_words(shown) if in_words else beside_picture(shown)
    first, back, after, last, share = (
        button_id(verb, table.game.id, n) for verb in ("first", "earlier", "later", "last", "share")
    )
    buttons = (
        Button(Text("First"), first, off=shown.first),
        Button(Text("Back"), back, off=shown.first),
        Button(Text("Next"), after, off=shown.last),
        Button(Text("Last"), last, off=shown.last),
        Button(Text("Share"), share, "primary"),
    )
    return Layout(text, picture, file_of(table.game, table.n), buttons)


def _in_words(page: Page) -> Text:
    """The caption of a board, and the whole position in words."""
    table, names = page.table, page.table.names
    texts, state = table.kind.texts, table.seen(page.seat).state
    story, rows = happened(table, page.seat), texts.rows(state, names)
    parts = (
        where(page),
        lately(story, table.at.turns),
        texts.squares,
        texts.pieces(state, names),
        rows,
        texts.standing(state, names),
        texts.news(state, names),
        hand(page),
        to_mover(table, names) if page.last else NOTHING,
    )
    return Stacked(parts, spare=(rows, parts[1]))


def _public(shown: Page, user: int) -> Layout:
    """A board that a person shares. Each reader can go to other boards from it."""
    table, n = shown.table, shown.board.n
    story = happened(table)
    by = Text("Shared by {name}.", name=Mention(user, Text("someone")))
    text = Stacked((sentences(where(shown), by), story, hand(shown)), spare=(story,))
    picture = painted(table.game.hosted, table.seen(), table.labels)
    button = Button(Text("Replay"), button_id("at", table.game.id, n))
    return Layout(text, picture, f"{game_name(table.game)}-{n}-shared.png", (button,))


def _shared_before(game: Game, post: Post | None, *, stranger: bool) -> Text:
    """The answer if a board is shared already.

    post: the message; None until it is sent.
    stranger: whether a spectator asks. One spectator shares a board for all of them.
    """
    if post is None and stranger:
        return Text("A spectator of {game} has already shared this board here.", game=game)
    if post is None:
        return Text("Shared. The board will appear here in a moment.")
    there = Jump(
        Text("jump to the message"), game.guild, post.channel or game.home, post.message or 0
    )
    return Text("You've already shared this board here: {there}.", there=there)


def feature(at: Services) -> Feature:
    boards = Boards(at)
    step = partial(Verb, id=OF_A_ROW, instead="panel", on_page=True)
    return Feature(
        rows=(handles(Shared, boards.post_shared), handles(SharedByStranger, boards.post_shared)),
        verbs=(
            Verb(
                "board",
                boards.newest,
                slash=Slash(
                    "each game",
                    Text("/board"),
                    Text("Show the board, and step back through earlier ones"),
                ),
            ),
            Verb(
                "text",
                boards.as_text,
                OF_A_ROW,
                typed=("board", "show board", "show the board"),
                more=Behind(1, 1, layouts.AS_TEXT, alone),  # others have it under the board
                on_page=True,
            ),
            Verb(
                "replay",
                boards.first,
                OF_A_ROW,
                slash=Slash(
                    "games",
                    Text("/replay"),
                    Text("Replay a game turn by turn (only you can see it)"),
                    (named_game(at.turns.played),),
                    group=REVIEW,
                ),
                game=Meant.HERE,
                on_page=True,
            ),
            step("first", boards.first),
            step("earlier", boards.earlier),
            step("later", boards.later),
            step("last", boards.newest),
            Verb("at", boards.at, OF_A_ROW, on_page=True),
            Verb("share", boards.share, OF_A_ROW, on_page=True),
        ),
    )
