"""What one person is answered: by a reply that they alone can see, or under their message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.games.game import CHANCE, Game
from bot.games.names import bare, host_seat, seated, spoken, title
from bot.games.table import Table
from bot.text.fitting import LONGEST, stacked
from bot.text.stories import happened
from rules.drafting import Draft
from rules.english import ChoiceGroup, counted, listed
from rules.game import NOBODY, Leave, Seat
from rules.game import Game as Rules
from rules.play import winners

NO_DIRECT = "I host games in the channels of a server, not in direct messages. Say it there."
NOT_YOUR_LINE = "Only who said that line is told why it could not be played."
LINE_GONE = "I can no longer read that line. Open your hand, and say it there."
NO_ROBOTS = "Bots cannot take a seat; I play with people only."


def recorded(table: Table, seat: Seat | None = None) -> str:
    """What the mover is told when their turn counts; with a seat, also what it alone may know."""
    story = happened(table, seat)
    return f"Your turn in {spoken(table.game)} counts. {story}\n{_follows(table)}"


def _follows(table: Table) -> str:
    if table.over:
        return "The game is over."
    if table.actor >= 0:
        return f"{table.names[table.actor]} is next."
    if not table.waiting:
        return "Chance has spoken since then; the newest post shows where the game is."
    due = table.game.due(CHANCE)
    when = f"at <t:{int(due)}:T>" if due else "soon"
    return (
        f"The die is rolled for the next turn {when}. Until then `/{table.game.kind} undo` takes "
        "yours back; **Go On Now** ends the wait."
    )


def playable(game: Game) -> str:
    return f"That line can be played in {spoken(game)} by now; say it again, and it counts."


def gone_on(game: Game) -> str:
    """After a wait was ended by the player who may end it."""
    return f"{spoken(game)} goes on: the die has been rolled, and the turn stands."


def kept(table: Table, drafted: Draft[object]) -> str:
    """What the mover is told when their turn lacks something."""
    english, game = table.kind.english, spoken(table.game)
    story = english.story(drafted.events, table.names)
    if drafted.complete:
        return (
            f"It is your turn in {game}. Only one is possible, `{drafted.line}`; say it.\n{story}"
        )
    if drafted.said:
        said = f"Kept for your turn in {game}, nothing is played yet. {story}"
    else:
        said = f"It is your turn in {game}." + (f" Without a choice: {story}" if story else "")
    return f"{said}\n{english.choices(drafted.state)}"


def opened(game: Game) -> str:
    thread = game.channel != game.home
    where = "Its thread opens under the card." if thread else "The card is below."
    fewest, most = game.rules.fewest, int(game.options["players"])
    players = f"{fewest} to {most}" if fewest < most else str(most)
    return f"{spoken(game)} is open for {players} players. {where}"


def taken(game: Game) -> str:
    state = "is waiting for players" if game.status == "lobby" else "is being played"
    return f"No second game was opened: {spoken(game)} {state} in this channel. A thread is free."


def joined(game: Game, given: str = "") -> str:
    """given: what somebody who has just joined gives to chance, so that they find it again in
    the record."""
    given = given and f"\n-# Rolls, draws and seats depend on this number of yours: {given}."
    if game.status == "playing":
        called = "it has started: the first player is being called"
        return f"You are in {spoken(game)}, and {called}.{given}"
    missing = counted(int(game.options["players"]) - len(game.sitters), "more player")
    host = seated(game.sitters)[host_seat(game)]
    return f"You are in {spoken(game)}. It starts with {missing}, or when {host} starts it.{given}"


def left(game: Game) -> str:
    return f"You have left {spoken(game)}."


def not_in(game: Game) -> str:
    return f"You are not in {spoken(game)}, so nothing has changed."


def here_already(game: Game) -> str:
    return f"{spoken(game)} is in this channel already, so nothing was moved."


def moved(game: Game) -> str:
    what = "its card and its board come" if game.on_turn is not None else "its card comes"
    return f"{spoken(game)} goes on in this channel: {what} here now. Nothing of it has changed."


def confirm_cancel(game: Game) -> str:
    return (
        f"{spoken(game)} is being played by {listed(seated(game.sitters))}. Cancelling ends it "
        "for everybody without a result, and cannot be taken back."
    )


def game_standing(table: Table) -> str:
    english, state = table.kind.english, table.seen().state
    standing = english.standing(state, table.names)
    return f"**{spoken(table.game)}**, turn {table.number}. {whose(table)} {standing}"


def whose(table: Table) -> str:
    """Whose turn it is, in a sentence."""
    if table.running:
        return f"It is {table.names[table.actor]}'s turn."
    if table.waiting:
        return "The last turn can still be taken back; then the die is rolled."
    return "The game is over." if table.over else "The game was closed before its end."


def kept_unseen(table: Table, drafted: Draft[object]) -> str:
    """In public, to a mover whose hand is hidden and whose turn lacks something."""
    game = spoken(table.game)
    said = f"Kept for your turn in {game}, nothing is played yet." if drafted.said else ""
    return f"{said or f'It is your turn in {game}.'} {table.kind.english.call(table.seen().state)}"


def undelivered(game: Game, why: str) -> str:
    """To the host, when something about the game could not be posted."""
    return (
        f"I could not post in <#{game.channel or game.home}> about {spoken(game)}: {why}. Nothing "
        "is lost; the game is kept as it stands. Somebody who may manage that channel can put "
        "it right; then I post it by myself, within the hour at the latest."
    )


def gone_home(game: Game, why: str) -> str:
    """Under a post that could not be made in the game's own thread."""
    return (
        f"-# I could not post in <#{game.channel}>, the thread of {spoken(game)} ({why}), so "
        "the game goes on in this channel. Nothing is lost."
    )


