"""What one person is told of a board, as it is or as it was: with a picture, or all in words."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.names import game_name, title
from bot.domain.boards import Page
from bot.text.answers import whose
from bot.text.fitting import Stacked
from bot.text.posts import to_mover
from bot.text.stories import happened
from rules.english import lately
from rules.text import NOTHING, Jump, Mention, Strong, Text, sentences
from storage import Post


def beside_picture(page: Page) -> Text:
    """Which board it is and how it came about; the rest is in the picture and its alt text."""
    story = happened(page.table, page.seat)
    return Stacked((_where(page), story, _hand(page)), spare=(story,))


def in_words(page: Page) -> Text:
    """The caption of a board, and the whole position in words."""
    table, names = page.table, page.table.names
    texts, state = table.kind.texts, table.seen(page.seat).state
    story, rows = happened(table, page.seat), texts.rows(state, names)
    parts = (
        _where(page),
        lately(story, table.at.turns),
        texts.squares,
        texts.pieces(state, names),
        rows,
        texts.standing(state, names),
        texts.news(state, names),
        _hand(page),
        to_mover(table, names) if page.last else NOTHING,
    )
    return Stacked(parts, spare=(rows, parts[1]))


def public(page: Page, user: int) -> Text:
    """What everybody reads beside a board that this person shows them."""
    story = happened(page.table)
    by = Text("Shared by {name}.", name=Mention(user, Text("someone")))
    return Stacked((sentences(_where(page), by), story, _hand(page)), spare=(story,))


SHARED = Text("Shared. Everyone here can see this board now.")


def shared_before(game: Game, post: Post | None, *, stranger: bool) -> Text:
    """To who has done that already. post: what it became, None: it is on its way; stranger: they do
    not play there, and somebody else who does not may have done it."""
    if post is None and stranger:
        return Text(
            "A spectator of {game} has already shared this board here.",
            game=game_name(game),
        )
    if post is None:
        return Text("Shared. The board will appear here in a moment.")
    there = Jump(
        Text("jump to the message"), game.guild, post.channel or game.home, post.message or 0
    )
    return Text("You've already shared this board here: {there}.", there=there)


def _where(page: Page) -> Text:
    """Which board it is among all of its game."""
    mine = Text("This is the board after your last turn.") if page.mine else NOTHING
    return sentences(_turn(page), whose(page.table) if page.last else mine)


def _turn(page: Page) -> Text:
    table = page.table
    game, kind = Strong(game_name(table.game)), title(table.game)
    if table.over:
        return Text(
            "{game} ({title}), final position after {n} turns.",
            game=game,
            title=kind,
            n=table.number,
        )
    if page.last:
        return Text("{game} ({title}), turn {n}.", game=game, title=kind, n=table.number)
    return Text(
        "{game} ({title}), turn {n} of {last}.",
        game=game,
        title=kind,
        n=table.number,
        last=page.turns,
    )


def _hand(page: Page) -> Text:
    """What its owner held then, or when the game is over everybody; who has left, and a stranger,
    holds nothing."""
    table, seat = page.table, page.seat
    if page.laid_open:
        return table.kind.texts.hands(table.at.state, table.names)
    if seat is None or not table.kind.game.scores(table.at.state)[seat]:
        return NOTHING
    return table.kind.texts.hand(table.seen(seat).state, seat)
