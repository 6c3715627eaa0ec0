"""Clean a typed line before it is read: invisible signs, and marks without a meaning.

> **a3**; plant ⬆️ 👍     a3; plant n
a3 plant n :) gl          removes the emoticon; `gl` is a courtesy of a language
«a3 plant n»              a3 plant n
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache
from typing import Final

# A side in words with its arrow is one side, as the bot prints it: `S ↓`.
_TWICE = [
    re.compile(
        rf"(\b(?:{words})\b) *[{arrows}]\ufe0f?(?![ ]*\w)|[{arrows}]\ufe0f? *(\b(?:{words})\b)",
        re.I,
    )
    for words, arrows in (
        ("n|north|up|norden|nord|oben|hoch|haut|norte|arriba", "↑⬆⇧🔼"),
        ("s|south|down|süden|süd|unten|runter|sud|bas|sur|abajo", "↓⬇⇩🔽"),
        ("w|west|left|westen|links|ouest|gauche|oeste|izquierda", "←⬅⇦"),
        ("e|east|right|osten|ost|rechts|est|droite|este|derecha", "→➡⇨"),
        *(("ne|northeast", "↗"), ("se|southeast", "↘")),
        *(("sw|southwest", "↙"), ("nw|northwest", "↖")),
    )
]
_SIGNS: Final = str.maketrans(
    dict.fromkeys("↑⬆⇧⇑🔼⏫", " n ")
    | dict.fromkeys("↓⬇⇩⇓🔽⏬", " s ")
    | dict.fromkeys("←⬅⇦⇐◀⟵", " w ")
    | dict.fromkeys("➡⇨🠖▶►", "→")  # may only join two squares: english.plain decides
    | {"↗": " ne ", "↘": " se ", "↙": " sw ", "↖": " nw "}
    | dict.fromkeys("\xa1«»„“”‟〝〞「」『』{}[]", " ")
    | dict.fromkeys("\u201a\u2018\u2019\u201b\xb4\u02bc\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\u2796\u2500", "-")
    | dict.fromkeys("\u2800\u3164\u115f\u1160\v\f\x1c\x1d\x1e\x1f", " ")
    | dict.fromkeys("\x85\u2028\u2029\r", "\n")
    | dict.fromkeys("❓❔🤔🤷", "?")
    | {"。": ".", "、": ",", "❗": "!", "❕": "!", "\u2795": "+", "✖": "x", "•": "* ", "…": ", "}
)
# Pictures that could be part of a turn stay, so the bot asks about the line.
_TELLING = "🌱🌲🌳🌴🌿🪴🪵🪓🦫🛑✋🚫❌⛔⏸🔙🔚🆙👆👇👈👉☝👨👩♀♂🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜"
_PICTURE = (
    rf"(?![{_TELLING}](?!\u200d))[\u231a\u231b\u23e9-\u23fa\u2600-\u2793\u2b50\u2b55"
    r"\U0001f300-\U0001f7ff\U0001f900-\U0001faff]"
)
_AFTER = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]"
_PICTURES = re.compile(
    rf"<a?:\w+:\d+>|(?<!\S):(?!arrow)[a-z_]{{3,}}:(?!\S)|[\U0001f1e6-\U0001f1ff]{{2}}"
    rf"|{_PICTURE}{_AFTER}*(?:\u200d.{_AFTER}*)*"
)
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u20e3\U000e0000-\U000e0fff]"
)
_FACES = re.compile(
    r"(?<![^\s)])(?:[:;=]'?[-o^]?(?:[)(\]\[|/\\]+|[DPpOo])|[xX]D+|\^[_-]?\^|-[_.]-|o/|\\o/|<3)"
    r"(?=[\s.,!]|$)|(?<=\w)[:;]-?[DP](?=\s|$)"
)
_FENCE = re.compile(
    r"```(?:(?:text|txt|plain|plaintext|md|markdown|py|python|js|javascript|ts|json|yaml|yml|toml"
    r"|ini|diff|ansi|sh|bash|shell|cpp|cs|css|html|xml|sql|java|rust|rs|ruby|php|lua|fix|http|tex)"
    r"[ \t]*\n)?",
    re.IGNORECASE,
)


@lru_cache(64)  # called several times for each line
def tidied(text: str) -> str:
    """A typed line without invisible signs, quotes and list marks; its words stay as they are."""
    if text.isascii() and _plain(text):
        return text
    for twice in () if text.isascii() else _TWICE:
        text = twice.sub(r"\1\2", text)
    text = _PICTURES.sub(" ", text.translate(_SIGNS))
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    struck, single = re.compile(r"~~.+?~~", re.DOTALL), r"(?<!\w)'|'(?!\w)"
    text = re.sub(single, " ", _FACES.sub(" ", struck.sub(" ", _FENCE.sub("\n", text))))
    mentions = r"^(?:\s*<@[!&]?\d+>)+|(?:<@[!&]?\d+>\s*)+$"
    text = re.sub(mentions, " ", "\n".join(_unmarked(text))).strip()
    return re.sub(r"(?:[\s,:/\\=|]|\s-+|\s!+|\s\.{2,})+$", "", text)


# Most lines have no sign to clean.
_plain = re.compile(
    r"(?!.*(?:[xX]D|-[_.]-|;-?[)DPpOo](?:\W|$)))[a-zA-Z+!?][\w ,;+!.()?>-]*\w[+!.)?]*"
).fullmatch


def _unmarked(text: str) -> list[str]:
    """The lines of a text without quotes above the player's own lines, and without list marks.

    Only numbers that count from 1. are list marks: `2. s` may be two steps south."""
    lines = [line.strip() for line in text.split("\n")]
    own = [line for line in lines if line and not line.startswith("> ")]
    found, n = list[str](), 1
    for line in own or lines:
        mark = re.match(r"(?:(?:[-*#]|-#|>>?>?)[ \t]+|#{1,3}(?= ))+", line)
        line = line[mark.end() :] if mark else line
        item = re.match(r"(\d{1,2})[.)][ \t]+", line)
        if item and int(item[1]) == n:
            line, n = line[item.end() :], n + 1
        found.append(line)
    return found


# Words that take back the words before them, or cast doubt on them.
_DOUBTS = """not no never or maybe perhaps if unless except but wait stop undo cancel instead rather
 sure unsure jk kidding joke joking example test nicht kein keine oder vielleicht falls wenn außer
 ausser warte zurück statt lieber doch scherz beispiel pas non ou peut sauf si attends annule plutôt
 blague exemple o quizás quizas tal salvo espera mejor broma ejemplo"""
DOUBTS: Final = frozenset(_DOUBTS.split())


def without_asides(text: str, telling: Container[str]) -> str:
    """A line without idle remarks in brackets, such as `(sry, phone)`.

    A remark with a number, a word of `telling` or a word of doubt stays."""

    def shown(aside: re.Match[str]) -> str:
        words = re.findall(r"[^\W\d_]+", aside[1].casefold())
        tells = [w for w in words if w in DOUBTS or w in telling or (len(w) == 1 and w != "i")]
        idle = not any(c.isdigit() or c in "?+>@:" for c in aside[1])
        return " " if idle and words and not tells else aside[0]

    return re.sub(r"\(([^()]*)\)?", shown, text)
