"""What people type in Logjam: what phrases mean, then each language's table of them.

Names in braces: {start}, {end} and {square} are squares, {side} and {aside} a word for n, e, s or
w, {way} one or more with their numbers, {letter} is a player's letter; others are the
language's own groups.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.errors import Illegal
from rules.game import Seat, Step, Stop
from rules.input import Language, Meant, Named, Phrases, Words, any_of, only, read_by
from rules.logjam.position import (
    CAPTURE,
    DIE,
    PUSH,
    SHIFT,
    Capture,
    Phase,
    Position,
    Push,
    Run,
    Shift,
)
from rules.logjam.rules import legal
from rules.squares import SPELT, no_square_beyond
from rules.talk import TALKS
from rules.text import Listed, Text

Meaning: TypeAlias = Meant[Position]


class LetteredTable(NamedTuple):
    """A position, and the seats' letters at a table."""

    position: Position
    letters: Sequence[str]


LISTED = 6  # ways that are named where one has to be chosen
SQUARE = r"[a-z][0-9]{1,2}"
SEATS = tuple("ABCDEF")  # the letters of the seats in the log
_PLACING = (Phase.LOGGERS, Phase.RETURN)
NOTATION = (
    ("capture", "{start} ?x ?{end}"),
    ("push", "{start} ?> ?{end}"),
    ("shift", r"{start} ?\+ ?{side}"),
    ("place", "{letter}? ?@ ?{end}"),
    ("run", "{start} ?- ?{end}"),
    ("arrow", "{start} ?-> ?{end}"),
    ("nothing", r"\."),
)


def _square(s: Position, name: str) -> int:
    return s.grid.by_name[name]


def _is_mine(s: Position, name: str) -> bool:
    return _square(s, name) in s.loggers[s.mover]


def _run(s: Position, named: Named) -> Words:
    """Two squares: a run, or, while logs are laid, a log named from either end."""
    ends = [named["start"], named["end"]]
    if s.phase is Phase.LOGS:
        ends.sort(key=s.grid.by_name.__getitem__)
    return ("-".join(ends),)


def _run_off(s: Position, named: Named) -> Words:
    """Without a square it is the only logger that can."""
    if start := named.get("start"):
        return (f"{start}-off",)
    ways = [str(step) for step in legal(s) if str(step).endswith("-off")]
    return only(
        ways,
        lambda x: Text(
            "Several of your loggers can run off the edge. Which one? {words}.", words=x
        ),
    )


def _move(s: Position, named: Named) -> Words:
    """`c6 east` shifts the log on c6, and otherwise runs a logger, step by step."""
    start, way = named["start"], named["way"]
    if s.phase in _PLACING:
        return ()
    if log := s.lying.get(_square(s, start), ()):
        if len(way) > 1:
            raise Illegal(_without_roll(s, Shift) or Text("A log moves only one square."))
        return (str(Shift(s.grid, log[0], way)),)
    if len(way) == 1 and not named["counted"]:
        return _straight(s, start, way)
    return _as_said(s, start, way)


def _move_any(s: Position, named: Named) -> Words:
    """`forward 2`, by the only logger that can. Raises Illegal if there are more or none."""
    if s.phase is not Phase.MOVE or not named["counted"]:
        return ()
    ways, able = list[str](), set(map(str, legal(s)))
    for start in sorted(set(s.loggers[s.mover])):
        with suppress(Illegal):
            ways += able.intersection(_as_said(s, s.names[start], named["way"]))
    return only(ways, _which, Text("None of your loggers can go that way."))


def _run_along(s: Position, start: str, way: str) -> str:
    """The run from a square, side by side. Raises Illegal at an edge that isn't the open one."""
    board, here = s.grid, _square(s, start)
    for n, side in enumerate(way, 1):
        there = board.toward(here, side)
        if there is None:
            if side == "n" and n == len(way):
                return f"{start}-off"
            raise Illegal(no_square_beyond(side, board.names[here]))
        here = there
    return f"{start}-{board.names[here]}"


def _as_said(s: Position, start: str, way: str) -> Words:
    """A run along a way. Raises Illegal if only another way leads to its square."""
    word, board, here = _run_along(s, start, way), s.grid, _square(s, start)
    taken = {*s.lying, *s.owners} - set(s.loggers[s.mover])
    if s.phase is not Phase.MOVE or word not in map(str, legal(s)):
        return (word,)  # the rules know why
    if len(way) > s.roll:
        raise Illegal.because("That's {n} squares, but you rolled {roll}.", n=len(way), roll=s.roll)
    for side in way[:-1]:
        here = board.rays[here][side][0]
        if here in taken:
            square = board.names[here]
            raise Illegal.because("The way is blocked: {square} is taken.", square=square)
    return (word,)


