"""Look-ups: the possible turns, hints, the record, whether chance was fair. A hint is a turn that a
computer would play; a row of the log notes the turn, and the result counts these rows."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from bot.features.feature import (
    OF_A_ROW,
    REVIEW,
    Behind,
    Feature,
    Slash,
    SlashOption,
    Verb,
    named_game,
)
from bot.features.services import Services
from bot.messages import cards, layouts, posts, turn_builder
from bot.messages.answers import catch_up, not_played, turn
from bot.messages.fitting import FirstFitting, Stacked
from bot.messages.layout import Button, Filming, Layout, past
from bot.messages.replay import sheet
from bot.table import records
from bot.table.commit import has_started, laid_open
from bot.table.computers import HINT as ASKED
from bot.table.computers import STRONGEST, GoodTurn, SearchLost, position
from bot.table.game import Game, is_private
from bot.table.intent import Intent, Meant, Session
from bot.table.names import Command, game_name, title
from bot.table.records import boards, tables
from bot.table.rows import line_of, word_of
from bot.table.seats import good_turns
from bot.table.table import Table
from bot.table.table_options import GOOD_TURNS
from bot.table.verify import verify, with_boards
from renderer import Reel, Shot, draw_film
from rules.dice import MARK
from rules.english import way_name as choice_named
from rules.errors import Illegal, Unavailable
from rules.history import Word
from rules.play import perform, turns
from rules.text import Code, Joined, Jump, Listed, Plural, Small, Strong, Text, lines, sentences
from rules.voice import Argument, Voice
from storage import Change, Row

LITTLE = 0.02  # of a win: a turn that gives away less is as good as the best


class Queries:
    """Answers questions; changes nothing."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._suggestions = at.store, at.turns, at.suggestions

    async def options(self, intent: Intent) -> Layout:
        """The legal turns of this person now, and their results. Raises Refused."""
        table, seat = await self._turns.turn(intent)
        possible, most = turns(table.kind.game, table.mine), 4000
        few = await asyncio.to_thread(lambda: list(islice(possible, most + 1)))
        if len(few) == 1:
            steps, after = few[0]
            return turn_builder.only_turn(table, " ".join(map(str, steps)), after)
        found = await self._suggestions.good_turns(table) if good_turns(table.game) else None
        best = [turn(table, good.line) for good in found or ()]
        many: Text = Plural("{n} possible turn", "{n} possible turns", n=len(few))
        if len(few) > most:
            many = Text("more than {n} possible turns", n=most)
        return Layout(my_moves(table, many, best, () if intent.public else not_played(table, seat)))

    async def possible(self, wish: Session, *, passing: bool = False) -> Layout:
        """The mover's choices; in public not if they could reveal a hand. Raises Refused."""
        table, _ = await self._turns.turn(wish)
        if wish.public and table.kind.game.hidden_information:
            return await self._turns.say(replace(wish, words=""))
        if passing:
            no = Text("You can't pass in {title}. Choose what to do.", title=title(table.game))
            raise Illegal(sentences(no, table.kind.texts.choices(table.mine)))
        return await self.options(wish)

    async def record(self, session: Session) -> Layout:
        """The game as files: as text, and as a page. Raises Refused."""
        game = session.found
        rows = await self._store.log(game.id)
        file, document = f"{game_name(game)}.txt", records.text(game, rows)
        said = Text(
            "{game} as text, one line per turn. Replay it with {command}.",
            game=game,
            command=Code("lumbercamp replay"),
        )
        if not boards(rows):
            return Layout(said, file=file, document=document)
        page = Text(
            "Open the page in a browser to see every board. Step through them with the arrow "
            "keys, or read it all as text."
        )
        buttons = (Button(Text("Save as GIF"), layouts.button_id("film", game.id, game.n)),)
        text, pages = sentences(said, page), sheet(game, rows)
        return Layout(text, file=file, document=document, sheet=pages, buttons=buttons)

    async def film(self, session: Session) -> Layout:
        """All boards of a game as a GIF, as everybody could see them. Raises Refused."""
        game = session.found
        rows = await self._store.log(game.id)
        if not boards(rows):
            raise Unavailable.because(
                "{game} hasn't started, so there's nothing to show.", game=game
            )
        said = Text(
            "{game}, turn by turn, as everyone saw it. Feel free to save and share the GIF.",
            game=game,
        )
        filming = Filming(_film, (game, rows), past(game, rows))
        return Layout(said, filming, f"{game_name(game)}.gif")

    async def verify(self, session: Session) -> Layout:
        """Whether chance was fair in a finished or closed game, and whether boards with the typed
        digests fit the game. Raises Refused."""
        game = session.found
        rows = await self._store.log(game.id)
        if not has_started(rows):
            raise Unavailable.because(
                "{game} hasn't started, so there's nothing to verify.", game=game
            )
        record = records.public_record(game, rows)
        verdict = verify(game.rules, record)
        verdict = with_boards(game.rules, record, verdict, re.findall(r"[^\s,;]+", session.words))
        return Layout(Text("{game}: {verdict}", game=Strong(game_name(game)), verdict=verdict.told))

    async def details(self, session: Session) -> Layout:
        """A table's agreed options, and the aftermath of a finished game. Raises Refused."""
        game = session.found
        if game.status != "over":
            return cards.details(game)
        rows, tables = await self._store.log(game.id), self._turns.tables
        table = await tables.at(game)
        ending = await asyncio.to_thread(tables.ending, table, rows)
        moved = await self._store.rating_changes(game.id)
        aftermath = posts.aftermath(table, ending.moment, moved, rows)
        return cards.details(game, posts.details(table, aftermath))

    async def fairness(self, session: Session) -> Layout:
        """How to check that chance is fair: the whole hash, and where to look."""
        game = session.found
        rows = await self._store.log(game.id)
        hash_ = Text(
            "The lobby message shows the start of this hash, the SHA-256 of the line {mark} "
            "followed by the seed: {hash}",
            mark=Code(MARK.decode().strip()),
            hash=Code(game.commitment),
        )
        seed = Text("The seed is revealed here when the game ends.")
        if laid_open(game, rows):
            seed = Text("Seed: {seed}", seed=Code(game.seed.hex()))
        drawn = [row for row in rows if row.post]
        few = dict.fromkeys(row.n for row in (*drawn[:1], *drawn[-1:]))
        posts, words = list[Text](), Text("this message")
        for row in (row for row in drawn if row.n in few):
            post = await self._store.post_by_message(row.post)
            channel = (post.channel if post is not None else None) or game.place
            where = words if is_private(game) else Jump(words, game.guild, channel, row.post)
            drawn_with = Text(
                "The roll or card in row {n} was drawn using {post} (ID {message}).",
                n=row.n,
                post=where,
                message=Code(str(row.post)),
            )
            posts.append(drawn_with)
        if posts:
            check = Text(
                "To check a row, copy the link to its message. The last number in the link "
                "should match the one after @ in that row of the record."
            )
            posts.append(check)
        verify = Text(
            "When the game ends, {verify} will recheck every seat, roll and card against the seed. "
            "You can also check a downloaded record on your own machine with `lumbercamp verify`.",
            verify=Command("games", "review verify", f"game:{game_name(game)}"),
        )
        head = sentences(Strong(game_name(game)), Text("You can check that chance is fair."))
        return Layout(Stacked((head, hash_, seed, *posts, verify)))


