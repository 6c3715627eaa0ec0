"""The page of a table. The part that changes is `main`: a script fetches only that. A turn begun
here can continue in the channel's turn builder: both have the same draft. A script may press the
buttons (`data-word`) when their places (`data-at`) are touched. Over each place of a picture lies
an outline, hidden without scripts."""

import secrets
from asyncio import to_thread
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import renderer
from bot.features.turns import saved_draft
from bot.messages import cards, layouts, turn_builder
from bot.messages.answers import beside_picture, deadline, whose_turn
from bot.messages.languages import labelling
from bot.messages.layout import PROJECTOR, Drawing, Layout, run_in_thread
from bot.messages.pages import topics
from bot.messages.replay import line
from bot.table.game import Game
from bot.table.names import game_name, title
from bot.table.records import Board, boards, page_of
from bot.table.records import tables as all_tables
from bot.table.table import Table, Tables
from bot.web.markup import ID, WORDS, Markup, Posting, button_of, el, say, words
from bot.web.pictures import Files, Pictures, moves
from bot.web.viewers import Viewer
from renderer import Surface
from renderer.picture import HEIGHT, WIDTH
from renderer.places import bounds
from rules.drafting import Draft
from rules.english import ChoiceGroup
from rules.errors import Refused
from rules.game import Stop
from rules.text import NOTHING, Joined, Plural, Strong, Text, sentences
from rules.touching import Way, enough, touchable
from rules.voice import Voice
from storage import Row, Store


