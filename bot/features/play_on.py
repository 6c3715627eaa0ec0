"""Playing on from any board of a finished game: could it have been saved? The new game begins at
that board (rules/play.py, `beginning`), is never rated, and its lobby says where it came from.

    board of a replay ──> Play On ──> a computer: begins at once
                                  └─> someone else: a lobby
"""

from dataclasses import replace
from functools import partial

from bot.features.feature import OF_A_ROW, Feature, Verb
from bot.features.lobbies import contribution, limits_of, new_lobby, open_lobby
from bot.features.services import Services
from bot.messages import answers
from bot.messages.layout import Choice, Layout, Menu
from bot.messages.layouts import button_id
from bot.table.computers import LEVELS, newcomers
from bot.table.game import Game, is_private
from bot.table.intent import Session
from bot.table.names import Command, game_name
from bot.table.records import board_at
from bot.table.rows import effective_rows
from bot.table.servers import number_of
from bot.table.table import Table
from bot.table.table_options import FORUM, ORIGIN, PACE, RATED, WAIT, options_for_next
from rules.errors import NotYou, Stale, Unavailable
from rules.game import TABLE
from rules.history import Told
from rules.play import MOVES, PLACE, moves_of
from rules.text import ChannelName, Link, Text, sentences
from storage import Sitter, Taken

SOMEONE = "people"


class PlayOn:
    """Opens games that continue a finished one from a board."""

    def __init__(self, at: Services) -> None:
        self._at = at

    async def ask(self, session: Session) -> Layout:
        """Ask whom to play against. Raises Refused."""
        table, _ = await self._from(session)
        game, seat = session.found, _seat(session, table)
        text = Text(
            "Play on from turn {n} of {game} as {name}, in a new game that isn't rated.",
            n=table.number,
            game=game,
            name=table.names[seat],
        )
        choices = [
            Choice(level, Text("a computer: {level}", level=label))
            for level, label in LEVELS.items()
        ]
        if session.guild > 0:  # nobody else can come to direct messages
            choices.append(Choice(SOMEONE, Text("someone else")))
        choose = Menu(
            button_id("playfrom", game.id, table.n), Text("Choose an opponent"), tuple(choices)
        )
        return Layout(text, menus=(choose,))

    async def open(self, session: Session) -> Layout:
        """Open the new game, in a thread if there can be one. Raises Refused."""
        at, game, level = self._at, session.found, session.words
        table, rows = await self._from(session)
        if session.robot:
            raise NotYou(answers.NO_ROBOTS)
        if level not in (*LEVELS, SOMEONE):
            raise Unavailable(Text("Choose an opponent from the menu."))
        if level == SOMEONE and session.guild < 0:
            raise Unavailable(answers.NO_DIRECT)
        await at.block_check.may_open(session, session.guild)
        settings = await at.servers.opening(session)
        me, seats = Sitter(session.user, session.called), len(game.sitters)
        terms = {**options_for_next(game.options), RATED.name: "no"}
        others: tuple[Sitter, ...] = ()
        if level in LEVELS:
            others = newcomers(level, seats - 1, (me,), session.key)
            terms |= {each.name: "none" for each in (PACE, WAIT) if each.name in terms}
        begins = {
            "players": str(seats),
            ORIGIN: f"{game_name(game)} {table.number}",
            MOVES: moves_of(rows),
            PLACE: str(_seat(session, table)),
        }
        # As for any game: a post in the server's forum, or else a thread.
        threads = not (number_of(settings, FORUM) or session.parent)
        threads = threads and not at.guilds.no_threads(session.guild, session.channel)
        place = at.servers.own_place(settings, session, thread=threads)
        given = contribution(session)
        new = place.settle(new_lobby(at, session, game.kind, begins, terms, others, given))
        new = replace(new, limits=limits_of(settings, at.limits), language=game.language)
        try:
            opened = await open_lobby(at, new)
        except Taken as taken:
            there = await at.tables.game(taken.game)
            raise Unavailable.because(
                "{game} is being played here. You can play on from another channel, with {replay}.",
                game=there,
                replay=Command("games", "review replay"),
            ) from taken
        text = _opened(opened, game)
        if session.page:
            text = sentences(text, Link(f"{at.hosting.boards_at}/t/{opened.id}"))
        return Layout(text)

    async def _from(self, session: Session) -> tuple[Table, list[Told]]:
        """The game at the pressed row, and the rows that led there. Raises Refused if nobody can
        play on from there."""
        game, rows = session.found, await self._at.store.log(session.found.id)
        if game.status != "over":
            raise Unavailable.because("You can play on from {game} once it's over.", game=game)
        board = board_at(rows, session.target.n or 0)
        table = await self._at.tables.at(game, board.n if board else None)
        if board is None or table.over:
            raise Stale.because("{game} was over at that board. Choose an earlier one.", game=game)
        led = effective_rows(rows, board.n)
        if any(seat == TABLE for _, seat, *_ in led):
            raise Unavailable.because(
                "Someone had left {game} by then, so nobody can play on from that board.", game=game
            )
        return table, led


def _seat(session: Session, table: Table) -> int:
    """The seat that a person has in the new game: their own, or that of the player to move."""
    return table.kind.game.actor(table.at.state) if session.seat is None else session.seat


def _opened(new: Game, old: Game) -> Text:
    if new.status != "playing":
        waits = Text("{new} continues {old}, and waits for others to join.", new=new, old=old)
        if (forum := new.options.get(FORUM)) is None:
            return waits
        place = ChannelName(int(forum))
        return sentences(waits, Text("Each game gets its own post in {forum}.", forum=place))
    if is_private(new) or new.channel == new.home:
        return Text("{new} continues {old} here.", new=new, old=old)
    home = ChannelName(int(new.options.get(FORUM, new.home)))
    return Text("{new} continues {old} in a thread of {place}.", new=new, old=old, place=home)


def feature(at: Services) -> Feature:
    play_on, own = PlayOn(at), partial(Verb, on_page=True)
    return Feature(
        verbs=(own("playon", play_on.ask, OF_A_ROW), own("playfrom", play_on.open, OF_A_ROW))
    )
