"""Logjam in a few words: a turn for who was away, a turn to choose, and what a beginner is told."""

from dataclasses import replace
from random import Random

from rules import GAMES, english
from rules.english import DECIDING, OURS, QUIET, TELLING
from rules.game import Event, Leave, Seat, Setup
from rules.logjam.position import Phase, Position
from rules.play import answers, legal
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river, say, scattered

TEXTS = GAMES["logjam"].texts
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")

CROWD = """
    . . . . . . . .
    . . . . . 2 . .
    . . . . F 2 . .
    . . B C D2 E . .
    . . 1 1 1 1 . .
    . . A . . . . .
    . . . . . . . .
    . . . . . . . .
"""
EDGE = """
    . . . B B . . .
    . . 1 1 1 . . 2
    . . . . . . . 2
    . . . . . . . 2
    . . . C2 . . . .
    . . . A . . . .
    . . . . . . . .
    . . . . . . . .
"""


def brief(s: Position, events: list[Event], reader: Seat = 5) -> tuple[str, int]:
    """What a reader is told of a row, and how much it matters to them."""
    told = TEXTS.brief(s, events, PEOPLE, reader)
    return str(told.told), told.weight


def played(s: Position, line: str, reader: Seat = 5) -> tuple[str, int]:
    return brief(*say(s, line), reader)


def gist(s: Position, line: str) -> str:
    return str(english.gist(TEXTS, say(s, line)[1], PEOPLE))


def test_the_set_up_is_told_where_somebody_chose_it() -> None:
    """Who begins, a log that was laid, a logger that was stood; their own words, one each."""
    s = opening(2, setup="classic")
    s, events = say(s, "5 2")
    assert brief(s, events) == ("Ann begins", QUIET)
    assert brief(after(s, "b4-d4"), events) == ("", QUIET)  # Ben is called; the log says who began
    assert played(s, "b4-d4") == ("Ann laid b4-d4", QUIET)
    standing = river(EDGE, phase="loggers", hand=(4, 3, 3), home=(0, 0, 0))
    assert played(standing, "@a1") == ("Ann stood on a1", QUIET)


def test_what_chance_sets_up_is_left_to_the_picture() -> None:
    """A quick river is told of no log and no logger; only who begins."""
    s = LOGJAM.new(Setup(3))
    told = [brief(now, events) for _, now, events in answers(LOGJAM, s, b"seed", 1)]
    assert [words.split(" ", 1)[1] for words, _ in told if words] == ["begins"]


def test_a_move_is_told_in_a_few_words() -> None:
    """Every way to spend a roll that meets nobody."""
    assert played(river(EDGE, roll=1), "d3-d2") == ("Ann moved d3 to d2", QUIET)
    assert played(river(EDGE, roll=1), ".") == ("Ann did nothing", QUIET)
    assert played(river(EDGE, roll=3), "h5+w") == ("Ann shifted a log", QUIET)
    assert played(river(EDGE, roll=1, mover=1), "d8-off") == (
        "Ben brought a logger home",
        TELLING,
    )
    assert brief(*LOGJAM.apply(river(EDGE, roll=4), Leave(0))) == ("Ann left the game", TELLING)


def test_a_roll_alone_and_sending_back_are_not_told() -> None:
    """Nothing has come of a roll yet, and who was captured has been told."""
    assert played(river(EDGE), "5") == ("", QUIET)
    assert played(after(river(EDGE, roll=1), "d3xd4"), "@a1 @b1") == ("", QUIET)


def test_whoever_is_met_is_named() -> None:
    """What a move did to others, in order, to a reader whom it does not touch."""
    assert played(river(CROWD, roll=2), "c3>c4") == (
        "Ann pushed a log, carried Ben to c6, carried Cy to d6, crushed Dee on e5, "
        "crushed Eve on f5",
        TELLING,
    )
    assert played(river(EDGE, roll=1), "d3xd4") == (
        "Ann moved d3 to d4, captured Cy",
        TELLING,
    )
    assert played(river(EDGE.replace(". B B .", ". D B ."), roll=3), "c7+n") == (
        "Ann shifted a log, brought Dee home, brought Ben home",
        TELLING,
    )


def test_what_befell_the_reader_is_said_to_them() -> None:
    """ "Your logger", from where to where, and ahead of all that befell others."""
    push = river(CROWD, roll=2)
    told = [played(push, "c3>c4", reader) for reader in range(1, 5)]
    assert [weight for _, weight in told] == [OURS, OURS, DECIDING, DECIDING]
    assert [words.split(", ")[1 + i] for i, (words, _) in enumerate(told)] == [
        "carried your logger from c5 to c6",
        "carried your logger from d5 to d6",
        "crushed your 2 loggers on e5",
        "crushed your logger on f5",
    ]
    two = played(river(CROWD.replace("C D2", "C2 D2"), roll=2), "c3>c4", 2)[0]
    assert ", carried your 2 loggers from d5 to d6, " in two


