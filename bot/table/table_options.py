"""The options of a table: how it plays, apart from the game's own options, beside which they are
stored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.table.computers import LEVELS, USUAL
from bot.table.game import HOUR
from rules.errors import Unavailable, quote
from rules.game import GameRules as Rules
from rules.game import Option
from rules.play import MOVES, PLACE, agree
from rules.text import NOTHING, Code, Listed, Plural, Text
from storage import GameRow

SECONDS: Final = 30.0  # a turn waits for chance, by default
# "1" and the like are minutes.
WAITS: Final = {"none": 0.0, "30s": SECONDS, "1": 60.0, "2": 120.0, "5": 300.0, "10": 600.0}
SEASON: Final = "season"  # the season's table, with its round and board: `12:1:3`
ORIGIN: Final = "from"  # the game and turn that a game continues: `L7 12`
FORUM: Final = "forum"  # the forum in which a game is a post; of a server: in which its games are
# asked for or drawn again each time
OF_ONE_GAME: Final = ("players", "order", SEASON, FORUM, ORIGIN, MOVES, PLACE)
WAIT: Final = Option(
    "wait",
    Text("How long you have to undo a typed turn before the die is rolled"),
    "30s",
    tuple(WAITS),
    {
        "none": Text("the die is rolled right away"),
        "30s": Text("30 seconds"),
        **{n: Plural("{n} minute", "{n} minutes", n=int(n)) for n in ("1", "2", "5", "10")},
    },
    label="undo_time",
)

BOARDS: Final = Option(
    "boards",
    Text("Old boards: collapse each one to a line of text, or keep them"),
    "lines",
    ("lines", "keep"),
    {"lines": Text("old boards collapse to one line"), "keep": Text("old boards stay")},
    label="old_boards",
    labels={"lines": "collapse"},
)


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds on everybody's clock."""

    start: float  # at first
    turn: float  # more with each turn
    cap: float  # at most


PACES: Final[Mapping[str, Pace | None]] = {
    "brisk": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "steady": Pace(72 * HOUR, 12 * HOUR, 120 * HOUR),
    "relaxed": Pace(72 * HOUR, 36 * HOUR, 240 * HOUR),
    "long": Pace(240 * HOUR, 36 * HOUR, 240 * HOUR),
    "none": None,
}
PACE: Final = Option(
    "pace",
    Text(
        "Time control (hours at start + per turn): brisk 24+4, steady 72+12, relaxed 72+36, "
        "long 240+36, none"
    ),
    "relaxed",
    tuple(PACES),
    {
        "brisk": Text("24 h + 4 h per turn, up to 72 h"),
        "steady": Text("72 h + 12 h per turn, up to 120 h"),
        "relaxed": Text("72 h + 36 h per turn, up to 240 h"),
        "long": Text("240 h + 36 h per turn, up to 240 h"),
        "none": Text("no clock"),
    },
    label="clock",
)
WEEKENDS: Final = Option("weekends", Text("Whether clocks run on weekends"), "run", ("run", "stop"))
VACATIONS: Final = Option(
    "vacations",
    Text("Whether your clock stops while you're on vacation"),
    "allowed",
    ("allowed", "none"),
)
RATED: Final = Option(
    "rated",
    Text("Whether the game is rated"),
    "yes",
    ("yes", "no"),
    {"yes": Text("rated"), "no": Text("unrated")},
)
JOIN: Final = Option(
    "join",
    Text("Who can join"),
    "anybody",
    ("anybody", "invited"),
    {"anybody": Text("anyone"), "invited": Text("invited players only")},
    label="access",
    labels={"anybody": "open"},
)
GOOD_TURNS: Final = Option(
    "good_turns",
    Text("When players get suggested turns and hints"),
    "unrated",
    ("unrated", "on", "off"),
    {"unrated": Text("in unrated games"), "on": Text("in rated games too"), "off": Text("never")},
    label="hints",
)
# The players who sit down with the host. Later the seats themselves show them.
COMPUTERS: Final = Option("computers", Text("Number of computer players"), "0")
LEVEL: Final = Option(
    "level", Text("Strength of the computer players"), USUAL, tuple(LEVELS), dict(LEVELS)
)
SUBSTITUTE: Final = Option(
    "substitute",
    Text("Who can take over an abandoned seat: only people, or also a computer at this level"),
    "people",
    ("people", *LEVELS),
    dict(LEVELS),
    label="takeover",
)
# What a table can agree on, in the order of the command; the first only if chance waits.
TABLE: Final = (WAIT, BOARDS, PACE, WEEKENDS, VACATIONS, RATED, GOOD_TURNS, SUBSTITUTE, JOIN)


