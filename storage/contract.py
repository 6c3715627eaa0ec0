"""The verbs of a store: all that the bot may ask of one, whichever database is behind it.

One process has the database, and its commits hand on what they wrote: posts to be sent and timers.
What waits when a process begins may be half done: the posts count as tried.

Every verb but `sent` is one transaction: done as a whole and durable when it returns, or not at
all, also when the caller is cancelled while it waits. Whether it was done then, a second call with
the same key finds out (Already, or success).
Any verb can raise Unwritable, when the disk is full or has gone: nothing is done then. InDoubt is
one that may have been done, since the commit itself has failed and nothing more can be asked.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from typing import Any, Protocol

from storage.lease import Lease
from storage.rows import (
    ALL,
    EVER,
    PAGE,
    Apart,
    Browser,
    Call,
    Census,
    Change,
    DraftRow,
    Finished,
    Forgotten,
    GameRow,
    Link,
    LostSeat,
    NewGame,
    NewReport,
    OrderRow,
    Post,
    PuzzleTry,
    Report,
    Row,
    Seen,
    Somebody,
    Spent,
    Telling,
    Thought,
    Timer,
    Version,
)
from storage.standings import WINS, Moved, Order, Rated, SeenTable, Standing


class Store(Protocol):
    @property
    def lease(self) -> Lease | None:
        """That of a database on a server, which several processes may take over."""
        ...

    @property
    def reconnects(self) -> int:
        """How often the connection to a server was made again."""
        ...

    def now(self) -> float:
        """Seconds since 1970, by the server's clock where there is one."""
        ...

    async def take_over(self, waits: Callable[[], None]) -> None:
        """Have the database, as soon as no other process has it. Before that nothing is written to
        a game. waits: called once where another process has it at first."""

    async def close(self) -> None:
        """Finish what was asked for and let go of the database. Twice is once."""

    # games

    async def create(self, new: NewGame) -> GameRow:
        """Open a lobby with the next free number of (guild, kind); its log has one row, and more
        where others sit down at once.

        Raises Already when the key is known, Full when the host or the server has as many open
        games as the limits allow, Taken when the channel has a live game.
        """

    async def commit(self, game: int, n: int, change: Change) -> GameRow:
        """Move the game on from row `n`: log, seats, columns, results, timers, clocks, posts;
        drafts are dropped.

        The key goes with the first line. A change without lines leaves `n` and the drafts as
        they are, and its key is not remembered.
        Raises Already when the key is known, Conflict when the game is not at `n` or its standing
        orders, its clocks or its people's settings are others by now (it was found at `n` then),
        Taken when the channel has another live game. Orders go with a seat that changes hands, and
        with the end of the game.
        """

    async def game(self, game: int) -> GameRow | None:
        """The game with this id."""

    async def games_by_ids(self, games: Collection[int]) -> list[GameRow]:
        """The games with these ids, in order of id."""

    async def named(self, guild: int, kind: str, number: int) -> GameRow | None:
        """The game by the name people use, such as the 7th of a kind on a server."""

    async def here(self, channel: int) -> GameRow | None:
        """The live game in the channel, else the one that ended there last."""

    async def reach(self, channel: int) -> list[GameRow]:
        """The live games in a channel and in threads that were opened there, oldest first."""

    async def open_games(self, after: GameRow | None = None, most: int = PAGE) -> list[GameRow]:
        """The lobbies and running games, server by server and oldest first: so many of those that
        come after this one. `every_open_game` goes through them all."""

    async def games_of(self, user: int) -> list[GameRow]:
        """The open games in which somebody sits and which they have not left, oldest first."""

    async def games_of_both(self, user: int, other: int, kind: str) -> list[GameRow]:
        """The games of a kind, over or not, in which two people sit and which neither has left."""

    async def lost_seats(self, user: int, since: float) -> list[LostSeat]:
        """The seats that somebody has lost since then, the last one first."""

    async def begun(self, user: int, kind: str, before: int) -> int:
        """How many games of a kind somebody plays or has played to the end, of those that were
        opened before the one with the id `before`; no more than SEVERAL are counted."""

    async def beaten(self, user: int, kind: str) -> str:
        """The level of the computers in the last game of a kind that somebody won against some;
        empty where there is none."""

    async def newest(self, guild: int, kind: str, most: int) -> list[GameRow]:
        """The last games of a kind that were opened on the server, whatever became of them, the
        last one first."""

    async def games_on(self, guild: int) -> list[GameRow]:
        """The open games of a server, oldest first."""

    async def next_timer(self, kinds: Collection[str]) -> Timer | None:
        """The timer of these kinds that is due first."""

    async def due_timers(
        self, kinds: Collection[str], ended: Collection[int] = (), most: int = 100
    ) -> list[Timer]:
        """The timers of these kinds that are due, no more than `most`, the first ones first; and
        those among `ended`, the ids of timers whose wait the caller has found to be over."""

    async def timers_after(self, after: int = 0, most: int = PAGE) -> list[Timer]:
        """So many of the timers with a higher id than this, in order of id. `timers_in_pages` goes
        through them all. Of those that have been replaced or are done with, nothing is left."""

    async def thoughts(self, kind: str) -> list[Thought]:
        """The timers of a kind that are due, and what other processes make of them."""

    async def claim_thoughts(
        self, kind: str, seconds: float, most: int, but: Collection[int] = ()
    ) -> list[Timer]:
        """So many timers of a kind that are due, of which nobody thinks, the first ones first, but
        not those with these ids. For so many seconds no other process is given them."""

    async def leave_thought(self, thought: Thought) -> None:
        """Leave the turn that came of a claimed timer. Without a line nothing came of it."""

    async def newest_timer(self) -> int:
        """The highest id of a timer that is set, wherever; 0: none is."""
        ...

    async def credit(
        self,
        dues: Mapping[int, float],
        posts: Iterable[tuple[int, str]],
        values: Mapping[str, str],
    ) -> None:
        """Set other ends for timers, by their ids, write posts of these kinds about games as they
        are, and set values: all of it, or nothing. A timer that is gone by now stays gone."""

    async def census(self) -> Census:
        """How many games are open, and how many posts wait or are parked."""

    async def probe(self) -> None:
        """Raise Unwritable when a turn could not be recorded now. It is found out by writing
        something of no meaning, unless a write has just succeeded; after one that failed it is as
        much as a large turn."""

    # log and drafts

    async def log(self, game: int, after: int = 0) -> list[Row]:
        """The rows of a game after row `after`, in order."""

    async def spent(self, game: int, n: int) -> list[Spent]:
        """What clocks have lost and gained since the game was at row `n`, in order."""

    async def known(self, key: str) -> tuple[int, int] | None:
        """(game id, last row) of the commit that had this key, if there was one."""

    async def keep(self, game: int, draft: DraftRow) -> None:
        """Keep a draft in place of the seat's earlier one. Conflict when the game is past it."""

    async def drop(self, game: int, seat: int) -> None:
        """Forget the seat's draft, if there is one."""

    # standing orders

    async def give(self, game: int, n: int, order: OrderRow) -> None:
        """Let a seat's order stand, in place of an earlier one with its condition; its id is the
        store's. Conflict when the game is past `n`."""

    async def withdraw(self, game: int, seat: int, order: int) -> None:
        """Forget the seat's order with this id, if there is one."""

    # outbox

    async def waiting(self, after: int = 0, most: int = PAGE) -> list[Post]:
        """So many posts that wait to be sent, in order of id, behind this id. Those that are not
        `fresh` may have been sent, and are to be looked for."""

    async def under_way(self, games: Collection[int]) -> list[Post]:
        """All waiting posts about these games, in order of id."""

    async def sent(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        called: int | None = None,
    ) -> None:
        """Done with a post: it became this message in this channel, or None: none was needed.
        called: the one person whom it has called.

        Every verb that comes after knows of it, but it is durable only with the next write, or
        some moments later: a death in between is one before it, after which the message has to be
        looked for."""

    async def calls(self, game: int, since: int) -> list[Call]:
        """Who was called by the posts about the game since a row, in order."""

    async def told(self, user: int, kind: str) -> list[int]:
        """The servers about whose games a post of this kind has called somebody."""

    async def called_by(self, game: int, since: int, before: int) -> list[Post]:
        """The posts about the game between two rows (since that one, and before the other) by
        which somebody was called, in order."""

    async def called(self, user: int) -> float | None:
        """When somebody was called last, in any game."""

    async def called_as(self, user: int, alike: str, since: float) -> list[str]:
        """The kinds of all posts that called somebody after a moment, or wait to do so, whose kinds
        begin alike: such as `invites:77:`, where 77 is that person."""

    async def tried(self, post: Post, why: str) -> None:
        """One try more has failed, for a reason free of content and secrets."""

    async def park(self, post: Post, why: str) -> list[Post]:
        """Lay a post aside, which counts as a try; what of its game lay there before."""

    async def retry(self, seconds: float = 0, guild: int | None = None) -> list[Post]:
        """What lies aside and was tried so many seconds ago (all, or of the games of a server), in
        order of id. It stays aside until it is sent, but counts as tried at this moment. Without
        seconds that is everything; with them, what was tried very often is left out."""

    async def posted(self, message: int) -> Post | None:
        """The post that became this message."""

    async def latest(self, game: int, kind: str, before: int | None = None) -> Post | None:
        """The game's last post of a kind that became a message; before: of those that were
        written before that one."""

    async def arrived(self, before: int) -> list[tuple[int, float]]:
        """The last messages that posts became, of those written before that one, each with the
        moment in which it was noted."""

    async def sent_lately(self, seconds: float) -> list[Post]:
        """The boards and results that became messages at most so many seconds before the last
        message of all, in order of id; the newest thousand posts are looked at."""

    async def telling(self, game: int) -> Telling:
        """A game that is there, with all that a post about it tells: its log, its last boards, how
        many such games whoever is on turn has begun; all of the same moment."""

    async def tell_once(self, game: int, kind: str, alike: str = "") -> bool:
        """Write a post of this kind about the game as it is; False: there is one already, which
        waits, is parked or became a message. alike: how all kinds begin of which one is enough."""

    # tables of the server, and odds and ends

    async def standings(
        self, guild: int, kind: str = ALL, month: str = EVER, most: int = 10, by: Order = WINS
    ) -> list[Standing]:
        """The first ones of a server's table, of a kind or of all, of a month such as `2026-11` or
        for ever: most won, then in the fewest games; or by their ratings, where these are sure.
        Whoever is hidden is in none."""

    async def standing(
        self, user: int, guild: int, kind: str = ALL, month: str = EVER, by: Order = WINS
    ) -> Standing | None:
        """Somebody's own line of that table, also of whoever is hidden."""

    async def table_of(
        self,
        user: int,
        guild: int,
        kind: str = ALL,
        month: str = EVER,
        by: Order = WINS,
        most: int = 10,
    ) -> SeenTable:
        """That table as somebody sees it: its first lines, their own, and whether they are
        hidden."""

    async def moved(self, game: int) -> Moved | None:
        """What a game has done to the ratings; None: it has not ended with a result."""

    async def course(self, user: int, guild: int, kind: str, most: int = 50) -> list[Rated]:
        """Somebody's last rated games of a kind on a server, the first ones first."""

    async def played(self, user: int, guild: int, kind: str, most: int = 30) -> list[Finished]:
        """Somebody's last games of a kind on a server that are over, the last ones first."""

    async def rebuild_ratings(self) -> int:
        """Work out all ratings and tables anew, from the results alone; of how many games. Each
        server is a transaction of its own, and games that end there meanwhile wait for it."""

    async def setting(self, key: str) -> str | None:
        """A value that was set."""

    async def set(self, key: str, value: str) -> None:
        """Set a value, in place of an earlier one."""

    async def personal(self, user: int) -> Mapping[str, str]:
        """What a person has set for themselves, by name. A game that is read has it of everybody
        who sits there."""

    async def server(self, guild: int) -> Mapping[str, str]:
        """What a server has set for its tables, by name."""

    async def set_server(
        self, guild: int, values: Mapping[str, str | None], kinds: Iterable[str] = ()
    ) -> tuple[Post, ...] | None:
        """Set values of a server, in place of earlier ones (None: as if it had never been set), and
        write posts of these kinds about it. None: all was so already, and nothing is written.
        Without values the posts are written in any case."""

    async def forget(self, user: int, guild: int | None = None) -> Forgotten:
        """Put a number below zero, and no name, wherever a person stands; nothing of them is left
        in the file. Nothing is changed while they sit in a game that is not over and that they have
        not left. guild: in the games of this server alone, where they have played elsewhere too."""

    async def people(self, night: int, most: int) -> list[Seen]:
        """A part of all who have played anywhere and are not forgotten, no more than about so many
        people and others each night: for each server one, in order of id and server."""

    async def people_on(self, guild: int) -> list[int]:
        """All who have played on a server and are not forgotten, in order."""

    async def servers(self) -> Mapping[int, float | None]:
        """The servers of which something is stored that names somebody or was set there, and since
        when the bot is known to be gone from each."""

    async def absent(self, guild: int, user: int, since: float | None) -> None:
        """Note since when somebody is gone from a server, unless an earlier time is noted; None:
        they are there. user: THE_BOT where it was removed."""

    async def forget_server(self, guild: int) -> None:
        """What a server has set goes, who is gone from it, and what was still to be told there."""

    async def about(self, user: int) -> Mapping[str, list[dict[str, Any]]]:
        """All that is stored about a person, by what it is, each row by the names of its columns;
        no other person's id but of whom they refuse. It takes long where much is stored."""

    async def set_personal(self, user: int, name: str, value: str | None) -> None:
        """Set a value of a person, in place of an earlier one; None: as if it had never been
        set."""

    # who does not play with whom

    async def apart(self, user: int, guild: int) -> Apart:
        """With whom somebody does not play, and whether a server has barred them."""

    async def blocked(self, user: int) -> list[Somebody]:
        """Whom a person has said not to play with."""

    async def block(self, user: int, other: int, on: bool, most: int) -> bool:
        """A person does not play with another from now on, or does again. False: they have said so
        of as many as they may."""

    async def barred(self, guild: int) -> list[Somebody]:
        """Whom a server lets open and join no tables."""

    async def bar(
        self, guild: int, user: int, on: bool, kinds: Iterable[str] = ()
    ) -> tuple[Post, ...] | None:
        """Bar somebody from a server's tables, or no longer, with posts about the server. None: it
        was so already, and nothing is posted."""

    # who opens a board in a browser: hashes are of what opens it, which is not stored

    async def add_link(self, hash_: str, link: Link, seconds: float) -> None:
        """A link that lets somebody in once, within so many seconds."""

    async def link(self, hash_: str) -> Link | None:
        """Whom a link would let in; None: it is none any more."""

    async def enter(
        self, by: str, hash_: str, called: str, seconds: float, instead: int = 0
    ) -> Link | None:
        """Use up the link with the hash `by`, and let a browser of that person in for so many
        seconds; None: it is none any more, and nothing is written. instead: the browser of that
        person that this one replaces."""

    async def add_browser(self, hash_: str, user: int, called: str, seconds: float) -> None:
        """Let a browser in for so many seconds. Where there are too many of a person, the one that
        was used longest ago is let in no more."""

    async def browser(self, hash_: str) -> Browser | None:
        """A browser that is let in."""

    async def used(self, browser: int) -> None:
        """Note that a browser is used, once an hour at most."""

    async def browsers_of(self, user: int) -> list[Browser]:
        """Those of a person that are let in, the one that was used last first."""

    async def end_browser(self, user: int, browser: int) -> None:
        """End a browser of a person, and void the links that they have not used."""

    async def admitted(
        self, browsers: Collection[int], games: Collection[int]
    ) -> Mapping[int, Mapping[int, float | None]]:
        """Those of some browsers that are let in, each with those of some games in which its person
        has a seat: since when the person is absent from the game's server, None: they are there."""

    async def versions(self, games: Collection[int]) -> Mapping[int, Version]:
        """How far each of some games is."""

    async def places_with(
        self, games: Collection[int], name: str, value: str
    ) -> Mapping[int, tuple[int, int]]:
        """The server and the channel of those of some games whose server has set something."""

    # puzzles

    async def puzzle_tries(self, user: int, day: int, kind: str) -> list[PuzzleTry]:
        """What somebody has done at a day's puzzle of a game, in order."""

    async def try_puzzle(self, user: int, day: int, kind: str, new: PuzzleTry) -> None:
        """Keep what somebody does at a puzzle: the same twice is once, and nothing comes after the
        turn that solves it or after they were told the answer."""

    async def puzzle_days(self, user: int) -> list[int]:
        """The days on which somebody has solved a puzzle, the last one first."""

    # what people report

    async def report(self, key: str, new: NewReport, most: int) -> str | None:
        """Keep what somebody reports, for 90 days; its reference, or the first one's where the key
        is known. None: they have reported so many within a day."""

    async def reports(self) -> list[Report]:
        """All that were reported, the last ones first."""


async def timers_in_pages(store: Store) -> AsyncIterator[list[Timer]]:
    """All timers, page by page, as each page was when it was read."""
    page = await store.timers_after()
    while page:
        yield page
        page = await store.timers_after(page[-1].id) if len(page) == PAGE else []


async def every_open_game(store: Store) -> AsyncIterator[GameRow]:
    """The open games, as each was when its page was read: more may be written meanwhile, and no
    more than a page is in memory."""
    page = await store.open_games()
    while page:
        for row in page:
            yield row
        page = await store.open_games(page[-1]) if len(page) == PAGE else []
