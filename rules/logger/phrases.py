"""What people may type in Logger: the words of a language, as data. input.py says what is meant.

A phrase is a regular expression for plain text (rules.english.plain), with names in braces:
{tree}, {to} and {start} are squares, {squares} one or more of them, {side} is a direction, {way}
one or more with their numbers (rules.ways), and every other name is one of the language's own
groups of words. Where several phrases fit, the first counts, so the longer ones come first. What
stands on both sides of a comma belongs to two steps, unless the phrase itself has the comma. A verb
without its square ends the line (`$`), or it would hide a slip in what follows. The notation (c3,
c4>c5, +b2, xd4, !d4 and `.`) is the same in every language and stands in input.py.
"""

from __future__ import annotations

from rules.english import ASKING, BETWEEN, IDLE, OPENING
from rules.input import Language

ENGLISH = Language(
    sides={
        "n": ("north", "up"),
        "e": ("east", "right"),
        "s": ("south", "down"),
        "w": ("west", "left"),
    },
    counts=("one", "two", "three", "four", "five"),
    groups={
        "stay": "(?:stay|stand still|remain)",
        "still": "(?:not moving|no move|(?:do not|don't) move|without moving)",
        "go": "(?:move|go|walk|step|run)",
        "grow": "(?:grow|seed|spawn|drop(?: a seed| seeds)?)",
        "seeds": "(?:grows|seeds|spawns|drops(?: a seed)?)",
        "plant": "(?:plant|(?:put|place|set)(?= a (?:seedling|tree)))",
        "a seedling": "(?: a (?:new )?(?:seedling|tree))?",
        "chop": "(?:chop|fell|cut)",
        "protest": "(?:protest|protect|guard|(?:put|place) (?:a |the |my |both )?protesters?)",
        "a tree": "(?: (?:the|a|that) tree)?",
        "unit": "(?:squares?|steps?|spaces?)",
        "toward": "(?:to the|in the)",
        "times": "times",
        "twice": "twice",
        "taking": "(?:(?:{go}(?: to)?|take|to|in) )?",
        "top": "(?:top|upper|up|north)",
        "bottom": "(?:bottom|lower|down|south)",
    },
    phrases=(
        (
            "corner",
            "{taking}(?:the )?(?:corner (?:at |in |to )?(?:the )?)?(?:(?P<n>{top})|{bottom})[- ]?"
            "(?:(?P<e>right|east)|(?:left|west))(?: corner| one)?(?:(?: ,| at)? {to})?",
        ),
        ("stay there", "(?:(?:{go}(?: to)?|to) )?{to} , {stay}"),
        ("stay on", "{stay} (?:on|at) {start}"),
        ("stay", "{stay}(?: here| put)?|{still}"),
        ("seed to a side", "{grow}(?: from)? {tree} (?:to |into |on |at )?(?:the )?{side}"),
        ("seed", "{grow}(?: from)? {tree}(?: ?-?> ?| | (?:to|into|on|at) ){to}"),
        ("seed", "{tree} {seeds}(?: (?:to|into|on|at))? {to}"),
        ("seed there", "{grow}(?: on)? {to}"),
        ("walk or seed", "{start} (?:goes )?to {to}"),
        ("walk from", "(?:{go}(?: from)?|from) {start} ?(?:to|->?) ?{to}"),
        ("walk", "(?:{go}(?: to)?|to|stand on|stand at|take) (?:(?:the )?corner(?: at)? )?{to}"),
        ("walk", "(?:the )?corner(?: at)? {to}"),
        ("walk to sides", "{go} {way}"),
        ("walk to some sides", "{way}"),
        ("plant", "{plant}{a seedling}(?: on| in| at)? {to}"),
        ("plant", "(?:a )?seedling (?:on|in|at|to) {to}"),
        ("plant to a side", "{plant}{a seedling}(?: to the)? {side}"),
        ("chop", "{chop}(?: down)?(?:{a tree} on| on| at)? {to}"),
        ("chop", "{chop} {to} down"),
        ("chop to a side", "{chop}(?: down)?(?:{a tree})?(?: to the)? {side}"),
        ("protest", "{protest}(?: on| at)? {squares}"),
        ("the plant", "plant{a seedling}$"),
        ("the chop", "{chop}(?: down)?{a tree}$"),
        ("the chop", "{chop} it(?: down)?$"),
        ("the protest", "{protest}$"),
        ("enough", "done|enough|no more(?: protesters?)?"),
    ),
    said={
        "corner": "corner {to}",
        "stay": "stay",
        "walk": "go to {to}",
        "walk to a side": "go {side}",
        "seed": "grow {tree} to {to}",
        "seed to a side": "grow {tree} {side}",
        "plant": "plant {to}",
        "plant to a side": "plant {side}",
        "chop": "chop {to}",
        "chop to a side": "chop {side}",
        "protest": "protest {to}",
        "enough": "done",
    },
    between=BETWEEN,
    idle=IDLE,
    opening=OPENING,
    asking=ASKING,
    slips={
        **{"up": "north", "right": "east", "down": "south", "left": "west"},
        **{"walk": "go", "move": "go", "step": "go", "run": "go", "seed": "grow"},
        **{"fell": "chop", "cut": "chop", "guard": "protest", "protect": "protest"},
    },
)