def _straight(s: Position, start: str, side: str) -> Words:
    """A run of unknown length: the only one that way, or the first. Raises Illegal for several."""
    able, runs = set(map(str, legal(s))), list[str]()
    with suppress(Illegal):  # at an edge that isn't the open one
        for n in DIE:
            if (run := _run_along(s, start, side * n)) not in able:
                break
            runs.append(run)
    return only(
        runs or [_run_along(s, start, side)],
        lambda ways: Text(
            "How far? You can run up to {n} squares: {words}.", n=len(runs), words=ways
        ),
    )


def _diagonal(s: Position, named: Named) -> Words:
    raise Illegal.because(
        "You can't move diagonally. Give both directions, each with its number of squares."
    )


def _arrow(s: Position, named: Named) -> Words:
    """`b3 -> b4` is a push, a capture or a run: the contents of b4 decide."""
    end = _square(s, named["end"])
    if s.lying.get(end, ()):
        return _push(s, named)
    rival = any(end in on for seat, on in enumerate(s.loggers) if seat != s.mover)
    return _capture(s, named) if rival else _run(s, named)


def _shift(s: Position, named: Named) -> Words:
    """Any square of the log will do."""
    square = _square(s, named["start"])
    log = s.lying.get(square, ())
    return (str(Shift(s.grid, log[0] if log else square, named["side"])),)


def _capture_there(s: Position, named: Named) -> Words:
    """A capture on a square, by the only logger that could."""
    pairs = _pairs(s, {_square(s, named["end"])})
    return _chosen(s, Capture, pairs, Text("capture {square}", square=named["end"]))


def _push_there(s: Position, named: Named) -> Words:
    """A push of the log on a square; any of its squares will do."""
    square = _square(s, named["end"])
    pairs = _pairs(s, {square}) or _pairs(s, s.lying.get(square, ()))
    return _chosen(s, Push, pairs, Text("push {square}", square=named["end"]))


def _pairs(s: Position, targets: Iterable[int]) -> list[tuple[int, int]]:
    """The mover's loggers with the squares of `targets` beside them."""
    neighbours = s.grid.neighbours
    return [(f, t) for f in sorted(set(s.loggers[s.mover])) for t in neighbours[f] if t in targets]


def _chosen(
    s: Position, kind: type[Capture | Push], pairs: list[tuple[int, int]], deed: Text
) -> Words:
    """The only legal one, or the first, for its reason. Raises Illegal for none or several."""
    if not pairs:
        nobody = Text("None of your loggers can {deed}.", deed=deed)
        raise Illegal(_without_roll(s, kind) or nobody)
    ways, able = [str(kind(s.grid, *pair)) for pair in pairs], set(map(str, legal(s)))
    return only(
        [way for way in ways if way in able] or ways[:1],
        lambda x: Text(
            "Several of your loggers can {deed}. Which one? {words}.", deed=deed, words=x
        ),
    )


def _without_roll(s: Position, kind: type[Step]) -> Text | None:
    """The reason that it needs another roll, or None."""
    rolls: Mapping[type[Step], tuple[int, Text]] = {
        Capture: (CAPTURE, Text("a capture")),
        Push: (PUSH, Text("a push")),
        Shift: (SHIFT, Text("a shift")),
    }
    if s.phase is not Phase.MOVE or kind not in rolls or s.roll == rolls[kind][0]:
        return None
    needed, said = rolls[kind]
    return Text("You rolled {n}, but {deed} needs a {needed}.", n=s.roll, deed=said, needed=needed)


def _push_from(s: Position, named: Named) -> Words:
    """By the logger that pushes. The log beside it is clear, or is asked for."""
    pairs = [pair for pair in _pairs(s, s.lying) if pair[0] == _square(s, named["start"])]
    return _chosen(s, Push, pairs, Text("push a log from {square}", square=named["start"]))


def _push_to_a_side(s: Position, named: Named) -> Words:
    """`push b3 north` with a logger on b3, or else with a log there."""
    board, start, side = s.grid, _square(s, named["start"]), named["side"]
    if not _is_mine(s, named["start"]):
        pairs = [p for p in _pairs(s, s.lying.get(start, ())) if board.bearing(*p) == side]
        deed = Text("push {square} {side}", square=named["start"], side=SPELT[side])
        return _chosen(s, Push, pairs, deed)
    ahead = board.toward(start, side)
    if ahead is None:
        raise Illegal(no_square_beyond(side, named["start"]))
    return (str(Push(board, start, ahead)),)


