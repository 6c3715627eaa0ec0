"""Phrases that no native writer would use, and how often the project uses them.

python -m tests.prose            hits per 1,000 words in docs and in code, and where
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.size import ROOT, project_files, sources, text

RECORD = ROOT / "tests/prose.tsv"
EXCUSED = "prose: ok"  # at the end of a line that may break a rule, with the reason in brackets
LONGEST = 25  # words of a sentence

# A phrase, and what to write instead. Those of PRODUCT bind only what people read in the product.
PHRASES: Final = {
    r"\b[Ww]ho(m)?ever\b": "name the person: you, the player, Ann, someone",
    r"(?:^|[.;:!?] |\n|, )Who (?!(?:can|is|was|has|wins|won|plays|are) [^.]*\?"
    r"|can |to |was ahead|stood better|and How)[a-z]+": "“Lose and you're out”",
    r"\b(?:[Oo]nly|[Oo]f|[Ff]or|[Tt]o|[Bb]y|[Ww]ith|[Ff]rom|[Aa]nd|[Bb]ut|[Tt]han) who "
    r"(?!can\b|is banned\b|they\b|did\b|runs\b)": "“only who is invited” → “only invited players”",
    r"\bon turn\b": "“{name} to move”, “your turn”",
    r"\b(?:is|are|was|were|be|been|being) told\b": "say who posts, shows, explains",
    r"\b(?:is|are|was|were|be) kept\b(?! (?:on|next to)\b)": "save, store, keep (active)",
    r"\b(?:is|are|was|be|been) called "
    r"(?:at all|in |no |here|anew|as|by|once|,|and|again|until|[.;])": "mention, notify",
    r"(?<!so )\b(?:[Nn]othing|[Nn]obody|[Nn]one) was (?!hidden)[a-z]+ed?\b": (
        "give the reason; leave out “Nothing was changed”"
    ),
    r"(?<![Tt]here )(?<!where )\b(?:is|are|was|were) no (?!longer\b)[a-z]+\b": (
        "“is no role” → “isn't a role”"
    ),
    r",? so that\b(?! everyone\b)": "“so”, or a new sentence",
    r"(?<![?!] )\b[Ww]hat (?:is|was|has|had|are|were) (?!shown\b|happened\b)"
    r"(?:[a-z]+)(?![^.?]*\?)": "a noun: “the text”, “the cards”",
    r"\b[Aa]ll (?:that|of it)\b": "“everything”, or the noun",
    r"\banew\b": "again",
    r"\b(?:go|goes|going|went) on\b(?! vacation\b)": "continues, resumes, keeps",
    r"\b(?:comes?|came|becomes?|become) of\b": "“result”, or say what happens",
    r"\bby (?:itself|themselves)\b": "automatically, or leave it out",
    r"\b(?:besides|as well)\b(?! as\b)": "too, also",
    r"\b[Hh]a(?:ve|s|d) (?!been )(?:\w+ ){1,6}(?:reminded|posted|deleted|called|told|drawn)\b"
    r"(?<!been reminded)(?<!been posted)(?<!been told)": "“Have X reminded” → “Remind X”",
    r"\b(?:is|are|was|were) to be\b": "an imperative: do it",
    r"\b(?:you|them|people|in|for|by|players?|turn|\}) alone\b": "only",
    r"(?:\d|\}) %": "47%, without a space",
    r"\b(?:no more|any longer)\b": "no longer, not … any more",
    r"\bthe very\b": "leave it out",
}
PRODUCT: Final = {
    r"\b(?:does not|do not|(?<!\} )is not|are not|cannot|(?<!\} )was not|has not|have not"
    r"|will not)\b|\b(?:You are|It is|I am|That is)\b": "doesn't, can't, you're, it's"
}


def phrases(text: str, rules: Iterable[str] = PHRASES) -> list[str]:
    return [hit.group().strip() for rule in rules for hit in re.finditer(rule, text)]


def too_long(text: str) -> list[str]:
    """The sentences of a text with more than LONGEST words."""
    said = re.split(r"[.:;!?](?=[\s)\"*_]|$)|\n", text)
    return [it.strip() for it in said if len(re.findall(r"[\w'{}/:.`-]+", it)) > LONGEST]


def product_faults(text: str) -> list[str]:
    return [*phrases(text, (*PHRASES, *PRODUCT)), *too_long(text)]


def excuses() -> list[str]:
    files = [path for path in project_files() if path.suffix in (".py", ".md")]
    return [
        f"{path}:{number}"
        for path in files
        if path not in OWN
        for number, line in enumerate(text(path).splitlines(), 1)
        if EXCUSED in line
    ]


OWN = (Path("tests/prose.py"), Path("tests/test_prose.py"))
LONG = re.compile(r'""".*?"""', re.DOTALL)
DOCSTRING = re.compile(r'^ *r?"""(.*?)"""', re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"(?:^|\s)#:? (.*)", re.MULTILINE)
NOT_ENGLISH = re.compile(r"(^|[./])(de|es|fr)([./]|$)|^tests/|/OFL|/LICENSE")


def docs() -> Iterator[tuple[str, str]]:
    """The English pages: a line of each at a time, without its code."""
    for path in project_files():
        if path.suffix == ".md" and not NOT_ENGLISH.search(str(path)):
            fenced = False
            for number, line in enumerate(text(path).splitlines(), 1):
                fenced ^= line.lstrip().startswith("```")
                if not fenced and EXCUSED not in line:
                    yield f"{path}:{number}", re.sub(r"`[^`]*`", "", line)


def code() -> Iterator[tuple[str, str]]:
    """The docstrings and comments of all Python but these two files. A parser would take ten times
    as long to find them."""
    for path in set(sources()) - {*OWN}:
        source = text(path)
        comments = COMMENT.finditer(LONG.sub("", source))
        for found in (*DOCSTRING.finditer(source), *comments):
            if EXCUSED not in found[0]:
                yield f"{path}: {found[0].strip()}", found[1]


def rate(texts: Iterable[tuple[str, str]]) -> float:
    """Hits per 1,000 words, to two digits after the point."""
    said = [text for _, text in texts]
    words = sum(len(text.split()) for text in said)
    # In one go, with a line of its own between two texts that ends each sentence.
    return round(1000 * len(phrases("\n.\n".join(said))) / words, 2)


def rates() -> dict[str, float]:
    return {"docs": rate(docs()), "code": rate(code())}


def recorded() -> dict[str, float]:
    rows = (line.split("\t") for line in text(RECORD).splitlines())
    return {name: float(value) for name, value in rows}


if __name__ == "__main__":
    for where, said in (*docs(), *code()):
        for phrase in phrases(said):
            print(f"{where}: {phrase}")
    for name, value in rates().items():
        print(f"{name}\t{value}")