def _film(game: Game, rows: list[Row], voice: Voice) -> Reel:
    shots = [Shot(table.view_of(), table.labels) for table in tables(game, rows)]
    return draw_film(game.hosted, shots, voice)


def my_moves(table: Table, turns: Text, good: Sequence[Text], dropped: Sequence[Text] = ()) -> Text:
    """My Moves: suggestions, the choices, and the news left out of the turn's post. turns: the
    number of different turns; good: some good ones, with their lines; dropped: the reader's failed
    orders, which only they may know."""
    count = Text("Your moves in {game}: {turns}.", game=game_name(table.game), turns=turns)
    head = lines(*dropped, count)
    since, summary = catch_up(table), table.kind.texts.summary(table.mine)
    best = [Text("Suggestions:"), *(_item(each) for each in good)] if good else []
    ways, short = list[Text](), list[Text]()
    for offer in table.kind.texts.offers(table.mine):
        free = [way for way in offer.ways if not way.why]
        for way in free:
            ways.append(Joined(": ", (_item(choice_named(offer, way)), way.hint)))
        if len(free) == 1:
            short.append(_item(choice_named(offer, free[0])))
        elif free:
            short.append(_item(offer.title, Listed((way.label for way in free), "unit")))
    return FirstFitting(
        lines(head, *best, *since, summary, *ways),
        lines(head, *best, *since, summary, *short),
        Stacked([head, *best, *since, summary, *short], spare=[*reversed(short), *since]),
    )


