"""A season as a message: the invitation, a round, the end, and the table for one person.

lc:seasonjoin:12      takes part in the season of this id
lc:seasonleave:12     withdraws, after a question
lc:seasontable:12     its table, for who presses; `lc:seasontable:12:3` under the post of a round
lc:seasonpage:12:1      turns to the second page of it
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.seasons import texts
from bot.features.seasons.ranking import Standing, ranking
from bot.features.seasons.season import CUP, Season
from bot.messages.layout import Button, Drawing, Layout
from bot.messages.paging import Pages, turning
from bot.text.paging import span
from renderer import Ranked, Ranks, draw_ranks
from rules.text import NOTHING, Small, Text, lines

JOIN, LEAVE, TABLE, TURN = "seasonjoin", "seasonleave", "seasontable", "seasonpage"
PLACES = 12  # of a page, as many as the picture has room for
LEAVE_NOW, END_NOW = "seasonleavenow", "seasonendnow"


def id_of(verb: str, season: Season) -> str:
    """What a button says."""
    return f"lc:{verb}:{season.id}"


def invitation(season: Season, game: str) -> Layout:
    """For everybody, as long as people can join, and what became of that."""
    table = Button(Text("Standings"), id_of(TABLE, season))
    open_ = (
        Button(Text("Join"), id_of(JOIN, season), "success"),
        Button(Text("Withdraw"), id_of(LEAVE, season)),
    )
    buttons = (*open_, table) if season.phase == "open" else (table,)
    return Layout(texts.invitation(season, game), buttons=buttons)


def round_begins(season: Season, n: int, game: str) -> Layout:
    """For everybody: who meets whom, and the table."""
    # With the round, so that a post that is looked for is not taken for another one.
    buttons = (Button(Text("Standings"), f"{id_of(TABLE, season)}:{n}"),)
    said = texts.round_begins(season, n, game)
    layout = Layout(said, buttons=buttons, pages=Pages(_pairs(season, n)))
    return _with_table(layout, season, game, f"round-{n}")


def _pairs(season: Season, n: int) -> list[Text]:
    return [texts.pair(season, each) for each in season.of_round(n)]


def over(season: Season, game: str) -> Layout:
    """For everybody: the champion, and the last table."""
    return _with_table(Layout(texts.over(season, game)), season, game, "end")


def panel(season: Season, game: str, user: int, note: Text = NOTHING, page: int = 0) -> Layout:
    """For one person: how it stands, and what they can do. note: what came of what they did; page:
    of the table, and of the pairs beside it."""
    own = season.entrant(user)
    inside = own is not None and not season.entrants[own].gone
    text = texts.stands(season, game, own)
    if note:  # what everybody can read about it above is not said again
        text = note if season.phase == "open" else lines(note, text)
    buttons = []
    if season.phase == "open" and not inside:
        buttons.append(Button(Text("Join"), id_of(JOIN, season), "success"))
    if season.live and inside:
        buttons.append(Button(Text("Withdraw"), id_of(LEAVE, season)))
    layout = Layout(text, buttons=tuple(buttons))
    return layout if season.phase == "open" else _page(layout, season, game, page)


def _page(layout: Layout, season: Season, game: str, page: int) -> Layout:
    """Some of the pairs and of the places, in as many parts as the places have."""
    pairs = _pairs(season, season.round) if season.live else []
    whole = ranks(season, game)
    pages = max(1, -(-len(whole.rows) // PLACES))
    page = min(page, pages - 1)
    among = -(-len(pairs) // pages)  # a pair has two places
    rows = whole.rows[page * PLACES :][:PLACES]
    some = pairs[page * among :][:among]
    text = lines(layout.text, *some)
    if pages > 1:
        places = span(page * PLACES + 1, page * PLACES + len(rows), len(whole.rows))
        tables = span(page * among + 1, page * among + len(some), len(pairs))
        text = lines(text, texts.shown(tables, places) if some else Small(places))
    turns = turning(lambda to: f"{id_of(TURN, season)}:{to}", page, pages)
    drawing = Drawing(draw_ranks, (whole._replace(rows=rows),))
    file = f"season-{season.number}-table.png"
    return replace(layout, text=text, rows=(turns,), picture=drawing, file=file)


def sure(season: Season, verb: str, question: Text, label: Text) -> Layout:
    """A question before what cannot be taken back."""
    return Layout(question, buttons=(Button(label, id_of(verb, season), "danger"),))


def _with_table(layout: Layout, season: Season, game: str, of: str) -> Layout:
    file = f"season-{season.number}-{of}.png"
    return replace(layout, picture=Drawing(draw_ranks, (ranks(season, game),)), file=file)


def ranks(season: Season, game: str) -> Ranks:
    """The table, from which the picture and its words are made."""
    columns = _columns(season)
    rows = tuple(_row(season, line, columns) for line in ranking(season))
    heads = [texts.HEADS[column] for column in columns]
    return Ranks(
        texts.title(season, game),
        texts.after(season),
        tuple(head for head, _ in heads),
        tuple(name for _, name in heads),
        rows,
    )


def _columns(season: Season) -> tuple[str, ...]:
    if season.form == CUP:
        return ("won",)
    return ("points", "buchholz", "berger") if season.swiss else ("points", "wins", "berger")


def _row(season: Season, line: Standing, columns: tuple[str, ...]) -> Ranked:
    fourths = {
        "points": 2 * line.points,
        "won": 4 * line.won,
        "wins": 4 * line.won,
        "berger": line.values["berger"],
        "buchholz": 2 * line.values["buchholz"],
    }
    return Ranked(
        line.place,
        texts.names_of(season)[line.entrant],
        tuple(texts.fourths(fourths[column]) for column in columns),
        gone=season.entrants[line.entrant].gone,
        first=season.champion == line.entrant,
    )
