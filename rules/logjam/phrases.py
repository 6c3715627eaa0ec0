"""What people may type in Logjam: the words of a language, as data. input.py says what is meant.

A phrase is a regular expression for plain text (small letters, no commas) with names in braces.
{start}, {end} and {square} are squares, {side} and {aside} a word for n, e, s or w, {count} a
number, {sides} a way made of several {leg}, {letter} the letter by which a player goes, and every
other name is one of the language's own groups of words. Where several phrases fit, the first
counts, so the longer ones come first. What is said without its squares ends the line (`$`), or it
would hide a slip in what follows. The notation (b3-c5, b12-off, b3xb4, b3>b4, c6+e, @a1 and `.`) is
the same in every language and stands in input.py.
"""

from __future__ import annotations

from rules.input import Language

ENGLISH = Language(
    sides={
        "n": ("north", "forward", "downstream"),
        "e": ("east", "right"),
        "s": ("south", "upstream"),
        "w": ("west", "left"),
    },
    counts=("one", "two", "three", "four", "five", "six"),
    groups={
        "steps": "(?: (?:square|step|space)s?)?",
        "leg": "(?:{aside}(?: {count}{steps})?|{count}{steps} (?:to the )?{aside})",
        "on": "(?:(?:the |my )?(?:log|logger) )?(?:(?:on|at|from) )?",
        "go": "(?:(?:run|move|go|walk|step) {on}|from )",
        "to": "(?: ?(?:->|-) ?| to | )",
        "off": "(?:(?:off|out|home)(?: the (?:board|river|open edge))?|the open edge)",
        "lay": "(?:(?:lay|put|place) (?:a |the )?)?log (?:of [2-5] )?(?:on |from )?",
        "take": "(?:capture|take) {on}",
        "push": "push {on}",
        "by one": "(?: (?:by )?(?:1|one){steps})?",
        "send": "(?:(?:send|put|place|stand) )?(?:back )?",
        "whose": "(?:{letter}(?:'s(?: loggers?)?)? )?",
        "own": "(?:(?:a|the|my|your own) )?logger ",
    },
    phrases=(
        ("run off", "{go}?{start}{to}?{off}"),
        ("run off", "(?:run|move|go) {off}"),
        ("lay", "{lay}{start}{to}{end}"),
        ("run", "{go}{start}{to}{end}"),
        ("run", "{start} to {end}"),
        ("run or place", "{start} {end}"),
        ("capture", "{take}{end} (?:from|with) {start}"),
        ("capture with", "{take}{start}(?: to)? {end}"),
        ("capture", "{start} (?:captures|takes) {end}"),
        ("capture what is there", "{take}{end}"),
        ("push", "{push}{end}(?: {aside})? (?:from|with) {start}"),
        ("push to a side", "push (?:to the )?{side} from {start}"),
        ("push to a side", "{push}{start} (?:to the )?{side}"),
        ("push with", "{push}{start}(?: to)? {end}"),
        ("push", "{start} pushes {end}"),
        ("push what is there", "{push}{end}"),
        ("push any", "push (?:to the )?{side}"),
        ("shift", "shift {on}{start}(?: ?- ?{square})?{by one} (?:to the )?{side}"),
        ("move", "{go}?{start} (?:to the )?{sides}"),
        ("place", "{send}{whose}back (?:to |on )?{end}"),
        ("place in time", "{send}{whose}(?:to |on )?{end}"),
        ("place in time", "{send}{own}(?:to |on )?{end}"),
        ("the run", "(?:run|move|go|walk|step)(?: {on}{start})?$"),
        ("the capture", "(?:capture|take)$"),
        ("the push", "push$"),
        ("the shift", "shift(?: {on}{start})?$"),
        ("nothing", "(?:do )?nothing|pass|stay|rest|wait|skip|done|enough|stop|end"),
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
    between=("then", "and"),
    slips={
        **{"up": "north", "down": "south", "leave": "off", "none": "nothing"},
        **{"move": "run", "walk": "run", "go": "run", "step": "run", "take": "capture"},
        **{"pass": "nothing", "skip": "nothing"},
    },
)
