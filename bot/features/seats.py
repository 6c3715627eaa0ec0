"""Resignation, and seats on offer: a player asked for a substitute, resigned, left the server, or
ran out of time. The first person who presses gets the seat with everything that belongs to it, for
good. Until then its player may come back; a computer gives it back. A seat that nobody takes is
given up, or kept if its player asked. With two players, the one who stays wins at once.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.features.consequences import close
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game, number
from bot.features.lobbies import hand_over, leave, remove
from bot.features.services import Services
from bot.messages import answers
from bot.messages.layout import Button, Layout
from bot.messages.layouts import BACK, back, button_id, in_private, leave_layout, settled_text
from bot.table import commit, refusals, seats
from bot.table.clocks import share
from bot.table.commit import Policy
from bot.table.computers import ABANDONED_AFTER, newcomers
from bot.table.game import ABANDONED, HOUR, OPEN_SEAT, Game, is_private, sitters_at
from bot.table.intent import Intent, Session, held_seat, must_play, not_stale, playing_seat, seat_of
from bot.table.names import game_name, lasting, names_by_seat
from bot.table.rows import Reminder, TimerKind, line_of, row_class, word_of
from bot.table.seats import anybody, in_company
from bot.table.table import Table
from bot.table.table_options import substitute_of
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import NOBODY, Leave, Seat
from rules.history import Word
from rules.play import winners
from rules.text import NOTHING, Moment, Strong, Text, sentences
from storage import Change, Conflict, GameRow, Sitter, Timer

_RESIGN = Text("Resign…")


class Seats:
    """Offers seats, and hands them over."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._commits = at.store, at.tables, at.commits
        self._at, self._block_check, self._now = at, at.block_check, at.now

    async def substitute(self, session: Session) -> Layout:
        """Offer one's seat if the button of this row confirmed it, or else ask. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            seat = held_seat(game, session.user)
            if seat in seats.open_seats(game):
                return _offered(game, seat)
            await self._may_offer(game, seat, seats.REQUEST)
            if session.target.n is None:
                return _confirm(game, seat)
            not_stale(session, game)
            game = await self._offer(game, seat, seats.REQUEST, session.key)
            if seat not in seats.open_seats(game):  # this press offered it before
                raise Stale(refusals.stale(game))
            return _offered(game, seat)

        return await self._commits.retry_on_conflict(session.found, attempt)

    async def take(self, session: Session, seat: Seat) -> Layout:
        """Take over a seat that is offered. Raises Refused."""

        async def person(game: Game) -> Sitter:
            if game.status != "playing":
                raise Finished(refusals.game_over(game))
            if seat not in seats.open_seats(game):
                raise Unavailable(_not_offered(game, seat))
            if session.robot:
                raise NotYou(answers.NO_ROBOTS)
            if game.sitters[seat].user == session.user:
                keep = Strong(BACK)
                raise NotYou.because(
                    "That's your own seat in {game}. Press {back} to keep it.", game=game, back=keep
                )
            elsewhere = {f.user for f in game.former if f.seat != seat}
            if session.user in elsewhere | {sitter.user for sitter in game.sitters}:
                raise NotYou.because(
                    "You can't take that seat: you're playing in {game}, or you've played in it "
                    "before.",
                    game=game,
                )
            await self._block_check.may_sit(session, game, seat)
            return Sitter(session.user, session.called)

        return _taken(await self._hand_over(session, seat, person), seat)

    async def let(self, session: Session, seat: Seat) -> Layout:
        """Let a computer take over a seat on offer, if the table agreed to that. Raises Refused."""

        async def computer(game: Game) -> Sitter:
            mine, level = held_seat(game, session.user), substitute_of(game)
            if seat not in seats.open_seats(game):
                raise Unavailable(_not_offered(game, seat))
            if not level:
                raise Unavailable.because(
                    "Only people can take over seats in {game}, as agreed at the start.", game=game
                )
            if seats.open_seats(game)[seat] in seats.KEPT and mine != seat:
                raise NotYou(_not_your_seat(game))
            if not anybody(game, but=seat):
                raise Unavailable.because(
                    "You can't do that: only computers would be left in {game}.", game=game
                )
            (now,) = newcomers(level, 1, (*game.sitters, *game.former), session.key)
            return now

        return Layout(settled_text(await self._hand_over(session, seat, computer), seat))

    async def _hand_over(
        self, session: Session, seat: Seat, made: Callable[[Game], Awaitable[Sitter]]
    ) -> Game:
        """Give a seat to a new sitter, once for a key. made: the sitter; raises Refused."""

        async def attempt(game: Game) -> Game:
            if await self._store.find_commit(session.key) is not None:
                return game
            now, change = await made(game), Change((), session.key)
            return await hand_over(self._at, game, seat, now, change)

        return await self._commits.retry_on_conflict(session.found, attempt)

    async def back(self, session: Session, seat: Seat | None = None) -> Layout:
        """Come back to one's own seat. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            # A computer has played for them.
            if (kept := seats.kept_for(game, session.user)) is not None and seat in (None, kept):
                must_play(game)
                person = Sitter(session.user, session.called)
                # The log needs an offer before it can say who took a seat over.
                offers = Change((line_of(Word("offer", kept, seats.REQUEST)),), session.key)
                game = await hand_over(self._at, game, kept, person, offers)
                return _taken(game, kept, own=True)
            mine = held_seat(game, session.user)
            if seat not in (None, mine):
                raise NotYou(_not_your_seat(game))
            why = seats.open_seats(game).get(mine)
            if why == seats.BY_MODERATOR:
                raise Unavailable.because(
                    "A moderator is looking for someone to take over your seat in {game}, so you "
                    "can't withdraw the offer. You'll keep playing until someone takes the seat.",
                    game=game,
                )
            if why is not None:
                row = line_of(Word("back", mine))
                more = share(game, mine) if why == seats.TIMEOUT else ()
                change = Change((row,), session.key, aside=True, clocks=more)
                game, _ = await self._commits.commit(game, seats.close_offer(game, mine, change))
            return Layout(Text("You keep your seat in {game}. It's no longer on offer.", game=game))

        return await self._commits.retry_on_conflict(session.found, attempt)

    async def on_departure(self, user: int, guild: int, banned: bool = False) -> None:
        """Offer the seats of a person who left a server, and free their places in lobbies. banned:
        they had no choice, so they are rated last only in games that waited for them."""

        async def attempt(game: Game) -> None:
            seat = seat_of(game, user)
            if game.status == "playing" and seat is not None and not game.sitters[seat].left:
                held = banned and not seats.overdue(game, await self._store.log(game.id), seat)
                why = seats.BANNED if held else seats.GONE
                await self._offer(game, seat, why, f"gone:{game.id}:{game.n}:{user}")

        for game in self._tables.games.among(await self._store.games_of(user)):
            if game.guild != guild:
                continue
            if game.status != "lobby":
                await self._commits.retry_on_conflict(game, attempt)
            elif not game.settled:  # otherwise their seat is offered once the game has begun
                wish = Intent(f"gone:{game.id}:{user}", user, "", guild, game.place)
                await leave(self._at, Session.from_intent(wish, game))

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """End an offer that nobody took. Raises Conflict if the game has moved on."""
        game, seat = self._tables.games.from_row(row), seats.Opened.decode(timer.payload).seat
        if seats.open_seats(game)[seat] in seats.KEPT or game.status != "playing":
            posts = (seats.SeatSettled(seat).encode(),)
            over = Change((), f"unwanted:{timer.id}", done=(timer,), posts=posts)
            await self._commits.commit(game, over)
        else:
            await remove(self._at, game, seat, f"removed:{timer.id}", alone=True)

    async def resign(self, session: Session) -> Layout:
        """Leave for good if the button of this row confirmed it; otherwise ask. Raises Refused."""

        async def first(game: int, _: int) -> Layout:
            there = await self._tables.game(game)
            return leave_layout(there, seat_of(there, session.user))

        return await self._commits.once(session.key, self._resign(session), first)

    async def _resign(self, session: Session) -> Layout:
        game = session.found
        seat, table = playing_seat(game, session.user), await self._tables.at(game)
        if not table.kind.game.scores(table.at.state)[seat]:
            raise Finished(refusals.left_already(game))
        offers = seats.remaining(game) > seats.TWO and anybody(game, but=seat)
        if offers and seats.open_seats(game).get(seat, seats.REQUEST) in seats.KEPT:
            await self._may_offer(game, seat, seats.LEAVING)
        if session.public:
            return in_private(_RESIGN, button_id("quit", game.id, game.n))
        if session.target.n is None:
            return _confirm_leaving(table, seat)
        not_stale(session, game)
        try:
            if offers:
                game = await self._offer(game, seat, seats.LEAVING, session.key)
                return leave_layout(game, seat_of(game, session.user))
            await remove(self._at, game, seat, session.key)
        except Conflict as late:
            raise Stale(refusals.stale(game)) from late
        return Layout(Text("You've left {game}.", game=game))

    async def _may_offer(self, game: Game, seat: Seat, why: str) -> None:
        """Raise Unavailable if a player offered their seat a short while ago."""
        offer, player, now = Word("offer", seat, why), game.sitters[seat].user, self._now()
        pause = 6 * HOUR
        ends = [
            row.at + pause
            for row in await self._store.log(game.id)
            if word_of(row) == offer and row.at <= now < row.at + pause
            if sitters_at(game, row.n)[seat].user == player
        ]
        if ends and why == seats.REQUEST:
            raise Unavailable.because(
                "You offered your seat in {game} a short while ago. You can offer it again from "
                "{time}.",
                game=game,
                time=Moment(max(ends), "f"),
            )
        if ends:
            raise Unavailable.because(
                "You left {game} and came back a short while ago. You can leave again from {time}.",
                game=game,
                time=Moment(max(ends), "f"),
            )

    async def _offer(self, game: Game, seat: Seat, why: str, key: str) -> Game:
        """Offer a seat to others. Raises Conflict if the game has moved on."""
        change = seats.offer_seat(game, seat, why, self._now(), Change((), key, aside=True))
        return (await self._commits.commit(game, change)).game if change.lines else game

    async def close_abandoned(self, row: GameRow, timer: Timer) -> None:
        """Close a game whose only person is away for long. Raises Conflict if they're back."""
        game = self._tables.games.from_row(row)
        change = Change((), f"calm:{timer.id}", done=(timer,))
        if game.on_turn is not None and not anybody(game, but=game.on_turn):
            change = close(Change((), f"abandoned:{timer.id}"))
        await self._commits.commit(game, change)


