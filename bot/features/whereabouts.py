"""Lists of games: a person's own, the one that waits longest for them, and a server's."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.features.feature import PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.answers import ListEntry, board_link, deadline, moves_since, open_game, waits_for
from bot.messages.fitting import Folded
from bot.messages.layout import Button, Layout, Pages
from bot.messages.layouts import back, button_id
from bot.table.game import CLOCK, DAY, Game
from bot.table.intent import Intent
from bot.table.names import Command, game_name, in_full, place_of, title
from bot.table.rows import expired_seats
from bot.table.seats import kept_for
from rules.text import NOTHING, Joined, Moment, Small, Strong, Text, sentences
from storage import BOARD

AT_ONCE: Final = 8  # games of a page
MINE, HERE = "minepage", "nearbypage"  # verbs that turn to a page


class Whereabouts:
    """The verbs, which change nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables = at.store, at.tables
        self._now, self._block_check = at.now, at.block_check

    async def mine(self, intent: Intent, page: int = 0) -> Layout:
        """A person's games: first the ones that wait for them, the most urgent first; last the
        seats that they have lost lately. The first waiting games also tell the latest events."""

        def urgency(game: Game) -> tuple[bool, float, float]:
            due, waits = game.due(CLOCK), waits_for(game, intent.user)
            return not waits, float("inf") if due is None else due, game.changed

        games = self._tables.games.among(await self._store.games_of(intent.user))
        each = list[Text]()
        for place, entry in enumerate(await self._linked(sorted(games, key=urgency), page)):
            said = open_game(entry)
            if waits_for(entry.game, intent.user):
                said, moves = sentences(Strong(Text("Your turn:")), said), NOTHING
                table = await self._tables.at(entry.game) if place < 5 else None
                if table and table.returning and (missed := moves_since(table)):
                    moves = Small(Text("Since your turn: {moves}.", moves=Folded(missed)))
                said = Joined("\n", (said, moves))
            each.append(said)
        lost = await self._lost(intent.user)
        start = Command(self._tables.games.first, "start")
        none = Text(
            "You have no open games. Start one in a server channel with {start}.", start=start
        )
        buttons = _ways_back([game for game, _ in lost], intent.user, intent.guild)
        pages = _pages([*each, *(said for _, said in lost)], page, MINE)
        return Layout(NOTHING if each else none, buttons=buttons, pages=pages)

    async def _lost(self, user: int) -> list[tuple[Game, Text]]:
        """The games in which a person has lost a seat in the last days, and how."""
        found = list[tuple[Game, Text]]()
        for each in await self._store.lost_seats(user, self._now() - 7 * DAY):
            for game in self._tables.games.among([each.game]):
                link = board_link(game, await self._store.latest(game.id, BOARD))
                when, kind, place = Moment(each.at, "R"), title(game), place_of(game)
                where = Text("{game} ({title}) in {place}", game=link, title=kind, place=place)
                what = Text("{game}: you left {when}.", game=where, when=when)
                if not game.sitters[each.seat].left:
                    what = Text(
                        "{game}: {name} took over your seat {when}.",
                        game=where,
                        name=in_full(game.sitters)[each.seat],
                        when=when,
                    )
                elif each.seat in expired_seats(await self._store.log(game.id)):
                    what = Text(
                        "{game}: you ran out of time and lost your seat {when}.",
                        game=where,
                        when=when,
                    )
                then = Text("The game is over.")
                if game.status == "playing":
                    then = Text("The others play on.")
                found.append((game, sentences(what, then)))
        return found

    async def next(self, intent: Intent) -> Layout:
        """The game that has waited longest for a person."""
        games = self._tables.games.among(await self._store.games_of(intent.user))
        waiting = [game for game in games if waits_for(game, intent.user)]
        if not waiting:
            mine = Command("games", "mine")
            return Layout(Text("No game is waiting for you. {mine} lists your games.", mine=mine))
        game = min(waiting, key=lambda game: game.changed)
        waited = Text(
            "{game} ({title}) in {place} has been waiting for you the longest: your turn started "
            "{since}.",
            game=board_link(game, await self._store.latest(game.id, BOARD)),
            title=title(game),
            place=place_of(game),
            since=Moment(game.changed, "R"),
        )
        return Layout(sentences(waited, deadline(game)))

    async def list_games(self, intent: Intent, page: int = 0) -> Layout:
        """The server's open games, without lobbies that blocks hide from this person."""
        games = self._tables.games.among(await self._store.games_on(intent.guild))
        games = await self._block_check.visible_games(intent.user, intent.guild, games)
        each = [open_game(entry) for entry in await self._linked(games, page)]
        none = Text("There are no open games on this server.")
        alerts, pages = Button(Text("New Game Alerts"), "lc:alerts"), _pages(each, page, HERE)
        return Layout(NOTHING if each else none, buttons=(alerts,), pages=pages)

    async def _linked(self, games: Sequence[Game], page: int = 0) -> list[ListEntry]:
        """The games as entries, with their newest boards up to this page."""
        end = (min(page, len(games) // AT_ONCE) + 1) * AT_ONCE
        boards = [await self._store.latest(game.id, BOARD) for game in games[:end]]
        found = [ListEntry(game, board) for game, board in zip(games, boards, strict=False)]
        return [*found, *map(ListEntry, games[end:])]


def _pages(each: Sequence[Text], page: int, verb: str) -> Pages | None:
    return Pages(each, page, lambda to: f"lc:{verb}:{to}", most=AT_ONCE) if each else None


def _ways_back(lost: Sequence[Game], user: int, guild: int) -> tuple[Button, ...]:
    """Buttons for the seats lost on this server: to return, for a rematch, or for the record."""
    games, buttons = {game.id: game for game in lost if game.guild == guild}, list[Button]()
    for game in games.values():
        if game.status == "playing" and (seat := kept_for(game, user)) is not None:
            buttons.append(back(game, game.n, seat))
            continue
        verb, label = "record", Text("Download {game}", game=game_name(game))
        if game.status == "over" and any(sitter.user == user for sitter in game.sitters):
            verb, label = "again", Text("Rematch {game}", game=game_name(game))
        buttons.append(Button(label, button_id(verb, game.id, game.n)))
    return tuple(buttons[:5])


def feature(at: Services) -> Feature:
    where = Whereabouts(at)
    about = Text("List your open games on all servers, your turns first")
    mine, label = Slash("games", Text("/mine"), about), Text("My Games")
    about = Text("Jump to the game that has waited longest for you")
    waiting = Slash("games", Text("/next"), about)
    here = Slash("games", Text("/here"), Text("List this server's open games"))
    asking = partial(Verb, game=None)
    turn_to = partial(asking, id=PAGE, instead="own")
    return Feature(
        verbs=(
            asking("mine", where.mine, (), slash=mine, help=label, anywhere=True),
            turn_to(MINE, where.mine, way=Command("games", "mine"), anywhere=True),
            asking("next", where.next, slash=waiting, anywhere=True),
            asking("nearby", where.list_games, slash=here),
            turn_to(HERE, where.list_games, way=Command("games", "here")),
        )
    )
