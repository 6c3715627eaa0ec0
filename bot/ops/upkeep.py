"""Commands about a database: those that change it while the bot is stopped, `reports`, and `check`.
`lumbercamp check` replays every open game with the installed code, in a temporary copy. The bot
makes the same check when its rules have changed, and doesn't start if a game would change."""

import asyncio
import hashlib
import sys
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

import storage
from bot.app import HOSTED
from bot.ops.settings import (
    Place,
    Unstartable,
    closing_store,
    open_snapshot,
    open_store,
    place_name,
)
from bot.table.game import Games, is_private
from bot.table.names import game_name
from bot.table.rows import effective_rows, line_of
from rules.errors import Unavailable
from rules.game import NATURE, NOBODY, Setup
from rules.history import BrokenLog, State, Word, first_misplaced
from rules.play import beginning, replay
from rules.text import NOTHING, Moment, Plural, Text, sentences
from storage import Address, Change, GameRow, NotMoved, Report, Restored, Row, Store

STILL_PLAYS = 1


async def forget_person(database: Place, user: int) -> int:
    """Forget a person and print the result; return the exit code. Raises StoreError."""
    async with closing_store(open_store(database)) as store:
        rows = await store.games_of(user)
        # Games in direct messages only that person can end; not in vain, if others are open.
        for row in rows if all(map(is_private, rows)) else ():
            cancelled = Change(
                (line_of(Word("cancel")),), f"forgotten:{row.id}", status="cancelled", on_turn=None
            )
            await store.commit(row.id, row.n, cancelled)
        done = await store.forget(user)
        still = [await store.game(game) for game in done.open]
    if still:
        refused = Text(
            "That person is still playing in {names}. End those games first "
            "(`/games cancel game:L7`).",
            names=", ".join(game_label(HOSTED, row) for row in still if row),
        )
        print(refused, file=sys.stderr)
        return STILL_PLAYS
    nowhere = Text("That person isn't in any game. Their settings were deleted.")
    renamed = Plural(
        'That person is now "former player {number}" in {n} game. Older backups still name them.',
        'That person is now "former player {number}" in {n} games. Older backups still name them.',
        number=done.number,
        n=done.games,
    )
    print(renamed if done.games else nowhere)
    return 0


async def migrate(place: Place, *, dry: bool) -> int:
    """Migrate and print the steps, done or due; return the exit code. Raises StoreError and
    Unstartable, both without a change."""
    shared = isinstance(place, Address)
    planned = place.upgrade() if isinstance(place, Address) else storage.upgrade(place)
    if not planned.missing:
        print(f"No migration needed: {place_name(place)} is at schema level {planned.found}.")
        return 0
    last = planned.missing[-1].number
    names = ", ".join(f"{step.number:04}_{step.name}" for step in planned.missing)
    steps = f"{place_name(place)} from schema level {planned.found} to {last} ({names})."
    if dry:
        before = "Stop the bot first."
        if shared:
            before = "Keep bots of older versions stopped; none is using it now."
            if planned.works_with <= planned.found or not planned.found:
                before = "Bots that use it now can keep running."
        print(f"Would migrate {steps} {before}\nThis was a dry run, without changes.")
        return 0
    if not isinstance(place, Address):
        await before_start(place)
    async with closing_store(place.share() if isinstance(place, Address) else open_store(place)):
        pass
    after = f" The database from before is saved in {planned.copy}." if planned.copy else ""
    if shared:
        after = " Now start the bots of this version, one after the other."
    print(f"Migrated {steps}{after}")
    return 0


async def rebuild_ratings(database: Place) -> int:
    """Rebuild the ratings, print how many games; return the exit code. Raises StoreError."""
    async with closing_store(open_store(database)) as store:
        games = await store.rebuild_ratings()
    done = Plural(
        "Rebuilt all ratings and standings from {n} game.",
        "Rebuilt all ratings and standings from {n} games.",
        n=games,
    )
    print(done)
    return 0