def _confirm_leaving(table: Table, seat: Seat) -> Layout:
    """Ask a player to confirm. The effect is tried on the seat's view, which hides cards."""
    game, rules = table.game, table.kind.game
    after, _ = rules.apply(rules.view(table.at.state, seat), Leave(seat))
    if rules.actor(after) != NOBODY:
        ending = Text("you'll leave for good, and the others will play on")
    elif sum(map(bool, rules.scores(after))) == 1:
        ending = Text("the game ends, and the other player wins")
    elif rules.hidden_information:
        ending = Text("the game will end for everyone, and I'll post the result")
    else:
        won = [table.names[winner] for winner in winners(rules, after)]
        ending = Text("the game ends for everyone, and {verdict}", verdict=answers.winning(won))
    asks = Text("Resign from {game}?", game=game)
    if seats.remaining(game) > seats.TWO:
        offered = Text(
            "Your seat will be offered to others for {time}. You can come back until someone "
            "takes it. If nobody takes it, {ending}.",
            time=lasting(seats.SEAT_OFFER_LASTS),
            ending=ending,
        )
        text = sentences(asks, offered)
    else:
        gone = Text("If you resign, {ending}.", ending=ending)
        text = sentences(asks, gone, Text("You can't undo this."))
    label = Text("Resign from {game}", game=game_name(game))
    return Layout(text, buttons=(Button(label, button_id("resign", game.id, game.n), "danger"),))


