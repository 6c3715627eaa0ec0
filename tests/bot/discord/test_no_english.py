"""Every command there is, well and badly said, in each language: no answer, post or choice has a
word that only English has.

Source: issue 30, Must hold: a page of English is a failure. What is said while one plays is in
test_languages.py; here is what else can be asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from rules import GAMES
from tests.bot.discord.pseudo_said import ALIKE, NAMES, texts
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_commands import leaves
from tests.bot.discord.test_languages import speak
from tests.bot.discord.test_pseudo_games import begin, typed
from tests.bot.discord.watching import until
from tests.guest import GuestError

ROOT = Path(__file__).parents[3]
NONSENSE: dict[int, tuple[Any, ...]] = {3: ("nonsense", ""), 4: (0, 99), 5: (True, False)}
MEANT = {
    "game": ("L1", "L2"),
    "player": ("Ann", "Cy"),
    "move": ("a1", "a1?"),
    "rule": ("if anything, c3",),
}
LAST = ("data", "cancel", "resign", "leave", "end")  # what ends what the others are asked about
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
UNSAID = re.compile(r"`[^`]*`|\{\w+\}|<[^>]*>|#[\w-]+")  # what is typed, mentions, channels
VALUES = {value for kind in GAMES.values() for each in kind.game.options for value in each.choices}
OPTIONS = {each.name for kind in GAMES.values() for each in kind.game.options}


def words(said: str) -> set[str]:
    return {found.casefold() for found in WORD.findall(UNSAID.sub(" ", said))}


def english_alone(language: str) -> set[str]:
    """The words of English sentences that no sentence or page of another language has."""
    path = ROOT / "languages" / language / "LC_MESSAGES" / "lumbercamp.po"
    with path.open("rb") as file:
        both = [(m.id, m.string) for m in read_po(file) if m.id]
    english, own = (
        {word for each in said for text in ([each] if isinstance(each, str) else each or ())
         for word in words(text)}
        for said in zip(*both, strict=True)
    )  # fmt: skip
    pages = (page.read_text(encoding="utf-8") for page in (ROOT / "seeds" / language).glob("*.md"))
    names = words(" ".join((*NAMES, *VALUES, *OPTIONS, "Campers")))
    return {word for word in english - own - names if len(word) > 1}.difference(*map(words, pages))


def filled(told: Json) -> Iterator[dict[str, Any]]:
    """A command without its options, with each of them by itself, and with all."""
    options = told.get("options", ())
    required = {each["name"]: values(each)[0] for each in options if each.get("required")}
    yield required
    for each in options:
        yield from ({**required, each["name"]: value} for value in values(each))
    if len(options) > 1:
        yield {each["name"]: values(each)[-1] for each in options}


def values(option: Json) -> list[Any]:
    offered = [choice["value"] for choice in option.get("choices", ())]
    return [*offered[:1], *offered[-1:], *MEANT.get(option["name"], ()), *NONSENSE[option["type"]]]


async def everything(system: System) -> None:
    """Each command by a stranger, and by whoever hosts and manages."""
    for who in ("Ann", "Cy"):
        await system.people[who].listen()
    ordered = sorted(leaves().items(), key=lambda each: each[0].split()[-1] in LAST)
    for (path, told), who in itertools.product(ordered, ("Cy", "Ann")):
        command, pressed = path.removeprefix("/"), set[str]()
        for options in filled(told):
            run = system.slash if command == "help" else system.slash_anyway
            await press_all(system, who, await run(who, "games", command, **options), pressed)
        for each in told.get("options", ()):
            if each.get("autocomplete"):
                name = each["name"]
                await system.people[who].complete("games", command, name, **{name: ""})


async def press_all(system: System, who: str, answer: Json, pressed: set[str]) -> None:
    """What an answer offers, as long as its panel stands; of a command each once."""
    for part in buttons(answer):
        verb = ":".join(part.get("custom_id", "").split(":")[:2])
        if not verb or part.get("disabled") or verb in pressed:
            continue
        choice = [part["options"][-1]["value"]] if "options" in part else []
        try:
            it = await system.people[who].press(answer, part["custom_id"], *choice)
        except GuestError:
            return
        pressed.add(verb)
        await dealt_with(system, it)


async def dealt_with(system: System, interaction: str) -> None:
    it = system.world.interactions[interaction]
    await until(lambda: it.state in ("done", "failed") or it.form is not None)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "stands"), [("de", ""), ("fr", "lobby"), ("es", "playing")])
async def test_no_command_answers_in_english(system: System, language: str, stands: str) -> None:
    """On a server of that language, whose people's clients have it too; where there is no game,
    where one is opened, and where one is played."""
    system.world.guild_locale = language
    await speak(system, language)
    if stands == "lobby":
        await system.slash("Ann", "games", "logger start", players=3)
    elif stands:
        await begin(system, "logger")
        for _ in range(3):
            await system.until_called("games")
            await typed(system, await system.mover("games"), "logger")
    await everything(system)
    await system.quiet()
    exchanges = system.world.exchanges or ()
    heard = {
        text for _, path, body, _, _ in exchanges if "commands" not in path for text in texts(body)
    }
    english = english_alone(language)
    assert len(english) > 500
    assert len(heard) > 300
    assert {word: text for text in heard for word in words(ALIKE.sub(" ", text)) & english} == {}
