"""Premoves (in code: orders). A player sets, lists and removes their own, in private.

    if Ben walks to c3, then c5 +c4
       └── condition ──┘     └─ line ─┘

An order is tried when it is set: the condition must be a legal turn of the player before, and the
line a whole legal turn after it. The commit of that turn plays or drops it (consequences.py).

A second order may stand behind it (`…; then if b2, then x b3`). Once the first one is played, it
is an order like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from bot.features.feature import OF_A_BUILDER, OF_A_ROW, Feature, Slash, SlashOption, Verb, number
from bot.features.services import Services
from bot.features.whole_turns import search_aside
from bot.messages.answers import not_played, plan_text
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.turn_builder import (
    Path,
    Press,
    build_premove,
    check_premove,
    no_next_turn,
    premove_turns,
    table_after,
)
from bot.table import refusals
from bot.table.commit import CommitMoment, Policy
from bot.table.game import Game, drop_all, fates, follow_ups, standing
from bot.table.intent import Session, not_stale, playing_seat
from bot.table.names import Command, bare
from bot.table.table import Table
from rules.drafting import Draft, draft
from rules.english import normal_spelling, plain
from rules.errors import Finished, Illegal, Refused, Stale, Unavailable, Unread
from rules.game import NATURE, GameRules, Seat
from rules.play import answers, checksum, perform, turns_tried
from rules.text import Code, Joined, Small, Text, lines, sentences
from storage import FOLLOW_UP, Change, OrderRow

TRIED, FOUND = 400, 20  # steps tried, and positions used, for a turn that was only begun
MOST, MOST_FOLLOW_UPS = 5, 25  # since a row has five buttons, and a menu 25 choices


def panel(table: Table, seat: Seat) -> Layout:
    """All premoves of a seat, each with a button that removes it."""
    game, mine = table.game, standing(table.game.orders, seat)
    buttons = tuple(
        Button(Text("Remove {n}", n=n), f"lc:drop:{game.id}:{game.n}:{order.id}")
        for n, order in enumerate(mine, 1)
    )
    rows, choices = list[Text](), list[Choice]()
    for n, first in enumerate(mine, 1):
        rows.append(Text("{n}. {order}", n=n, order=_order(table, first)))
        for k, each in enumerate(follow_ups(first, game.orders), 1):
            order, at = _order(table, replace(each, mark="")), f"{n}.{k}"
            # A page keeps this space at the beginning of a line.
            rows.append(Joined("", ("\u2003", Text("{n}. {order}", n=at, order=order))))
            choices.append(Choice(str(each.id), Text("Remove {n}", n=at)))
    if not game.rules.hidden_information and table.actor not in (NATURE, seat):
        build = f"lc:premove:{game.id}:{game.n}::open"
        buttons = (*buttons, Button(Text("Build Premove"), build, "primary"))
    menu = Menu(f"lc:drop:{game.id}:{game.n}", Text("Remove a follow-up"), (*choices,))
    if mine:
        name = table.names[table.actor]
        head = Text("Your premoves in {game}, for {name}'s next turn:", game=game, name=name)
    else:
        head = Text("You have no premoves in {game}.", game=game)
    until = Text(
        "Only you can see these premoves. Once the player before you has moved, I'll play the "
        "one that fits and drop the rest."
    )
    text = lines(head, *rows, Small(until) if mine else _how(table), *not_played(table, seat))
    return Layout(text, buttons=buttons, menus=(menu,) if choices else ())


def _order(table: Table, order: OrderRow) -> Text:
    spelt = table.kind.spelt(order.line.split())
    line = Code(spelt)
    if not order.condition:
        return Text("After any other turn: {line}.", line=line)
    condition = Code(table.kind.spelt(order.condition.split()))
    with suppress(Refused):  # a follow-up may have been set for another position
        if order.mark:
            after, _ = perform(table.kind.game, table.mine, order.condition)
            drafted = draft(table.kind, after, "", kept=order.line.split(), typed=False)
            turn = plan_text(table.kind.texts.plan(drafted.events, table.names), spelt)
            return Text("If the turn is {condition}: {line}.", condition=condition, line=turn)
    return Text("If the turn begins with {condition}: {line}.", condition=condition, line=line)


def _how(table: Table) -> Text:
    """How to set a premove."""
    order, anyway = Text("if …, then …"), Text("if anything, then …")
    first, anything, then = Text("if"), Text("anything"), Text("then")
    more = Text("; then if …, then …")
    how = Text(
        "While the player before you is thinking, use {command} with {form} to set a "
        "premove. After {condition}, type their turn, the start of it, or {anything}. After "
        "{then}, type your complete turn.",
        command=Command(table.game.kind, "premove"),
        form=Code(order),
        condition=Code(first),
        anything=Code(anything),
        then=Code(then),
    )
    if table.kind.game.hidden_information:
        how = Text(
            "While the player before you is thinking, use {command} with {form} to set a "
            "premove. It's played as soon as they've taken their turn.",
            command=Command(table.game.kind, "turn"),
            form=Code(anyway),
        )
    return sentences(how, Text("Add {form} to plan your turn after that, too.", form=Code(more)))


class Orders:
    """The verbs. Each returns the panel after the change."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def build(
        self, session: Session, path: Path, verb: str, numbers: tuple[int, ...] = ()
    ) -> Layout:
        """The builder of a premove after a press. Raises Refused."""
        table, seat = await self._table(session)
        not_stale(session, table.game)
        try:
            return build_premove(table, seat, Press(path, verb, numbers, session.words))[2]
        except (LookupError, ValueError) as unknown:
            raise Stale(refusals.stale(table.game)) from unknown

    async def finish(self, session: Session, path: Path) -> Layout:
        """Set a premove that was built, and show all. Raises Refused."""
        await self.build(session, path, "look")
        table, seat = await self._table(session)
        said = [drafted for _, drafted in premove_turns(table, seat, path)]
        if len(said) % 2 or not said[-1].complete:
            raise Stale(refusals.stale(table.game))
        return await self._give(session, table, _rows(seat, said))

    async def say(self, session: Session) -> Layout:
        """Set the premove that a line says; without a line, show the premoves. Raises Refused."""
        table, seat = await self._table(session)
        if not session.words.strip():
            return panel(table, seat)
        try_it = partial(_tried, table, seat, _wanted(table, seat, session))
        return await self._give(session, table, _rows(seat, await search_aside(try_it)))

    async def _give(self, session: Session, table: Table, orders: Sequence[OrderRow]) -> Layout:
        """Store a premove, perhaps with its follow-up, and show all. Raises Refused."""
        game = table.game
        for order in orders:
            mine = [each for each in game.orders if each.seat == order.seat and not each.fell]
            alike = {o.condition for o in mine if o.is_follow_up == order.is_follow_up}
            most = MOST_FOLLOW_UPS if order.is_follow_up else MOST
            if len(alike) >= most and order.condition not in alike:
                raise Unavailable.because(
                    "You already have {n} premoves in {game}, which is the limit. Remove one "
                    "first.",
                    n=most,
                    game=game,
                )
        await self._commits.give(game, *orders)
        return panel(*await self._table(session))

    async def drop(self, session: Session, order: int = 0) -> Layout:
        """Remove a premove, or the follow-up picked in a menu, if it is there. Raises Refused."""
        table, seat = await self._table(session)
        picked = int(session.words) if re.fullmatch("[0-9]{1,18}", session.words) else order
        await self._store.withdraw_order(table.game.id, seat, picked)
        return panel(*await self._table(session))

    async def _table(self, session: Session) -> tuple[Table, Seat]:
        """The current table, and the person's seat. Raises Refused."""
        game = await self._turns.tables.game(session.found.id)
        seat, table = playing_seat(game, session.user), await self._turns.tables.at(game)
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
    check_premove(table, seat)
    wanted = parse_order(session.words, bare(game.sitters[table.actor].name))
    if not wanted:
        raise Unread(sentences(Text("I can't read that premove."), _how(table)))
    parts = wanted, *filter(None, (wanted.then,))
    check_premove(table, seat, seen=any(each.condition is not None for each in parts))
    return wanted