def _confirm(game: Game, seat: Seat) -> Layout:
    """Ask a player to confirm before their seat is offered."""
    hand = Text("including everything that belongs to it")
    if game.rules.hidden_information:
        hand = Text("including your hand")
    computer = Text("You can also let a computer play for you, and come back at any time.")
    rated = Text("If someone takes it, you'll be rated as having come last.")
    text = sentences(
        Text("Offer your seat in {game} to others?", game=game),
        Text(
            "For {time}, anyone here can take over your seat, {hand}. The first person to "
            "press the button gets it for good, and you can't get another seat in this game.",
            time=lasting(seats.SEAT_OFFER_LASTS),
            hand=hand,
        ),
        Text(
            "Until someone takes your seat, you'll keep playing and can withdraw the offer. "
            "If nobody takes it, it stays yours."
        ),
        computer if substitute_of(game) and anybody(game, but=seat) else NOTHING,
        NOTHING if seats.is_unrated(game) else rated,
    )
    button = Button(Text("Offer My Seat"), button_id("offerseat", game.id, game.n), "danger")
    return Layout(text, buttons=(button,))


def _offered(game: Game, seat: Seat) -> Layout:
    """The answer to a player whose seat is on offer."""
    why, end = seats.open_seats(game).get(seat), Moment(seats.until(game, seat), "f")
    until_then = Text(
        "Your seat in {game} is on offer to others until {time}.", game=game, time=end
    )
    what = Text("To come back before someone takes your seat, press {back}.", back=Strong(BACK))
    if why in seats.KEPT:
        what = Text(
            "You'll keep playing until someone takes your seat. If nobody does, it stays yours."
        )
    buttons = () if why == seats.BY_MODERATOR else (back(game, game.n, seat),)
    return Layout(sentences(until_then, what), buttons=buttons)


