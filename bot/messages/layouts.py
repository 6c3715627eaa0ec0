"""Tables as messages: sentences, pictures and buttons. The id of a button is a small sentence,
`lc:verb:game:row`, so it works after a restart and names the position that it was made for.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.messages import answers, posts
from bot.messages.answers import waits_for
from bot.messages.layout import Button, Drawing, InWords, Layout, Style
from bot.messages.posts import Aftermath
from bot.table import refusals, seats
from bot.table.game import Game
from bot.table.intent import seat_of
from bot.table.names import Command, bare, game_name, in_full, names_by_seat
from bot.table.table import Table
from bot.table.table_options import substitute_of
from renderer import Hosted, Labels, draw, draw_result
from rules.drafting import Draft
from rules.ending import Ending
from rules.game import Seat
from rules.play import Seen
from rules.text import NOTHING, Mention, Moment, Name, Small, Strong, Text, lines, sentences
from rules.voice import Argument

LONGEST_ID = 100  # characters of a button's id
BACK = Text("I'm Back")
# The buttons of a game: verb, label, style.
_BUTTONS: Final[Mapping[str, tuple[Text, Style]]] = {
    "take": (Text("Take Turn"), "primary"),
    "options": (Text("My Moves"), "secondary"),
    "hand": (Text("My Hand"), "primary"),  # in place of these two
    "text": (Text("Board as Text"), "secondary"),
    "more": (Text("More…"), "secondary"),
    "order": (Text("Premoves"), "secondary"),
    "learn": (Text("How to Play"), "secondary"),
    "hint": (Text("Hint"), "secondary"),
    "go": (Text("Roll Now"), "primary"),
    "undo": (Text("Undo My Turn"), "secondary"),
    "again": (Text("Rematch"), "primary"),
    "replay": (Text("Replay"), "secondary"),
    "playon": (Text("Play On"), "success"),
    "record": (Text("Download Game"), "secondary"),
    "standings": (Text("Standings"), "secondary"),
    "turned": (Text("Turning Points"), "secondary"),
    "line": (Text("Share Result"), "secondary"),
    "join": (Text("Join"), "success"),
    "leave": (Text("Leave"), "secondary"),
    "start": (Text("Start Now"), "primary"),
    "computers": (Text("Add Computer"), "secondary"),
    "details": (Text("Details"), "secondary"),
    "fairness": (Text("Fairness"), "secondary"),
}
OF_A_LOBBY = ("join", "leave", "start", "details", "learn")
_OF_A_RESULT = ("again", "replay", "record", "standings", "turned", "line", "details")


def button_id(verb: str, game: int, n: int) -> str:
    """A button's id."""
    return f"lc:{verb}:{game}:{n}"


def buttons_of(game: Game, n: int, *verbs: str) -> tuple[Button, ...]:
    """Buttons for the position at a row."""
    each = ((verb, *_BUTTONS[verb]) for verb in verbs)
    return tuple(Button(label, button_id(verb, game.id, n), style) for verb, label, style in each)


def turn_layout(
    table: Table, seat: Seat | None, *, public: bool, dropped: Sequence[Text] = ()
) -> Layout:
    """The answer to a turn that counts. In public it has no words, as a post has them.
    dropped: the speaker's premoves that were dropped, which nobody else may know."""
    if public:
        return Layout(NOTHING, quiet=True)
    text = answers.turn_answer(table, seat)
    if dropped:
        text = lines(text, *map(Small, dropped))
    buttons = buttons_of(table.game, table.n, "go", "undo") if table.waiting else ()
    return Layout(text, buttons=buttons, quiet=True)


def draft_layout(table: Table, drafted: Draft[Any], *, public: bool) -> Layout:
    """The answer to an unfinished turn. In public it doesn't mention a hand."""
    unseen = public and table.kind.game.hidden_information
    if drafted.complete and not unseen:
        only = Text(
            "It's your turn in {game}. You have only one legal turn: {turn}.",
            game=table.game,
            turn=answers.drafted_turn(table, drafted),
        )
        return Layout(only, fleeting=True)
    said = Text("It's your turn in {game}.", game=table.game)
    if drafted.said:
        said = Text("Saved as a draft in {game}, but not played yet.", game=table.game)
    texts = table.kind.texts
    if unseen:
        hand = buttons_of(table.game, table.n, "hand")
        told = sentences(said, texts.call(table.view_of().state))
        return Layout(told, buttons=hand, fleeting=True)
    told = lines(
        sentences(said, answers.draft_effects(table, drafted)), texts.choices(drafted.state)
    )
    return Layout(told, fleeting=True)