def _push_any(s: Position, named: Named) -> Words:
    side = named["side"]
    pairs = [p for p in _pairs(s, s.lying) if s.grid.bearing(*p) == side]
    return _chosen(s, Push, pairs, Text("push a log {side}", side=SPELT[side]))


def _move_by(sign: str) -> Meaning:
    return lambda s, named: (f"{named['start']}{sign}{named['end']}",)


_capture, _push = _move_by("x"), _move_by(">")


def _with_mine(meaning: Meaning) -> Meaning:
    """`push b3 to b4` with a logger on b3. Otherwise the second square belongs to the next phrase:
    `capture b4 to a1` sends back."""
    return lambda s, named: meaning(s, named) if _is_mine(s, named["start"]) else ()


def _place(s: Position, named: Named) -> Words:
    """The letter is left out if only one colour is due."""
    letter, seats = named.get("letter", ""), [s.mover]
    if s.phase is Phase.RETURN:
        seats = s.going_back
    due = "".join(SEATS[seat] for seat in seats)
    return (f"@{named['end']}",) if letter == due else (f"{letter}@{named['end']}",)


def _only(kind: type[Run | Capture | Push | Shift]) -> Meaning:
    """A verb without all of its squares. Raises Illegal if it has no meaning, or more than one."""

    def meaning(s: Position, named: Named) -> Words:
        steps = [step for step in legal(s) if isinstance(step, kind)]
        if start := named.get("start"):
            square = _square(s, start)  # any square of the log will do
            steps = [
                step
                for step in steps
                if square
                in (s.lying.get(step.at, ()) if isinstance(step, Shift) else (step.start,))
            ]
        none = _without_roll(s, kind) or Text("You can't make that kind of move now.")
        return only([*map(str, steps)], _which, none)

    return meaning


def _which(words: Listed) -> Text:
    if len(words.items) <= LISTED:
        return Text("Which one? {words}.", words=words)
    few = Listed(words.items[:LISTED], "or")
    return Text("Which one? For example: {words}.", words=few)


MEANINGS: Mapping[str, Meaning] = {
    "run": _run,
    "run off": _run_off,
    # Without a verb these may be two squares to place on.
    "run or place": lambda s, named: () if s.phase in _PLACING else _run(s, named),
    "move": _move,
    "move any": _move_any,
    "arrow": _arrow,
    "diagonal": _diagonal,
    "capture": _capture,
    "capture with": _with_mine(_capture),
    "capture the piece there": _capture_there,
    "push": _push,
    "push with": _with_mine(_push),
    "push the piece there": _push_there,
    "push from": _push_from,
    "push to a side": _push_to_a_side,
    "push any": _push_any,
    "shift": _shift,
    "lay": lambda s, named: _run(s, named) if s.phase is Phase.LOGS else (),
    "place": _place,
    "place in time": lambda s, named: _place(s, named) if s.phase in _PLACING else (),
    "the run": _only(Run),
    "the capture": _only(Capture),
    "the push": _only(Push),
    "the shift": _only(Shift),
    "nothing": lambda s, named: (str(Stop()),),
}


@cache
def phrases(language: Language) -> Phrases[LetteredTable]:
    """What can be typed in a language, the notation included."""
    side = any_of(language.compass)
    known = {
        "start": f"(?P<start>{SQUARE})",
        "end": f"(?P<end>{SQUARE})",
        "square": SQUARE,
        "letter": "(?P<letter>[a-z])",
        "aside": side,
        "side": f"(?P<side>{side})",
        "way": f"(?P<way>{language.ways.pattern})",
    }

    def names(table: LetteredTable, m: re.Match[str]) -> tuple[Position, Named] | None:
        """What a phrase names. Raises Illegal if it names a square off the board."""
        board = table.position.grid
        for name in re.findall(SQUARE, m[0]):
            if name not in board.by_name:
                raise Illegal.because(
                    "There's no square {square}. Columns go from a to {column} and rows from "
                    "1 to {rows}.",
                    square=name,
                    column=board.names[-1][0],
                    rows=board.rows,
                )
        named = {name: said for name, said in m.groupdict().items() if said}
        if "letter" in named:
            seat = seat_of(named["letter"].upper(), table.letters)
            if seat is None:
                return None
            named["letter"] = SEATS[seat]
        if "side" in named:
            named["side"] = language.compass[named["side"]]
        return table.position, named

    # A phrase may begin with the notation of a run off: that phrase comes last.
    rows = (*NOTATION, *language.phrases, ("run off", "{start} ?->? ?off"))
    return read_by(language, rows, known, MEANINGS, names)