class TablePages:
    """Makes pages; changes nothing."""

    def __init__(self, store: Store, tables: Tables, files: Files) -> None:
        self._store, self._tables, self._files = store, tables, files
        self.pictures = Pictures()

    async def whole(
        self, viewer: Viewer, voice: Voice, n: int | None, answer: Markup | None
    ) -> Markup:
        """The whole page. n: a row of the log, for an earlier board; answer: to the last press."""
        main, speaks = await self.main(viewer, voice, n, answer), labelling(voice)
        out, rules = None, _rules(viewer.game.kind, voice)
        if viewer.browser is not None:
            posting = self.posting(viewer)._replace(to="/sign-out")
            out = posting.form(el("button", speaks.say(Text("Sign Out"))), class_="out")
        waits = speaks.say(Text("Lost the connection to the bot. Reconnecting…"))
        lost = el("p", waits, id="waits", role="alert", hidden=True)
        return self.frame(_name(viewer.game), main, voice, words(el("footer", rules, out), lost))

    async def turns(self, viewer: Viewer, voice: Voice) -> Markup:
        """Every turn so far, each with a link to its board. Raises BrokenLog."""
        game, rows = viewer.game, await self._store.log(viewer.game.id)
        at, speaks = viewer.address, labelling(voice)

        def told() -> Markup:
            lines = [
                el("li", el("a", say(voice, line(table)), href=f"{at}?at={table.n}"))
                for table in (all_tables(game, rows) if boards(rows) else ())
            ]
            return el(
                "main",
                el("h2", speaks.say(Text("Turns"))),
                el("p", el("a", speaks.say(Text("Go to Board")), href=at)),
                el("ol", lines, start=0, class_="turns"),
            )

        return self.frame(_name(game), await run_in_thread(PROJECTOR, told), voice)

    def frame(self, name: str, main: Markup, voice: Voice, around: Markup | None = None) -> Markup:
        """A page around its main part. around: the fixed part below."""
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", name),
            el("link", rel="stylesheet", href=self._files.address("page.css")),
            el("link", rel="icon", href="data:,"),
            el("script", type="module", src=self._files.address("start.js"), fetchpriority="low"),
        )
        body = el("body", el("header", el("h1", name)), main, around)
        return words(Markup("<!doctype html>"), el("html", head, body, lang=voice.locale.language))

    async def main(
        self, viewer: Viewer, voice: Voice, n: int | None = None, answer: Markup | None = None
    ) -> Markup:
        """The part that changes. Raises BrokenLog."""
        game = viewer.game
        stored = (await self._store.versions([game.id]))[game.id]
        drafts = viewer.seat is not None and viewer.seat == game.on_turn  # like a stream
        rows = await self._store.log(game.id)
        if boards(rows):
            inside = await self._table(viewer, voice, rows, n, answer)
        else:
            layout, drawn = cards.card(game, None), None
            if isinstance(layout.picture, Drawing):
                drawn = await self._figure(Viewer(game), layout.picture, voice, "board")
            said = el("p", say(voice, layout.text), class_="said")
            controls = self._controls(viewer, self.posting(viewer), voice)
            inside = words(drawn, el("div", el("div", answer, id="answer"), said, controls))
        return el(
            "main",
            inside,
            id="table",
            data_game=viewer.table,
            # Never newer than the content: if it's older, a stream reloads it.
            data_n=min(game.n, stored.n),
            data_version=min(game.version, stored.version) if drafts else None,
            data_at=n,
        )

    def posting(self, viewer: Viewer) -> Posting:
        """The common fields of this page's forms, with a new key."""
        return Posting(viewer.address, secrets.token_urlsafe(12), viewer.word)

    def _controls(
        self, viewer: Viewer, posting: Posting, voice: Voice, table: Table | None = None
    ) -> Markup | None:
        """Further acts on a game, as under its newest post, and on the board that is shown."""
        on = layouts.play_on(table) if table else ()
        buttons = (*on, *layouts.on_a_page(viewer.game, viewer.user))
        if not buttons or viewer.browser is None:
            return None
        row = el("div", [button_of(button.say_in(voice)) for button in buttons], class_="row")
        return posting.form(row, id="controls")

    async def _table(
        self, viewer: Viewer, voice: Voice, rows: list[Row], n: int | None, answer: Markup | None
    ) -> Markup:
        game, there, seat = viewer.game, boards(rows), viewer.seat
        board = there[-1] if n is None else next((b for b in there if b.n >= n), there[-1])
        page = await page_of(self._tables, game, there, board, seat)
        table = page.table
        acting = page.last and table.running and table.actor == seat
        drafted = saved_draft(table, table.actor) if acting else None
        drawing, shown, place = board_of(table), None, None
        hand = None if seat is None or not table.running else hand_of(table, seat)
        if drafted is not None:  # with its panel in the channel's turn builder
            make = turn_builder.preview if drafted.complete else turn_builder.builder
            shown = make(table, table.actor, drafted)
            if drafted.said and isinstance(shown.picture, Drawing):
                drawing = shown.picture
            place = _point(table, drafted)
        elif viewer.premove is not None and seat is not None and page.last and table.running:
            with suppress(Refused, LookupError, ValueError):
                drafted, place, shown = turn_builder.build_premove(table, seat, viewer.premove)
                drawing = shown.picture if isinstance(shown.picture, Drawing) else drawing
        posting = self.posting(viewer)
        surfaces = [_surface(each, voice) for each in (drawing, hand) if each]
        ways: tuple[Way, ...] = ()
        if drafted is not None and not drafted.complete:
            known = [name for each in surfaces for place in each.places for name in place.names]
            # In a thread: with many possible ways it takes some hundredths of a second.
            ways = await to_thread(touchable, table.kind, drafted.state, frozenset(known))
        numbers = turn_builder.targets(place) if place and acting and not place.said else ()
        moved = moves(self._tables, table, rows, seat) if page.last else None
        outlines = _outlines(surfaces[0], ways, voice, Text("Board"), numbers)
        rows_of = {"data_row": board.n, "data_moves": moved}
        shown_board = await self._figure(viewer, drawing, voice, "board", outlines, **rows_of)
        shown_hand = None
        if hand is not None:
            outlines = _outlines(surfaces[1], ways, voice, Text("Your hand"))
            shown_hand = await self._figure(viewer, hand, voice, "hand", outlines)
        return words(
            el(
                "div",
                shown_board,
                self._players(table, voice),
                self._steps(viewer, there, board, voice),
                class_="boards",
            ),
            el(
                "div",
                # Placed so the answer to a press never moves under a finger.
                el("div", answer, id="answer"),
                shown_hand,
                _turn(table, drafted, shown, place, posting, ways, voice, own=acting)
                if drafted and shown and place
                else None,
                el("section", el("p", say(voice, beside_picture(page)), class_="said story")),
                self._controls(viewer, posting, voice, table),
                class_="beside",
            ),
        )

    async def _figure(
        self,
        viewer: Viewer,
        drawing: Drawing,
        voice: Voice,
        what: str,
        outlines: Markup | None = None,
        **data: str | int | None,
    ) -> Markup:
        """A picture under the outlines of its places."""
        name, picture = await self.pictures.draw(viewer.game.id, viewer.seat, drawing, voice)
        width, height = WIDTH, HEIGHT  # reserves the picture's space until it loads
        if picture.png[12:16] == b"IHDR":  # a PNG has its size in its header
            width, height = (int.from_bytes(picture.png[at : at + 4], "big") for at in (16, 20))
        image = el(
            "img",
            src=f"{viewer.address}/{what}-{name}.png",
            alt=picture.alt,
            fetchpriority="high",
            width=width,
            height=height,
        )
        surface = el("div", image, outlines, class_="surface")
        return el("figure", el("div", surface, class_="window"), id=what, **data)

    def _steps(self, viewer: Viewer, there: list[Board], board: Board, voice: Voice) -> Markup:
        """Links to the first, previous, next and last board."""
        at, last, speaks = there.index(board), len(there) - 1, labelling(voice)
        links = []
        for label, to in (
            (Text("First"), 0),
            (Text("Back"), max(0, at - 1)),
            (Text("Next"), min(last, at + 1)),
            (Text("Last"), last),
        ):
            href = viewer.address + ("" if to == last else f"?at={there[to].n}")
            said = speaks.say(label)
            links.append(el("span", said) if to == at else el("a", said, href=href))
        turns = el("a", speaks.say(Text("Turns")), href=f"{viewer.address}/turns")
        return el("nav", links, turns, class_="row steps")

    def _players(self, table: Table, voice: Voice) -> Markup:
        texts, state = table.kind.texts, table.view_of().state
        standing = sentences(texts.chance(state, table.names), texts.standing(state, table.names))
        until = deadline(table.game) if table.running else NOTHING
        return el(
            "section",
            el("h2", labelling(voice).say(Text("Players")), class_="heard"),
            el("p", say(voice, whose_turn(table)), " ", say(voice, until), class_="said"),
            el("p", say(voice, standing), class_="said"),
            id="players",
        )