def _item(*said: Argument) -> Text:
    return Joined(" ", ("-", *said))


async def _hint(at: Services, session: Session) -> Layout:
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
        turns = await at.mind.best(position(table)._replace(level=STRONGEST))
    except SearchLost as lost:
        raise Unavailable.because("I couldn't find a hint this time. Try again.") from lost
    asked, rows = Word(ASKED, seat), await at.store.log(table.game.id, after=table.game.stands)
    if all(word_of(row) != asked for row in rows):  # once for each turn
        change = Change((line_of(asked),), session.key, aside=True)
        await at.commits.commit_for_person(table.game, change)
    buttons = tuple[Button, ...]()
    for n, each in enumerate(turns, 1):  # a button loads a turn, if an id has room for it
        words = each.line.split()
        name = Text("{n}. {line}", n=n, line=table.kind.spelt(words))
        buttons += turn_builder.plan(table, name, words)
    if len(buttons) < len(turns):
        buttons += (Button(Text("Take Turn"), layouts.button_id("take", table.game.id, table.n)),)
    return Layout(good(table, turns), buttons=buttons)


def good(table: Table, turns: Sequence[GoodTurn]) -> Text:
    """Whole turns, best first, with reasons; in a lost game those that hold out longest."""
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


def feature(at: Services) -> Feature:
    queries, game = Queries(at), named_game(at.turns.complete_begun)
    of_game = partial(Slash, "each game")
    moves = of_game(Text("/moves"), Text("Show what you can do this turn"))
    hint = of_game(Text("/hint"), Text("Suggest good turns (unrated games only)"))
    hints = "hint", "hints", "a hint", "give me a hint"
    here = partial(Slash, "games", group=REVIEW)
    about = Text("Download a game as text or as a web page")
    export = here(Text("/export"), about, (game,))
    about = Text("The code at the end of a board, such as L7:31:3f9a-12c0-77de")
    code = SlashOption("code", about, words=True)
    about = Text("Check that the dice, cards and seats of a finished game were fair")
    verify = here(Text("/verify"), about, (game, code))
    asking = (
        *("?", "moves", "my moves", "options", "my options"),
        *("what can i do", "what do i do", "what now", "what should i do"),
        *("what can i say", "take turn", "my hand and turn", "my hand"),
    )
    passes = partial(queries.possible, passing=True)
    download = Behind(0, 4, Text("Download Game"))
    shown = partial(Verb, on_page=True)
    of_a_row = partial(shown, id=OF_A_ROW)
    return Feature(
        verbs=(
            of_a_row("options", queries.options, slash=moves, game=Meant.WAITING),
            of_a_row("record", queries.record, slash=export, more=download),
            shown("possible", queries.possible, typed=asking),
            shown("pass", passes, typed=("pass", "skip")),
            of_a_row("film", queries.film),
            of_a_row("details", queries.details, more=Behind(1, 6, Text("Details"))),
            of_a_row("fairness", queries.fairness),
            Verb("verify", queries.verify, slash=verify, game=Meant.HERE),
            of_a_row("hint", partial(_hint, at), slash=hint, typed=hints),
        )
    )