def seat_of(letter: str, letters: Sequence[str]) -> Seat | None:
    """The seat of a letter at a table, or else in the log."""
    known = letters if letter in letters else SEATS[: len(letters)]
    return known.index(letter) if letter in known else None


_ENGLISH = Language(
    sides={
        "n": "north|forward|forwards|downstream|up|ahead|advance",
        "e": "east|right",
        "s": "south|upstream|down",
        "w": "west|left",
    },
    counts=("one", "two", "three", "four", "five", "six"),
    groups={
        "comma": "(?: ,)?",
        "on": "(?:(?:the |my )?(?:log|logger) )?(?:(?:on|at|from|my) )?",
        "go": "(?:(?:run|move|go|walk|step) {on}|from |{mine} (?:on |at |from )?)",
        "mine": "(?:my|the) (?:logger|log)",
        "goes": "(?: (?:log|logger))?(?: (?:goes|runs|moves|walks))?",
        "to": "(?:{goes} to | ?->? ?| )",
        "off": "(?:(?:off|out|home|leaves|exits)(?: the (?:board|river|open edge))?|the open edge)",
        "lay": "(?:(?:lay|put|place) (?:a |the |it )?)?(?:log |on )?(?:of [2-5] )?(?:on |from )?",
        "take": "(?:capture|take) {on}",
        "a log": "(?:(?:a |the )?log|it)",
        "push": "push {on}",
        "slide": "(?:shift|slide) {on}",
        "by one": "(?: (?:by )?(?:1|one)(?: {unit})?)?",
        "send": "(?:(?:sends?|puts?|place|stand) (?:(?:it|them) )?)?(?:back )?",
        "whose": "(?:{letter}(?:'s(?: loggers?)?)? (?:goes )?)?",
        "own": "(?:(?:a|the|my|your own) )?logger (?:back )?",
        "diagonal": "(?:(?:north|south)-?(?:east|west)|[ns][ew])",
    },
    phrases=(
        ("run off", "{go}?{start}(?:{goes}{to})?{off}"),
        ("run off", "take {start} {off}"),
        ("run off", "(?:run|move|go) {off}"),
        ("lay", "{lay}{start}{to}{end}"),
        ("run", "{go}{start}{to}{end}"),
        ("run", "{start}{goes} to {end}"),
        ("run or place", "{start}{comma} {end}"),
        ("capture", "{take}{end} (?:from|with) {start}"),
        ("capture with", "{take}{start}(?: to)? {end}"),
        ("capture", "{start} (?:captures|takes) {end}"),
        ("capture the piece there", "{take}{end}"),
        ("push", "{push}{end}(?: {aside})? (?:from|with) {start}"),
        ("push to a side", "push (?:to the )?{side} from {start}"),
        ("push to a side", "{push}{start} (?:to the )?{side}"),
        ("push to a side", "{start} pushes (?:{a log} )?(?:to the )?{side}"),
        ("push with", "{push}{start}(?: to)? {end}"),
        ("push", "{start} pushes {end}"),
        ("push from", "push (?:{a log} )?(?:from|with) {start}"),
        ("push the piece there", "{push}{end}"),
        ("push any", "push (?:{a log} )?(?:to the )?{side}"),
        ("shift", "{slide}{start}(?: ?- ?{square})?{by one} (?:to the )?{side}{by one}"),
        ("move", "{go}?{start}{goes}{comma} (?:to the )?{way}"),
        ("move any", "(?:(?:run|move|go|walk|step|advance) )?(?:to the )?{way}"),
        ("move any", "{way}"),
        ("diagonal", "{go}?{start}{goes}{comma} {diagonal}"),
        ("place", "{send}{whose}back (?:to |on )?{end}"),
        ("place in time", "{send}{whose}(?:to |on )?{end}"),
        ("place in time", "{send}{own}(?:to |on )?{end}"),
        ("the run", "(?:run|move|go|walk|step)(?: {on}{start})?$"),
        ("the capture", "(?:capture|take)(?: it)?$"),
        ("the push", "push(?: {a log})?$"),
        ("the shift", "shift(?: {on}{start})?$"),
        ("nothing", "(?:do )?nothing(?: this turn)?|(?:pass|skip)(?: (?:my|this) turn)?|stay"),
    ),
    said={
        "run": "run {start} to {end}",
        "run off": "run {start} off",
        "capture": "capture {end} with {start}",
        "push": "push {end} with {start}",
        "shift": "shift {start} {side}",
        "lay": "log {start} to {end}",
        "place": "back to {end}",
        "place of": "send {letter} back to {end}",
        "stand": "stand on {end}",
        "nothing": "nothing",
    },
    talk=TALKS["en"],
    slips={
        **{"up": "north", "down": "south", "leave": "off", "none": "nothing"},
        **{"move": "run", "walk": "run", "go": "run", "step": "run", "take": "capture"},
        **{"pass": "nothing", "skip": "nothing"},
    },
)