def restore_text(database: Place, done: Restored, backup: str) -> Text:
    """The database's contents now, the previous database's new place, and the next step."""
    before = Text("The previous database is now {file}.", file=str(done.before))
    games, held = Plural("{n} open game", "{n} open games", n=done.games), Text("no games")
    if done.last:
        held = Text("{games}, last turn {time}", games=games, time=Moment(done.last, "f"))
    missing = Plural("{n} migration", "{n} migrations", n=done.lacks)
    older = Text(
        "The backup is from an older version, and this version would upgrade it "
        "({migrations}). To stay on the older version, install that version first.",
        migrations=missing,
    )
    later = Text(
        "Turns played after the backup are gone. When the bot starts, it'll post each game's "
        "newest board again."
    )
    return sentences(
        Text(
            "Restored {database} from {backup}: {games}.",
            database=place_name(database),
            backup=backup,
            games=held,
        ),
        before if done.before is not None else NOTHING,
        later if done.last else NOTHING,
        older if done.lacks else NOTHING,
    )


def move(here: Place, there: Place) -> int:
    """Move a database and print the result; return the exit code. Raises StoreError, without a
    change to `there`. `here` never changes."""
    if here == there:
        raise NotMoved(there, "it's the database to move")
    found = (
        here.copied_from(alone=True)
        if isinstance(here, Address)
        else storage.copied_from(here, alone=True)
    )
    made = (
        there.copied_to(NotMoved)
        if isinstance(there, Address)
        else storage.moved_to(there, NotMoved)
    )
    with found as source, made as target:
        rows = storage.copy(source, target)
        checked = asyncio.run(check(storage.store_within(target.db)))
        # A game that this version can't continue isn't the copy's fault, if the original gives the
        # same result.
        if checked.wrong and checked != asyncio.run(check(storage.store_within(source.db))):
            raise target.failure("open games would play out differently there")
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(f"Copied {here} to {place_name(there)}: {rows} rows, all compared. {checked}")
    print(
        "Set LUMBERCAMP_DATABASE to the new place and start the bot. The old database is "
        "unchanged: keep it until all is well. Don't start a bot on it, or its games would be "
        "played twice."
    )
    return 0


NO_SUCH_REPORT = 1


async def show_reports(database: Place, reference: str) -> int:
    """Print the reports, or one; return the exit code. Raises StoreError if it can't read them."""
    async with closing_store(open_snapshot(database)) as store:
        found = await store.reports()

    def when(each: Report) -> str:
        return f"{datetime.fromtimestamp(each.at, UTC):%Y-%m-%d %H:%M} UTC"

    def game(each: Report) -> str:
        letter = HOSTED[each.kind].game.letter if each.kind in HOSTED else f"{each.kind} "
        return f"{letter}{each.number}"

    if not reference:
        for each in found:
            said = " ".join(visible(each.said).split())
            short = said if len(said) <= 60 else f"{said[:60]}…"
            print(f"{each.reference}  {when(each)}  {game(each):5}  {short}")
        if not found:
            print(Text("No problems were reported in the last 90 days."))
        return 0
    wanted = [each for each in found if each.reference == reference.strip().upper()]
    if not wanted:
        refused = Text(
            "There's no report {reference}. List all reports with `lumbercamp reports`.",
            reference=visible(reference),
        )
        print(refused, file=sys.stderr)
        return NO_SUCH_REPORT
    one = wanted[0]
    server = "in direct messages" if one.guild < 0 else f"on server {one.guild}"
    print(f"{one.reference}, {when(one)}, by user {one.user}")
    print(f"{game(one)} {server}, row {one.n}")
    print("", visible(one.said), "", one.state, "", one.record, sep="\n")
    return 0


def visible(typed: str) -> str:
    """A person's text without characters that control a terminal or hide and reverse text."""
    return "".join(c if c == "\n" or unicodedata.category(c)[0] != "C" else "�" for c in typed)


DIFFERS = 1
RULES = "rules"  # the setting with the rules of the bot's last start


@dataclass(frozen=True, slots=True)
class Checked:
    """The number of open games, and a sentence for each that differs."""

    games: int
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        fine = self.games - len(self.wrong)
        if self.wrong:
            return f"{fine} of {self.games} open games are fine. Problems: {len(self.wrong)}."
        return f"All open games are fine ({self.games})." if self.games else "No open games."


