"""What goes into a store and what comes out: plain values, which never change.

    NewGame ──create──> GameRow <──commit── Change          a game moves on only by a Change
                         │ n                │ lines, sitters, results, posts, timers, clocks
                         └── log: Row 1 … Row n        outbox: Post        drafts: DraftRow

Times are seconds since 1970. Ids of people, servers, channels and messages are Discord's
numbers. What could give away a secret (a seed, a hidden draw, a draft) is left out of `repr`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from storage.rating import Rating

Status: TypeAlias = Literal["lobby", "playing", "over", "cancelled"]

NATURE: Final = -1  # the seat of a log row that chance answered
TABLE: Final = -3  # the seat of a log row that concerns the whole table


class Keep(Enum):
    """The type of KEEP: "leave this column as it is", where None means "empty it"."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP

ALL: Final = ""  # a table of all kinds of games
EVER: Final = ""  # of all months
BOARD: Final = "turn"  # the kind of posts that show how a game stands
BEGINS: Final = "begins"  # the kind of post that announces the start
LASTING: Final = (BOARD, BEGINS, "lobby")  # kinds of posts that stay where everybody sees them
SEVERAL: Final = 10  # games of somebody that are counted, where it matters whether they are few
PAGE: Final = 100  # games that are read at once where all are gone through
HIDDEN: Final = "hidden"  # the personal setting, on or not, of whoever is in no table


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody on a seat; the place in the tuple of sitters is the seat, from 0. left: they have
    resigned, and the seat is theirs in the log alone. settings: their own, as they are when the
    game is read; a Change writes none. excused: they did not choose to leave, and are not rated.
    computer: the level at which a computer plays here, "" for
    a person; its `user` is below zero, and nobody's."""

    user: int
    name: str
    left: bool = False
    settings: Mapping[str, str] = field(default_factory=dict, hash=False)
    computer: str = ""
    excused: bool = False


@dataclass(frozen=True, slots=True)
class Former:
    """Somebody who sat on a seat that others have taken over since. until: the row of the log by
    which it was handed over; those before it were theirs. computer and excused: as with a
    Sitter."""

    seat: int
    until: int
    user: int
    name: str
    computer: str = ""
    excused: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A log row to be written: `seat` is a player's, NATURE or TABLE; `mark` may be empty. post:
    the message with whose id it was drawn; 0: with none."""

    seat: int
    text: str = field(repr=False)
    mark: str
    post: int = 0


class Row(NamedTuple):
    """A log row as stored: the `n`th of its game, from 1; only the first of a commit has a key.
    A tuple, as a post reads the whole log of its game. post: as with a Line."""

    n: int
    seat: int
    text: str
    mark: str
    key: str | None
    at: float
    post: int = 0

    def __repr__(self) -> str:
        return f"Row(n={self.n}, seat={self.seat}, mark={self.mark!r}, key={self.key!r})"


@dataclass(frozen=True, slots=True)
class NewPost:
    """An outbox row to be written: a post of this kind about the game as it was at `n`."""

    kind: str
    n: int


@dataclass(frozen=True, slots=True)
class Post:
    """An outbox row as stored. One about a server and no game has its id below zero as its `game`,
    and as its `n` the second in which it was written.

    `nonce`: this post's own word, random, at most 25 characters.
    `channel`: where its message is, as far as that was written down.
    """

    id: int
    game: int
    n: int
    kind: str
    tries: int
    message: int | None
    nonce: str = ""
    channel: int | None = None

    @property
    def fresh(self) -> bool:
        """Nobody has tried to send it. One that is not fresh may be out already: the process that
        had the database before may have died before it could say so."""
        return not self.tries

    @property
    def guild(self) -> int | None:
        """The server that it is about; None: it is about a game."""
        return -self.game if self.game < 0 else None


@dataclass(frozen=True, slots=True)
class Call:
    """A post of this kind has called somebody."""

    kind: str
    user: int
    at: float


@dataclass(frozen=True, slots=True)
class NewTimer:
    """A timer to be set: at `due` something of a kind is to happen to the game. `payload` tells
    several of a kind apart; a game's earlier one of the same kind and payload is replaced."""

    kind: str
    due: float
    payload: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer as stored. One that is set anew has another id, which none had before."""

    id: int
    game: int
    kind: str
    due: float
    payload: str


class Thought(NamedTuple):
    """A timer by which a computer is to think, and what another process makes of it."""

    timer: Timer
    until: float = 0.0  # until when that process may think
    seed: str = ""  # of the position that it thought of
    line: str = ""  # the turn that came of it; empty: none so far


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A standing order: the seat plays `line` if the turn before begins with the words of the
    `condition` (none: any turn), or leads to the position with the checksum `mark`. `fell`: why
    it was not played, empty as long as it stands."""

    id: int
    seat: int
    condition: str = field(repr=False)
    mark: str = field(repr=False)
    line: str = field(repr=False)
    fell: str = ""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """What a seat has said of its turn so far, when the game was at `n`; `key` said it last."""

    seat: int
    n: int
    line: str = field(repr=False)
    key: str