def test_the_reader_is_told_of_a_capture_and_of_being_brought_home() -> None:
    """What decides most: a stack that was taken, and loggers that a log carried home."""
    capture = river(EDGE, roll=1)
    assert played(capture, "d3xd4", 2) == (
        "Ann moved d3 to d4, captured your 2 loggers",
        DECIDING,
    )
    alone = river(EDGE.replace("C2", "C"), roll=1)
    assert played(alone, "d3xd4", 2)[0].endswith(", captured your logger")
    home = ", brought your logger home, brought 2 of your loggers home"
    shift = river(EDGE.replace(". B B .", ". B B2 ."), roll=3)
    assert played(shift, "c7+n", 1) == ("Ann shifted a log" + home, DECIDING)


def test_a_mover_who_meets_their_own_loggers_is_not_named_again() -> None:
    """Riding a log, crushing one's own, and bringing one's own home with it."""
    crowd = CROWD.replace("B C D2 E", "A C A2 E")
    assert played(river(crowd.replace("F", "."), roll=3), "c4+n") == (
        "Ann shifted a log, rode it to c6, carried Cy to d6, rode it to e6, crushed Eve on f5",
        TELLING,
    )
    two = river(crowd, roll=3)
    assert ", crushed 2 loggers of their own, " in played(two, "c4+n")[0]
    one = river(crowd.replace("A2", "A"), roll=3)
    assert ", crushed a logger of their own, " in played(one, "c4+n")[0]
    mine = river(EDGE, roll=3, mover=1)
    assert played(mine, "c7+n") == (
        "Ben shifted a log, brought 1 logger home, brought 1 logger home",
        TELLING,
    )


def test_the_weight_says_what_became_of_the_reader() -> None:
    """For any river and any move: who lost loggers or got them home is told so ahead of who was
    only moved, and they ahead of who was not touched at all."""
    rng = Random(11)
    for _ in range(40):
        s = scattered(rng, rng.randrange(2, 5))
        for step in legal(LOGJAM, s):
            now, events = LOGJAM.apply(s, step)
            for reader in set(range(len(s.left))) - {s.mover}:
                weight = brief(now, events, reader)[1]
                if len(now.loggers[reader]) < len(s.loggers[reader]):
                    assert weight == DECIDING
                elif now.loggers[reader] != s.loggers[reader]:
                    assert weight == OURS
                else:
                    assert weight in (QUIET, TELLING)


def test_a_turn_to_choose_says_first_what_it_brings() -> None:
    """Who was taken before the way there, and how much closer a run comes to the open edge."""
    assert gist(river(EDGE, roll=1), "d3xd4 @a1 @b1") == (
        "captured 2 loggers of Cy · d3 to d4 · Cy back to a1, b1"
    )
    free = river(EDGE.replace("C2", "."), roll=2)
    assert gist(free, "d3-d5") == "2 rows closer · d3 to d5"
    assert gist(replace(free, roll=1), "d3-d4") == "1 row closer · d3 to d4"
    assert gist(replace(free, roll=1), "d3-c3") == "d3 to c3"
    assert gist(replace(free, roll=1), "d3-d2") == "d3 to d2"


def test_a_turn_that_ends_the_game_says_so() -> None:
    """The winner first; or, when all rounds have been played, at the end."""
    s = river(EDGE, roll=1, mover=1, home=(4, 4, 3))
    last = replace(s, loggers=(s.loggers[0], s.loggers[1][:1], s.loggers[2]))
    assert gist(last, "d8-off").startswith("all loggers of Ben are home · home from d8")
    counted = replace(river(EDGE, roll=1, mover=2), round=10_000)
    assert gist(counted, ".") == "did nothing · the game is over"


def test_a_beginner_is_told_what_their_roll_lets_them_do() -> None:
    """The line under the first calls: the aim during the set-up, then what each roll is for."""
    aim = "Logs block the way to the far edge; who has all loggers over it wins."
    setting_up = [opening(2), replace(opening(2), phase=Phase.LOGS)]
    setting_up.append(replace(opening(2), phase=Phase.LOGGERS))
    assert {str(TEXTS.primer(s)) for s in setting_up} == {aim}
    told = [str(TEXTS.primer(river(EDGE, roll=roll))) for roll in range(1, 7)]
    assert told == [
        "A 1 lets a logger run one square, or capture somebody beside it.",
        "A 2 lets a logger run up to two squares, or push a log beside it.",
        "A 3 lets a logger run up to three squares, or any log shift by one.",
        *["Run one logger up to as many squares as you rolled."] * 3,
    ]


def test_what_is_counted_is_loggers_home() -> None:
    """One logger, several loggers."""
    assert [str(LOGJAM.unit(n)) for n in (1, 2)] == ["1 logger home", "2 loggers home"]