def _turn_buttons(game: Game, n: int, under: Sequence[tuple[str, Text]] = ()) -> tuple[Button, ...]:
    """The buttons under a board. If one person plays, help comes before the board as text.
    under: the verb and the label of those that features add."""
    build = ("hand",) if game.rules.hidden_information else ("take", "options")
    helps = ways_on(game, n) if seats.alone(game) else buttons_of(game, n, "text")
    added = (Button(label, button_id(verb, game.id, n)) for verb, label in under)
    return (*buttons_of(game, n, *build), *helps, *buttons_of(game, n, "more"), *added)


def ways_on(game: Game, n: int) -> tuple[Button, ...]:
    """Next steps for a person who plays alone."""
    return buttons_of(game, n, *(("hint", "learn") if seats.good_turns(game) else ("learn",)))


def play_on(table: Table) -> tuple[Button, ...]:
    """The button to play on from a board of a finished game."""
    there = table.game.status == "over" and not table.over
    return buttons_of(table.game, table.n, "playon") if there else ()


def on_a_page(game: Game, user: int) -> tuple[Button, ...]:
    """The buttons on a game's page, which shows the board and takes turns already."""
    if game.status == "lobby":
        unwanted = {"join"} if seat_of(game, user) is not None else {"leave", "start"}
        wanted = () if game.settled else OF_A_LOBBY
        return buttons_of(game, 1, *(verb for verb in wanted if verb not in unwanted))
    if game.status == "over":
        return buttons_of(game, game.n, *(verb for verb in _OF_A_RESULT if verb != "replay"))
    if game.status != "playing":
        return ()
    asks: tuple[str, ...] = ("hint",) if seats.good_turns(game) and waits_for(game, user) else ()
    if not (waits_for(game, user) or game.rules.hidden_information):
        asks = () if seat_of(game, user) is None else ("order",)
    return buttons_of(game, game.n, *asks, "learn", "text", "more")


def unheard(game: Game, seat: Seat) -> Layout:
    """The answer to a person whose line we couldn't read."""
    build = "hand" if game.rules.hidden_information else "take"
    text = Text(
        "{name}, I can't see ordinary messages here. To play that turn in {game}, reply to "
        "the board (with the ping on), mention me, or use {turn}.",
        name=names_by_seat(game.sitters)[seat],
        game=game,
        turn=Command(game.kind, "turn"),
    )
    return Layout(text, buttons=buttons_of(game, game.n, build, "learn"))


def in_private(label: Text, id_: str) -> Layout:
    """The answer in a channel to a wish that only its speaker should read about."""
    text = Text("The answer is for your eyes only. Press the button to see it.")
    return Layout(text, buttons=(Button(label, id_),), fleeting=True)


def turn(table: Table, call: Text, under: Sequence[tuple[str, Text]] = ()) -> Layout:
    """The post for the player to move."""
    mover = table.game.sitters[table.actor].user
    buttons = _turn_buttons(table.game, table.n, under)
    file, plain = file_of(table.game, table.n), InWords(posts.board, (table,))
    picture = drawing(table.game.hosted, table.view_of(), table.labels)
    return Layout(call, picture, file, buttons, (mover,), plain=plain)


def traces(game: Game, n: int) -> Layout:
    """The marks of a turn's post in a channel: its picture's name and its buttons."""
    return Layout(NOTHING, file=file_of(game, n), buttons=_turn_buttons(game, n))


def result(
    table: Table, aftermath: Aftermath, ending: Ending, digest: Argument = NOTHING
) -> Layout:
    """The last post of a game, with its last board and its result."""
    everybody = tuple(sitter.user for sitter in seats.people(table.game.sitters))
    game, text = table.game, posts.result(table, aftermath, digest)
    hosted = game.hosted._replace(kind=table.kind)
    picture = Drawing(draw_result, (hosted, table.view_of(), table.labels, ending))
    buttons, file = buttons_of(game, table.n, *_OF_A_RESULT), file_of(game, table.n)
    return Layout(text, picture, file, buttons, everybody, plain=InWords(posts.board, (table,)))


def closing_line(game: Game, *, begun: bool, by: int | None = None) -> Layout:
    """The line about a closed game or lobby. by: the moderator who closed it, unless they play."""
    fairness = buttons_of(game, game.n, "fairness") if begun else ()
    who = NOTHING
    if by is not None:
        who = Text("{name}, who isn't in the game, ended it.", name=Mention(by, Text("someone")))
    return Layout(sentences(refusals.game_closed(game), who), buttons=fairness)


