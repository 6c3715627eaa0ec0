"""A whole game as one page that needs no other file: every board with its story, a picture and the
position in words, and the list of turns. Without its script it reads from top to bottom.
"""

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from html import escape

from bot.messages.answers import GAME_OVER, parts, story_since, whose_turn, winning
from bot.messages.layout import Sheet, past
from bot.messages.layouts import drawing
from bot.messages.posts import in_words, ranking
from bot.table.game import Game
from bot.table.names import game_name, players, title
from bot.table.records import NO_TABLE, tables
from bot.table.rows import expired_seats
from bot.table.table import Table
from renderer.film import Layer, Layers
from rules.game import Seat
from rules.text import Code, Joined, Strong, Text, sentences
from rules.voice import PLAIN, Argument, Html, Voice
from seeds import part
from storage import Row

MOST_BYTES = 9_500_000  # bytes of a page: Discord takes 10 MB, and the page holds the game's text


def heading(game: Game) -> Text:
    """The page's heading."""
    kind = title(game)
    return Joined(" · ", (kind,) if game.number == NO_TABLE else (game_name(game), kind))


def ending(last: Table, expired: Collection[Seat] = ()) -> Iterator[Text]:
    """The result of the game, or its state."""
    if not last.over:
        yield whose_turn(last)
        yield last.kind.texts.standing(last.view_of().state, last.names)
        return
    verdict = winning([last.names[seat] for seat in last.winners()])
    yield sentences(GAME_OVER, Strong(Text("{verdict}.", verdict=verdict)))
    yield ranking(last, expired)


def line(table: Table) -> Text:
    """The story before a board, in a line for the list of turns."""
    told = tuple(parts(story_since(table)))
    return Joined(" ", told) if told else Text("Before the first turn")


def sheet(game: Game, rows: list[Row]) -> Sheet:
    """The page, to be made later."""
    too_large = Text(
        "The web page for {game} is too large for Discord. You can make it from the text "
        "version with {command}.",
        game=game,
        command=Code("lumbercamp replay --html"),
    )
    return Sheet(page, (game, rows), too_large, MOST_BYTES, past(game, rows))


def page(game: Game, rows: list[Row], voice: Voice) -> bytes:
    """The public page of a started game, in a voice's words. Raises BrokenLog. It takes some
    hundredths of a second for each board."""
    layers, boards = Layers(), list[tuple[Table, Layer, str]]()  # with the pictures in words
    for table in tables(game, rows):
        picture = drawing(table.game.hosted, table.view_of(), table.labels).draw_in(voice)
        boards.append((table, layers.lay(picture.png), picture.alt))
    named = Joined(" · ", (heading(game), players(game)))
    html, last = replace(voice, medium=Html()), boards[-1][0]
    about = Text("Step through the game. You can also use the arrow keys, Home, End and Space.")
    whole = part("page.html").format(
        language=voice.locale.language,
        title=escape(replace(voice, medium=PLAIN).say(named)),
        style=part("page.css"),
        wholes="".join(
            part("whole.css").format(number=n, png=b64encode(png).decode())
            for n, png in enumerate(layers.wholes)
        ),
        heading=_words(html, heading(game)),
        players=_paragraphs(html, [players(game)]),
        first=_words(html, Text("First")),
        back=_words(html, Text("Back")),
        play=_words(html, Text("Play")),
        pause=_words(html, Text("Pause")),
        on=_words(html, Text("Next")),
        last=_words(html, Text("Last")),
        place=_words(html, Text("Board")),
        speed=_words(html, Text("Speed")),
        all=_words(html, Text("All")),
        together=_words(html, Text("All Boards")),
        turns=_words(html, Text("Turns")),
        about=_words(html, about),
        boards="".join(_board(*each, last, html) for each in boards),
        lines="".join(
            part("turn.html").format(row=table.n, line=_words(html, line(table)))
            for table, *_ in boards
        ),
        ending=_paragraphs(html, ending(last, expired_seats(rows))),
        script=part("page.js"),
    )
    return whole.encode()


def _words(voice: Voice, said: Argument) -> str:
    return voice.say(said).replace("\n", "<br>")


def _paragraphs(voice: Voice, said: Iterable[Argument]) -> str:
    """A paragraph for each text that isn't empty."""
    return "\n".join(f"<p>{words}</p>" for words in (_words(voice, each) for each in said) if words)


def _board(table: Table, layer: Layer, alt: str, last: Table, html: Voice) -> str:
    """A board. Its id is its row of the log."""
    texts, names, turns = table.kind.texts, table.names, table.at.turns
    which = Text("After turn {n} of {last}", n=turns, last=last.at.turns)
    if table.n == last.n and table.over:
        which = Text("After the last of {n} turns", n=turns)
    elif not turns:
        which = Text("Before the first turn")
    story = [*parts(story_since(table))]
    if table.game.status == "over":
        story.append(texts.hands(table.at.state, names))
    # A PNG's header has the width and the height.
    width, height = (int.from_bytes(layer.png[at : at + 4], "big") for at in (16, 20))
    return part("board.html").format(
        row=table.n,
        heading=_words(html, which),
        whole=layer.whole,
        layer=b64encode(layer.png).decode(),
        alt=escape(alt),
        width=width,
        height=height,
        story=_paragraphs(html, story),
        as_text=_words(html, Text("Board as Text")),
        position=_paragraphs(html, in_words(table, names)),
    )