def _tried(table: Table, seat: Seat, wanted: Ordering, found: int = FOUND) -> list[Draft[Any]]:
    """Try a premove on the positions that its condition can lead to, and then its follow-up on
    those after it: each condition and its answer. Raises Refused. found: positions to use."""
    before, refusals = _condition(table, wanted.condition), list[Refused]()
    ends: Iterator[Any] = iter((before.state,))
    if table.kind.game.hidden_information:
        ends = _imagined(table, seat)
    elif not before.complete:  # positions after turns that begin like this, as are found soon
        steps = islice(turns_tried(table.kind.game, before.state), TRIED)
        ends = (way[1] for way in steps if way)
    for after in islice(ends, found):
        try:
            said = _answer(table, seat, after, wanted.line)
        except Refused as refused:
            refusals.append(refused)
            continue
        if not wanted.then:
            return [before, said]
        game, state = table.kind.game, said.state
        if game.hidden_information:
            state = _drawn(game, game.world(state, seat, Random(table.n).choice), table.n)
        try:
            return [before, said, *_tried(table_after(table, state), seat, wanted.then, FOUND // 4)]
        except Refused as refused:
            no = Text("The follow-up doesn't work.")
            refusals.insert(0, Illegal(Joined("\n", (no, refused.text))))
    raise refusals[0] if refusals else Unavailable(no_next_turn(table.game))


def _rows(seat: Seat, said: Sequence[Draft[Any]]) -> list[OrderRow]:
    """An order, and one behind it. said: the turn to answer, or its beginning, and the answer;
    perhaps both again."""
    rows, behind = list[OrderRow](), ""
    for before, answer in zip(said[::2], said[1::2], strict=True):
        whole = before.complete and before.words
        mark = checksum(before.state) if whole else ""
        condition = behind + (before.line if whole else " ".join(before.words))
        rows.append(OrderRow(0, seat, condition, mark, " ".join(answer.words) or answer.line))
        behind = condition + FOLLOW_UP
    return rows


def _drawn(game: GameRules[Any], s: Any, n: int) -> Any:
    """A position after chance, drawn in the nth way."""
    return [s, *(after for _, after, _ in answers(game, s, b"%d" % n, n))][-1]


def _condition(table: Table, words: str | None) -> Draft[Any]:
    """The turn of the condition, or its beginning; empty for any turn. Raises Illegal."""
    refused = list[Refused]()
    for reading in readings(words or ""):
        try:
            return draft(table.kind, table.mine, reading, typed=False)
        except Refused as why:
            refused.append(why)
    name = table.names[table.actor]
    no = Text("{name} can't play the turn you gave after `if`.", name=name)
    because = Text("Here's why {name} can't play it: {why}", name=name, why=refused[0].text)
    raise Illegal(Joined("\n", (no, because))) from refused[0]


def _imagined(table: Table, seat: Seat) -> Iterator[Any]:
    """Positions that the seat may see after the next turn and chance, guessed from its view now."""
    game, luck, worlds = table.kind.game, Random(table.n), 4
    mine = game.view(table.at.state, seat)
    for n in range(worlds):
        steps = turns_tried(game, game.world(mine, seat, luck.choice))
        for _, there in islice(filter(None, islice(steps, TRIED)), FOUND // worlds):
            yield game.view(_drawn(game, there, n), seat)


def _answer(table: Table, seat: Seat, after: Any, line: str) -> Draft[Any]:
    """The ordered turn at a position. Raises Refused."""
    table_after(table, after, seat)
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
    return replace(change, fates=fates(game, drop_all(game.orders)))


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
    drop = (*OF_A_ROW, number("order", 18)._replace(optional=True))
    step = partial(Verb, instead="own", on_page=True)
    return Feature(
        policies=(Policy(drop_orders),),
        verbs=(
            Verb("order", orders.say, OF_A_ROW, slash=slash, opens=is_order, on_page=True),
            step("premove", orders.build, (*OF_A_ROW, *OF_A_BUILDER)),
            step("setpremove", orders.finish, (*OF_A_ROW, OF_A_BUILDER[0])),
            Verb("drop", orders.drop, drop, press="any row", instead="panel", on_page=True),
        ),
    )


# How people type an order, in each language.


class Ordering(NamedTuple):
    """A typed order."""

    condition: str | None  # None for any turn
    line: str
    then: Ordering | None = None  # to follow it


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


# Between an order and the one behind it, in any language.
_AND_THEN = (
    r"(?<![\s,;:])[\s,;:]++(?:(?:and|then|und|dann|et|puis|alors|y|luego|entonces)\b[\s,]*+)*"
)


def is_order(text: str) -> bool:
    """Whether a line begins like an order, and not like a polite line. No turn does."""
    polite = (
        r"\s*(?:if you (?:like|please)|if possible|(?:wenn|falls) möglich"
        r"|s['\u2019]il (?:te|vous) pla|si (?:tu veux|possible|quieres|es posible))"
    )
    begins = any(re.match(words.begins, text, re.IGNORECASE) for words in LANGUAGES)
    return begins and not re.match(polite, text, re.IGNORECASE)


def parse_order(text: str, player: str) -> Ordering | None:
    """The order in a line; None if it isn't one. player: the name of the player to move."""
    for words in LANGUAGES:
        # A follow-up comes first: a form would split at its "then". A few tries, as text is long.
        starts = re.finditer(rf"{_AND_THEN}(?={words.begins})", text, re.IGNORECASE)
        halves = ((text[: each.start()], text[each.end() :]) for each in islice(starts, 4))
        for first, rest in (*filter(lambda each: is_order(each[1]), halves), (text, "")):
            found = (re.fullmatch(form, first, re.IGNORECASE | re.DOTALL) for form in words.order)
            if (match := next(filter(None, found), None)) is None:
                continue
            then = parse_order(rest, player) if rest else None
            if rest and (then is None or then.then is not None):
                return None
            condition = normal_spelling(plain(match["condition"]))
            names = (name for name in (plain(player), *words.they) if name)
            begins = next((f"{name} " for name in names if condition.startswith(f"{name} ")), "")
            condition = condition.removeprefix(begins)
            anything = re.fullmatch(words.anything, condition) is not None
            return Ordering(None if anything else condition, match["line"].strip(), then)
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
