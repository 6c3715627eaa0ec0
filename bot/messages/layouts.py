"""Tables as messages: sentences, pictures and buttons. The id of a button is a small sentence,
`lc:verb:game:row`, so it works after a restart and names the position that it was made for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.messages import answers, cards, posts, results
from bot.messages.answers import HINT
from bot.messages.cards import DETAILS
from bot.messages.layout import Button, Drawing, InWords, Layout, Style
from bot.messages.lists import waits_for
from bot.messages.results import Aftermath
from bot.table import refusals
from bot.table.game import Game
from bot.table.intent import seat_of
from bot.table.names import Command, game_name, seated
from bot.table.seats import alone, computers, good_turns, people
from bot.table.table import Table
from renderer import Hosted, Labels, Picture, draw, draw_lobby, draw_result
from rules.drafting import Draft
from rules.ending import Ending
from rules.game import Seat, Setup
from rules.play import Seen
from rules.text import NOTHING, Mention, Small, Text, lines, sentences
from rules.voice import Argument, Voice

LONGEST_ID = 100  # characters of a button's id

AS_TEXT = Text("Board as Text")
TAKE_BACK = Text("Undo My Turn")
ADD_COMPUTER = Text("Add Computer")
Wanted = tuple[str, Text, Style]  # a button: its verb, its label and its style

_TURN_BUTTONS: tuple[Wanted, ...] = (
    ("take", Text("Take Turn"), "primary"),
    ("options", Text("My Moves"), "secondary"),
    ("text", AS_TEXT, "secondary"),
    ("more", Text("More…"), "secondary"),
)
_HOW_TO_PLAY = Text("How to Play")
_LEARN: Wanted = ("learn", _HOW_TO_PLAY, "secondary")
ASK: Wanted = ("hint", HINT, "secondary")
PRACTICE = Text("Practise")
_RESULT_BUTTONS: tuple[Wanted, ...] = (
    ("again", Text("Rematch"), "primary"),
    ("replay", Text("Replay"), "secondary"),
    ("record", Text("Download Game"), "secondary"),
    ("standings", Text("Standings"), "secondary"),
    ("turned", Text("Turning Points"), "secondary"),
    ("line", Text("Share Result"), "secondary"),
    ("details", DETAILS, "secondary"),
)
_LOBBY_BUTTONS: tuple[Wanted, ...] = (
    ("join", Text("Join"), "success"),
    ("leave", Text("Leave"), "secondary"),
    ("start", Text("Start Now"), "primary"),
    ("details", DETAILS, "secondary"),
    ("learn", _HOW_TO_PLAY, "secondary"),
)
# The button in place of Take Turn and My Options.
_HIDDEN_HAND: Wanted = ("hand", Text("My Hand"), "primary")


def button_id(verb: str, game: int, n: int) -> str:
    """A button's id."""
    return f"lc:{verb}:{game}:{n}"


def recorded(
    table: Table, seat: Seat | None, *, public: bool, dropped: Sequence[Text] = ()
) -> Layout:
    """The answer to a turn that counts. In public it has no words, as a post has them.

    dropped: the speaker's premoves that were dropped, which nobody else may know.
    """
    if public:
        return Layout(NOTHING, quiet=True)
    text = answers.recorded(table, seat)
    if dropped:
        text = lines(text, *map(Small, dropped))
    wanted: tuple[Wanted, ...] = (
        ("go", Text("Roll Now"), "primary"),
        ("undo", TAKE_BACK, "secondary"),
    )
    wanted = wanted if table.waiting else ()
    return Layout(text, buttons=_buttons(table.game, table.n, wanted), quiet=True)


def kept(table: Table, drafted: Draft[Any], *, public: bool) -> Layout:
    """The answer to an unfinished turn. In public it doesn't mention a hand."""
    if not (public and table.kind.game.hidden_information):
        return Layout(answers.kept(table, drafted), fleeting=True)
    hand = _buttons(table.game, table.n, (_HIDDEN_HAND,))
    said = answers.kept(table, drafted, unseen=True)
    return Layout(said, buttons=hand, fleeting=True)


def _buttons(game: Game, n: int, wanted: Sequence[Wanted]) -> tuple[Button, ...]:
    return tuple(Button(label, button_id(v, game.id, n), style) for v, label, style in wanted)


def _turn_buttons(game: Game, n: int, under: Sequence[Wanted] = ()) -> tuple[Button, ...]:
    """The buttons under a board. If one person plays, help comes before the board as text."""
    take, options, text, more = _TURN_BUTTONS
    build = (_HIDDEN_HAND,) if game.rules.hidden_information else (take, options)
    help_ = ways_on(game, n) if alone(game) else _buttons(game, n, (text,))
    return (*_buttons(game, n, build), *help_, *_buttons(game, n, (more, *under)))


def ways_on(game: Game, n: int) -> tuple[Button, ...]:
    """Next steps for a person who plays alone."""
    return _buttons(game, n, (ASK, _LEARN) if good_turns(game) else (_LEARN,))


