"""What people may type in Logger: the words of a language, as data. input.py says what is meant.

A phrase is a regular expression for plain text (small letters, no commas), with names in braces:
{tree}, {to} and {start} are squares, {squares} one or more of them, {side} and {then} directions,
and every other name is one of the language's own groups of words. Where several phrases fit, the
first counts, so the longer ones come first. A verb without its square ends the line (`$`), or it
would hide a slip in what follows. The notation (c3, c4>c5, +b2, xd4, !d4 and `.`) is the
same in every language and stands in input.py.
"""

from __future__ import annotations

from rules.input import Language

ENGLISH = Language(
    sides={"n": ("north",), "e": ("east",), "s": ("south",), "w": ("west",)},
    groups={
        "stay": "(?:stay|stand still|wait|remain)",
        "go": "(?:move|go|walk|step|run)",
        "grow": "(?:grow|seed|spawn)",
        "chop": "(?:chop|fell|cut)",
        "protest": "(?:protest|protect|guard)",
    },
    phrases=(
        ("stay on", "{stay} (?:on|at) {start}"),
        ("stay", "{stay}(?: here| put)?"),
        ("seed to a side", "{grow}(?: from)? {tree} (?:to |into |on |at )?{side}"),
        ("seed", "{grow}(?: from)? {tree}(?: ?> ?| | (?:to|into|on|at) ){to}"),
        ("walk or seed", "{start} ?to ?{to}"),
        ("walk from", "(?:{go}(?: from)?|from) {start} ?(?:to|-) ?{to}"),
        ("walk", "(?:{go}(?: to)?|to|stand on|stand at|take) (?:(?:the )?corner )?{to}"),
        ("walk", "(?:the )?corner {to}"),
        ("walk to sides", "{go} {side}(?: {then})?"),
        ("plant", "plant(?: a seedling)?(?: on| in| at)? {to}"),
        ("plant to a side", "plant(?: a seedling)?(?: to the)? {side}"),
        ("chop", "{chop}(?: down)?(?: the tree on| on| at)? {to}"),
        ("chop to a side", "{chop}(?: down)?(?: to the)? {side}"),
        ("protest", "{protest}(?: on| at)? {squares}"),
        ("the plant", "plant(?: a seedling)?$"),
        ("the chop", "{chop}(?: down)?(?: (?:the|a) tree)?$"),
        ("the protest", "{protest}$"),
        ("enough", "done|enough|stop|end|no more"),
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
    between=("then", "and"),
    slips={
        **{"up": "north", "right": "east", "down": "south", "left": "west"},
        **{"walk": "go", "move": "go", "step": "go", "run": "go", "seed": "grow"},
        **{"fell": "chop", "cut": "chop", "guard": "protest", "protect": "protest"},
    },
)
