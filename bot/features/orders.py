"""Premoves (in code: orders). A player sets, lists and removes their own, in private.

    if Ben walks to c3, then c5 +c4
       └── condition ──┘     └─ line ─┘

An order is tried when it is set: the condition must be a legal turn of the player before, and the
line a whole legal turn after it. The commit of that turn plays or drops it (consequences.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.features.feature import OF_A_ROW, Feature, Slash, SlashOption, Verb, number
from bot.features.services import Services
from bot.features.whole_turns import search_aside
from bot.messages.answers import not_played, plan_text
from bot.messages.layout import Button, Layout
from bot.table import refusals
from bot.table.commit import CommitMoment, Policy
from bot.table.game import OTHERWISE, Game, standing
from bot.table.intent import Session, playing_seat
from bot.table.names import Command, bare
from bot.table.table import Table
from rules.drafting import Draft, draft
from rules.english import normal_spelling, plain
from rules.errors import Finished, Illegal, Refused, Unavailable, Unread
from rules.game import NATURE, NOBODY, Seat
from rules.play import answers, checksum, perform, turns_tried
from rules.text import Code, Joined, Small, Text, lines, sentences
from storage import Change, OrderRow

TRIED, FOUND = 400, 20  # steps tried, and positions used, for a turn that was only begun


def panel(table: Table, seat: Seat) -> Layout:
    """All premoves of a seat, each with a button that removes it."""
    game, mine = table.game, standing(table.game, seat)
    buttons = (
        Button(Text("Remove {n}", n=n), f"lc:drop:{game.id}:{game.n}:{order.id}")
        for n, order in enumerate(mine, 1)
    )
    if mine:
        name = table.names[table.actor]
        head = Text("Your premoves in {game}, for {name}'s next turn:", game=game, name=name)
    else:
        head = Text("You have no premoves in {game}.", game=game)
    until = Text(
        "Only you can see these premoves. Once the player before you has moved, I'll play the "
        "one that fits and drop the rest."
    )
    text = lines(
        head,
        *(Text("{n}. {order}", n=n, order=_order(table, each)) for n, each in enumerate(mine, 1)),
        Small(until) if mine else _how(table),
        *not_played(table, seat),
    )
    return Layout(text, buttons=tuple(buttons))


def _order(table: Table, order: OrderRow) -> Text:
    spelt = table.kind.spelt(order.line.split())
    line = Code(spelt)
    if not order.condition:
        return Text("After any other turn: {line}.", line=line)
    condition = Code(table.kind.spelt(order.condition.split()))
    if not order.mark:
        return Text("If the turn begins with {condition}: {line}.", condition=condition, line=line)
    after, _ = perform(table.kind.game, table.mine, order.condition)
    drafted = draft(table.kind, after, "", kept=order.line.split(), typed=False)
    turn = plan_text(table.kind.texts.plan(drafted.events, table.names), spelt)
    return Text("If the turn is {condition}: {line}.", condition=condition, line=turn)


def _how(table: Table) -> Text:
    """How to set a premove."""
    order, anyway = Text("if …, then …"), Text("if anything, then …")
    first, anything, then = Text("if"), Text("anything"), Text("then")
    if table.kind.game.hidden_information:
        return Text(
            "While the player before you is thinking, use {command} with {form} to set a "
            "premove. It's played as soon as they've taken their turn.",
            command=Command(table.game.kind, "turn"),
            form=Code(anyway),
        )
    return Text(
        "While the player before you is thinking, use {command} with {form} to set a "
        "premove. After {condition}, type their turn, the start of it, or {anything}. After "
        "{then}, type your complete turn.",
        command=Command(table.game.kind, "premove"),
        form=Code(order),
        condition=Code(first),
        anything=Code(anything),
        then=Code(then),
    )


def _over_then(game: Game) -> Text:
    return Text("That turn would end {game}, so there's nothing to play after it.", game=game)


def _chance(game: Game) -> Text:
    return Text(
        "You can't set a premove in {game}: a die will be rolled before your next turn.", game=game
    )


class Orders:
    """The verbs. Each returns the panel after the change."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def say(self, session: Session) -> Layout:
        """Set the premove that a line says; without a line, show the premoves. Raises Refused."""
        table, seat = await self._table(session)
        if not session.words.strip():
            return panel(table, seat)
        order = await search_aside(partial(_tried, table, seat, _wanted(table, seat, session)))
        mine, most = standing(table.game, seat), 5  # since a row has five buttons
        if len(mine) >= most and order.condition not in {each.condition for each in mine}:
            raise Unavailable.because(
                "You already have {n} premoves in {game}, which is the limit. Remove one first.",
                n=most,
                game=table.game,
            )
        await self._commits.give(table.game, order)
        return panel(*await self._table(session))

    async def drop(self, session: Session, order: int) -> Layout:
        """Remove a premove if it is still there. Raises Refused."""
        table, seat = await self._table(session)
        await self._store.withdraw_order(table.game.id, seat, order)
        return panel(*await self._table(session))

    async def _table(self, session: Session) -> tuple[Table, Seat]:
        """The current table, and the person's seat. Raises Refused."""
        game = await self._turns.tables.game(session.found.id)
        seat = playing_seat(game, session.user)
        table = await self._turns.tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        return table, seat