_GERMAN = Language(
    sides={
        "n": "norden|nord|vor|vorwärts|flussabwärts|hoch|oben",
        "e": "osten|ost|o|rechts",
        "s": "süden|sueden|suden|süd|sued|sud|flussaufwärts|unten|runter",
        "w": "westen|west|links",
    },
    counts=("eins", "zwei", "drei", "vier", "fünf", "sechs"),
    groups={
        "comma": "(?: ,)?",
        "on": "(?:(?:den |mein(?:en)? )?(?:stamm|holzfäller) )?(?:(?:auf|in|von|bei) )?",
        "go": "(?:(?:laufe?|gehe?|ziehe?|renne?|bewege?) (?:mit )?{on}|von "
        "|{mine} (?:auf |von |in )?)",
        "mine": "(?:mein|der|den|meinen) holzfäller",
        "goes": "(?: holzfäller)?(?: (?:läuft|geht|zieht|rennt))?",
        "to": "(?:{goes} (?:nach|auf|bis|bis nach) | ?->? ?| )",
        "going": "(?: (?:laufen|gehen|ziehen|rennen))?",
        "off": "(?:über den (?:offenen )?rand|hinaus|raus|heim|nach hause|ins ziel|vom brett"
        "|(?:der )?offene rand)",
        "lay": "(?:(?:lege?|setze?) (?:einen |den |ihn )?)?(?:stamm )?"
        "(?:der länge [2-5] |von [2-5] )?(?:auf |von |ab )?",
        "take": "(?:fange?|schlage?|nimm|nehme) {on}",
        "a log": "(?:einen stamm|den stamm|stamm|ihn)",
        "push": "(?:schiebe?|schubse?) {on}",
        "slide": "(?:verschiebe?|rücke?|versetze?|stamm) {on}",
        "by one": "(?: (?:um )?(?:1|ein|eins)(?: {unit})?)?",
        "send": "(?:(?:schicke?|setze?|stelle?) (?:(?:ihn|sie) )?)?(?:zurück )?",
        "whose": "(?:{letter}(?:s(?: holzfäller)?)? )?",
        "own": "(?:(?:einen?|den|meinen|(?:d?einen|meinen) eigenen) )?holzfäller (?:zurück )?",
        "diagonal": "(?:(?:nord|süd)(?:ost|west)(?:en)?|[ns][eow])",
    },
    phrases=(
        ("run off", "{go}?{start}(?:{goes}{to})?{off}{going}"),
        ("run off", "(?:nimm|bring|bringe) {start} {off}"),
        ("run off", "(?:laufe?|gehe?|ziehe?) {off}"),
        ("shift", "{slide}{start}(?: ?- ?{square})?{by one} (?:nach |richtung )?{side}{by one}"),
        ("lay", "{lay}{start}{to}{end}(?: legen)?"),
        ("capture", "{take}{end} (?:von|mit|aus) {start}(?: aus)?"),
        ("capture with", "{take}{start}(?: nach)? {end}"),
        ("capture", "{start} (?:fängt|schlägt|nimmt) {end}"),
        ("capture", "(?:mit|von) {start} {end} (?:fangen|schlagen)"),
        ("capture the piece there", "{end} (?:fangen|schlagen)"),
        ("capture the piece there", "{take}{end}"),
        ("run", "{go}{start}{to}{end}{going}"),
        ("run", "{start}{goes} (?:nach|auf) {end}{going}"),
        ("run or place", "{start}{comma} {end}"),
        ("push", "{push}{end}(?: (?:nach )?{aside})? (?:von|mit) {start}(?: aus)?"),
        ("push to a side", "schiebe? (?:nach )?{side} von {start}(?: aus)?"),
        ("push to a side", "{push}{start} (?:nach )?{side}"),
        ("push to a side", "{start} schiebt (?:{a log} )?(?:nach )?{side}"),
        ("push with", "{push}{start}(?: nach)? {end}"),
        ("push", "{start} schiebt {end}"),
        ("push from", "schiebe? (?:{a log} )?(?:von|mit) {start}(?: aus)?"),
        ("push the piece there", "{end} schieben"),
        ("push the piece there", "{push}{end}"),
        ("push any", "schiebe? (?:{a log} )?(?:nach )?{side}"),
        ("move", "{go}?{start}{goes}{comma} (?:nach )?{way}{going}"),
        ("move any", "(?:(?:laufe?|gehe?|ziehe?|renne?) )?(?:nach )?{way}{going}"),
        ("diagonal", "{go}?{start}{goes}{comma} (?:nach )?{diagonal}"),
        ("place", "{send}{whose}zurück (?:nach |auf )?{end}"),
        ("place in time", "{send}{whose}(?:nach |auf )?{end}(?: (?:zurück|stellen))?"),
        ("place in time", "{send}{own}(?:nach |auf )?{end}"),
        ("the run", "(?:laufe?|gehe?|ziehe?|renne?)(?: {on}{start})?$"),
        ("the capture", "(?:fange?|schlage?|nimm)(?: ihn| sie)?$"),
        ("the push", "schiebe?(?: {a log})?$"),
        ("the shift", "(?:verschiebe?|rücke?)(?: {on}{start})?$"),
        ("nothing", "(?:tu |mach |mache )?nichts(?: tun| machen)?|passe?n?|aussetzen|bleibe?n?"),
    ),
    said={
        "run": "lauf {start} nach {end}",
        "run off": "lauf {start} hinaus",
        "capture": "fang {end} mit {start}",
        "push": "schieb {end} mit {start}",
        "shift": "verschieb {start} nach {side}",
        "lay": "stamm {start} nach {end}",
        "place": "zurück nach {end}",
        "place of": "schick {letter} zurück nach {end}",
        "stand": "stell auf {end}",
        "nothing": "nichts",
    },
    talk=TALKS["de"],
    slips={
        **{"hoch": "norden", "runter": "süden", "raus": "hinaus", "heim": "hinaus"},
        **{"geh": "lauf", "zieh": "lauf", "renn": "lauf", "schlag": "fang", "nimm": "fang"},
        **{"passe": "nichts", "aussetzen": "nichts"},
    },
)

