"""Whole games through the real client in a language that marks the letters of every word: text that
still looks English didn't go through the catalogue (docs/text.md, Languages).

Everything that the bot sends to Discord is heard: messages, buttons, menus, alt texts, completions,
commands, and the words on pictures.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest

from bot import app
from bot.messages import layouts, posts
from bot.messages.languages import Languages
from bot.messages.layout import PAINTER, Button
from rules import GAMES
from rules.english import English
from rules.text import notation, sentences
from sandbox.model import BOT_ID
from tests.bot.core import Patch
from tests.bot.discord.pseudo_said import PEOPLE, left, said
from tests.bot.discord.racing import change_id
from tests.bot.discord.system import Json, System, buttons
from tests.bot.discord.test_practice import turn_of
from tests.pseudo import Pseudo
from tests.renderer import legible


@pytest.fixture
def drawn(monkeypatch: Patch) -> list[str]:
    """Collect the words that are drawn from now on; forget earlier ones."""
    # A start draws ahead in English, and each other language needs a picture of its own.
    PAINTER.submit(legible.forget_words).result()  # after the earlier start's first drawings
    monkeypatch.setattr(app, "draw_sprites", lambda *_: iter(()))
    monkeypatch.setattr("renderer.shelf._shelf", None)
    return legible.words_drawn(monkeypatch)


async def speak(system: System) -> None:
    """From now on bot and people speak the pseudo-language."""
    await system.stop()
    system.world.locale = "el"
    system.languages, system.language = Languages({"el": Pseudo()}), "el"
    assert system.world.exchanges is not None
    system.world.exchanges.clear()
    await system.start()


# -- how it is played


def button(message: Json, verb: str) -> str:
    """The id of the button that does this."""
    ids = (str(each["custom_id"]) for each in buttons(message))
    return next(found for found in ids if found.startswith(f"lc:{verb}"))


async def press(system: System, who: str, message: Json, verb: str) -> Json:
    pressed = await system.people[who].press(message, button(message, verb))
    return await system.answer(who, pressed)


async def change(system: System, who: str, panel: Json, part: Json, *values: str) -> Json:
    """Use a part of a panel; return the panel once it has changed."""
    return await change_id(system.people[who], panel, part["custom_id"], *values)


async def begin(system: System, kind: str, **options: Any) -> None:
    """A game of Ann, Ben and as few others as it takes; Dee has no seat to give back."""
    fewest = GAMES[kind].game.fewest
    agreed = {"players": fewest, "hints": "on", **options}  # or nobody would find the way home
    await system.slash("Ann", "games", f"{kind} start", **agreed)
    card = await system.post("games", "lobby")
    for who, verb in (("Ann", "join"), ("Dee", "leave"), ("Ben", "join")):
        await press(system, who, card, verb)
    for who in ("Cy", "Dee")[: fewest - 2]:
        await press(system, who, card, "join")
    await system.until_called("games")


async def built(system: System, who: str, board: Json) -> None:
    """A turn that is put together by always taking the first part of the panel that can be."""
    verb = "hand" if any(b["custom_id"].startswith("lc:hand") for b in buttons(board)) else "take"
    panel = await press(system, who, board, verb)
    while not any(b["custom_id"].startswith("lc:confirm") for b in buttons(panel)):
        words = [b for b in buttons(panel) if is_word(b)]
        part = words[-1]
        values = [part["options"][0]["value"]] if "options" in part else []
        panel = await change(system, who, panel, part, *values)
    part = next(b for b in buttons(panel) if b["custom_id"].startswith("lc:confirm"))
    await change(system, who, panel, part)


def is_word(part: Json) -> bool:
    says = part["custom_id"].startswith(("lc:press", "lc:say"))
    return says and not part.get("disabled", False)


async def typed(system: System, who: str, kind: str) -> None:
    """The best turn that is offered."""
    found = await system.people[who].complete("games", f"{kind} turn", "move", move="")
    await system.slash(who, "games", f"{kind} turn", move=found[0]["value"])


async def to_the_end(system: System, kind: str) -> None:
    """Play to the end: pick every third turn, and ask something at each."""
    asks = iter(ASKED)
    for n in count():
        await system.until_called("games")
        if ask := next(asks, None):
            await ask(system, kind, await system.mover("games"), await system.post("games"))
        who, board = await system.mover("games"), await system.post("games")
        if n % 3 == 1:
            await built(system, who, board)
        else:
            await typed(system, who, kind)
        await system.quiet()
        if (await system.game("games")).status == "over":
            break
    assert next(asks, None) is None, "the game was too short to ask everything"


# -- further questions


Ask = Callable[[System, str, str, Json], Awaitable[None]]


async def options(system: System, kind: str, who: str, board: Json) -> None:
    await system.slash(who, "games", f"{kind} moves")


async def lines(system: System, kind: str, who: str, board: Json) -> None:
    """Lines that aren't turns, and questions, aloud and in a command."""
    for line in ("hlep", "help", "rules", "undo", "pass", "b99 norht", "plant up", "?", "board"):
        await system.say(who, "games", f"<@{BOT_ID}> {line}")
        await system.slash(who, "games", f"{kind} turn", move=line)