def _wanted(table: Table, seat: Seat, session: Session) -> Ordering:
    """Read a premove from a line. Raises Refused if none can be set now."""
    game = table.game
    if session.public:
        raise Unavailable.because(
            "Everyone can read this message. Use {command} instead, which only you can see.",
            command=Command(game.kind, "turn" if game.rules.hidden_information else "premove"),
        )
    if table.actor == seat:
        raise Unavailable.because(
            "It's your turn in {game}, so just play it. Premoves are for when the player before "
            "you is thinking.",
            game=game,
        )
    if table.actor < 0:
        raise Unavailable(_chance(game))
    wanted = parse_order(session.words, bare(game.sitters[table.actor].name))
    if wanted is None:
        raise Unread(sentences(Text("I can't read that premove."), _how(table)))
    if game.rules.hidden_information and wanted.condition is not None:
        raise Unavailable.because(
            "You can't see the previous player's hand in {game}, so a premove must start with `if "
            "anything, then`, followed by a complete turn.",
            game=game,
        )
    return wanted


def _tried(table: Table, seat: Seat, wanted: Ordering) -> OrderRow:
    """Try a premove on the positions that its condition can lead to. Raises Refused."""
    before, refusals = _condition(table, wanted.condition), list[Refused]()
    ends: Iterator[Any] = iter((before.state,))
    if table.kind.game.hidden_information:
        ends = _imagined(table, seat)
    elif not before.complete:  # positions after turns that begin like this, as are found soon
        steps = islice(turns_tried(table.kind.game, before.state), TRIED)
        ends = islice((way[1] for way in steps if way is not None), FOUND)
    for after in ends:
        try:
            said = _answer(table, seat, after, wanted.line)
        except Refused as refused:
            refusals.append(refused)
            continue
        mark = checksum(before.state) if before.complete and before.said else ""
        condition = "" if wanted.condition is None else before.line
        return OrderRow(0, seat, condition, mark, " ".join(said.said) or said.line)
    raise refusals[0] if refusals else Unavailable(_over_then(table.game))


def _condition(table: Table, words: str | None) -> Draft[Any]:
    """The turn of the condition, or its beginning; empty for any turn. Raises Illegal."""
    first: Refused | None = None
    for reading in readings(words or ""):
        try:
            return draft(table.kind, table.mine, reading, typed=False)
        except Refused as refused:
            first = first or refused
    assert first is not None
    name = table.names[table.actor]
    no = Text("{name} can't play the turn you gave after `if`.", name=name)
    why = Text("Here's why {name} can't play it: {why}", name=name, why=first.text)
    raise Illegal(Joined("\n", (no, why))) from first