_FRENCH = Language(
    sides={
        "n": "nord|le nord|au nord|vers le nord|avant|l'avant|aval|haut|avance|avance de|"
        "avancer|avancer de",
        "e": "est|l'est|à l'est|a l'est|vers l'est|droite|à droite|la droite",
        "s": "sud|le sud|au sud|vers le sud|arrière|amont|bas",
        "w": "ouest|o|l'ouest|à l'ouest|a l'ouest|vers l'ouest|gauche|à gauche|la gauche",
    },
    counts=("un", "deux", "trois", "quatre", "cinq", "six"),
    groups={
        "comma": "(?: ,)?",
        "on": "(?:(?:le |mon )?(?:rondin|bûcheron|tronc) )?(?:(?:en|sur|de|depuis|du) )?",
        "go": "(?:(?:cours|courir|va|vais|aller|avance|déplace|bouge) {on}|de |depuis "
        "|{mine} (?:en |de |sur )?)",
        "mine": "(?:mon|le) bûcheron",
        "goes": "(?: bûcheron)?(?: (?:va|court|avance))?",
        "to": "(?:{goes} (?:à|en|vers|jusqu'à|jusqu'en) | ?->? ?| )",
        "off": "(?:hors du plateau|dehors|sort|sors|sortir|rentre|rentrer|par le bord(?: ouvert)?"
        "|le bord ouvert)",
        "lay": "(?:(?:pose[rsz]?|mets?|place[rsz]?) (?:un |le )?)?(?:(?:rondin|tronc) )?"
        "(?:de [2-5] )?(?:en |de |sur )?",
        "take": "(?:capture[rsz]?|prends?|prendre) {on}",
        "a log": "(?:un rondin|le rondin|rondin|le tronc)",
        "push": "(?:pousse[rsz]?) {on}",
        "slide": "(?:décale[rsz]?|glisse[rsz]?) {on}",
        "by one": "(?: (?:de |d'|d')?(?:1|un|une)(?: {unit})?)?",
        "send": "(?:(?:renvoie|renvoyer|remets|mets|place[rsz]?) )?",
        "whose": "(?:{letter} )?",
        "own": "(?:(?:un|le|mon|(?:ton|mon) propre) )?bûcheron ",
        "diagonal": "(?:(?:nord|sud)-?(?:est|ouest)|[ns][eow])",
    },
    phrases=(
        ("run off", "{go}?{start}(?:{goes}{to})? ?{off}"),
        ("run off", "(?:sors|sortir|rentre|rentrer|fais rentrer|fais sortir) {on}{start}"),
        ("run off", "(?:cours|va) {off}|sors|sortir"),
        ("lay", "{lay}{start}{to}{end}"),
        ("run", "{go}{start}{to}{end}"),
        ("run", "{start}{goes} (?:à|en|vers|jusqu'à) {end}"),
        ("run or place", "{start}{comma} {end}"),
        ("capture", "{take}{end} (?:de|depuis|avec|par) {start}"),
        ("capture with", "{take}{start}(?: en)? {end}"),
        ("capture", "{start} (?:capture|prend) {end}"),
        ("capture the piece there", "{take}{end}"),
        ("push", "{push}{end}(?: {aside})? (?:de|depuis|avec) {start}"),
        ("push to a side", "pousse[rsz]? (?:vers |au )?{side} (?:de|depuis) {start}"),
        ("push to a side", "{push}{start} (?:vers |au )?{side}"),
        ("push to a side", "{start} pousse (?:{a log} )?(?:vers |au )?{side}"),
        ("push with", "{push}{start}(?: vers)? {end}"),
        ("push", "{start} pousse {end}"),
        ("push from", "pousse[rsz]? (?:{a log} )?(?:de|depuis|avec) {start}"),
        ("push the piece there", "{push}{end}"),
        ("push any", "pousse[rsz]? (?:{a log} )?(?:vers |au )?{side}"),
        ("shift", "{slide}{start}(?: ?- ?{square})?{by one} (?:vers |au )?{side}{by one}"),
        ("move", "{go}?{start}{goes}{comma} (?:vers |au )?{way}"),
        ("move", "{start}{comma} {way}"),
        ("move any", "(?:(?:cours|courir|va|aller|avance[rz]?)(?: de)? )?(?:vers |au )?{way}"),
        ("move any", "{way}"),
        ("diagonal", "{go}?{start}{goes}{comma} (?:vers le |au )?{diagonal}"),
        ("place", "{send}{whose}(?:retour|de retour) (?:en |à |sur )?{end}"),
        ("place in time", "{send}{whose}(?:en |à |sur )?{end}"),
        ("place in time", "{send}{own}(?:en |à |sur )?{end}"),
        ("the run", "(?:cours|courir|va|aller|avance)(?: {on}{start})?$"),
        ("the capture", "(?:capture[rsz]?|prends?)(?: le|-le)?$"),
        ("the push", "pousse[rsz]?(?: {a log})?$"),
        ("the shift", "décale[rsz]?(?: {on}{start})?$"),
        (
            "nothing",
            "(?:ne |n')?(?:fais |faire )?rien(?: faire)?|(?:je )?passe[rz]?(?: mon tour)?|reste",
        ),
    ),
    said={
        "run": "cours {start} à {end}",
        "run off": "sors {start}",
        "capture": "capture {end} avec {start}",
        "push": "pousse {end} avec {start}",
        "shift": "décale {start} vers {side}",
        "lay": "rondin {start} à {end}",
        "place": "retour en {end}",
        "place of": "renvoie {letter} en {end}",
        "stand": "place en {end}",
        "nothing": "rien",
    },
    talk=TALKS["fr"],
    slips={
        **{"haut": "nord", "bas": "sud", "droite": "est", "gauche": "ouest"},
        **{"va": "cours", "avance": "cours", "aller": "cours", "courir": "cours"},
        **{"prends": "capture", "glisse": "décale", "rentre": "sors", "passe": "rien"},
    },
)

