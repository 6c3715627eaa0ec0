"""The values that go into a store and come out of it; they never change. Times are seconds since
1970. Ids of people, servers, channels and messages are Discord's numbers. `repr` leaves out
secrets: a seed, a hidden draw, a draft."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from storage.rating import Rating

Status: TypeAlias = Literal["lobby", "playing", "over", "cancelled"]

NATURE: Final = -1  # the seat of a log row by chance
TABLE: Final = -3  # the seat of a log row about the whole table


class Keep(Enum):
    """The type of KEEP: leave a column as it is, while None empties it."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP

ALL: Final = ""  # the kind of a table of all kinds of games
EVER: Final = ""  # the month of a table of all months
BOARD: Final = "turn"  # the kind of a post with a board
BEGINS: Final = "begins"  # the kind of a post that announces the start
LASTING: Final = (BOARD, BEGINS, "lobby")  # kinds of posts that stay in the channel
SEVERAL: Final = 10  # at most so many games of a person are counted to recognise a beginner
PAGE: Final = 100  # games that are read at once when all are read
HIDDEN: Final = "hidden"  # the personal setting; "on": the person is in no table


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person or a computer on a seat: the place in the tuple of sitters, from 0."""

    user: int  # below zero: a computer, or a former player
    name: str
    left: bool = False  # resigned: the seat is theirs only in the log
    # The person's settings when the game is read; a Change writes none.
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    computer: str = ""  # the level of a computer; empty: a person
    excused: bool = False  # they didn't choose to leave, and are not rated


@dataclass(frozen=True, slots=True)
class Former:
    """A former sitter of a seat that changed hands."""

    seat: int
    until: int  # the log row that handed the seat over; earlier rows were theirs
    user: int
    name: str
    computer: str = ""  # as with a Sitter
    excused: bool = False  # as with a Sitter


@dataclass(frozen=True, slots=True)
class Line:
    """A log row to be written."""

    seat: int  # a player's, NATURE or TABLE
    text: str = field(repr=False)
    mark: str  # a checksum of the position, or empty
    post: int = 0  # the message whose id chance drew with; 0: none


class Row(NamedTuple):
    """A stored log row. A tuple, as a post reads the whole log of its game."""

    n: int  # its number in the game, from 1
    seat: int
    text: str
    mark: str
    key: str | None  # only of the first row of a commit
    at: float
    post: int = 0  # as with a Line

    def __repr__(self) -> str:
        return f"Row(n={self.n}, seat={self.seat}, mark={self.mark!r}, key={self.key!r})"


@dataclass(frozen=True, slots=True)
class Post:
    """A stored post, about a game or a server."""

    id: int
    game: int  # about a server: its id below zero
    n: int  # the log row it is about; about a server: the second in which it was written
    kind: str
    tries: int
    message: int | None
    nonce: str = ""  # a random word of its own, at most 25 characters
    channel: int | None = None  # of its message, if that was noted

    @property
    def fresh(self) -> bool:
        """Whether nobody tried to send it. Another post may be out already: an earlier process may
        have died before it noted the message."""
        return not self.tries

    @property
    def guild(self) -> int | None:
        """The server that the post is about; None: it is about a game."""
        return -self.game if self.game < 0 else None


@dataclass(frozen=True, slots=True)
class Call:
    """A mention of a person in a post of this kind."""

    kind: str
    user: int
    at: float


@dataclass(frozen=True, slots=True)
class NewTimer:
    """A timer to be set, in place of one of the same game, kind and payload."""

    kind: str
    due: float
    payload: str = ""  # distinguishes several timers of a kind


@dataclass(frozen=True, slots=True)
class Timer:
    """A stored timer. If it is set again, it gets an id that no timer had before."""

    id: int
    game: int
    kind: str
    due: float
    payload: str


class Thought(NamedTuple):
    """A timer for a computer's turn, and what another process found."""

    timer: Timer
    until: float = 0.0  # until when that process may think
    seed: str = ""  # of the position that it thought about
    line: str = ""  # the turn that it found; empty: none so far


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A standing order: the seat plays `line` after a certain turn.

    The condition of one behind another holds both: `c3|b2` waits until the one of `c3` is played,
    and then for `b2`. No word of a turn contains the sign."""

    id: int
    seat: int
    condition: str = field(repr=False)  # how that turn begins; empty: any turn
    mark: str = field(repr=False)  # or the checksum of the position after that turn
    line: str = field(repr=False)
    fell: str = ""  # why it was not played; empty while it stands

    @property
    def is_follow_up(self) -> bool:
        """Whether it waits for another one to be played."""
        return FOLLOW_UP in self.condition


FOLLOW_UP: Final = "|"  # between the two conditions


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A seat's unfinished turn."""

    seat: int
    n: int  # the row at which the game was
    line: str = field(repr=False)
    key: str  # of the message or press that changed it last


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A seat's clock."""

    seat: int
    left: float  # seconds, at the moment `since`
    since: float | None = None  # when it began to run; None: it stands still