def _imagined(table: Table, seat: Seat) -> Iterator[Any]:
    """Positions that the seat may see after the next turn and chance, guessed from its view now."""
    game, luck, worlds = table.kind.game, Random(table.n), 4
    mine = game.view(table.at.state, seat)
    for n in range(worlds):
        steps = turns_tried(game, game.world(mine, seat, luck.choice))
        for _, there in islice(filter(None, islice(steps, TRIED)), FOUND // worlds):
            ends = [there, *(s for _, s, _ in answers(game, there, b"%d" % n, table.n))]
            yield game.view(ends[-1], seat)


def _answer(table: Table, seat: Seat, after: Any, line: str) -> Draft[Any]:
    """The ordered turn at a position. Raises Refused."""
    match table.kind.game.actor(after):
        case actor if actor == NATURE:
            raise Unavailable(_chance(table.game))
        case actor if actor == NOBODY:
            raise Unavailable(_over_then(table.game))
        case actor if actor != seat:
            raise Unavailable.because(
                "In {game}, {other} plays after {name}, so you aren't next. Set your premove once "
                "it's {other}'s turn.",
                name=table.names[table.actor],
                other=table.names[actor],
                game=table.game,
            )
    try:
        said = draft(table.kind, after, line)
    except Refused as refused:
        no = Text("You couldn't play the turn after `then` in that position.")
        raise Illegal(Joined("\n", (no, refused.text))) from refused
    if not said.complete:
        no = Text("The part after `then` isn't a complete turn.")
        raise Illegal(Joined("\n", (no, table.kind.texts.choices(said.state))))
    return said


def drop_orders(game: Game, change: Change, _: CommitMoment) -> Change:
    """Drop all orders if a change leads to another position in some other way than a turn. A seat
    that changes hands leaves the position as it is."""
    if change.fates is not None or change.aside or change.former or not change.lines:
        return change
    fates = tuple((order.id, OTHERWISE) for order in game.orders if not order.fell)
    return replace(change, fates=fates)


def feature(at: Services) -> Feature:
    orders = Orders(at)
    line = Text("For example: if c3, then c5 +c4 (leave empty to see your premoves)")
    slash = Slash(
        "each game",
        Text("/premove"),
        Text("Set a premove: your answer to a certain turn, played automatically"),
        (SlashOption("rule", line, words=True),),
        only=lambda game: not game.hidden_information,  # there it is said as a line of the turn
    )
    drop = (*OF_A_ROW, number("order", 18))
    return Feature(
        policies=(Policy(drop_orders),),
        verbs=(
            Verb("order", orders.say, slash=slash, opens=is_order, on_page=True),
            Verb("drop", orders.drop, drop, press="any row", instead="panel", on_page=True),
        ),
    )


# How people type an order, in each language.


class Ordering(NamedTuple):
    """A typed order."""

    condition: str | None  # None for any turn
    line: str


class OrderWords(NamedTuple):
    """How a language says an order. A line is read in all of them."""

    begins: str  # the first word
    order: tuple[str, ...]  # forms of the whole line, the clearest one first
    anything: str  # any turn
    they: tuple[str, ...]  # words for the player to move, instead of their name
    said: tuple[tuple[str, str], ...]  # a verb in the third person, and in the first


def _forms(begins: str, then: str) -> tuple[str, str]:
    """The forms of an order, with a comma before its second half and without."""
    start, end = rf"\s*(?:(?:{begins})\s+)?(?P<condition>.+?)", rf"(?:{then})\b[\s,:]*(?P<line>.+)"
    return rf"{start}\s*[,;:]\s*{end}", rf"{start}\s+{end}"


LANGUAGES = (
    OrderWords(
        begins=r"\s*if\b",
        order=_forms("if", "then"),
        anything=r"(?:(?:plays?|does?|says?) )?(?:anything(?: else)?|whatever|any turn)",
        they=("they", "he", "she"),
        said=((r"\bgoes\b", "go"), (r"\bdoes\b", "do"), (r"\b([a-z]{2,}[^s\W])s\b", r"\1")),
    ),
    OrderWords(  # German: a verb at the end of a clause is read as an infinitive
        begins=r"\s*(?:wenn|falls)\b",
        order=_forms("wenn|falls", "dann"),
        anything=r"(?:irgend(?:et)?was|irgendein zug|egal was|was auch immer|jeder zug)"
        r"(?: (?:passiert|kommt|spielt|macht|tut))?",
        they=("sie", "er"),
        said=(
            (r"\b(g|z)(e|ie)ht$", r"\1\2hen"),
            (r"\b(g|z)(e|ie)ht\b", r"\1\2h"),
            (r"\b(bleib|pflanz|schütz|schuetz)t$", r"\1en"),
            (r"\b(bleib|pflanz|schütz|schuetz)t\b", r"\1e"),
            (r"\bfällt$", "fällen"),
            (r"\bfällt\b", "fälle"),
            (r"\bläuft\b", "laufe"),
        ),
    ),
    OrderWords(  # French
        begins=r"\s*s(?:i\b|['\u2019](?:il|elle|on)\b)",
        order=_forms("si", "alors"),
        anything=r"(?:n'importe (?:quoi|quel coup)|quoi que ce soit|quoi qu'(?:il|elle|on) \w+)",
        they=("s'il", "s'elle", "s'on", "il", "elle", "on"),
        said=((r"\babat\b", "abats"), (r"\bcourt\b", "cours"), (r"\bsort\b", "sors")),
    ),
    OrderWords(  # Spanish
        begins=r"\s*si\b",
        order=_forms("si", "entonces"),
        anything=r"(?:(?:hace|juega) )?(?:cualquier (?:cosa|jugada)|lo que sea"
        r"|(?:haga|juegue) lo que \w+)",
        they=("él", "ella"),
        said=((r"\bva\b", "ve"), (r"\bse queda\b", "quédate")),
    ),
)


def is_order(text: str) -> bool:
    """Whether a line begins like an order, and not like a polite line. No turn does."""
    polite = (
        r"\s*(?:if you (?:like|please)|if possible|(?:wenn|falls) möglich"
        r"|s['\u2019]il (?:te|vous) pla|si (?:tu veux|possible|quieres|es posible))"
    )
    if re.match(polite, text, re.IGNORECASE):
        return False
    return any(re.match(words.begins, text, re.IGNORECASE) for words in LANGUAGES)


def parse_order(text: str, player: str) -> Ordering | None:
    """The order in a line; None if it isn't one. player: the name of the player to move."""
    for words in LANGUAGES:
        found = (re.fullmatch(form, text, re.IGNORECASE | re.DOTALL) for form in words.order)
        match = next(filter(None, found), None)
        if match is None:
            continue
        condition = normal_spelling(plain(match["condition"]))
        names = (name for name in (plain(player), *words.they) if name)
        begins = next((f"{name} " for name in names if condition.startswith(f"{name} ")), "")
        condition = condition.removeprefix(begins)
        anything = re.fullmatch(words.anything, condition) is not None
        return Ordering(None if anything else condition, match["line"].strip())
    return None


def readings(condition: str) -> Iterator[str]:
    """A condition as it was typed, and in the first person."""
    yield condition
    for words in LANGUAGES:
        own = condition
        for of_somebody, oneself in words.said:
            own = re.sub(of_somebody, oneself, own)
        if own != condition:
            yield own