@dataclass(frozen=True, slots=True)
class ClockRow:
    """How much time a seat has: `left` seconds when that was last settled, and since when the
    clock has been running; None: it stands still."""

    seat: int
    left: float
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What a seat's clock has lost while the game was at row n, and gained by the turn there."""

    n: int
    seat: int
    seconds: float
    gain: float = 0.0


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log: `n` rows long, `on_turn` a seat, `timers` the soonest first,
    `clocks` by seat; none where nobody has one.

    `home` is the channel where it was started or moved to, `channel` the one (perhaps a thread)
    where it is played, None until that is known. `number` counts per server and kind, from 1.
    `commitment` was written when the lobby opened. `stands` is the row since
    which nothing has changed but what the table talks about (see Change.aside); `former` sat there
    before, the first ones first; `drafts` are those of the moment at which the game was read;
    `posts` were written by the commit that has led to this row, if it was not read anew; `post` is
    the newest message about the game that stays where everybody sees it, 0 where there is none yet.
    `settled`: nobody joins or leaves the lobby any more, as its start is announced. `held`: the
    post with which chance draws next, where it is not the newest (see PostedAnew). `version` grows
    with each write to the game or beside it, but for settings. `language`: such as de; "": usual.
    """

    id: int
    kind: str
    number: int
    edition: str
    options: Mapping[str, str] = field(hash=False)
    seed: bytes = field(repr=False)
    guild: int
    home: int
    channel: int | None
    host: int
    n: int
    status: Status
    on_turn: int | None
    created: float
    changed: float
    commitment: str
    sitters: tuple[Sitter, ...]
    timers: tuple[Timer, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    stands: int = 0
    former: tuple[Former, ...] = ()
    clocks: tuple[ClockRow, ...] = ()
    settled: bool = False
    held: int = 0
    drafts: tuple[DraftRow, ...] = field(default=(), compare=False)
    post: int = field(default=0, compare=False)
    version: int = field(default=0, compare=False)
    posts: tuple[Post, ...] = field(default=(), compare=False)
    language: str = ""

    @property
    def draws(self) -> int:
        """The post with which chance draws next; 0: there is none yet."""
        return self.held or self.post

    @property
    def live(self) -> bool:
        """It is not over: a lobby, or a game that is played."""
        return self.status in ("lobby", "playing")

    def draft(self, seat: int) -> DraftRow | None:
        """What a seat had said of its turn when the game was read."""
        return next((draft for draft in self.drafts if draft.seat == seat), None)

    def past(self, n: int) -> bool:
        """The game has moved on since row n: what was made for that row is old."""
        return not self.stands <= n <= self.n

    def due(self, kind: str) -> float | None:
        """When the first timer of a kind is due, None where there is none."""
        return next((timer.due for timer in self.timers if timer.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many open games one person may host on a server, and a server may have; 0: any number."""

    person: int = 0
    server: int = 0


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class NewGame:
    """A lobby to be opened: the host sits on seat 0, the others after it; `text` becomes row 1 of
    the log, with `more` after it. status: `over` for what nobody plays itself, such as a season."""

    kind: str
    edition: str
    options: Mapping[str, str] = field(hash=False)
    seed: bytes = field(repr=False)
    guild: int
    home: int
    channel: int | None
    host: Sitter
    key: str
    text: str
    commitment: str = ""
    others: tuple[Sitter, ...] = ()
    more: tuple[Line, ...] = ()
    posts: tuple[NewPost, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    limits: Limits = NO_LIMITS
    status: Status = "lobby"
    language: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat came out of a finished game. place: 1 is the best; who shares one has the same."""

    seat: int
    points: int
    won: bool
    place: int = 1


class Addition:
    """What a feature adds to a change, besides what every change can hold. How a class of them is
    checked and written is registered with the store (storage/games.py)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ClockChange(Addition):
    """Clocks that take the place of those of the same seats, and what is added to what the seats
    have spent and gained. seen: the clocks from which that was worked out; None: it does not
    matter."""

    clocks: tuple[ClockRow, ...] = ()
    spent: tuple[Spent, ...] = ()
    seen: tuple[ClockRow, ...] | None = None


@dataclass(frozen=True, slots=True)
class OrderFates(Addition):
    """What became of each standing order, by its id: why it fell, or nothing, and it is gone."""

    fates: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class MadeFor(Addition):
    """What these people had set for themselves when the change was made: it is too late where one
    of them has set something since."""

    settings: Mapping[int, Mapping[str, str]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Handover(Addition):
    """People who have just given their seats to others."""

    former: tuple[Former, ...]


@dataclass(frozen=True, slots=True)
class SeatsDrawn(Addition):
    """From now on the sitters change with the start alone."""


@dataclass(frozen=True, slots=True)
class PostedAnew(Addition):
    """What was posted is posted anew, so that chance draws next with the post that was the newest
    before."""


@dataclass(frozen=True, slots=True)
class Speaks(Addition):
    """From now on the table is told in this language."""

    language: str


AnAddition = TypeVar("AnAddition", bound=Addition)


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one commit does to a game.

    The lines follow each other from n+1 on; `posts` are kinds, each about the new n. None
    leaves sitters, status, channel and home as they are; `on_turn` can be emptied by None
    and is left by KEEP. `sitters` and `results` replace all earlier ones of the game. `done` are
    timers, or kinds with all of theirs, that have done their work or have lost their meaning; with
    the game's end all are done. `timers` are set after that. `aside`: the lines change
    no position, so that drafts and buttons of before stay good. `turns`: how many were played in a
    game that ends. `added` by features, one of a class.
    """

    lines: tuple[Line, ...]
    key: str
    sitters: tuple[Sitter, ...] | None = None
    status: Status | None = None
    channel: int | None = None
    home: int | None = None
    on_turn: int | Keep | None = KEEP
    results: tuple[Result, ...] = ()
    posts: tuple[str, ...] = ()
    timers: tuple[NewTimer, ...] = ()
    done: tuple[Timer | str, ...] = ()
    aside: bool = False
    turns: int = 0
    added: tuple[Addition, ...] = ()

    def get(self, kind: type[AnAddition]) -> AnAddition | None:
        """What was added of a class."""
        return next((each for each in self.added if isinstance(each, kind)), None)

    def plus(self, addition: Addition) -> "Change":
        """This change with an addition, in place of an earlier one of its class."""
        others = (each for each in self.added if type(each) is not type(addition))
        return replace(self, added=(*others, addition))


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What came of forgetting a person: they are "former player `number`" in so many games. open:
    the ids of their games that are not over, for which nothing was changed."""

    number: int
    games: int
    open: tuple[int, ...]


HINT, ANSWER = "hint", "answer"  # what somebody has asked for at a puzzle


class PuzzleTry(NamedTuple):
    """What somebody has done at a puzzle: a whole turn as a log has it, or what they have asked
    for; solved: it was the best turn."""

    did: str
    solved: bool = False


@dataclass(frozen=True, slots=True)
class Census:
    """Open games by (kind, status), the posts that are neither sent nor parked, the parked ones."""

    games: Mapping[tuple[str, Status], int]
    waiting: int
    parked: int


class Telling(NamedTuple):
    """What the next post about a game is told from. posted: its last boards that became messages,
    the newest first, two at most; begun: how many games of its kind whoever is on turn
    had begun before it, SEVERAL at most."""

    game: GameRow
    rows: list[Row]
    posted: list[Post]
    begun: int


class Seen(NamedTuple):
    """Somebody who has played on a server, or in direct messages. latest: when a game of theirs
    there changed last; live: one is not over that they have not left; absent: since when they are
    known to be gone from there."""

    user: int
    guild: int
    latest: float
    live: bool
    absent: float | None


class LostSeat(NamedTuple):
    """A seat that is somebody's no more: by a row of the log it was given up, or handed over."""

    game: GameRow
    seat: int
    n: int
    at: float


class Finished(NamedTuple):
    """A game that is over, from one of its seats."""

    game: GameRow
    seat: int
    won: bool


class NewReport(NamedTuple):
    """A problem that somebody reports about a game at row n. reference: what they are told; said:
    what they have typed; state: what runs, and where the game is; record: it as anybody may have
    it, without names."""

    reference: str
    user: int
    game: int
    n: int
    said: str
    state: str
    record: str


class Report(NamedTuple):
    """A problem as the host reads it: of the `number`th game of a kind on a server."""

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
    """A person, and what they were called where they sat down last; empty: they never have."""

    user: int
    name: str


class Apart(NamedTuple):
    """With whom somebody does not play, whichever of the two wants it so; barred: a server lets
    them open and join no tables; own: the people that they block themselves."""

    people: frozenset[int]
    barred: bool
    own: frozenset[int] = frozenset()


class Link(NamedTuple):
    """Who may open a board in a browser, and of which game."""

    user: int
    game: int


class Browser(NamedTuple):
    """A browser in which somebody has opened a board. called: what it calls itself, in two words;
    until: when it is let in no more."""

    id: int
    user: int
    called: str
    made: float
    used: float
    until: float


class Version(NamedTuple):
    """How far a game is: its last row, how often something about it was written, which also counts
    what is drafted, and who is on turn: the seat, and whose that is by now."""

    n: int
    version: int
    on_turn: int | None
    mover: int | None


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


class Moved(NamedTuple):
    """How a game changed ratings, but those of hidden people."""

    unrated: str  # why the game isn't rated; empty if it is
    changes: Mapping[int, tuple[Rating, Rating]]  # by person: before and after