def _name(game: Game) -> str:
    return f"{game_name(game)} · {title(game)}"


def board_of(table: Table) -> Drawing:
    """The posted picture, which shows only public things."""
    return layouts.drawing(table.game.hosted, table.view_of(), table.labels)


def hand_of(table: Table, seat: int) -> Drawing | None:
    """A seat's hand; None if the game has no hands, or the seat has left."""
    if not table.kind.game.hidden_information or not table.kind.game.scores(table.at.state)[seat]:
        return None
    return turn_builder.hand_picture(table, seat)


@lru_cache(64)
def _rules(kind: str, voice: Voice) -> Markup | None:
    """The rules of a game in a language, to unfold; None if they aren't written."""
    parts = []
    for topic in topics(kind):
        said = el("p", say(voice, topic.words), class_="said")
        parts.append(el("section", el("h2", say(voice, topic.title)), said))
    if not parts:
        return None
    return el("details", el("summary", labelling(voice).say(Text("Rules"))), parts, id="rules")


def _point(table: Table, drafted: Draft[Any]) -> turn_builder.TurnPoint:
    said = len(drafted.said)
    offers = () if drafted.complete else turn_builder.choice_groups(table.kind, drafted.state)
    return turn_builder.at_table(table, said, offers)


def _turn(
    table: Table,
    drafted: Draft[Any],
    shown: Layout,
    place: turn_builder.TurnPoint,
    posting: Posting,
    ways: Sequence[Way],
    voice: Voice,
    *,
    own: bool,
) -> Markup:
    """The section of the viewer's own turn, or of a premove."""
    said, offers = place.said, place.offers
    speaks, left, ends = labelling(voice), None, None
    if own and offers and drafted.said and enough(table.kind.game, drafted.state):
        left = el("p", say(voice, _left(offers)), class_="left")
        ends = posting.form(
            el("input", type="hidden", name=WORDS, value=str(Stop())),
            el("button", speaks.say(Text("Confirm Turn")), name=ID, value="", data_verb="confirm"),
            class_="enough",
        )
    buttons = [
        button_of(button, data_verb=button.id.split(":")[1 if own else -1])
        for button in (
            each.say_in(voice)
            for each in (shown.buttons if drafted.complete else turn_builder.unsay(place))
        )
    ]
    field = el("input", name=WORDS, maxlength=500, autocomplete="off", autocapitalize="off")
    return el(
        "section",
        el("p", say(voice, shown.text), class_="said"),
        left,
        posting.form(*_offers(place, ways, voice)) if offers else None,
        [_further(way, place, posting, voice) for way in ways if len(way.words) > 1],
        el("div", posting.form(el("div", buttons, class_="row unsay")), ends, class_="bar"),
        posting.form(
            el("label", el("span", speaks.say(Text("Or type your turn"))), field),
            el("button", speaks.say(Text("Play")), name=ID, value=""),
            class_="typed",
        )
        if own
        else None,
        id="turn",
        data_said=said,
        data_complete=drafted.complete,
    )


def _left(offers: Sequence[ChoiceGroup]) -> Text:
    """Further acts in a turn that its mover may already end."""
    confirm = Text("Confirm Turn")
    ends = Text("{button} ends your turn now.", button=Strong(confirm))
    titles = [
        offer.title
        for offer in offers
        if any(way.word != str(Stop()) and not way.why for way in offer.ways)
    ]
    if not titles:
        return ends
    return sentences(Text("Also possible: {choices}.", choices=Joined(", ", titles)), ends)


