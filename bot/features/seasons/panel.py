"""A season as a message: the invitation, a round, the end, and the table for one person."""

from dataclasses import replace
from typing import Final

from bot.features.seasons.season import CUP, KIND, ROBIN_MOST, Pairing, Season, ranking
from bot.messages.layout import Button, Drawing, Layout, Pages, span, turning
from bot.table.names import bare
from bot.table.table_options import PACE
from renderer import Ranked, Ranks, draw_ranks
from rules.text import NOTHING, Moment, Name, Plural, Small, Strong, Text, lines, sentences

PLACES = 12  # of a page, as many as the picture has room for
IN_ALREADY: Final = Text("You're in!")


def title(season: Season) -> Text:
    """`Season 3: Logger league`."""
    if season.form == CUP:
        return Text("Season {n}: {game} cup", n=season.row.number, game=season.title)
    return Text("Season {n}: {game} league", n=season.row.number, game=season.title)


def invitation(season: Season) -> Layout:
    """The invitation for everybody, which later says that the season has started."""
    table = Button(Text("Standings"), f"lc:seasontable:{season.id}")
    both = _ways(season) if season.phase == "open" else ()
    return Layout(_invitation(season), buttons=(*both, table))


def _ways(season: Season) -> tuple[Button, Button]:
    """The ways in and out."""
    join = Button(Text("Join"), f"lc:seasonjoin:{season.id}", "success")
    return join, Button(Text("Withdraw"), f"lc:seasonleave:{season.id}")


def _invitation(season: Season) -> Text:
    head = Strong(title(season))
    if season.phase == "cancelled":
        return lines(head, Text("The season has been cancelled."))
    if season.phase != "open":
        return lines(head, Text("The season has started."))
    n = len(season.there)
    if season.form == CUP:
        way = Text("Lose and you're out. After a draw, the player in the second seat goes through.")
    else:
        way = Text(
            "With up to {robin} players, everyone plays everyone else. With more, it's a Swiss "
            "league. The top two then play a final.",
            robin=ROBIN_MOST,
        )
    walk_over = Text(
        "If you don't play a single turn in a game, you'll forfeit it and be out of the season."
    )
    joined = Plural("{n} player has joined.", "{n} players have joined.", n=n)
    closes = season.row.due(KIND) or season.row.created
    starts = Text("It'll start by {when}.", when=Moment(closes, "f"))
    tables = Text(
        "Each game gets its own thread, with two seats and a clock: {pace}.",
        pace=PACE.meaning[season.row.options["pace"]],
    )
    return lines(head, sentences(joined, starts), tables, Small(sentences(way, walk_over)))


def round_begins(season: Season, n: int) -> Layout:
    """The pairs of a round and the table, for everybody."""
    # The id has the round, so a search for this post finds no other round's.
    buttons = (Button(Text("Standings"), f"lc:seasontable:{season.id}:{n}"),)
    pages = Pages([_pair(season, each) for each in season.of_round(n)])
    layout = Layout(_round(season, n), buttons=buttons, pages=pages)
    return _with_table(layout, season, f"round-{n}")


def _round(season: Season, n: int) -> Text:
    name = title(season)
    if n == season.rounds:
        return Strong(Text("{season}: the final.", season=name))
    return Strong(Text("{season}, round {n} of {rounds}.", season=name, n=n, rounds=season.rounds))


def _pair(season: Season, at: Pairing) -> Text:
    """Two opponents, with the result."""
    first = _name(season, at.first)
    if at.second is None:
        return Text("{name} has a bye", name=first)
    second = _name(season, at.second)
    if at.result:
        result = at.result.replace("1/2", "½–½").replace("==", "½–½")
        return Text("{first} {result} {second}", first=first, result=result, second=second)
    return Text("{first} – {second}", first=first, second=second)


def _name(season: Season, entrant: int) -> Name:
    return Name(bare(season.entrants[entrant].name))


