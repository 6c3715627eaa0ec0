"""The lobby message of a game, before and after its start, and the announcement of the start. It
has few words, as its picture and its buttons stand below them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from bot.messages.answers import GAME_OVER, counts_when, deadline, whose_turn
from bot.messages.fitting import CARD, FewWords, Stacked
from bot.messages.layout import Drawing, Layout
from bot.messages.layouts import OF_A_LOBBY, buttons_of
from bot.table import table_options as terms
from bot.table.game import LOBBY_CLOSES, Game
from bot.table.names import game_name, host, host_seat, in_full, options_of, players, title
from bot.table.reminders import UNANSWERED
from bot.table.seats import INVITED, computers, good_turns, guests, is_unrated, only_guests
from bot.table.table import Table
from renderer import Labels, Picture, draw_lobby
from rules.errors import quote
from rules.game import NO_MEANING, Setup
from rules.play import PLACE, beginning
from rules.text import (
    NOTHING,
    SOMEBODY,
    ChannelName,
    Code,
    Joined,
    Listed,
    Mention,
    Moment,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    sentences,
)
from rules.voice import Voice


def digits(game: Game) -> str:
    """The first digits of the hash to which a game is committed, `2fb989d828 cd1cb6d142`: enough
    that nobody finds another seed with them."""
    return f"{game.commitment[:10]} {game.commitment[10:20]}"


def commitment(game: Game) -> Text:
    """The first digits of the hash, to compare with the seed later."""
    return Small(Text("Fairness: {digits}", digits=Code(digits(game))))


PACES: Final = {
    "brisk": Text("Brisk: several turns a day."),
    "steady": Text("Steady: two turns a day."),
    "relaxed": Text("Relaxed: one turn a day."),
    "long": Text("Long: ten-day reserve."),
}


def rematch_guests(game: Game) -> tuple[int, ...]:
    """The people that a rematch is for, without its host and the computers."""
    users = map(int, game.options.get("order", "").split())
    return tuple(user for user in users if user > 0 and user != game.host)


def lobby(game: Game) -> Layout:
    """The first message of a lobby."""
    return replace(lobby_traces(game), text=_lobby_text(game), picture=Drawing(_opening, (game,)))


def _opening(game: Game, voice: Voice) -> Picture:
    """The opening board with a place for each seat, and the people so far."""
    seats = int(game.options["players"])
    state = beginning(game.rules, Setup(seats, game.options))
    names = tuple(sitter.name for sitter in game.sitters)
    labels = Labels(game_name(game), names, 0, computers=computers(game))
    return draw_lobby(game.hosted, state, labels, seats, voice)


def lobby_traces(game: Game) -> Layout:
    """The marks of a lobby's message in a channel: its picture's name and its buttons."""
    file = f"{game_name(game)}-lobby.png"
    return Layout(NOTHING, file=file, buttons=buttons_of(game, 1, *OF_A_LOBBY))


def _lobby_text(game: Game) -> Text:
    """The message of a lobby: the people, the pace, and how the game starts. `details` has
    everything else."""
    if not _free(game):
        return FewWords(CARD, [partial(_lobby, game, each, NOTHING) for each in _beginning(game)])
    there, heading = {sitter.user for sitter in game.sitters}, _heading(game)
    called = [Mention(user, SOMEBODY) for user in rematch_guests(game) if user not in there]
    least, most = max(0, game.rules.fewest - len(game.sitters)), _free(game)
    if least >= most or most == 1:
        missing: Text = Plural("{n} more player", "{n} more players", n=most)
    elif least:
        missing = Text("{least} to {most} more players", least=least, most=most)
    else:
        missing = Text("up to {most} more players", most=most)
    looking = Text(
        "{game} — {host} is looking for {missing}.", game=heading, host=host(game), missing=missing
    )
    if len(called) > 2:  # with more mentions there is no room for other words
        looking = Text("{game} — a rematch:", game=heading)
    named = Text("when {host} starts it", host=host(game))
    others = [name for seat, name in enumerate(in_full(game.sitters)) if seat != host_seat(game)]
    by_name = number = NOTHING
    if n := len(others):
        by_name = Plural("{names} has joined.", "{names} have joined.", n=n, names=Listed(others))
        number = Plural("{n} other has joined.", "{n} others have joined.", n=n)
    everybody, counted = (sentences(looking, *called, each) for each in (by_name, number))
    ways = (
        (everybody, named),
        (counted, named),
        (counted, Text("when the host starts it")),
        (counted, NOTHING),
    )
    return FewWords(CARD, [partial(_lobby, game, *way) for way in ways])


def _lobby(game: Game, there: Text, sooner: Text) -> Text:
    """The message of a lobby. there: the people in it. sooner: how it can start before it is
    full."""
    most, users = int(game.options["players"]), guests(game, INVITED)
    invited = sorted(users - {sitter.user for sitter in game.sitters})
    named = Text("Invited: {people}.", people=Listed([Mention(u, SOMEBODY) for u in invited]))
    if len(invited) > 5:
        named = Text("{n} people have been invited.", n=len(invited))
    starts = Text("Starts at {n} players, or {sooner}.", n=most, sooner=sooner)
    if most == game.rules.fewest or not sooner:
        starts = Text("Starts at {n} players.", n=most)
    wait, unusual = terms.WAIT, NOTHING  # options, but for the pace
    usual = {option.name: option.default for option in (*game.rules.options, wait)}
    chosen = {**options_of(game), wait.name: game.options.get(wait.name, wait.default)}
    special = any(usual.get(name) != value for name, value in chosen.items())
    on_the_side = (terms.BOARDS, terms.WEEKENDS, terms.VACATIONS, terms.SUBSTITUTE)
    if special or any(option.name in game.options for option in on_the_side):
        unusual = Text("Special options: see {details}.", details=Strong(Text("Details")))
    return lines(
        there,
        sentences(
            terms.origin(game),
            Text("Invited players only.") if only_guests(game) else NOTHING,
            named if invited else NOTHING,
            PACES.get(game.options.get(terms.PACE.name, "none"), Text("No clock.")),
            Text("Unrated.") if is_unrated(game) else Text("Rated."),
            starts if _free(game) else NOTHING,
            unusual,
        ),
        commitment(game),
    )


def begins(game: Game) -> Text:
    """The announcement of the start. Its number draws the seats, unless the game continues
    another."""
    drawn = Text("The first draws come from this message's ID, which Discord has just assigned.")
    if PLACE not in game.options:
        drawn = Text(
            "The seats and the first draws come from this message's ID, which Discord has just "
            "assigned."
        )
    return FewWords(CARD, [partial(sentences, each, drawn) for each in _beginning(game)])


def _beginning(game: Game) -> tuple[Text, Text]:
    """The players by name, or their number if names need too much room."""
    everybody = Listed(in_full(game.sitters))
    return (
        Text("{game} starts now: {players}.", game=_heading(game), players=everybody),
        Text("{game} starts now with {n} players.", game=_heading(game), n=len(game.sitters)),
    )


def _free(game: Game) -> int:
    """The number of free seats."""
    return int(game.options["players"]) - len(game.sitters)


def _heading(game: Game) -> Text:
    return Strong(Joined(" · ", (game_name(game), title(game))))


def card(game: Game, table: Table | None, *, reminded: int = 0, ignoring: bool = False) -> Layout:
    """The lobby message now. Once the lobby is closed, it is short, without picture and buttons.
    reminded: how often the player to move was reminded, if that was the last time.
    ignoring: they don't answer, and aren't notified any more."""
    if game.status == "lobby" and not game.settled:
        return lobby(game)
    said = commitment(game)
    if game.status == "cancelled":
        closed = Text("{game} was closed before it finished. Nobody won.", game=_heading(game))
        return Layout(lines(closed, said))
    heads = [Text("{game}: {players}.", game=_heading(game), players=players(game))]
    heads += [Text("{game}: {n} players.", game=_heading(game), n=len(game.sitters))]
    rows = _states(game, table, reminded, ignoring=ignoring)
    ways = [partial(lines, sentences(head, *row), said) for row in rows for head in heads]
    return Layout(FewWords(CARD, ways))


def _states(
    game: Game, table: Table | None, reminded: int, *, ignoring: bool
) -> Iterator[tuple[Text, ...]]:
    """The state of the game and the player to move, with ever fewer details."""
    if game.status == "lobby":
        yield (Text("Starting now."),)
        return
    if game.channel == game.home and game.status == "playing":
        yield (Text("In progress. The newest message shows the board."),)
        return
    where = NOTHING
    if game.channel not in (None, game.home) and terms.FORUM not in game.options:
        where = Text("Played in {place}.", place=ChannelName(game.place))
    if table is None or table.over:
        yield GAME_OVER, where
        return
    silence = since = until = NOTHING
    if table.running:
        name, until = table.names[table.actor], deadline(game)
        since = Text("Waiting since {since}.", since=Moment(game.changed, "f"))
        if ignoring:
            silence = Text(
                "{name} hasn't responded to {n} messages, so I won't notify them again until "
                "they're back.",
                name=name,
                n=UNANSWERED,
            )
        elif reminded:
            times = Plural("once", "{n} times", n=reminded)
            silence = Text(
                "{name} has been reminded {times} and won't be reminded again.",
                name=name,
                times=times,
            )
    standing = table.kind.texts.standing(table.view_of().state, table.names)
    yield where, lines(sentences(whose_turn(table), since, until, silence), standing)
    yield where, whose_turn(table), since, until, silence
    yield where, whose_turn(table), until, silence
    yield where, whose_turn(table), silence


def move_notice(game: Game) -> Text:
    """The message in the channel that a game has left."""
    return Text("{game} continues in {place}.", game=_heading(game), place=ChannelName(game.place))


def details(game: Game, *more: Text) -> Layout:
    """All options of a table, for one person. For a lobby also the people, how the game starts and
    when it closes."""
    options, on = Joined(" · ", _agreed(game)), Text("Suggestions and hints are on.")
    verbs = ("computers", "fairness") if game.status == "lobby" else ("fairness",)
    rated = sentences(
        Text(
            "Rated, unless the game ends before everyone has had three turns, or the same "
            "players have had five rated games in seven days."
        ),
        Text(
            "If you leave, get removed for not playing or give up your seat, you're rated as "
            "having come last. Substitutes and computers aren't rated."
        ),
    )
    if terms.not_rated(game):
        rated = Text("Unrated.")
    elif is_unrated(game):
        rated = Text("Unrated, because a computer is playing.")
    told = Stacked(
        (
            _heading(game),
            *(_of_a_lobby(game) if game.status == "lobby" else ()),
            Text("Options: {options}", options=options) if options else NOTHING,
            _clock(game),
            counts_when(game),
            rated,
            on if good_turns(game) else Text("Suggestions and hints are off."),
        )
    )
    return Layout(lines(*more, told), buttons=buttons_of(game, game.n, *verbs))


def _clock(game: Game) -> Text:
    """Everybody's time, and what happens when it's over."""
    pace = game.options.get(terms.PACE.name, "none")
    if terms.pace_of(game) is None:
        return Text("There's no clock.")
    return sentences(
        Text("Time control: {pace} ({time}).", pace=Code(pace), time=terms.PACE.meaning[pace]),
        Text(
            "If you run out of time, I'll play your turn for you. If that happens twice in a "
            "row, I'll also offer your seat to others."
        ),
        Text("Clocks stop at weekends.") if terms.stops_on_weekends(game) else NOTHING,
        NOTHING if terms.vacations_count(game) else Text("Vacations don't stop the clocks."),
    )


def _of_a_lobby(game: Game) -> Iterator[Text]:
    closes, names = Moment(game.due(LOBBY_CLOSES) or 0), list[Text](in_full(game.sitters))
    names += [Text("open")] * (int(game.options["players"]) - len(names))
    seats = [Joined(" ", each) for each in enumerate(names, 1)]
    yield Text("Seats: {seats}", seats=Joined(" · ", seats))
    order = Text("Seats are assigned at random when the game starts.")
    if PLACE in game.options and game.sitters:
        order = Text(
            "{name} has seat {n}. The others get the free seats in the order they join.",
            name=names[0],
            n=int(game.options[PLACE]) + 1,
        )
    elif rematch_guests(game):
        order = Text("If the same people play again, the seats rotate by one.")
    most, fewest = int(game.options["players"]), game.rules.fewest
    starts = Text(
        "Starts automatically with {n} players, or with {fewest} or more when the host "
        "presses Start Now.",
        n=most,
        fewest=fewest,
    )
    if most == fewest:
        starts = Text("Starts automatically with {n} players.", n=most)
    yield sentences(starts, order)
    yield Text("The lobby closes {time} if the game hasn't started.", time=closes)


def _agreed(game: Game) -> Iterator[Text]:
    """The game's own options, such as `setup quick (chance lays the logs)`, and whether boards
    stay."""
    meanings = {option.name: option.meaning for option in game.rules.options}
    for name, value in options_of(game).items():
        option = Joined(" ", (name, quote(value)))
        meaning = meanings.get(name, NO_MEANING).get(value)
        yield Text("{option} ({meaning})", option=option, meaning=meaning) if meaning else option
    if terms.origin(game):
        yield terms.origin(game)
    if terms.keeps_boards(game):
        kept = Joined(" ", (terms.BOARDS.shown, "keep"))
        yield Text("{option} (old boards stay, without buttons)", option=kept)
    if level := terms.substitute_of(game):
        option = Joined(" ", (terms.SUBSTITUTE.shown, level))
        yield Text("{option} (a computer may take over an abandoned seat)", option=option)
