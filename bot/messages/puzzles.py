"""The puzzle of a day in the turn builder, as everybody is invited to it, and how a server has it.

All that was said stands in the ids (bot/messages/built.py), and nothing of the answer.

lc:puzzle:logger:20781::open         the puzzle of that day, from its beginning
lc:puzzle:logger:20781:2.0:press:5   the sixth way to go on, after the third and then the first
lc:puzzle:logger:20781::hint         what a button asks for, and in the same way `show`
lc:puzzleline:logger:20781           opens a form in which the turn is typed
lc:puzzles:hour                      a menu of those who manage the server
"""

from __future__ import annotations

from typing import Any, Final

from bot.core.guilds import Channel
from bot.domain.puzzles import Judged, date_of
from bot.messages.built import Path, offers, said_by
from bot.messages.choices import BUTTONS, Focus, Place, controls, spots, targets
from bot.messages.layout import Button, Choice, Drawing, InWords, Layout, Menu
from bot.messages.layouts import painted
from bot.messages.paging import some
from bot.text import puzzles as texts
from bot.text.puzzles import Asked
from renderer import Hosted, Labels
from rules.drafting import Draft, draft
from rules.play import look
from rules.text import NOTHING, Name, Text, lines, notation

HINT, SHOW = "hint", "show"
CHANNEL, HOUR, OFF, ALLOW = "channel", "hour", "off", "allow"
NOWHERE: Final = "nowhere"


def puzzle_id(asked: Asked, path: Path = (), verb: str = "open", *numbers: int) -> str:
    """What a part of a puzzle's builder says."""
    key = asked.kind.game.key
    return ":".join(map(str, ("lc", "puzzle", key, asked.day, said_by(path), verb, *numbers)))


def invitation(hosted: Hosted, asked: Asked) -> Layout:
    """What is posted for everybody: the position that the puzzle shows, and no turn."""
    solve = Button(Text("Solve It"), puzzle_id(asked), "success")
    words = InWords(_in_words, (asked,))
    picture = _picture(hosted, asked, _opening(asked))
    return Layout(texts.invitation(asked), picture, _file(asked), (solve,), plain=words)


def _in_words(asked: Asked) -> Text:
    return lines(texts.invitation(asked), asked.kind.texts.rows(asked.begun.state, asked.names))


def building(
    hosted: Hosted,
    asked: Asked,
    path: Path,
    drafted: Draft[Any],
    focus: Focus | None = None,
    note: Text = NOTHING,
) -> Layout:
    """The builder, where so much was said."""

    def sentence(verb: str, *numbers: int) -> str:
        return puzzle_id(asked, path, verb, *numbers)

    place = Place(sentence, len(path), offers(asked.kind, asked.begun, drafted))
    rows, menus, buttons = controls(place, focus)
    possible = [button for button in buttons if not button.off]
    more = (_type(asked), *(_help(asked) if asked.n else ()))
    picture = _picture(hosted, asked, drafted, targets(place, focus), spots(place, focus))
    return Layout(
        texts.building(asked, drafted, note),
        picture,
        _file(asked),
        (*possible[: BUTTONS - 1], *more)[:BUTTONS],  # Start Over gives way
        menus=menus,
        rows=rows,
    )


def missed(hosted: Hosted, asked: Asked, drafted: Draft[Any], judged: Judged | None) -> Layout:
    """After a turn that is not the best."""
    again = Button(Text("Try Again"), puzzle_id(asked), "success")
    buttons = (again, _type(asked), *_help(asked))
    told = texts.missed(asked, drafted, judged)
    return Layout(told, _picture(hosted, asked, drafted), _file(asked), buttons)


def solved(hosted: Hosted, asked: Asked, streak: int) -> Layout:
    """The best turn, for who has found it."""
    return _over(hosted, asked, texts.solved(asked, streak))


def answer(hosted: Hosted, asked: Asked) -> Layout:
    """The best turn, for who was told it."""
    return _over(hosted, asked, texts.answer(asked))


def _over(hosted: Hosted, asked: Asked, told: Text) -> Layout:
    best = draft(asked.kind, asked.begun.state, "", kept=asked.puzzle.best.line.split())
    practise = Button(Text("Practise"), f"lc:practice:{asked.kind.game.key}")
    return Layout(told, _picture(hosted, asked, best), _file(asked), (practise,))


def _type(asked: Asked) -> Button:
    return Button(texts.TYPE, f"lc:puzzleline:{asked.kind.game.key}:{asked.day}")


def _help(asked: Asked) -> tuple[Button, ...]:
    hint = Button(texts.HINT_LABEL, puzzle_id(asked, (), HINT))
    return hint, Button(texts.ANSWER_LABEL, puzzle_id(asked, (), SHOW))


def _opening(asked: Asked) -> Draft[Any]:
    return draft(asked.kind, asked.begun.state, "", typed=False)


def _picture(
    hosted: Hosted,
    asked: Asked,
    drafted: Draft[Any],
    numbered: tuple[str, ...] = (),
    marked: tuple[str, ...] = (),
) -> Drawing:
    """Where what was said leads to; before anything is said, with the turn before."""
    game, begun = asked.kind.game, asked.begun
    seen = look(game, drafted.state, drafted.events or begun.events, begun.seat)
    ahead = bool(drafted.events) and not drafted.complete
    names, day = asked.puzzle.record.names, f"{date_of(asked.day)}"
    labels = Labels(day, names, begun.turn, numbered, spots=marked, ahead=ahead)
    return painted(hosted, seen, labels)


def _file(asked: Asked) -> str:
    return f"{asked.kind.game.key}-puzzle-{date_of(asked.day)}.png"


# how a server has it


def setting_id(name: str, value: str = "") -> str:
    return f"lc:puzzles:{name}:{value}"


def setting(
    told: Text,
    here: Channel | None,
    channels: tuple[Channel, ...],
    *,
    allowed: bool,
    posted: bool,
    page: int = 0,
) -> Layout:
    """How a server has its puzzles, and what can be set. here: the channel in which it is asked;
    page: of the channels."""
    if not allowed:
        return Layout(told, buttons=(Button(Text("Allow Puzzles"), setting_id(ALLOW), "success"),))
    found = (Choice(str(c.id), Text("#{name}", name=Name(c.name))) for c in channels)
    choices = some((Choice(NOWHERE, Text("Don't post it")), *found), page)
    hours = tuple(Choice(f"{n}", notation(f"{n}:00")) for n in range(24))
    menus = (
        Menu(setting_id(CHANNEL), Text("Channel for the daily puzzle"), choices),
        *((Menu(setting_id(HOUR), Text("Time of day"), hours),) if posted else ()),
    )
    post = Button(Text("Post It Here"), setting_id(CHANNEL, str(here.id))) if here else None
    off = Button(Text("Turn Off Puzzles"), setting_id(OFF))
    return Layout(told, menus=menus, buttons=(*((post,) if post else ()), off))
