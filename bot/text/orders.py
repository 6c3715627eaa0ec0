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
        return Text("You have no standing orders in {game}.", game=game)
    name = table.names[table.actor]
    return Text("Your standing orders in {game}, for when {name} has played:", game=game, name=name)


def _order(table: Table, order: OrderRow) -> Text:
    line = _spelt(table, order.line)
    if not order.condition:
        return Text("After any turn that is not named here: {line}.", line=line)
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
    "Only you know of them. They are played at once, or end with that turn when it is another one."
)


def how(table: Table) -> Text:
    """How one is given."""
    if table.kind.game.hidden_information:
        return Text(
            "While the player before you is on turn, {command} with {form} says what is to be "
            "played for you at once when that turn has been made.",
            command=Command(table.game.kind, "turn"),
            form=Code(ANYWAY),
        )
    example = Command(table.game.kind, "order")
    form = Code(ORDER)
    return Text(
        "While the player before you is on turn, {command} with {form} says what is to be played "
        "for you at once: after {condition} their turn or how it begins, or {anything}; after "
        "{then} a whole turn of yours.",
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
        return Text(
            "Your standing order {line} was not played: it was not possible any more.", line=line
        )
    return Text(
        "Your standing order {line} was not played: what happened before was not its condition.",
        line=line,
    )


# why one is refused


hidden = About(
    "Nothing was ordered: in {game} you cannot see what the player before you holds, so only "
    "`anything` can stand after `if`, and after `then` a whole turn of yours."
)
chance = About(
    "Nothing was ordered: in {game} chance decides between that turn and yours, and nobody "
    "can answer a die that has not been rolled."
)
your_turn = About(
    "Nothing was ordered: it is your turn in {game}. Say it; an order is for the time when "
    "the player before you is on turn."
)


def not_next(table: Table, seat: Seat) -> Text:
    """seat: who would be next after the turn of the condition."""
    return Text(
        "Nothing was ordered: after that turn of {name} it is {other}'s turn in {game}, not yours. "
        "Order when {other} is on turn.",
        name=table.names[table.actor],
        other=table.names[seat],
        game=game_name(table.game),
    )


over_then = About("Nothing was ordered: with that turn {game} would be over.")


def unread(table: Table) -> Text:
    return sentences(Text("Nothing was ordered: I can't read that."), how(table))


def no_such_turn(table: Table, why: Text) -> Text:
    """why: what the player on turn would be told."""
    name = table.names[table.actor]
    no = Text("Nothing was ordered: {name} cannot play what you say after `if`.", name=name)
    return Joined("\n", (no, Text("I would tell {name}: {why}", name=name, why=why)))


def impossible_then(why: Text) -> Text:
    no = Text("Nothing was ordered: after that turn you cannot play what you say after `then`.")
    return Joined("\n", (no, why))


def unfinished(choices: Text) -> Text:
    no = Text("Nothing was ordered: what you say after `then` is not a whole turn.")
    return Joined("\n", (no, choices))


def too_many(game: Game, most: int) -> Text:
    return Text(
        "Nothing was ordered: you have {n} standing orders in {game}, which is as many as I keep. "
        "Drop one first.",
        n=most,
        game=game_name(game),
    )


def in_public(game: str, verb: str = "order") -> Text:
    """game: the key of what is played, where it is known."""
    return Text(
        "Nothing was ordered: everybody can read this. Say it with {command}, which only you see.",
        command=Command(game, verb),
    )


def drop(n: int) -> Text:
    return Text("Drop {n}", n=n)