async def boards(system: System, kind: str, who: str, board: Json) -> None:
    shown = await system.slash(who, "games", f"{kind} board")
    earlier = next(b for b in buttons(shown) if b["custom_id"].startswith("lc:earlier"))
    shown = await change(system, who, shown, earlier)
    for _ in range(2):
        await press(system, who, shown, "share")
    await system.slash(who, "games", "games review replay")
    await system.people[who].complete("games", "games review replay", "game", game="")


async def lessons(system: System, kind: str, who: str, board: Json) -> None:
    """All topics of the rules and of the help."""
    for page in (f"{kind} rules", "help"):
        shown = await system.slash(who, "games", page)
        for part in buttons(shown):
            if part in buttons(shown) and not part.get("disabled", False):
                shown = await change(system, who, shown, part)
    await system.slash(who, "games", f"{kind} rules", topic="nonsense")
    await system.people[who].complete("games", f"{kind} rules", "topic", topic="")


async def lists(system: System, kind: str, who: str, board: Json) -> None:
    asked = ["games mine", "games next", "games here", f"{kind} leaderboard", "games review export"]
    asked += ["games leaderboard", "games profile"]
    for command in asked:
        await system.slash(who, "games", command)
    await system.people[who].complete("games", "games cancel", "game", game="")
    await system.slash(who, "games", "games cancel", game="nonsense")
    await system.slash(who, "games", "games review verify")


async def settings(system: System, kind: str, who: str, board: Json) -> None:
    """Everything that can be set, and then again as it was."""
    first = await system.slash(who, "games", "games settings")
    for part in [*buttons(first), *buttons(first)]:
        for value in [each["value"] for each in part.get("options", ())] or [""]:
            shown = await system.slash(who, "games", "games settings")
            if (now := same(part, value, shown)) is not None:
                pressed = await system.people[who].press(shown, now, *filter(None, [value]))
                await system.people[who].outcome(pressed)
    await system.people[who].complete("games", "games settings", "time_zone", time_zone="ber")
    for more in ({"time_zone": "Mars"}, {"quiet_hours": "noon"}, {"time_zone": "Europe/Berlin"}):
        await system.slash(who, "games", "games settings", **more)


def same(part: Json, value: str, panel: Json) -> str | None:
    """The id of that part of a panel, if it has the value and can be used."""
    for each in buttons(panel):
        values = [option["value"] for option in each.get("options", ())]
        if each["custom_id"] == part["custom_id"] and (not value or value in values):
            return None if each.get("disabled", False) else str(each["custom_id"])
    return None


async def agreed(system: System, kind: str, who: str, board: Json) -> None:
    """More time, an end, and a turn taken back: asked for, declined, agreed to, taken back."""
    (other,) = {"Ann", "Ben"} - {who}
    each = ("ask time", "decline", who), ("ask time", "accept", other), ("ask end", "decline", who)
    for command, verb, asks in each:  # for the same thing each once a turn
        await system.slash(asks, "games", f"games {command}")
        await system.slash(asks, "games", f"games {command}")
        await press(system, "Cy", await asking(system, verb), verb)
        await press(system, other if asks == who else who, await asking(system, verb), verb)
    await system.slash(who, "games", "games ask time")