def on_a_page(game: Game, user: int) -> tuple[Button, ...]:
    """The buttons on a game's page, which shows the board and takes turns already."""
    if game.status == "lobby":
        unwanted = {"join"} if seat_of(game, user) is not None else {"leave", "start"}
        wanted = () if game.settled else _LOBBY_BUTTONS
        return _buttons(game, 1, [each for each in wanted if each[0] not in unwanted])
    if game.status == "over":
        return _buttons(game, game.n, [each for each in _RESULT_BUTTONS if each[0] != "replay"])
    if game.status != "playing":
        return ()
    _, _, text, more = _TURN_BUTTONS
    asks = (ASK,) if good_turns(game) and waits_for(game, user) else ()
    return _buttons(game, game.n, (*asks, _LEARN, text, more))


def unheard(game: Game, seat: Seat) -> Layout:
    """The answer to a person whose line we couldn't read."""
    build = _HIDDEN_HAND if game.rules.hidden_information else _TURN_BUTTONS[0]
    buttons = _buttons(game, game.n, (build, _LEARN))
    text = Text(
        "{name}, I can't see ordinary messages here. To play that turn in {game}, reply to "
        "the board (with the ping on), mention me, or use {turn}.",
        name=seated(game.sitters)[seat],
        game=game,
        turn=Command(game.kind, "turn"),
    )
    return Layout(text, buttons=buttons)


def in_private(label: Text, id_: str) -> Layout:
    """The answer in a channel to a wish that only its speaker should read about."""
    text = Text("The answer is for your eyes only. Press the button to see it.")
    return Layout(text, buttons=(Button(label, id_),), fleeting=True)


def lobby(game: Game) -> Layout:
    """The first message of a lobby."""
    picture = Drawing(_opening, (game,))
    return replace(lobby_traces(game), text=cards.lobby(game), picture=picture)


def _opening(game: Game, voice: Voice) -> Picture:
    """The opening board with a place for each seat, and the people so far."""
    seats = int(game.options["players"])
    state = game.rules.new(Setup(seats, game.options))
    names = tuple(sitter.name for sitter in game.sitters)
    labels = Labels(game_name(game), names, 0, computers=computers(game))
    return draw_lobby(game.hosted, state, labels, seats, voice)


def lobby_traces(game: Game) -> Layout:
    """The marks of a lobby's message in a channel: its picture's name and its buttons."""
    buttons = _buttons(game, 1, _LOBBY_BUTTONS)
    return Layout(NOTHING, file=f"{game_name(game)}-lobby.png", buttons=buttons)


def card(game: Game, table: Table | None, *, reminded: int = 0, ignoring: bool = False) -> Layout:
    """The lobby message now. Once the lobby is closed, it is short, without picture and buttons."""
    if game.status == "lobby" and not game.settled:
        return lobby(game)
    return Layout(cards.card(game, table, reminded=reminded, ignoring=ignoring))


def turn(table: Table, call: Text, under: Sequence[Wanted] = ()) -> Layout:
    """The post for the player to move."""
    mover = table.game.sitters[table.actor].user
    buttons = _turn_buttons(table.game, table.n, under)
    file, plain = file_of(table.game, table.n), InWords(posts.board, (table,))
    picture = painted(table.game.hosted, table.seen(), table.labels)
    return Layout(call, picture, file, buttons, (mover,), plain=plain)


def traces(game: Game, n: int) -> Layout:
    """The marks of a turn's post in a channel: its picture's name and its buttons."""
    return Layout(NOTHING, file=file_of(game, n), buttons=_turn_buttons(game, n))


def result(
    table: Table, aftermath: Aftermath, ending: Ending, digest: Argument = NOTHING
) -> Layout:
    """The last post of a game, with its last board and its result."""
    everybody = tuple(sitter.user for sitter in people(table.game.sitters))
    game, text = table.game, results.result(table, aftermath, digest)
    hosted = game.hosted._replace(kind=table.kind)
    picture = Drawing(draw_result, (hosted, table.seen(), table.labels, ending))
    buttons, file = _buttons(game, table.n, _RESULT_BUTTONS), file_of(game, table.n)
    plain = InWords(posts.board, (table,))
    return Layout(text, picture, file, buttons, everybody, plain=plain)


def details(game: Game, *more: Text) -> Layout:
    """The options of a table, for one person."""
    computers = Button(ADD_COMPUTER, button_id("computers", game.id, game.n))
    buttons = (computers,) if game.status == "lobby" else ()
    return Layout(lines(*more, cards.details(game)), buttons=(*buttons, _fairness(game)))


def _fairness(game: Game) -> Button:
    return Button(Text("Fairness"), button_id("fairness", game.id, game.n))


def closed(game: Game, *, begun: bool, by: int | None = None) -> Layout:
    """The line that says that a game or lobby was closed.

    by: the moderator who closed it, if they don't play.
    """
    fairness = (_fairness(game),) if begun else ()
    who = NOTHING
    if by is not None:
        who = Text("{name}, who isn't in the game, ended it.", name=Mention(by, Text("someone")))
    return Layout(sentences(refusals.closed(game), who), buttons=fairness)


def painted(game: Hosted, seen: Seen[Any], labels: Labels) -> Drawing:
    """The picture of a position as one viewer sees it."""
    return Drawing(draw, (game, seen, labels))


def file_of(game: Game, n: int) -> str:
    """The file name of a board's picture."""
    return f"{game_name(game)}-{n}.png"