def _taken(game: Game, seat: Seat, *, own: bool = False) -> Layout:
    """The answer to a person who has taken over a seat. own: it was theirs, so they are rated."""
    yours = Text("The seat is yours. You're now playing in {game}.", game=game)
    mention = Text("I'll mention you when it's your turn.")
    if game.on_turn == seat:
        mention = Text("It's your turn now, so I'll mention you.")
    unrated = own or seats.is_unrated(game)
    rated = NOTHING if unrated else Text("This game won't change your rating.")
    hand = Button(Text("My Hand"), button_id("hand", game.id, game.n), "primary")
    buttons = (hand,) if game.rules.hidden_information else ()
    return Layout(sentences(yours, mention, rated), buttons=buttons)


def _not_offered(game: Game, seat: Seat) -> Text:
    if seat >= len(game.sitters):
        return Text("There's no such seat in {game}.", game=game)
    name = names_by_seat(game.sitters)[seat]
    return Text("That seat in {game} is no longer on offer: {name} has it.", game=game, name=name)


def _not_your_seat(game: Game) -> Text:
    return Text(
        "That isn't your seat in {game}. Only the player who had it can come back.", game=game
    )


def request_seat_checks(game: Game, change: Change, _: commit.CommitMoment) -> Change:
    """With each change that reminds or plays for a player, ask Discord whether they're there."""
    if is_private(game):
        return change
    asked = {word.seat for word in map(word_of, change.lines) if word.verb == seats.TIMEOUT}
    if any(row_class(kind) is Reminder for kind in change.posts) and game.on_turn is not None:
        asked.add(game.on_turn)
    questions = [seats.StillThere(seat).encode() for seat in sorted(asked)]
    return replace(change, posts=(*questions, *change.posts)) if questions else change


def resignation(at: Services) -> Feature:
    """Resignation, whose command stands elsewhere than those of seats on offer."""
    about, names = Text("Resign from a game (asks you to confirm)"), (named_game(at.turns.names),)
    slash, more = Slash("each game", Text("/resign"), about, names), Behind(0, 5, _RESIGN)
    typed = ("resign", "i resign", "give up", "i give up")
    verb = partial(Verb, do=Seats(at).resign, id=OF_A_ROW, on_page=True)
    return Feature(
        verbs=(
            verb("quit", slash=slash, more=more, typed=typed, press="any row"),
            verb("resign", press="once a row"),
        )
    )


def feature(at: Services) -> Feature:
    use = Seats(at)
    about = Text("Offer your seat to someone else (asks you to confirm)")
    slash = Slash("games", Text("/substitute"), about, (named_game(),), group=ASK)
    more = Behind(1, 4, Text("Find a Substitute"), in_company)
    offer = partial(Verb, do=use.substitute, id=OF_A_ROW, on_page=True)
    of_a_seat = partial(Verb, id=(*OF_A_ROW, number("seat", 2)), press="any row", on_page=True)
    expire = at.clocks.deferred_after_outage(use.expire)
    abandoned = at.clocks.deferred_after_outage(use.close_abandoned)
    return Feature(
        gone=use.on_departure,
        policies=(Policy(request_seat_checks),),
        verbs=(
            offer("substitute", slash=slash, more=more, press="any row"),
            offer("offerseat", press="once a row"),
            of_a_seat("takeover", use.take, press="once a row"),
            of_a_seat("letplay", use.let),
            of_a_seat("return", use.back),
        ),
        timers=(
            TimerKind(OPEN_SEAT, seats.SEAT_OFFER_LASTS, expire),
            TimerKind(ABANDONED, ABANDONED_AFTER, abandoned),
        ),
    )
