"""Hints: the turns that a computer would play, for the player to move, where the table
has hints (`good_turns`).

A row of the log notes each turn for which a player asked, and the result counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.feature import OF_A_ROW, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages import layouts
from bot.messages.answers import turn
from bot.messages.layout import Button, Layout
from bot.messages.turn_builder import plan
from bot.table.agreed import GOOD_TURNS
from bot.table.computers import HINT as ASKED
from bot.table.computers import STRONGEST, GoodTurn, SearchLost, position
from bot.table.intent import Session
from bot.table.names import Command
from bot.table.rows import line_of, word_of
from bot.table.seats import good_turns
from bot.table.table import Table
from rules.errors import Unavailable
from rules.history import Word
from rules.play import perform
from rules.text import Code, Joined, Plural, Small, Strong, Text, lines
from storage import Change

LITTLE = 0.02  # of a win: a turn that gives away less is as good as the best


def feature(at: Services) -> Feature:
    async def hint(session: Session) -> Layout:
        """The best turns of the player to move, with their gains. Raises Refused."""
        table, seat = await at.turns.turn(session)
        game = table.game
        if not good_turns(game):
            options, practice = Command(game.kind, "moves"), Command(game.kind, "practice")
            off = Text(
                "{game} is rated, so hints are off. {options} lists what you can do, and you can "
                "use {practice} to play a computer with hints on.",
                game=game,
                options=options,
                practice=practice,
            )
            if game.options.get(GOOD_TURNS.name) == "off":
                off = Text(
                    "Hints are off in {game}, as agreed when it started. {options} lists what you "
                    "can do, and with {practice} you can play a computer with hints.",
                    game=game,
                    options=options,
                    practice=practice,
                )
            raise Unavailable(off)
        if session.public and table.kind.game.hidden_information:
            return layouts.in_private(Text("Hint"), layouts.button_id("hint", game.id, table.n))
        try:
            # The computer sees only the seat's view.
            turns = await at.minds.player.best(position(table)._replace(level=STRONGEST))
        except SearchLost as lost:
            raise Unavailable(Text("I couldn't find a hint this time. Try again.")) from lost
        asked = Word(ASKED, seat)
        rows = await at.store.log(table.game.id, after=table.game.stands)
        if all(word_of(row) != asked for row in rows):  # once for each turn
            change = Change((line_of(asked),), session.key, aside=True)
            await at.commits.commit_for_person(table.game, change)
        buttons = tuple[Button, ...]()
        for n, each in enumerate(turns, 1):  # a button loads a turn, if an id has room for it
            words = each.line.split()
            name = Text("{n}. {line}", n=n, line=table.kind.spelt(words))
            buttons += plan(table, name, words)
        if len(buttons) < len(turns):
            take = layouts.button_id("take", table.game.id, table.n)
            buttons += (Button(Text("Take Turn"), take),)
        return Layout(good(table, turns), buttons=buttons)

    verb = Verb(
        "hint",
        hint,
        OF_A_ROW,
        slash=Slash("each game", Text("/hint"), Text("Suggest good turns (unrated games only)")),
        typed=("hint", "hints", "a hint", "give me a hint"),
        on_page=True,
    )
    return Feature(verbs=(verb,))


def good(table: Table, turns: Sequence[GoodTurn]) -> Text:
    """Some whole turns, the best first, each with its reasons; in a lost game the turns that hold
    out longest."""
    game = Strong(table.game)
    if _lost(turns[0]):
        head = Text(
            "In {game}, you'll lose against best play whatever you do. These turns hold out "
            "longest:",
            game=game,
        )
    else:
        head = Plural(
            "A good turn in {game}:", "Good turns in {game}, best first:", len(turns), game=game
        )
    each = (Text("{n}. {turn}", n=n, turn=_turn(table, way)) for n, way in enumerate(turns, 1))
    asked = Text(
        "A computer found these turns by looking ahead. Press one to load it into Take Turn, "
        "then confirm. The result will say how many hints you used."
    )
    return lines(head, *each, Small(asked))


def _turn(table: Table, way: GoodTurn) -> Text:
    """The steps of a turn, and why it is good, as far as its player can see."""
    rules, seen, seat = table.kind.game, table.mine, table.actor
    after, _ = perform(rules, seen, way.line)
    told = [turn(table, way.line)]
    if way.answer:  # only gains that remain after the most dangerous answer
        answered, _ = perform(rules, after, way.answer)
        left = rules.reasons(seen, answered, seat)
        told += [why for why in rules.reasons(seen, after, seat) if why in left]
    else:
        told += rules.reasons(seen, after, seat)

    if way.sure and not _lost(way):
        told.append(Text("wins against every reply I tried"))
    elif not way.sure:
        if way.only:
            told.append(Text("the only good turn"))
        elif way.lost < LITTLE:
            told.append(Text("good"))
        else:
            told.append(Text("slightly worse, by about {n}%", n=round(100 * way.lost)))
        told.append(Text("wins about {n}% of the time", n=round(100 * way.share)))
    if way.answer:
        feared = Code(table.kind.spelt(way.answer.split()))
        told.append(Text("watch out for {answer}", answer=feared))
    return Joined(" · ", tuple(told))


def _lost(way: GoodTurn) -> bool:
    return way.sure and way.share < LITTLE