async def asking(system: System, verb: str) -> Json:
    """The newest message with a button that does this."""
    await system.quiet()
    posted = reversed(system.seen("games"))
    return next(m for m in posted if any(is_for(verb, b) for b in buttons(m)))


def is_for(verb: str, part: Json) -> bool:
    return str(part["custom_id"]).startswith(f"lc:{verb}:")


async def offered(system: System, kind: str, who: str, board: Json) -> None:
    """A seat is offered, and Cy sits down on it."""
    asked = await system.slash(who, "games", "games ask substitute")
    await press(system, who, asked, "offerseat")
    await system.slash(who, "games", "games ask substitute")
    await press(system, "Cy", await asking(system, "takeover"), "takeover")
    await system.slash(who, "games", f"{kind} turn", move="a1")


async def ordered(system: System, kind: str, who: str, board: Json) -> None:
    """Standing orders, where a game has them."""
    if GAMES[kind].game.hidden_information:
        return
    (other,) = {"Ann", "Ben"} - {who}
    found = await system.people[who].complete("games", f"{kind} turn", "move", move="")
    for line in ("", "nonsense", "if nonsense, then c3", f"if {found[0]['value']}, then c3"):
        await system.slash(other, "games", f"{kind} premove", rule=line)
    await system.say(other, "games", f"<@{BOT_ID}> if anything, then c3")


async def late(system: System, kind: str, who: str, board: Json) -> None:
    """Two days pass, and the clock has something to say."""
    system.pass_time(2 * 24 * 3600)
    await system.quiet()


async def others(system: System, kind: str, who: str, board: Json) -> None:
    """The waiting players, and a person without a seat."""
    for other in set(PEOPLE) - {who}:
        await system.slash(other, "games", f"{kind} turn", move="a1")
        for verb in ("moves", "undo", "hand", "resign"):
            if verb != "hand" or GAMES[kind].game.hidden_information:
                await system.slash(other, "games", f"{kind} {verb}")
        for verb in ("cancel", "join", "leave", "move-here"):
            more = {"game": f"{GAMES[kind].game.letter}1"} if verb == "move-here" else {}
            await system.slash(other, "games", f"games {verb}", **more)


async def elsewhere(system: System, kind: str, who: str, board: Json) -> None:
    """Where there is no game, and of other games; a lobby that is closed."""
    for command in ("turn", "moves", "undo", "start"):
        await system.slash(who, "more-games", f"{kind} {command}")
    await system.slash(who, "more-games", "games leave")
    await system.slash(who, "more-games", f"{kind} start")
    for command in ("join", "leave", "cancel"):
        await system.slash("Cy", "more-games", f"games {command}")
    await system.slash(who, "more-games", "games cancel")
    other = next(key for key in GAMES if key != kind)
    await system.slash(who, "games", f"{other} turn")
    await system.slash(who, "games", f"{other} start")


async def taken_back(system: System, kind: str, who: str, board: Json) -> None:
    """A turn is taken back where the game allows it."""
    await system.slash(who, "games", f"{kind} undo")


ASKED: tuple[Ask, ...] = (
    options, lines, boards, lessons, settings, lists, others, elsewhere, taken_back,
    agreed, ordered, late, offered,
)  # fmt: skip
GAMES_PLAYED: dict[str, dict[str, Any]] = {  # with short options, where there are some
    "logjam": {"undo_time": "none", "board": "6x8", "logs": "222"},
    "fellers": {"course": "random"},
}


# One that is offered in its own words has no translation of them.
OFFERED = [kind for kind, it in GAMES.items() if type(it.texts).offers is not English.offers]