def drawing(game: Hosted, seen: Seen[Any], labels: Labels) -> Drawing:
    """The picture of a position as one viewer sees it."""
    return Drawing(draw, (game, seen, labels))


def file_of(game: Game, n: int) -> str:
    """The file name of a board's picture."""
    return f"{game_name(game)}-{n}.png"


def offer(game: Game, seat: Seat, n: int) -> Layout:
    """The line with which a seat is offered to everyone on the server."""
    take = Button(Text("Take Over"), f"{button_id('takeover', game.id, n)}:{seat}", "success")
    let = Button(Text("Let a Computer Play"), f"{button_id('letplay', game.id, n)}:{seat}")
    lets = (let,) if substitute_of(game) and seats.anybody(game, but=seat) else ()
    backs = () if seats.open_seats(game).get(seat) == seats.BY_MODERATOR else (back(game, n, seat),)
    how = Text(
        "The first person to press {take} takes over the seat as it is. It's on offer until "
        "{time} ({left}).",
        take=Strong(take.label),
        time=Moment(seats.until(game, seat), "f"),
        left=Moment(seats.until(game, seat), "R"),
    )
    name = names_by_seat(game.sitters)[seat]
    if seats.open_seats(game).get(seat) in seats.KEPT:
        otherwise = Text("If nobody takes the seat, {name} will keep it.", name=name)
    elif seats.remaining(game) <= seats.TWO:
        otherwise = Text(
            "Until then, {name} can come back. If nobody takes the seat, the game is over.",
            name=name,
        )
    else:
        otherwise = Text(
            "{name} can still come back. If nobody takes the seat, it'll be given up for good.",
            name=name,
        )
    text = lines(_why(game, seat), Small(sentences(how, otherwise)))
    return Layout(text, buttons=(take, *backs, *lets))


def _why(game: Game, seat: Seat) -> Text:
    about: dict[str, Argument] = {"name": names_by_seat(game.sitters)[seat], "game": Strong(game)}
    match seats.open_seats(game).get(seat):
        case "request":
            return Text(
                "{name} is looking for someone to take over their seat in {game}, and will "
                "keep playing until someone does.",
                **about,
            )
        case "leaving":
            return Text("{name} has left {game}: the seat is open.", **about)
        case "moderator":
            return Text(
                "A moderator is looking for someone to take over {name}'s seat in {game}. "
                "{name} will keep playing until someone does.",
                **about,
            )
        case "gone" | "banned":
            return Text("{name} has left this server, so their seat in {game} is open.", **about)
    return Text("{name} ran out of time twice in a row in {game}: the seat is open.", **about)


def offer_ended(game: Game, seat: Seat, *, expired: bool = False) -> Layout:
    """The line of a seat whose offer has ended. A player may return from a computer that plays."""
    returns = game.sitters[seat].computer and game.status == "playing"
    buttons = (back(game, game.n, seat),) if returns else ()
    return Layout(settled_text(game, seat, expired=expired), buttons=buttons)


def settled_text(game: Game, seat: Seat, *, expired: bool = False) -> Text:
    """The line of a seat whose offer has ended. expired: its player's time ran out."""
    about: dict[str, Argument] = {"name": names_by_seat(game.sitters)[seat], "game": Strong(game)}
    former = [each for each in game.former if each.seat == seat]
    if game.sitters[seat].left and expired:
        return Text("{name} ran out of time in {game}, and nobody took over the seat.", **about)
    if game.sitters[seat].left:
        return Text("{name} has left {game}, and nobody took over the seat.", **about)
    if not former:
        return Text("{name} keeps the seat in {game}.", **about)
    before = Name(bare(former[-1].name))
    if game.sitters[seat].computer:
        about["name"] = in_full(game.sitters)[seat]
        return Text(
            "{name} now plays for {before} in {game}. {before} can come back at any time.",
            before=before,
            **about,
        )
    return Text("{name} took over {before}'s seat in {game}.", before=before, **about)


def leave_layout(game: Game, seat: Seat | None) -> Layout:
    """The answer to a player who has left. If the seat is offered, they may come back."""
    text = Text("You've left {game}.", game=game)
    if seat is None or seat not in seats.open_seats(game):
        return Layout(text)
    button = back(game, game.n, seat)
    how = Text(
        "Your seat is open to others until {time}. Press {back} before then to keep it.",
        time=Moment(seats.until(game, seat), "f"),
        back=Strong(BACK),
    )
    return Layout(sentences(text, how), buttons=(button,))


def back(game: Game, n: int, seat: Seat) -> Button:
    """A button for a player to get their seat back."""
    return Button(BACK, f"{button_id('return', game.id, n)}:{seat}")