def season_result(season: Season) -> Layout:
    """The champion and the last table, for everybody."""
    return _with_table(Layout(_over(season)), season, "end")


def _over(season: Season) -> Text:
    if season.phase == "cancelled":
        return Strong(Text("{season} is cancelled.", season=title(season)))
    head = Strong(Text("{season} is over.", season=title(season)))
    if season.champion is None:
        return sentences(head, Text("There were no players left."))
    champion = Strong(_name(season, season.champion))
    return sentences(head, Text("{name} is the champion.", name=champion))


def panel(season: Season, user: int, note: Text = NOTHING, page: int = 0) -> Layout:
    """The season and its buttons, for one person. note: the result of their press; page: of the
    table, and of the pairs beside it."""
    own = season.entrant(user)
    inside = own is not None and not season.entrants[own].gone
    join, withdraw = _ways(season)
    if season.phase == "open":
        text = note or lines(_invitation(season), IN_ALREADY if own is not None else NOTHING)
        return Layout(text, buttons=(withdraw if inside else join,))
    text = lines(note, _round(season, season.round) if season.live else _over(season))
    buttons = (withdraw,) if season.live and inside else ()
    # A page of the places, with its share of the pairs.
    pairs = [_pair(season, p) for p in season.of_round(season.round)] if season.live else []
    whole = ranks(season)
    pages = max(1, -(-len(whole.rows) // PLACES))
    page = min(page, pages - 1)
    among = -(-len(pairs) // pages)  # a pair has two places
    rows = whole.rows[page * PLACES :][:PLACES]
    some = pairs[page * among :][:among]
    text = lines(text, *some)
    if pages > 1:
        places = span(page * PLACES + 1, page * PLACES + len(rows), len(whole.rows))
        tables = span(page * among + 1, page * among + len(some), len(pairs))
        shown = Text("Pairings: {pairs} · Places: {places}", pairs=tables, places=places)
        text = lines(text, Small(shown) if some else Small(places))
    turns = turning(lambda to: f"lc:seasonpage:{season.id}:{to}", page, pages)
    drawing = Drawing(draw_ranks, (whole._replace(rows=rows),))
    return Layout(text, drawing, f"season-{season.row.number}-table.png", buttons, rows=(turns,))


def _with_table(layout: Layout, season: Season, of: str) -> Layout:
    file = f"season-{season.row.number}-{of}.png"
    return replace(layout, picture=Drawing(draw_ranks, (ranks(season),)), file=file)


def ranks(season: Season) -> Ranks:
    """The table, for the picture and its words."""
    when = Text("in round {n} of {rounds}", n=season.round, rounds=season.rounds)
    if season.phase in ("open", "over"):
        when = Text("before it starts") if season.phase == "open" else Text("at the end")
    places = ranking(season)
    # Heads, short for the picture and in words, and numbers of fourths.
    if season.form == CUP:
        columns = [(Text("Won"), Text("games won"), [4 * line.won for line in places])]
    else:
        second = (Text("Wins"), Text("wins"), [4 * line.won for line in places])
        if season.swiss:
            second = (Text("BH"), Text("Buchholz"), [2 * line.buchholz for line in places])
        columns = [
            (Text("Pts"), Text("points"), [2 * line.points for line in places]),
            second,
            (Text("SB"), Text("Sonneborn-Berger"), [line.berger for line in places]),
        ]
    heads, names, numbers = zip(*columns, strict=True)
    rows = tuple(
        Ranked(
            line.place,
            bare(season.entrants[line.entrant].name),
            tuple(map(_written, fourths)),
            gone=season.entrants[line.entrant].gone,
            first=season.champion == line.entrant,
        )
        for line, *fourths in zip(places, *numbers, strict=True)
    )
    return Ranks(title(season), when, heads, names, rows)


def _written(n: int) -> str:
    """A number of fourths, as people write it."""
    whole, rest = divmod(n, 4)
    return f"{whole or ''}{('', '¼', '½', '¾')[rest]}" or "0"
