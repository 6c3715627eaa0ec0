"""Lobbies: how a game is opened, joined, left, started and closed.

Everything in a lobby is a row of the game's log, spoken by the table: `open 157…` and `join 157…`
(a Contribution to chance), `computer easy`, `quit`, `start 1 0` (the drawn seats; `start 1 0 again`
if a rematch moved the seats on by one), `cancel`, `expire`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from bot.features import lobbies
from bot.features.consequences import close, starting
from bot.features.feature import (
    KIND,
    OF_A_ROW,
    Feature,
    Field,
    Options,
    Slash,
    SlashOption,
    Value,
    Verb,
    named_game,
    number,
)
from bot.features.services import Services
from bot.messages import answers
from bot.messages.answers import not_open
from bot.messages.boundary import Guided
from bot.messages.cards import digits
from bot.messages.languages import Languages
from bot.messages.layout import Button, Choice, Layout
from bot.messages.layouts import LONGEST_ID, button_id, buttons_of
from bot.table import refusals
from bot.table.commit import closed_by, party
from bot.table.computers import LEVELS, newcomers
from bot.table.game import DAY, HOUR, LOBBY_CLOSES, Game, is_private, private
from bot.table.intent import (
    Contribution,
    Intent,
    Meant,
    Session,
    not_stale,
    presides,
    seat_of,
    still_open,
)
from bot.table.lessons import lessons_of
from bot.table.names import Command, host, title
from bot.table.names import players as player_names
from bot.table.rows import LobbyEdit, TimerKind, line_of, without_choice
from bot.table.seats import LOBBY_LASTS, REMOVED, Invitation, anybody, guests, welcome
from bot.table.servers import usual_of
from bot.table.settings import LANGUAGE
from bot.table.table_options import (
    COMPUTERS,
    FORUM,
    LEVEL,
    PACE,
    SEASON,
    WAIT,
    agree_options,
    company,
    company_options,
    every_option,
    options_for_next,
)
from rules.errors import Finished, NotYou, Unavailable
from rules.game import NO_OPTIONS, GameRules, Option
from rules.history import Word
from rules.text import (
    NOTHING,
    ChannelName,
    Code,
    Moment,
    Plural,
    Small,
    Text,
    lines,
    notation,
    sentences,
)
from rules.voice import Voice
from storage import Already, Change, GameRow, NewGame, Row, Sitter, Taken, Timer


class Lobby:
    """The verbs of a lobby."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._commits, self._servers = at, at.store, at.commits, at.servers
        self._block_check, self._games = at.block_check, at.games
        self._now, self._limits = at.now, at.limits

    async def open(
        self,
        intent: Intent,
        players: int,
        *,
        thread: bool,
        kind: str = "",
        options: Mapping[str, str] = NO_OPTIONS,
        language: str = "",
    ) -> Layout:
        """Open a lobby in this channel, or in a thread of its own under its card. kind: of game, if
        it isn't the wish's; options, language: if somebody named them. Raises Refused."""
        intent = intent.with_target(kind=kind or intent.target.kind)
        if intent.robot:
            raise NotYou(answers.NO_ROBOTS)
        await self._block_check.may_open(intent, intent.guild)
        rules = self._games[intent.target.kind or ""].game
        settings = await self._servers.opening(intent)
        count, level = company(rules, players, options)
        if intent.guild < 0 and count < players - 1:  # nobody else can come there
            raise Unavailable(answers.NO_DIRECT)
        place = self._servers.own_place(settings, intent, thread=thread)
        others = newcomers(level, count, (Sitter(intent.user, intent.called),), intent.key)
        terms, table = _without_company(options), {"players": str(players)}
        given = lobbies.contribution(intent)
        new = place.settle(
            lobbies.new_lobby(self._at, intent, rules.key, table, terms, others, given)
        )
        spoken = self._at.languages.code_of(language) or await self._servers.language(intent.guild)
        new = replace(new, limits=lobbies.limits_of(settings, self._limits), language=spoken)
        try:
            game = await lobbies.open_lobby(self._at, new)
        except Taken as taken:
            return await self._taken(taken, new, intent)
        return Layout(_opened(game), buttons=_company(game))

    async def open_by_command(
        self, intent: Intent, players: int, thread: bool, language: str = "", **options: str
    ) -> Layout:
        """Open a lobby by a command. The server decides the unnamed options, as far as the table
        can have its usual ones. Raises Refused."""
        named = {name: value for name, value in options.items() if value}
        rules, terms = self._games[intent.target.kind or ""].game, dict(named)
        settings = await self._store.server(intent.guild)
        for name, value in usual_of(settings, rules.key).items():
            with suppress(Unavailable):
                if name not in named:
                    agree_options(rules, players, _without_company({**terms, name: value}))
                    terms[name] = value
        return await self.open(intent, players, thread=thread, options=terms, language=language)

    async def practice(
        self, intent: Intent, level: str = "", players: int = 0, thread: bool = False
    ) -> Layout:
        """Begin a game of one person and computers, in that person's language, without a clock or a
        wait for chance. level: without one, that of the last computers they beat, or the easiest;
        players: including computers; 0: as few as possible. Raises Refused."""
        rules = self._games[intent.target.kind or ""].game
        players = players or rules.fewest
        beaten = level or await self._store.beaten_level(intent.user, rules.key)
        level = beaten if beaten in LEVELS else next(iter(LEVELS))
        options = {COMPUTERS.name: str(players - 1), LEVEL.name: level}
        unhurried = (PACE, WAIT) if rules.chance_waits else (PACE,)
        options |= {option.name: "none" for option in unhurried}
        own = (await self._store.personal(intent.user)).get(LANGUAGE) or intent.language
        return await self.open(intent, players, thread=thread, options=options, language=own)

    async def practice_apart(
        self, intent: Intent, kind: str = "", level: str = "", players: int = 0, thread: bool = True
    ) -> Layout:
        """Practise in a thread, or in direct messages if the bot may not open threads, or else in
        the channel. thread: whether to leave it. Raises Refused."""
        intent = intent.with_target(kind=kind or intent.target.kind)
        there, direct = self._at.guilds.channel(intent.guild, intent.channel), self._at.direct
        rights = {"Create Public Threads", "Send Messages In Threads"}
        lacking = there and rights.intersection(there.lacking)  # an unknown channel is tried
        if thread and intent.guild > 0 and (intent.parent or lacking):
            thread, title = False, self._games[intent.target.kind or ""].game.title
            here = Text("Here's your practice game of {title}.", title=title)
            reached = await direct.reaches(intent.user, here, intent.language)
            if reached and (channel := await direct.opens(intent.user)) is not None:
                wish = replace(intent, guild=private(channel), channel=channel, parent=0)
                opened = await self.practice(wish, level, players)
                said = Text("Your practice game is in your direct messages.")
                return replace(opened, text=sentences(opened.text, said))
        return await self.practice(intent, level, players, thread)

    async def again(self, session: Session) -> Layout:
        """Open a rematch for the same people, or join the one that is open. If all return, the seat
        that begins moves on by one. Raises Refused."""
        game = session.found
        if game.status != "over":
            raise NotYou.because("{game} isn't over, so it can't have a rematch yet.", game=game)
        if seat_of(game, session.user) is None:
            raise NotYou.because(
                "Only players of {game} can ask for a rematch. You can start a new game instead.",
                game=game,
            )
        await self._block_check.may_play_again(session, game)
        users = [str(sitter.user) for sitter in game.sitters]
        table = {"players": str(len(users)), "order": " ".join(users[1:] + users[:1])}
        computers = tuple(replace(s, left=False) for s in game.sitters if s.computer)
        given, terms = lobbies.contribution(session), options_for_next(game.options)
        new = lobbies.new_lobby(self._at, session, game.kind, table, terms, computers, given)
        new = replace(new, language=game.language)
        with_them = [s.user for s in game.sitters if s.user > 0 and s.user != session.user]
        async with self._block_check.mentioning:
            called = await self._block_check.mentions(session.user, with_them)
            rows = [Invitation(user, session.user).encode() for user in called]
            key, closed = f"again:{game.id}", list[float]()
            while True:
                closed = [at for at in closed if at <= self._now() < at + 6 * HOUR]
                if len(closed) >= 2:
                    raise Unavailable.because(
                        "Two rematches of {game} were opened and closed a moment ago, and everyone "
                        "was mentioned each time. You can ask again from {time}.",
                        game=game,
                        time=Moment(closed[0] + 6 * HOUR, "f"),
                    )
                try:
                    limited = await self._limited(session, new, key)
                    game = await self._commits.open(replace(limited, posts=(*limited.posts, *rows)))
                    return Layout(_opened(await lobbies.begin_if_full(self._at, game)))
                except Taken as taken:
                    return await self._taken(taken, new, session)
                except Already as known:
                    there = await self._at.tables.game(known.game)
                if there.status != "cancelled":
                    return await self.join(replace(session, found=there))
                closed.append(there.changed)
                key = f"{key}:{there.id}"  # that rematch was closed; this is another

    async def _limited(self, intent: Intent, new: NewGame, key: str) -> NewGame:
        """A rematch within the server's limits; an open one is only joined. Raises Refused."""
        if await self._store.find_commit(key) is not None:
            return replace(new, key=key)
        settings = await self._servers.opening(intent)
        new = replace(new, key=key, limits=lobbies.limits_of(settings, self._limits))
        return self._servers.own_place(settings, intent).settle(new)

    async def join(self, intent: Session) -> Layout:
        """Seat somebody; the last seat starts the game."""

        async def attempt(game: Game) -> Layout:
            if seat_of(game, intent.user) is not None and game.live:
                again = await self._store.find_commit(intent.key) is not None
                return Layout(join_answer(game, intent.given if again else None))
            still_open(game)
            if intent.robot:
                raise NotYou(answers.NO_ROBOTS)
            await self._block_check.may_sit(intent, game)
            if intent.user in guests(game, REMOVED) or not welcome(game, intent.user):
                raise NotYou(not_open(game))
            sitters = (*game.sitters, Sitter(intent.user, intent.called))
            rows = await self._store.log(game.id)
            joins = line_of(
                Word("join", what=str(lobbies.contribution(replace(intent, found=game), rows)))
            )
            if len(sitters) == int(game.options["players"]):
                change = starting(game, rows, intent.key, (joins,), sitters)
            else:
                change = Change((joins,), intent.key, sitters, posts=(LobbyEdit().encode(),))
            game = (await self._commits.commit(game, change)).game
            told, begun = join_answer(game, intent.given), self._store.games_begun
            if not lessons_of(game.kind) or await begun(intent.user, game.kind, game.id):
                return Layout(told)
            lesson = Button(Text("Try a Practice Turn"), f"lc:lesson:{game.kind}:1::open")
            return Layout(told, buttons=(lesson,))  # before their first game of its kind

        return await self._commits.retry_on_conflict(intent.found, attempt)

    async def start(self, intent: Session) -> Layout:
        """Begin with the people who are there. The host or a moderator may do so; after a day any
        of them, so an absent host keeps nobody waiting."""

        async def attempt(game: Game) -> Layout:
            sits = seat_of(game, intent.user) is not None
            if sits and game.live and (game.settled or game.status != "lobby"):
                return Layout(join_answer(game))
            still_open(game)
            anybody = game.created + DAY  # until then only the host can start early
            if (anybody > self._now() or not sits) and not presides(intent, game):
                raise NotYou.because(
                    "Only {host}, who hosts {game}, or a channel manager can start it early. From "
                    "{time} on, anyone who has joined can.",
                    game=game,
                    host=host(game),
                    time=Moment(anybody, "f"),
                )
            if len(game.sitters) < game.rules.fewest:
                few = Text(
                    "{title} needs at least {n} players. Wait for others in {game}, add a "
                    "computer, or practise.",
                    title=title(game),
                    game=game,
                    n=game.rules.fewest,
                )
                raise Guided(few, _company(game))
            change = starting(game, await self._store.log(game.id), intent.key)
            return Layout(join_answer((await self._commits.commit(game, change)).game))

        return await self._commits.retry_on_conflict(intent.found, attempt)

    async def cancel(self, intent: Session) -> Layout:
        """Close a lobby, or a running game if that was confirmed for its row. Once every seat has
        played, people who have sat there need the others' consent."""

        async def attempt(game: Game) -> Layout:
            if game.status == "cancelled":
                return Layout(refusals.game_closed(game))
            if game.status == "over":
                raise Finished(refusals.game_over(game))
            if not presides(intent, game):
                raise NotYou.because(
                    "Only {host}, who hosts {game}, or a channel manager can close it.",
                    host=host(game),
                    game=game,
                )
            seated = game.status == "playing" or SEASON in game.options
            if seated and needs_consent(game, await self._store.log(game.id), intent.user):
                raise NotYou.because(
                    "Everyone in {game} has already taken a turn, so no player can close it "
                    "alone. Use {end} to ask the others, or {resign} to leave. A channel manager "
                    "who never played in it can close it too.",
                    game=game,
                    end=Command("games", "ask end"),
                    resign=Command(game.kind, "resign"),
                )
            if game.status == "playing":
                if intent.target.n is None:
                    return _confirm_cancel(game, intent.user)
                not_stale(intent, game)
            change = close(Change((), intent.key), post=closed_by(game, intent.user))
            return Layout(refusals.game_closed((await self._commits.commit(game, change)).game))

        return await self._commits.retry_on_conflict(intent.found, attempt)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Close a lobby whose time is over. Raises Conflict when somebody has come or gone."""
        game = self._games.from_row(row)
        if game.status == "lobby":
            change = close(Change((), f"expire:{game.id}"), "expire")
        else:  # a lobby's timer must never close a game that has begun
            change = Change((), f"begun:{game.id}", done=(timer,))
        await self._commits.commit(game, change)

    async def _taken(self, taken: Taken, new: NewGame, wish: Intent) -> Layout:
        there = await self._at.tables.game(taken.game)
        if is_private(there):
            raise Unavailable.because(
                "You're already playing {game} here, and you can only have one game here at a "
                "time. {resign} ends it.",
                game=there,
                resign=Command(there.kind, "resign"),
            )
        # The options that aren't usual: an id has little room.
        rules, players = self._games[new.kind].game, new.options["players"]
        every = (*rules.options, *every_option(rules))
        usual = {(option.name, option.default) for option in every}
        options = {k: v for k, v in options_for_next(new.options).items() if (k, v) not in usual}
        if new.others:
            options[COMPUTERS.name] = str(len(new.others))
            options[LEVEL.name] = new.others[0].computer
        busy = Text(
            "{game} is being played in this channel. You can start yours in a thread.", game=there
        )
        if there.status == "lobby":
            busy = Text(
                "This channel already has a lobby, {game}. You can start yours in a thread.",
                game=there,
            )
        id_ = f"lc:thread:{new.kind}:{players}" + (f":{urlencode(options)}" if options else "")
        with_threads = not wish.parent and not self._at.guilds.no_threads(wish.guild, wish.channel)
        button = Button(Text("Open in a Thread"), id_, "primary")
        return Layout(busy, buttons=(button,) if with_threads and len(id_) <= LONGEST_ID else ())


def _opened(game: Game) -> Text:
    """The answer to opening a game."""
    if game.status == "playing":
        begun = Text("{game} has started: {players}.", game=game, players=player_names(game))
        return sentences(begun, Text("I'll post the board when it's your turn."))
    fewest, most = game.rules.fewest, int(game.options["players"])
    open_ = Text("{game} is open for {n} players.", game=game, n=most)
    if fewest < most:
        open_ = Text(
            "{game} is open for {fewest} to {most} players.", game=game, fewest=fewest, most=most
        )
    if forum := game.options.get(FORUM):
        its_own = Text("Each game gets its own post in {forum}.", forum=ChannelName(int(forum)))
        return sentences(open_, its_own)
    if game.channel != game.home:
        return sentences(open_, Text("Its thread will open under the lobby message."))
    return sentences(open_, Text("See the lobby message below."))


def join_answer(game: Game, given: Contribution | None = None) -> Text:
    """The answer to joining. given: the number that they give to chance, if they just joined."""
    yours = Text(
        "Your number in this game is {number}. Dice, cards and seats depend on it, and on a "
        "secret seed whose hash starts with {digits}.",
        number=str(given),
        digits=Code(digits(game)),
    )
    missing = int(game.options["players"]) - len(game.sitters)
    told = Text("You're in {game}. It's starting now.", game=game)
    if game.status == "playing" or game.settled:
        told = Text(
            "You're in, and {game} has started. I'll announce the seats in {place} in a "
            "moment and mention the first player there.",
            game=game,
            place=ChannelName(game.place),
        )
    elif missing:
        told = Text(
            "You're in {game}. It's waiting for {missing}, but {host} can start it at any time.",
            game=game,
            missing=Plural("{n} more player", "{n} more players", n=missing),
            host=host(game),
        )
    return lines(told, Small(yours) if given else NOTHING)


def _confirm_cancel(game: Game, user: int) -> Layout:
    """The question before a running game is closed for everybody."""
    text = Text(
        "{players} are playing {game}. Cancelling ends it for everyone, without a result. "
        "You can't undo this.",
        players=player_names(game),
        game=game,
    )
    if not party(game, user):
        neutral = Text(
            "Everyone will see that you ended the game. The seed will be revealed, and the "
            "game won't be rated."
        )
        text = sentences(text, neutral)
    label = Text("Cancel {game} for Everyone", game=game)
    return Layout(text, buttons=(Button(label, button_id("cancel", game.id, game.n), "danger"),))


def _without_company(named: Mapping[str, str]) -> dict[str, str]:
    """The options without the players who sit down."""
    return {k: v for k, v in named.items() if k not in (COMPUTERS.name, LEVEL.name)}


def _company(game: Game) -> tuple[Button, ...]:
    """For the only person in a lobby: add a computer there, or practise."""
    if game.status != "lobby" or len(game.sitters) >= game.rules.fewest:
        return ()
    practise = Button(Text("Practise"), f"lc:practice:{game.kind}")
    return (*buttons_of(game, game.n, "computers"), practise)


def needs_consent(game: Game, rows: Sequence[Row], user: int) -> bool:
    """Whether a person who sits or sat there may close a game only if the others agree, who might
    win it: every seat has played, and other people are left. A turn counts even if it was taken
    back or the clock played it, but not one without a choice. A table of a season counts from the
    start. Before that, the host or a moderator may close a game; a moderator who never sat there
    always may, and the post names them."""
    alone, seat = without_choice(rows), seat_of(game, user)
    played = {row.seat for row in rows if row.n not in alone}
    all_played = all(seat in played or each.left for seat, each in enumerate(game.sitters))
    counts = SEASON in game.options or all_played
    return party(game, user) and anybody(game, but=seat) and counts


def feature(at: Services) -> Feature:
    lobby, sit = Lobby(at), partial(Verb, id=OF_A_ROW, game=Meant.LOBBY, on_page=True)
    opening, here = partial(Slash, "each game"), partial(Slash, "games")
    terms = Field("options", ".*", lambda said: dict(parse_qsl(said)), optional=True)
    in_a_thread, fields = partial(lobby.open, thread=True), (KIND, number("players", 1), terms)
    sit_down = here(Text("/join"), Text("Join this channel's lobby"))
    give_back = here(Text("/leave"), Text("Leave the lobby"))
    ends = Text("Close a lobby or game for everyone (host only)")
    close_it = here(Text("/cancel"), ends, (named_game(at.turns.names),))
    begins, terms_of = Text("Start a game that others can join"), partial(_terms, at.languages)
    start = opening(Text("/start"), begins, terms_of)
    alone = opening(Text("/practice"), Text("Play against the computer right away"), _opponents)
    closes = at.clocks.deferred_after_outage(lobby.expire)
    return Feature(
        verbs=(
            sit("join", lobby.join, slash=sit_down),
            sit("leave", partial(lobbies.leave, at), slash=give_back),
            Verb("start", lobby.start, OF_A_ROW, on_page=True),
            Verb("again", lobby.again, OF_A_ROW, on_page=True),
            Verb("cancel", lobby.cancel, OF_A_ROW, slash=close_it),
            Verb("open", lobby.open_by_command, game=None, slash=start),
            Verb("thread", in_a_thread, fields, game=None, press="once a panel"),
            Verb("practice", lobby.practice_apart, (KIND,), game=None, anywhere=True, slash=alone),
        ),
        timers=(TimerKind(LOBBY_CLOSES, LOBBY_LASTS, closes),),
    )


def _terms(languages: Languages, game: GameRules[Any]) -> Options:
    """The number of players, the options to agree on, a thread, and one of several languages."""
    wanted = (*company_options(game), *game.options, *every_option(game))
    seats = tuple(Value(n) for n in range(game.fewest, game.most + 1))
    about = Text("Number of players (you can start with fewer)")
    names = tuple(Value(code, notation(name)) for code, name in languages.names.items())
    language = SlashOption("language", Text("Language of the game"), values=names)
    return (
        SlashOption("players", about, int, game.most, seats),
        *(_term(option) for option in wanted),
        SlashOption("thread", Text("Play in its own thread"), bool, False),
        *((language,) if languages.foreign else ()),
    )


def _term(option: Option) -> SlashOption:
    """The slash option of an option to agree on. If it takes any text, suggest the known values."""

    async def suggested(wish: Intent, voice: Voice) -> list[Choice]:
        """The known values whose text contains every typed word."""
        typed = wish.words.casefold()
        known = {value: answers.value_text(value, text) for value, text in option.meaning.items()}
        said = {value: voice.say(text).casefold() for value, text in known.items()}
        wanted = typed.replace("+", " ").split()
        fitting = [value for value in known if all(word in said[value] for word in wanted)]
        begun = sorted(fitting, key=lambda value: not value.casefold().startswith(typed))
        return [Choice(value, known[value]) for value in begun[:25]]  # Discord's limit

    name, about, into = option.shown, option.about, option.name
    if option.meaning and not option.choices:
        return SlashOption(name, about, complete=suggested, into=into)
    values = tuple(Value(v, option.meaning.get(v), option.value_label(v)) for v in option.choices)
    return SlashOption(name, about, values=values, into=into)


def _opponents(game: GameRules[Any]) -> Options:
    """The options of a practice game."""
    levels = tuple(Value(value, LEVEL.meaning.get(value)) for value in LEVEL.choices)
    strength = Text("Strength of the computer players (default: the level you last beat)")
    seats = tuple(Value(n) for n in range(game.fewest, game.most + 1))
    apart = Text("Play in a thread or a direct message, not in this channel (default: true)")
    return (
        SlashOption("level", strength, values=levels),
        SlashOption("players", Text("Number of players, including you"), int, game.fewest, seats),
        SlashOption("thread", apart, bool, True),
    )
