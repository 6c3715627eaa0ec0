"""What people may type in Logjam: the words of a language, as data. input.py says what is meant.

A phrase is a regular expression for plain text (rules.english.plain) with names in braces.
{start}, {end} and {square} are squares, {side} and {aside} a word for n, e, s or w, {way} one or
more with their numbers (rules.ways), {letter} the letter by which a player goes, and every other
name is one of the language's own groups of words. Where several phrases fit, the first counts, so
the longer ones come first. What stands on both sides of a comma belongs to two steps, unless the
phrase itself has the comma. What is said without its squares ends the line (`$`), or it
would hide a slip in what follows. The notation (b3-c5, b12-off, b3xb4, b3>b4, c6+e, @a1 and `.`) is
the same in every language and stands in input.py.
"""

from __future__ import annotations

from rules.english import ASKING, BETWEEN, IDLE, OPENING
from rules.input import Language

ENGLISH = Language(
    sides={
        "n": ("north", "forward", "forwards", "downstream", "up", "ahead", "advance"),
        "e": ("east", "right"),
        "s": ("south", "upstream", "down"),
        "w": ("west", "left"),
    },
    counts=("one", "two", "three", "four", "five", "six"),
    groups={
        "unit": "(?:squares?|steps?|spaces?)",
        "toward": "(?:to the|in the)",
        "times": "times",
        "twice": "twice",
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
        ("capture what is there", "{take}{end}"),
        ("push", "{push}{end}(?: {aside})? (?:from|with) {start}"),
        ("push to a side", "push (?:to the )?{side} from {start}"),
        ("push to a side", "{push}{start} (?:to the )?{side}"),
        ("push to a side", "{start} pushes (?:{a log} )?(?:to the )?{side}"),
        ("push with", "{push}{start}(?: to)? {end}"),
        ("push", "{start} pushes {end}"),
        ("push from", "push (?:{a log} )?(?:from|with) {start}"),
        ("push what is there", "{push}{end}"),
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
    between=BETWEEN,
    idle=IDLE,
    opening=OPENING,
    asking=ASKING,
    slips={
        **{"up": "north", "down": "south", "leave": "off", "none": "nothing"},
        **{"move": "run", "walk": "run", "go": "run", "step": "run", "take": "capture"},
        **{"pass": "nothing", "skip": "nothing"},
    },
)