def company_options(rules: Rules[Any]) -> tuple[Option, ...]:
    """The options for computers at the table from the beginning."""
    return replace(COMPUTERS, choices=tuple(map(str, range(rules.most)))), LEVEL


def company(rules: Rules[Any], players: int, wanted: Mapping[str, str]) -> tuple[int, str]:
    """The number of computers that a table of this size asks for, and their level. Raises
    Unavailable with the possible values."""
    said = {o.name: _one_of(o, wanted.get(o.name, o.default)) for o in company_options(rules)}
    count = int(said[COMPUTERS.name])
    if count >= players:
        raise Unavailable(
            Text(
                "With {players} players you can add up to {most} computers; one seat is yours.",
                players=players,
                most=players - 1,
            )
        )
    return count, said[LEVEL.name]


def every_option(rules: Rules[Any]) -> tuple[Option, ...]:
    """The options of a table that plays this game."""
    return tuple(option for option in TABLE if rules.chance_waits or option != WAIT)


def agree_options(rules: Rules[Any], seats: int, wanted: Mapping[str, str]) -> dict[str, str]:
    """The options of the game and of the table, with defaults unless only exceptions are stored.
    Raises Unavailable with the possible values."""
    ours = {option.name: option for option in every_option(rules)}
    own = agree(rules, seats, {k: v for k, v in wanted.items() if k not in ours})
    own |= {name: _one_of(o, wanted.get(name, o.default)) for name, o in ours.items()}
    written = (WAIT, PACE, GOOD_TURNS)  # stored even if they have their default
    usual = {(option.name, option.default) for option in ours.values() if option not in written}
    return {name: value for name, value in own.items() if (name, value) not in usual}


def _one_of(option: Option, value: str) -> str:
    if value in option.choices:
        return value
    raise Unavailable(
        Text(
            "{value} isn't a valid {option}. Choose {values}.",
            option=Code(option.shown),
            values=Listed((Code(option.value_label(choice)) for choice in option.choices), "or"),
            value=quote(value),
        )
    )


def options_for_next(options: Mapping[str, str]) -> dict[str, str]:
    """The options for the next game of the same people, or for the same wish in a thread."""
    return {name: value for name, value in options.items() if name not in OF_ONE_GAME}


def origin_of(options: Mapping[str, str]) -> dict[str, str]:
    """The options of a game that continues another: where, its moves, and the host's seat."""
    return {name: options[name] for name in (ORIGIN, MOVES, PLACE) if name in options}


def origin(game: GameRow) -> Text:
    """Where a game began, if that isn't the opening, else NOTHING."""
    name, _, turn = game.options.get(ORIGIN, "").partition(" ")
    return Text("Continues {game} from turn {n}.", game=name, n=turn) if name else NOTHING


def wait_of(game: GameRow) -> float:
    """The seconds for which a turn waits for chance."""
    return WAITS[game.options.get(WAIT.name, WAIT.default)]


def pace_of(game: GameRow) -> Pace | None:
    """The pace of the clocks, or None if there are none."""
    return PACES.get(game.options.get(PACE.name, "none"))


def substitute_of(game: GameRow) -> str:
    """The level of the computers that may take over a free seat, or "" if none may."""
    level = game.options.get(SUBSTITUTE.name, "")
    return level if level in LEVELS else ""


def not_rated(game: GameRow) -> bool:
    """Whether the table agreed that no rating changes."""
    return game.options.get(RATED.name) == "no"


def keeps_boards(game: GameRow) -> bool:
    """Whether a board stays when the next one is posted, without its buttons."""
    return game.options.get(BOARDS.name) == "keep"


def stops_on_weekends(game: GameRow) -> bool:
    """Whether the clocks stop on Saturdays and Sundays."""
    return game.options.get(WEEKENDS.name) == "stop"


def vacations_count(game: GameRow) -> bool:
    """Whether a player's clock stops on vacation."""
    return game.options.get(VACATIONS.name) != "none"