def _further(way: Way, place: turn_builder.TurnPoint, posting: Posting, voice: Voice) -> Markup:
    """A button of several words, for a place that no single word leads to."""
    return posting.form(
        el("input", type="hidden", name=WORDS, value=" ".join(way.words)),
        el(
            "button",
            labelling(voice).say(way.label),
            name=ID,
            value=place.id("say0"),
            data_word=" ".join(way.words),
            data_at=" ".join(way.at),
        ),
        class_="further",
    )


def _offers(place: turn_builder.TurnPoint, about: Sequence[Way], voice: Voice) -> Iterator[Markup]:
    """Each group of possible words, with its choices."""
    numbered, n, speaks = turn_builder.targets(place), 0, labelling(voice)
    for offer in place.offers:
        buttons = []
        for way in offer.ways:
            label = Joined(" · ", (n + 1, way.label)) if numbered and numbered[n] else way.label
            hint = way.why or way.hint
            places = (" ".join(w.at) for w in about if w.words == (way.word,) and w.at)
            button = el(
                "button",
                speaks.say(label),
                el("small", speaks.say(hint)) if hint else None,
                name=ID,
                value=place.id("press", n),
                disabled=bool(way.why),
                data_word=way.word,
                data_at=next(places, None),
            )
            buttons.append(button)
            n += 1
        if buttons:
            title = el("legend", speaks.say(offer.title))
            yield el("fieldset", title, el("div", buttons, class_="ways"))


def _surface(drawing: Drawing, voice: Voice) -> Surface:
    """The places of a drawing, before it is drawn."""
    game, seen, labels = drawing.asked
    return renderer.surface(game, seen, labels, voice, hand=drawing.draw is renderer.draw_hand)


def _outlines(
    surface: Surface, ways: Sequence[Way], voice: Voice, called: Text, numbers: Sequence[str] = ()
) -> Markup | None:
    """The outlines over a picture; None if it has no places. called: the picture's name; numbers:
    places in the order of the choices, to show their numbers if the picture has none."""
    if not surface.places:
        return None
    left, top, right, bottom = surface.board
    wide, high = surface.size
    return el(
        "svg",
        [_place(place, ways, voice) for place in surface.places],
        [*_numbers(surface, numbers)],
        viewBox=f"0 0 {wide} {high}",
        class_="places",
        role="group",
        hidden=True,
        aria_label=labelling(voice).say(called),
        data_board=f"{left} {top} {right - left} {bottom - top}",
        data_least=round(surface.width(18)),  # px: touch.js also finds lower places by a near tap
        data_idle=labelling(voice).say(Text("Nothing to do here right now")) if ways else None,
    )


def _place(place: renderer.Place, ways: Sequence[Way], voice: Voice) -> Markup:
    """A place, with the ways that lead there, or else those that touch it."""
    about = [way for way in ways if way.at and way.at[-1] in place.names]
    about = about or [way for way in ways if set(way.at) & set(place.names)]
    told = [Joined(": ", (way.label, way.hint)) for way in about]
    many = Plural("{n} option", "{n} options", len(about))
    return el(
        "polygon",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in place.outline),
        role="button" if about else "img",
        tabindex=-1,
        aria_label=labelling(voice).say(
            Joined(". ", (place.label, *([many] if len(about) > 3 else told)))
        ),
        data_names=" ".join(place.names),
    )


def _numbers(surface: Surface, numbers: Sequence[str]) -> Iterator[Markup]:
    """The number of each choice, in a corner of its place."""
    found: dict[str, list[str]] = {}
    for n, name in enumerate(numbers, 1):
        found.setdefault(name, []).append(str(n))
    for place in surface.places:
        if said := " ".join(n for name in place.names for n in found.get(name, ())):
            left, top, right, bottom = bounds((place,))
            high = max(20.0, min(right - left, bottom - top) / 6)  # its radius in px
            x, y = left + (right - left) / 4, top + high
            wide = high * max(2, len(said) + 0.6)
            yield el(
                "g",
                el(
                    "rect",
                    x=f"{x - wide / 2:.0f}",
                    y=f"{y - high:.0f}",
                    width=f"{wide:.0f}",
                    height=f"{2 * high:.0f}",
                    rx=f"{high:.0f}",
                ),
                el("text", said, x=f"{x:.0f}", y=f"{y:.0f}", font_size=f"{1.5 * high:.0f}"),
                class_="number",
                aria_hidden="true",
            )
