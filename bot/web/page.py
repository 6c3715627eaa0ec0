"""The page of a table. The part that changes is `main`: a script fetches only that."""

from __future__ import annotations

import secrets
from asyncio import to_thread
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import renderer
from bot.messages import layouts
from bot.messages.answers import beside_picture, whose
from bot.messages.languages import labelling
from bot.messages.layout import PROJECTOR, Drawing, beside
from bot.messages.lists import deadline
from bot.messages.pages import topics
from bot.messages.replay import line
from bot.messages.turn_builder import hand_picture
from bot.table.game import Game
from bot.table.names import game_name, title
from bot.table.records import Board, boards, page_of
from bot.table.records import tables as all_tables
from bot.table.table import Table, Tables
from bot.web.markup import Markup, Posting, button_of, el, say, words
from bot.web.pictures import Files, Pictures, moves
from bot.web.turn import choices, draft_of, overlay, surface_of, turn, ways_at
from bot.web.who import Viewer
from renderer.picture import HEIGHT, WIDTH
from rules.text import NOTHING, Text, sentences
from rules.touching import Way
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
        around = words(el("footer", rules, out), lost)
        return self.framed(_name(viewer.game), main, voice, around)

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
                el("h2", speaks.say(TURNS)),
                el("p", el("a", speaks.say(Text("Go to Board")), href=at)),
                el("ol", lines, start=0, class_="turns"),
            )

        return self.framed(_name(game), await beside(PROJECTOR, told), voice)

    def framed(self, name: str, main: Markup, voice: Voice, around: Markup | None = None) -> Markup:
        """A page around its main part. around: the fixed part below."""
        start = self._files.address("start.js")
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", name),
            el("link", rel="stylesheet", href=self._files.address("page.css")),
            el("link", rel="icon", href="data:,"),
            el("script", type="module", src=start, fetchpriority="low"),
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
        there = boards(rows)
        inside = (
            await self._lobby(viewer, voice, answer)
            if not there
            else await self._table(viewer, voice, rows, n, answer)
        )
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

    def _controls(self, viewer: Viewer, posting: Posting, voice: Voice) -> Markup | None:
        """Further acts on a game, as under its newest post."""
        buttons = layouts.on_a_page(viewer.game, viewer.user)
        if not buttons or viewer.browser is None:
            return None
        row = el("div", [button_of(button.said(voice)) for button in buttons], class_="row")
        return posting.form(row, id="controls")

    async def _lobby(self, viewer: Viewer, voice: Voice, answer: Markup | None) -> Markup:
        game = viewer.game
        layout = layouts.card(game, None)
        drawn = None
        if isinstance(layout.picture, Drawing):
            drawn = await self._figure(Viewer(game), layout.picture, voice, "board")
        said = el("p", say(voice, layout.text), class_="said")
        controls = self._controls(viewer, self.posting(viewer), voice)
        return words(drawn, el("div", el("div", answer, id="answer"), said, controls))

    async def _table(
        self, viewer: Viewer, voice: Voice, rows: list[Row], n: int | None, answer: Markup | None
    ) -> Markup:
        game, there = viewer.game, boards(rows)
        board = there[-1] if n is None else next((b for b in there if b.n >= n), there[-1])
        page = await page_of(self._tables, game, there, board, viewer.seat)
        table = page.table
        acting = page.last and table.running and table.actor == viewer.seat
        drafted, shown = draft_of(table, table.actor) if acting else (None, None)
        drawing, seat = board_of(table, viewer), viewer.seat
        hand = None if seat is None or not table.running else hand_of(table, seat)
        if drafted is not None and shown is not None and drafted.said:
            drawing = shown.picture if isinstance(shown.picture, Drawing) else drawing
        posting = self.posting(viewer)
        surfaces = [surface_of(each, voice) for each in (drawing, hand) if each]
        # In a thread: with many possible ways it takes some hundredths of a second.
        ways = await to_thread(ways_at, table.kind, drafted, *surfaces) if drafted else ()
        numbers = choices(table, drafted) if drafted and not drafted.said else ()
        return words(
            el(
                "div",
                await self._figure(
                    viewer,
                    drawing,
                    voice,
                    "board",
                    ways,
                    numbers,
                    data_row=board.n,
                    data_moves=moves(self._tables, table, rows, viewer.seat) if page.last else None,
                ),
                self._players(table, voice),
                self._steps(viewer, there, board, voice),
                class_="boards",
            ),
            el(
                "div",
                # Placed so the answer to a press never moves under a finger.
                el("div", answer, id="answer"),
                await self._figure(viewer, hand, voice, "hand", ways) if hand else None,
                turn(table, drafted, shown, posting, ways, voice) if drafted and shown else None,
                el("section", el("p", say(voice, beside_picture(page)), class_="said story")),
                self._controls(viewer, posting, voice),
                class_="beside",
            ),
        )

    async def _figure(
        self,
        viewer: Viewer,
        drawing: Drawing,
        voice: Voice,
        what: str,
        ways: Sequence[Way] | None = None,
        numbers: Sequence[str] = (),
        **data: str | int | None,
    ) -> Markup:
        """A picture, with outlines over its places if any can be touched or heard."""
        name, picture = await self.pictures.drawn(viewer.game.id, viewer.seat, drawing, voice)
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
        places = None
        if ways is not None:
            called = Text("Your hand") if what == "hand" else Text("Board")
            places = overlay(surface_of(drawing, voice), ways, voice, called, numbers)
        surface = el("div", image, places, class_="surface")
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
        turns = el("a", speaks.say(TURNS), href=f"{viewer.address}/turns")
        return el("nav", links, turns, class_="row steps")

    def _players(self, table: Table, voice: Voice) -> Markup:
        texts, state = table.kind.texts, table.seen().state
        standing = sentences(texts.chance(state, table.names), texts.standing(state, table.names))
        until = deadline(table.game) if table.running else NOTHING
        players = labelling(voice).say(Text("Players"))
        return el(
            "section",
            el("h2", players, class_="heard"),
            el("p", say(voice, whose(table)), " ", say(voice, until), class_="said"),
            el("p", say(voice, standing), class_="said"),
            id="players",
        )


TURNS: Final = Text("Turns")


def _name(game: Game) -> str:
    return f"{game_name(game)} · {title(game)}"


def board_of(table: Table, viewer: Viewer) -> Drawing:
    """The posted picture, which shows only public things."""
    return layouts.painted(table.game.hosted, table.seen(), table.labels)


def ground_of(table: Table) -> Drawing | None:
    """The empty board, from which a script cuts out moving pieces; None: there is none."""
    if table.game.hosted.artist.motion.ground is None:
        return None
    return Drawing(renderer.draw_ground, (table.game.hosted, table.seen(), table.labels))


def hand_of(table: Table, seat: int) -> Drawing | None:
    """A seat's hand; None if the game has no hands, or the seat has left."""
    if not table.kind.game.hidden_information or not table.kind.game.scores(table.at.state)[seat]:
        return None
    return hand_picture(table, seat)


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