_SPANISH = Language(
    sides={
        "n": "norte|el norte|al norte|adelante|río abajo|arriba|avanza|avanzo|avance|avanzar",
        "e": "este|el este|derecha|la derecha",
        "s": "sur|el sur|al sur|atrás|río arriba|abajo",
        "w": "oeste|o|el oeste|izquierda|la izquierda",
    },
    counts=("uno", "dos", "tres", "cuatro", "cinco", "seis"),
    groups={
        "comma": "(?: ,)?",
        "on": "(?:(?:el |mi |al )?(?:tronco|leñador) )?(?:(?:en|de|desde|del) )?",
        "go": "(?:(?:corre[r]?|corro|ve|voy|ir|mueve|muevo|mover|lleva) {on}|de |desde "
        "|{mine} (?:en |de )?)",
        "mine": "(?:mi|el) leñador",
        "goes": "(?: leñador)?(?: (?:va|corre|se mueve|avanza))?",
        "to": "(?:{goes} (?:a|hasta) | ?->? ?| )",
        "off": "(?:fuera(?: del tablero)?|sale|a casa|por el borde(?: abierto)?|el borde abierto)",
        "lay": "(?:(?:pon|pongo|poner|coloca) (?:un |el )?)?(?:tronco )?(?:de [2-5] )?"
        "(?:en |de |desde )?",
        "take": "(?:captura[r]?|capturo|come[r]?|toma) (?:a )?{on}",
        "a log": "(?:un tronco|el tronco|tronco)",
        "push": "(?:empuja[r]?|empujo) {on}",
        "slide": "(?:desplaza[r]?|desplazo|desliza[r]?) {on}",
        "by one": "(?: (?:en )?(?:1|una|uno)(?: {unit})?)?",
        "send": "(?:(?:devuelve|devuelvo|devolver|pon|coloca[r]?|manda) (?:a )?)?",
        "whose": "(?:{letter} (?:a )?)?",
        "own": "(?:(?:un|el|mi|tu propio|mi propio) )?leñador ",
        "diagonal": "(?:nor|sur?|nord)-?(?:este|oeste)|[ns][eow]",
    },
    phrases=(
        ("run off", "{go}?{start}(?:{goes}{to})? ?{off}"),
        ("run off", "(?:saca|sacar|lleva a casa|sal con|sale) (?:a )?{on}{start}"),
        ("run off", "(?:corre|ve) {off}"),
        ("lay", "{lay}{start}{to}{end}"),
        ("run", "{go}{start}{to}{end}"),
        ("run", "{start}{goes} a {end}"),
        ("run or place", "{start}{comma} {end}"),
        ("capture", "{take}{end} (?:de|desde|con) {start}"),
        ("capture with", "{take}{start}(?: a)? {end}"),
        ("capture", "{start} (?:captura|come) (?:a )?{end}"),
        ("capture the piece there", "{take}{end}"),
        ("push", "{push}{end}(?: (?:al |hacia )?{aside})? (?:de|desde|con) {start}"),
        ("push to a side", "empuja[r]? (?:al |hacia )?{side} (?:de|desde) {start}"),
        ("push to a side", "{push}{start} (?:al |hacia |a )?{side}"),
        ("push to a side", "{start} empuja (?:{a log} )?(?:al |hacia |a )?{side}"),
        ("push with", "{push}{start}(?: a)? {end}"),
        ("push", "{start} empuja {end}"),
        ("push from", "empuja[r]? (?:{a log} )?(?:de|desde|con) {start}"),
        ("push the piece there", "{push}{end}"),
        ("push any", "empuja[r]? (?:{a log} )?(?:al |hacia |a )?{side}"),
        ("shift", "{slide}{start}(?: ?- ?{square})?{by one} (?:al |hacia |a )?{side}{by one}"),
        ("move", "{go}?{start}{goes}{comma} (?:al |hacia |a )?{way}"),
        ("move", "{start}{comma} {way}"),
        ("move any", "(?:(?:corre|corro|ve|voy|mueve|muevo|avan[zc][aeo]r?) )?(?:al )?{way}"),
        ("move any", "{way}"),
        ("diagonal", "{go}?{start}{goes}{comma} (?:al |hacia el )?(?:{diagonal})"),
        ("place", "{send}{whose}de vuelta (?:a |en )?{end}"),
        ("place in time", "{send}{whose}(?:a |en )?{end}"),
        ("place in time", "{send}{own}(?:a |en )?{end}"),
        ("the run", "(?:corre[r]?|ve|ir|mueve)(?: {on}{start})?$"),
        ("the capture", "(?:captura[r]?(?:lo)?|captúralo)$"),
        ("the push", "empuja[r]?(?: {a log})?$"),
        ("the shift", "desplaza[r]?(?: {on}{start})?$"),
        ("nothing", "(?:no )?(?:hacer |hago |haz )?nada|paso(?: mi turno)?|pasar|me quedo"),
    ),
    said={
        "run": "corre {start} a {end}",
        "run off": "saca {start}",
        "capture": "captura {end} con {start}",
        "push": "empuja {end} con {start}",
        "shift": "desplaza {start} al {side}",
        "lay": "tronco {start} a {end}",
        "place": "de vuelta a {end}",
        "place of": "devuelve {letter} a {end}",
        "stand": "coloca en {end}",
        "nothing": "nada",
    },
    talk=TALKS["es"],
    slips={
        **{"arriba": "norte", "abajo": "sur", "derecha": "este", "izquierda": "oeste"},
        **{"ve": "corre", "mueve": "corre", "ir": "corre", "sale": "saca"},
        **{"come": "captura", "desliza": "desplaza", "paso": "nada", "pasar": "nada"},
    },
)

LANGUAGES = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}