def mute(channel: int) -> str:
    """To somebody alone, when they cannot be answered where they spoke."""
    return (
        f"I may not write in <#{channel}>: the permission Send Messages (in a thread Send "
        "Messages in Threads) is missing, and somebody who may manage that channel can grant it. "
        "My answer to what you said there:"
    )


def no_thread(game: Game, why: str) -> str:
    """When a thread was asked for and is not allowed."""
    return f"I could not open a thread for {spoken(game)} ({why}), so it is played in this channel."


def taken_back(game: Game) -> str:
    return f"Your turn in {spoken(game)} is taken back, and it is your turn again."


def confirm_resign(table: Table, seat: Seat) -> str:
    return f"Resign from {spoken(table.game)}? {_departure(table, seat)} This cannot be taken back."


def _departure(table: Table, seat: Seat) -> str:
    """What comes of it when a seat is left: tried out on what that seat may see, so that asking
    tells nobody what others hold."""
    rules = table.kind.game
    after, _ = rules.apply(rules.view(table.at.state, seat), Leave(seat))
    if rules.actor(after) != NOBODY:
        return "You leave for good: your seat stays empty, and the others play on."
    if sum(map(bool, rules.scores(after))) == 1:
        return "The game ends, and the other player wins."
    if rules.hidden_information:
        return "The game ends for everybody, and its result is told."
    won = [table.names[winner] for winner in winners(rules, after)]
    verdict = f"{won[0]} wins" if len(won) == 1 else f"{listed(won)} share a draw"
    return f"The game ends for everybody, and {verdict}."


def resigned(game: Game) -> str:
    return f"You have left {spoken(game)}."


def more(game: Game) -> str:
    return (
        f"More about {spoken(game)}. A turn counts as soon as it is said, "
        f"{take_back(game.rules)}. Resigning asks first and says what it does."
    )


def take_back(rules: Rules[Any]) -> str:
    """How long a turn can be taken back, to go on after "A turn counts as soon as it is said"."""
    if rules.chance_waits:
        return "and can be taken back for two minutes, before a die answers it"
    if why := final(rules):
        return f"and {why}, so it cannot be taken back"
    return "and can be taken back until the next one is made"


def final(rules: Rules[Any]) -> str:
    """Why no turn can be taken back, as the game itself says it; empty where it can."""
    return str(getattr(rules, "final", ""))


def record(game: Game) -> str:
    return f"{spoken(game)} as text, a line for each turn; `lumbercamp replay` tells it again."


def options(table: Table, count: str) -> str:
    english, state = table.kind.english, table.mine
    offers = english.offers(state)
    ways = [f"- {offer.title} {way}" for offer in offers for way in _ways(offer)]
    head = f"Your options in {spoken(table.game)}: {count} different turns."
    whole = [head, english.summary(state), *ways]
    if len("\n".join(whole)) <= LONGEST:
        return stacked(whole)
    short = [
        f"- {offer.title} {', '.join(way.label for way in offer.ways if not way.why)}"
        for offer in offers
        if any(not way.why for way in offer.ways)
    ]
    return stacked([head, english.summary(state), *short], spare=list(reversed(short)))


def _ways(offer: ChoiceGroup) -> Iterator[str]:
    """What can be said, and what comes of it."""
    legal = (way for way in offer.ways if not way.why)
    return (f"{way.label}: {way.hint}" if way.hint else way.label for way in legal)


def only_turn(table: Table, line: str) -> str:
    return f"Only one turn is legal in {spoken(table.game)} now: `{line}`."


def building(table: Table, drafted: Draft[Any], offers: Sequence[ChoiceGroup]) -> str:
    english = table.kind.english
    story = english.story(drafted.events, table.names)
    greyed = [offer for offer in offers if not offer.ways]
    impossible = [f"{offer.title} is not possible: {offer.why}." for offer in greyed]
    return stacked(
        [
            f"It is your turn in {spoken(table.game)}. What you pick is kept; it is played when "
            "you confirm it.",
            story and f"So far: {story.removeprefix(f'{table.names[table.actor]}: ')}",
            english.choices(drafted.state),
            *impossible,
        ]
    )


def preview(table: Table, drafted: Draft[Any]) -> str:
    story = table.kind.english.story(drafted.events, table.names)
    would = f"Your turn in {spoken(table.game)} would be `{drafted.line}`:"
    return f"{would}\n{story}\nConfirm it, and it counts."


def my_games(games: Sequence[Game], user: int) -> str:
    """One person's open games, those that wait for them first."""
    if not games:
        return "You are in no open game. `/logger start` in a channel of a server opens one."
    mine = [g for g in games if g.on_turn is not None and g.sitters[g.on_turn].user == user]
    rest = [g for g in games if g not in mine]
    return stacked([*(f"**Your turn:** {_where(g)}" for g in mine), *map(_where, rest)])


def named(game: Game) -> str:
    """A game in a list to choose from, where no markup is read."""
    state = "waiting for players" if game.status == "lobby" else "being played"
    return f"{spoken(game)}: {', '.join(bare(sitter.name) for sitter in game.sitters)}, {state}"


def server_games(games: Sequence[Game]) -> str:
    """A server's open games."""
    return stacked(list(map(_where, games))) if games else "No game is open on this server."


def _where(game: Game) -> str:
    names = listed(seated(game.sitters))
    if game.status == "lobby":
        state = f"is waiting for players: {names}"
    else:
        turn = f"{seated(game.sitters)[game.on_turn]}'s turn" if game.on_turn is not None else ""
        state = f"{names}; it is {turn or 'time for a roll'}, <t:{int(game.changed)}:R>"
    return f"{spoken(game)} ({title(game)}) in <#{game.channel or game.home}>: {state}."