async def check_games(database: Place) -> int:
    """Check the games in a database and print the differences; return the exit code. Raises
    StoreError if the database can't be read."""
    async with closing_store(open_snapshot(database)) as store:
        checked = await check(store)
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(checked)
    return DIFFERS if checked.wrong else 0


async def before_start(database: Path) -> None:
    """Check another version's games before any of them is changed. Raises Unstartable if one would
    continue differently, and StoreError."""
    if not database.is_file() or storage.setting(database, RULES) == rules_of_today():
        return
    async with closing_store(open_snapshot(database)) as store:
        await refuse_changes(store)


async def refuse_changes(store: Store) -> None:
    """Raise Unstartable if an open game would continue differently."""
    checked = await check(store)
    way_out = (
        "Start the previous version again and let those games finish there, or cancel them "
        "(`/games cancel game:L7`). Please report the lines above. To start this version anyway, "
        "set LUMBERCAMP_START_ANYWAY=1; those games may then get stuck."
    )
    if checked.wrong:
        head = (
            "These open games would play out differently with this version, so the bot didn't "
            "start:"
        )
        raise Unstartable("\n".join((head, *checked.wrong, way_out)))


@cache
def rules_of_today() -> str:
    """A checksum of everything that decides how a game continues."""
    known = hashlib.blake2s(digest_size=16)
    rules, seeds = (Path(str(files(package))) for package in ("rules", "seeds"))
    for folder, kinds in ((rules, "*.py"), (seeds / "rivers", "*.txt")):
        for file in sorted(folder.rglob(kinds)):
            known.update(f"{file.relative_to(folder).as_posix()}\n".encode())
            known.update(file.read_bytes())
    return known.hexdigest()


async def check(store: Store, games: Games = HOSTED) -> Checked:
    """Replay every open game of a store."""
    wrong, page = list[str](), await store.open_games()
    total = sum((await store.census()).games.values())
    with storage.progress("Checking games", total=total) as bar:
        while page:
            # All at once: the loop and the store's thread would wait for each other at each.
            logs = await asyncio.gather(*(store.log(row.id) for row in page))
            for row, rows in zip(page, logs, strict=True):
                bar.update()
                if why := _difference(games, row, rows):
                    wrong.append(f"{game_label(games, row)}: {why}.")
            page = await store.open_games(page[-1])
    return Checked(total, tuple(wrong))


def _difference(games: Games, row: GameRow, rows: list[Row]) -> str | None:
    """The first difference under today's rules, without a full stop."""
    if row.kind not in games:
        return f"this version doesn't know the game {row.kind}"
    game = games.from_row(row)
    if row.edition != str(game.rules.rules_version):
        version = game.rules.rules_version
        return (
            f"it uses edition {row.edition} of the rules, but this version plays edition {version}"
        )
    try:
        if game.status == "lobby":
            beginning(game.rules, Setup(int(game.options["players"]), game.options))
            return None
        if (
            place := first_misplaced(((row.seat, row.text) for row in rows), State.UNOPENED)
        ) is not None:
            return f"row {rows[place].n}: `{rows[place].text}` isn't possible here"
        setup = Setup(len(game.sitters), game.options)
        state = beginning(game.rules, setup)
        for frame in replay(game.rules, setup, effective_rows(rows, game.n), state):
            state = frame.after
    except (BrokenLog, Unavailable) as broken:
        return str(broken).rstrip(".")
    except Exception as bug:  # a game that breaks the rules must not hide the others
        return f"it can't be replayed ({type(bug).__name__})"
    actor = game.rules.actor(state)
    if actor == NOBODY:
        return f"row {game.n}: under these rules the game is over"
    return (
        None
        if actor == (NATURE if game.on_turn is None else game.on_turn)
        else f"row {game.n}: it's seat {actor + 1}'s turn"
    )


def game_label(games: Games, row: GameRow) -> str:
    """A game's name for a host, also if its kind isn't hosted here."""
    name = game_name(games.from_row(row)) if row.kind in games else f"{row.kind} {row.number}"
    return f"{name} on server {row.guild} (game {row.id})"