@pytest.mark.slow
@pytest.mark.parametrize("kind", OFFERED)
async def test_nothing_in_a_whole_game_is_english(
    system: System, kind: str, drawn: list[str]
) -> None:
    """Said in public, to one person alone, drawn, offered, and in the list of commands."""
    await speak(system)
    await begin(system, kind, **GAMES_PLAYED.get(kind, {}))
    await to_the_end(system, kind)
    over = await system.post("games", "result")
    for verb in ("standings", "record", "replay", "again"):
        await press(system, "Ann", over, verb)
    await ranked(system, kind)
    await system.slash("Ann", "games", "games review verify")
    await system.quiet()
    heard = [*said(system)]
    assert len(heard) > 500
    assert left(heard) == {}
    assert left(drawn) == {}


async def ranked(system: System, kind: str) -> None:
    """The server's table by game and month, posted, and a profile."""
    panel = await system.slash("Ann", "games", f"{kind} leaderboard")
    for menu, value in ((0, kind), (1, "ever")):
        part = buttons(panel)[menu]["custom_id"]
        await system.people["Ann"].outcome(await system.people["Ann"].press(panel, part, value))
    await change(system, "Ann", panel, buttons(panel)[-1])
    await system.slash("Ann", "games", "games profile")


async def test_what_is_said_of_computers_is_not_english_either(
    system: System, drawn: list[str]
) -> None:
    await speak(system)
    await system.slash("Ann", "games", "logger start", players=2, computers="2")
    await system.slash("Ann", "games", "logger start", players=3, computers="1")
    card = await system.post("games", "lobby")
    for name in ("Cy", "Ann"):
        details = await press(system, name, card, "details")
        panel = await press(system, name, details, "computers")
    panel = await change(system, "Ann", panel, button_of(panel, "lc:unseat"))
    for _ in range(2):
        panel = await change(system, "Ann", panel, button_of(panel, "lc:seat"))
    await turn_of(system, "Ann")
    await typed(system, "Ann", "logger")
    await turn_of(system, "Ann")
    for command in ("logger undo", "games ask end", "games mine", "games here", "logger board"):
        await system.slash("Ann", "games", command)
    await press(system, "Ann", await system.slash("Ann", "games", "logger resign"), "resign")
    await system.slash("Ann", "games", "logger practice", level="strong", thread=False)
    await turn_of(system, "Ann")
    await press(system, "Ann", await system.slash("Ann", "games", "logger resign"), "resign")
    await system.post("games", "result")
    assert left([*said(system)]) == {}
    assert left(drawn) == {}


def button_of(panel: Json, begins: str) -> Json:
    return next(b for b in buttons(panel) if str(b["custom_id"]).startswith(begins))


async def test_what_goes_wrong_is_told_in_the_language_too(system: System) -> None:
    """To the host why a post cannot be made, why there is no thread, words in place of pictures."""
    await speak(system)
    await system.lacking("CREATE_PUBLIC_THREADS", "ATTACH_FILES", channel="games")
    await system.slash("Ann", "games", "logger start", players=2, thread=True)
    card = await system.post("games", "lobby")
    await press(system, "Ben", card, "join")
    await system.post("games")
    await system.lacking("SEND_MESSAGES", channel="games")
    await typed(system, await system.mover("games"), "logger")
    host = await system.letter("Ann")
    heard = [*said(system)]
    assert any("Åŧŧåçħ Ƒíłéš" in text for text in heard)
    assert any("Çřéåŧé Þúƀłíç Ŧħřéåđš" in text for text in heard)
    assert "Šéñđ Ṁéššåğéš" in host
    assert left([*heard, host]) == {}


async def test_a_plain_string_in_a_post_is_found(
    system: System, monkeypatch: Patch, drawn: list[str]
) -> None:
    """In the words and on the buttons of the post for a turn."""
    call = posts.turn
    again = Button(notation("press me"), "lc:options:1:1")
    monkeypatch.setattr(
        posts, "turn", lambda *a, **more: sentences(call(*a, **more), "a planted word")
    )
    monkeypatch.setattr(layouts, "_turn_buttons", lambda *_: (again,))
    await speak(system)
    await begin(system, "logger")
    await system.post("games")
    assert set(left([*said(system)])) == {"planted", "word", "press", "me"}
    assert left(drawn) == {}