@dataclass(frozen=True, slots=True)
class Spent:
    """The seconds that a seat's clock lost while the game was at row n, and gained by its turn."""

    n: int
    seat: int
    seconds: float
    gain: float = 0.0


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log."""

    id: int
    kind: str
    number: int  # per server and kind, from 1
    edition: str
    options: Mapping[str, str] = field(hash=False)
    seed: bytes = field(repr=False)
    guild: int
    home: int  # the channel where it was started, or to which it moved
    channel: int | None  # where it is played, perhaps a thread; None until that is known
    host: int
    n: int  # how many rows its log has
    status: Status
    on_turn: int | None  # the seat to move
    created: float
    changed: float
    commitment: str  # to the seed, written when the lobby opened
    sitters: tuple[Sitter, ...]
    timers: tuple[Timer, ...] = ()  # earliest first
    orders: tuple[OrderRow, ...] = ()
    stands: int = 0  # the last row that changed the position (see Change.aside)
    former: tuple[Former, ...] = ()  # earliest first
    clocks: tuple[ClockRow, ...] = ()  # by seat; empty: the game has no clocks
    settled: bool = False  # the start is announced, so nobody joins or leaves the lobby
    held: int = 0  # the post with which chance draws next, if not the newest (see Change)
    drafts: tuple[DraftRow, ...] = field(default=(), compare=False)  # when the game was read
    post: int = field(default=0, compare=False)  # its newest message of LASTING kinds; 0: none
    version: int = field(default=0, compare=False)  # grows with each write to it, but for settings
    posts: tuple[Post, ...] = field(default=(), compare=False)  # only those of the commit behind it
    language: str = ""  # such as de; empty: the usual one

    @property
    def draws(self) -> int:
        """The post with which chance draws next; 0: there is none yet."""
        return self.held or self.post

    @property
    def live(self) -> bool:
        """Whether it is a lobby or running."""
        return self.status in ("lobby", "playing")

    def draft(self, seat: int) -> DraftRow | None:
        """A seat's unfinished turn when the game was read."""
        return next((draft for draft in self.drafts if draft.seat == seat), None)

    def past(self, n: int) -> bool:
        """Whether another position stands than at row n: a later one, or an earlier one."""
        return not self.stands <= n <= self.n

    def due(self, kind: str) -> float | None:
        """When the first timer of a kind is due; None: there is none."""
        return next((timer.due for timer in self.timers if timer.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many live games are allowed; 0: any number."""

    person: int = 0  # hosted by one person on a server
    server: int = 0  # on a server


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class NewGame:
    """A lobby to be opened."""

    kind: str
    edition: str
    options: Mapping[str, str] = field(hash=False)
    seed: bytes = field(repr=False)
    guild: int
    home: int
    channel: int | None
    host: Sitter  # on seat 0
    key: str
    text: str  # row 1 of the log
    commitment: str = ""
    others: tuple[Sitter, ...] = ()  # on the next seats
    more: tuple[Line, ...] = ()  # the next rows of the log
    posts: tuple[str, ...] = ()  # kinds, each about row 1
    timers: tuple[NewTimer, ...] = ()
    limits: Limits = NO_LIMITS
    status: Status = "lobby"  # "over": nobody plays it itself, such as a season
    language: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's result of a finished game."""

    seat: int
    points: int
    won: bool
    place: int = 1  # 1 is the best; tied seats have the same


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one commit does to a game. None leaves a column as it is."""

    lines: tuple[Line, ...]  # from row n + 1 on
    key: str  # a second commit with it raises Already; stored with lines or posts; empty: none
    sitters: tuple[Sitter, ...] | None = None  # in place of all earlier ones
    status: Status | None = None
    channel: int | None = None
    home: int | None = None
    on_turn: int | Keep | None = KEEP  # None: nobody is to move
    results: tuple[Result, ...] = ()  # in place of all earlier ones
    posts: tuple[str, ...] = ()  # kinds, each about the new n
    timers: tuple[NewTimer, ...] = ()  # to be set, after those that are done are deleted
    done: tuple[Timer | str, ...] = ()  # timers, or kinds of them; the end of a game deletes all
    aside: bool = False  # the lines change no position: drafts and buttons stay valid
    turns: int = 0  # how many were played in a game that ends
    former: tuple[Former, ...] = ()  # people who give their seats to others
    clocks: tuple[ClockRow, ...] = ()  # in place of those of the same seats
    spent: tuple[Spent, ...] = ()  # added to what the same seats spent at the same row
    fates: tuple[tuple[int, str], ...] | None = None  # why each order fell, by id; empty: delete it
    orders: tuple[OrderRow, ...] = ()  # those that stood behind one and follow it
    settled: bool = False  # from now on the sitters change only with the start
    again: bool = False  # a board is posted again: chance still draws next with the post before it
    language: str | None = None  # of posts about the game from now on
    # What the change was worked out from (None: anything); if that changed, it is a Conflict.
    clocks_before: tuple[ClockRow, ...] | None = None
    settings: Mapping[int, Mapping[str, str]] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The outcome of forgetting a person."""

    number: int  # they are "former player `number`" now
    games: int  # in so many games
    open: tuple[int, ...]  # the ids of their live games, which prevented it; nothing changed


HINT, ANSWER = "hint", "answer"  # what a person can ask for at a puzzle


class PuzzleTry(NamedTuple):
    """A person's try at a puzzle."""

    did: str  # a whole turn as in a log, HINT or ANSWER
    solved: bool = False  # it was the best turn


@dataclass(frozen=True, slots=True)
class Census:
    """How many games are live, and how many posts are not sent."""

    games: Mapping[tuple[str, Status], int]  # by kind and status
    waiting: int
    parked: int


class Telling(NamedTuple):
    """Everything that the next post about a game shows."""

    game: GameRow
    rows: list[Row]  # the log
    posted: list[Post]  # its last two boards that became messages, latest first
    begun: int  # how many earlier games of the kind the person to move began, at most SEVERAL


class KnownPlayer(NamedTuple):
    """A person who played on a server, or in direct messages."""

    user: int
    guild: int
    latest: float  # when a game of theirs changed last there
    live: bool  # they have a live game there, and have not left it
    absent: float | None  # since when they are gone from there


class LostSeat(NamedTuple):
    """A seat that a person left, or that changed hands."""

    game: GameRow
    seat: int
    n: int  # the log row that says so
    at: float


class FinishedGame(NamedTuple):
    """A finished game, seen from one of its seats."""

    game: GameRow
    seat: int
    won: bool


class NewReport(NamedTuple):
    """A problem that a person reports about a game at row n."""

    reference: str  # shown to the person
    user: int
    game: int
    n: int
    said: str  # typed by the person
    state: str  # versions, and where the game is
    record: str  # of the game, without names or secrets


class Report(NamedTuple):
    """A stored problem, with the game's name: its kind, number and server."""

    reference: str
    user: int
    at: float
    kind: str
    number: int
    guild: int
    n: int
    said: str
    state: str
    record: str


class Somebody(NamedTuple):
    """A person with their latest name."""

    user: int
    name: str  # at their latest game; empty: they have none


class Apart(NamedTuple):
    """The people with whom a person doesn't play."""

    people: frozenset[int]  # those they block, and those who block them
    barred: bool  # a server lets them neither open nor join tables
    own: frozenset[int] = frozenset()  # only those they block


class BrowserLink(NamedTuple):
    """The person who may open a game's board in a browser."""

    user: int
    game: int


class Browser(NamedTuple):
    """A browser in which a person opened a board."""

    id: int
    user: int
    called: str  # its own name, in two words
    made: float
    used: float
    until: float  # when its admission ends


class Token(NamedTuple):
    """A secret word with which a program or a calendar reads; the store has only its hash."""

    id: int
    user: int  # who made it
    guild: int  # the server whose games it reads; 0: the games of its person
    kind: str
    made: float
    used: float | None  # None: never


class Version(NamedTuple):
    """How far a game is."""

    n: int
    version: int  # grows with each write, also of a draft
    on_turn: int | None  # the seat to move
    mover: int | None  # the person on that seat


# What orders a table: most wins, or the highest sure rating, then people without one by wins.
Order: TypeAlias = Literal["wins", "rating"]
WINS: Final[Order] = "wins"
RATING: Final[Order] = "rating"


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's line of a server's table, which counts finished games among people."""

    place: int  # people with as many wins in as many games share one
    user: int
    name: str  # the one used last
    games: int
    won: int
    streak: int  # wins in a row up to now
    rating: Rating | None  # None in the table of all kinds of games
    latest: int  # the person's last game


class SeenTable(NamedTuple):
    """A server's table as a person sees it."""

    first: tuple[Standing, ...]
    own: Standing | None  # the person's line, also if it isn't among the first ones
    hidden: bool  # others don't see the person in tables
    total: int  # how many lines the table has


class Rated(NamedTuple):
    """A person's rated game."""

    game: int
    at: float
    rating: Rating  # after the game


class RatingChange(NamedTuple):
    """How a game changed ratings, but those of hidden people."""

    unrated: str  # why the game isn't rated; empty if it is
    changes: Mapping[int, tuple[Rating, Rating]]  # by person: before and after
