"""Standing orders, as who gave them is told of them; nobody else is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.names import game_name
from bot.core.sentences import About
from bot.core.table import Table
from bot.domain.orders import IMPOSSIBLE, fallen, standing
from bot.text.plans import planned
from rules.drafting import draft
from rules.game import Seat
from rules.play import perform
from rules.text import Code, Joined, Small, Text, lines, sentences
from storage import OrderRow

# As they are typed (bot/text/ordering.py).
ORDER, ANYWAY = Text("if …, then …"), Text("if anything, then …")
IF, ANYTHING, THEN = Text("if"), Text("anything"), Text("then")


def listed(table: Table, seat: Seat) -> Text:
    """All that a seat has ordered, and what was not played."""
    mine = standing(table.game, seat)
    return lines(
        _head(table, mine),
        *(Text("{n}. {order}", n=n, order=_order(table, each)) for n, each in enumerate(mine, 1)),
        Small(_UNTIL) if mine else how(table),
        *not_played(table, seat),
    )


def _head(table: Table, mine: Sequence[OrderRow]) -> Text:
    game = game_name(table.game)
    if not mine:
        return Text("You have no premoves in {game}.", game=game)
    name = table.names[table.actor]
    return Text("Your premoves in {game}, for {name}'s next turn:", game=game, name=name)


def _order(table: Table, order: OrderRow) -> Text:
    line = _spelt(table, order.line)
    if not order.condition:
        return Text("After any other turn: {line}.", line=line)
    condition = _spelt(table, order.condition)
    if order.mark:
        turn = _after(table, order)
        return Text("If the turn is {condition}: {line}.", condition=condition, line=turn)
    return Text("If the turn begins with {condition}: {line}.", condition=condition, line=line)


def _after(table: Table, order: OrderRow) -> Text:
    """What is to be played after exactly that turn, in words as well: it is known where from."""
    rules = table.kind.game
    after, _ = perform(rules, table.mine, order.condition)
    drafted = draft(table.kind, after, "", kept=order.line.split(), typed=False)
    plan = table.kind.texts.plan(drafted.events, table.names)
    return planned(plan, table.kind.spelt(order.line.split()))


def _spelt(table: Table, words: str) -> Text:
    return Code(table.kind.spelt(words.split()))


_UNTIL = Text(
    "Only you can see these premoves. Once the player before you has moved, I'll play the "
    "one that fits and drop the rest."
)


def how(table: Table) -> Text:
    """How one is given."""
    if table.kind.game.hidden_information:
        return Text(
            "While the player before you is thinking, use {command} with {form} to set a "
            "premove. It's played as soon as they've taken their turn.",
            command=Command(table.game.kind, "turn"),
            form=Code(ANYWAY),
        )
    example = Command(table.game.kind, "premove")
    form = Code(ORDER)
    return Text(
        "While the player before you is thinking, use {command} with {form} to set a "
        "premove. After {condition}, type their turn, the start of it, or {anything}. After "
        "{then}, type your complete turn.",
        command=example,
        form=form,
        condition=Code(IF),
        anything=Code(ANYTHING),
        then=Code(THEN),
    )


def not_played(table: Table, seat: Seat) -> list[Text]:
    """What had been ordered in vain, each with why."""
    return [_fell(table, order) for order in fallen(table.game, seat)]


def _fell(table: Table, order: OrderRow) -> Text:
    line = _spelt(table, order.line)
    if order.fell == IMPOSSIBLE:
        return Text("Your premove {line} wasn't played: it wasn't legal any more.", line=line)
    return Text(
        "Your premove {line} wasn't played: the turn before it wasn't the one you expected.",
        line=line,
    )


# why one is refused


hidden = About(
    "You can't see the previous player's hand in {game}, so a premove must start with `if "
    "anything, then`, followed by a complete turn."
)
chance = About("You can't set a premove in {game}: a die will be rolled before your next turn.")
your_turn = About(
    "It's your turn in {game}, so just play it. Premoves are for when the player before you "
    "is thinking."
)


def not_next(table: Table, seat: Seat) -> Text:
    """seat: who would be next after the turn of the condition."""
    return Text(
        "In {game}, {other} plays after {name}, so you aren't next. Set your premove once "
        "it's {other}'s turn.",
        name=table.names[table.actor],
        other=table.names[seat],
        game=game_name(table.game),
    )


over_then = About("That turn would end {game}, so there's nothing to play after it.")


def unread(table: Table) -> Text:
    return sentences(Text("I can't read that premove."), how(table))


def no_such_turn(table: Table, why: Text) -> Text:
    """why: what the player on turn would be told."""
    name = table.names[table.actor]
    no = Text("{name} can't play the turn you gave after `if`.", name=name)
    return Joined("\n", (no, Text("Here's why {name} can't play it: {why}", name=name, why=why)))


def impossible_then(why: Text) -> Text:
    no = Text("You couldn't play the turn after `then` in that position.")
    return Joined("\n", (no, why))


def unfinished(choices: Text) -> Text:
    no = Text("The part after `then` isn't a complete turn.")
    return Joined("\n", (no, choices))


def too_many(game: Game, most: int) -> Text:
    return Text(
        "You already have {n} premoves in {game}, which is the limit. Remove one first.",
        n=most,
        game=game_name(game),
    )


def in_public(game: str, verb: str = "premove") -> Text:
    """game: the key of what is played, where it is known."""
    return Text(
        "Everyone can read this message. Use {command} instead, which only you can see.",
        command=Command(game, verb),
    )


def drop(n: int) -> Text:
    return Text("Remove {n}", n=n)
