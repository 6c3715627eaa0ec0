"""The panel of a server's tables: menus for the game and the time, and a button that posts it.

lc:ranks:logger:2026-11:game      a menu: another game, for that month
lc:ranks:logger:2026-11:month     a menu: another time, of that game
lc:ranks:logger:2026-11:post      posts what is shown
lc:ranks:logger:2026-11:sort      shows the other order; each of these is of most won first
lc:ranks:logger:2026-11:2         its third page
lc:ranks:logger:2026-11:post:rating      ... and of the highest ratings first
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Games
from bot.core.names import bare
from bot.domain.standings import AT_ONCE, Profile, Ranking, Scope
from bot.messages.layout import Button, Choice, Drawing, Layout, Menu
from bot.messages.paging import turning
from bot.text import profiles
from bot.text import standings as texts
from renderer import draw_course
from rules.text import NOTHING, Text, lines, notation
from storage import RATING, WINS

EVER = Text("All time")
ALL_GAMES = Text("All games")
_OTHER = {WINS: Text("Sort by Rating"), RATING: Text("Sort by Wins")}


def ranks_id(scope: Scope, what: str) -> str:
    """What a part of the panel says: which table is shown, and what it is for."""
    by = (scope.by,) if scope.by != WINS else ()
    return ":".join(("lc", "ranks", *scope.parts, what, *by))


def panel(
    table: Ranking, games: Games, months: Sequence[str], here: Text = NOTHING, note: Text = NOTHING
) -> Layout:
    """A table for one person. months: those that can be chosen; here: how the game in this channel
    stands; note: what came of what was just pressed."""
    scope = table.scope
    text = lines(note, here, texts.table(table, _title(scope, games)))
    post = Button(Text("Post Publicly"), ranks_id(scope, "post"), off=not table.first)
    sort = (Button(_OTHER[scope.by], ranks_id(scope, "sort")),) if scope.kind else ()
    menus = (_kinds(scope, games), _months(scope, months))
    return Layout(text, menus=menus, buttons=(*sort, post), rows=(_turns(table),))


def _turns(table: Ranking) -> tuple[Button, ...]:
    pages = -(-table.total // AT_ONCE)
    return turning(lambda to: ranks_id(table.scope, str(to)), table.page, pages)


def public(table: Ranking, games: Games) -> Layout:
    """A server's table as a post for everybody."""
    return Layout(texts.table(table, _title(table.scope, games)))


def profile(name: str, games: Sequence[Profile]) -> Layout:
    """How somebody plays, with the course of their ratings where there are any."""
    text, courses = profiles.profile(name, games), tuple(game.course for game in games)
    if all(len(course.ratings) < 2 for course in courses):
        return Layout(text)
    return Layout(text, Drawing(draw_course, (bare(name), courses)), "ratings.png")


def _title(scope: Scope, games: Games) -> str:
    return games[scope.kind].game.title if scope.kind else ""


def _kinds(scope: Scope, games: Games) -> Menu:
    kinds = [Choice(Scope().parts[0], ALL_GAMES)]
    kinds += [Choice(key, notation(games[key].game.title)) for key in games]
    now = notation(_title(scope, games)) if scope.kind else ALL_GAMES
    title = Text("Game: {game}", game=now)
    return Menu(ranks_id(scope, "game"), title, tuple(kinds))


def _months(scope: Scope, months: Sequence[str]) -> Menu:
    times = [Choice(Scope().parts[1], EVER)]
    times += [Choice(month, texts.month(month)) for month in months]
    now = texts.month(scope.month) if scope.month else EVER
    title = Text("Period: {time}", time=now)
    return Menu(ranks_id(scope, "month"), title, tuple(times))
