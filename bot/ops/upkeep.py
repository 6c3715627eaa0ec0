"""Commands that change a database while the bot is stopped.

forget USER       rename a person to "former player 1" everywhere
move FROM TO      copy everything from a file to a server, back, or to another
reports           list people's reports of problems, or show one; also beside the bot
migrate           bring the schema to this version's; with --dry-run only list the steps
ratings rebuild   work out all ratings and standings again, from the results only
restore FILE      describe the contents of a restored backup

Every start of the bot migrates too. To update several bots one by one, migrate first.
"""

from __future__ import annotations

import asyncio
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from bot.app import HOSTED
from bot.ops.check import Checked, before_start, check, game_label
from bot.ops.settings import Place, SettingsError, open_snapshot, open_store, opened, place_name
from bot.table.effective import line_of
from bot.table.game import Games, is_private
from rules.history import Word
from rules.text import NOTHING, Moment, Plural, Text, sentences
from storage import (
    Address,
    Change,
    Forgotten,
    NotMoved,
    Report,
    Restored,
    Source,
    Store,
    Target,
    Upgrade,
    copied_from,
    copy,
    moved_to,
    upgrade,
    within,
)
from storage.server import located

STILL_PLAYS = 1


async def forget_person(database: Place, user: int, games: Games = HOSTED) -> int:
    """Forget a person and print the result; return the exit code. Raises StoreError."""
    async with opened(open_store(database)) as store:
        await _end_practice(store, user)
        done = await store.forget(user)
        rows = [await store.game(game) for game in done.open]
    if rows:
        names = ", ".join(game_label(games, row) for row in rows if row)
        refused = Text(
            "That person is still playing in {names}. End those games first "
            "(`/games cancel game:L7`).",
            names=names,
        )
        print(refused, file=sys.stderr)
        return STILL_PLAYS
    print(_told(done))
    return 0


async def _end_practice(store: Store, user: int) -> None:
    """Cancel games in direct messages, which only that person can end; unless others are open."""
    rows = await store.games_of(user)
    if all(map(is_private, rows)):
        for row in rows:
            cancelled = Change(
                (line_of(Word("cancel")),), f"forgotten:{row.id}", status="cancelled", on_turn=None
            )
            await store.commit(row.id, row.n, cancelled)


def _told(done: Forgotten) -> Text:
    if not done.games:
        return Text("That person isn't in any game. Their settings were deleted.")
    return Plural(
        'That person is now "former player {number}" in {n} game. Older backups still name them.',
        'That person is now "former player {number}" in {n} games. Older backups still name them.',
        number=done.number,
        n=done.games,
    )


async def migrate(place: Place, *, dry: bool) -> int:
    """Migrate and print the steps, done or due; return the exit code. Raises StoreError and
    Unstartable, both without a change."""
    planned = place.upgrade() if isinstance(place, Address) else upgrade(place)
    if not planned.missing:
        print(f"No migration needed: {place_name(place)} is at schema level {planned.found}.")
    elif dry:
        print(f"Would migrate {place_name(place)} {_steps(planned)}.{_before(place, planned)}")
        print("This was a dry run, without changes.")
    else:
        if not isinstance(place, Address):
            await before_start(place)
        async with opened(place.share() if isinstance(place, Address) else open_store(place)):
            pass
        print(f"Migrated {place_name(place)} {_steps(planned)}.{_after(place, planned)}")
    return 0


def _steps(planned: Upgrade) -> str:
    last = planned.missing[-1].number
    names = ", ".join(f"{step.number:04}_{step.name}" for step in planned.missing)
    return f"from schema level {planned.found} to {last} ({names})"


def _before(place: Place, planned: Upgrade) -> str:
    if not isinstance(place, Address):
        return " Stop the bot first."
    if planned.works_with <= planned.found or not planned.found:
        return " Bots that use it now can keep running."
    return " Keep bots of older versions stopped; none is using it now."


def _after(place: Place, planned: Upgrade) -> str:
    if isinstance(place, Address):
        return " Now start the bots of this version, one after the other."
    return f" The database from before is saved in {planned.copy}." if planned.copy else ""


async def rebuild_ratings(database: Place) -> int:
    """Rebuild the ratings and print the number of games; return the exit code. Raises
    StoreError."""
    async with opened(open_store(database)) as store:
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


def place(text: str) -> Place:
    """Parse the name of a file, or of a database on a server. Raises SettingsError."""
    try:
        return located(text)
    except ValueError as wrong:
        raise SettingsError(str(wrong)) from None


def move(here: Place, there: Place) -> int:
    """Move a database and print the result; return the exit code. Raises StoreError, without a
    change to `there`. `here` never changes."""
    if here == there:
        raise NotMoved(there, "it's the database to move")
    found = (
        here.copied_from(alone=True) if isinstance(here, Address) else copied_from(here, alone=True)
    )
    made = there.copied_to(NotMoved) if isinstance(there, Address) else moved_to(there, NotMoved)
    with found as source, made as target:
        rows = copy(source, target)
        checked = _replayed(source, target)
    for sentence in checked.wrong:
        print(sentence, file=sys.stderr)
    print(f"Copied {here} to {place_name(there)}: {rows} rows, all compared. {checked}")
    print(GO_ON)
    return 0


GO_ON = (
    "Set LUMBERCAMP_DATABASE to the new place and start the bot. The old database is unchanged: "
    "keep it until all is well. Don't start a bot on it, or its games would be played twice."
)


def _replayed(source: Source, target: Target) -> Checked:
    """Check the open games in the copy. A game that this version can't continue isn't the copy's
    fault, if the original gives the same result."""
    checked = asyncio.run(check(within(target.db)))
    if checked.wrong and checked != asyncio.run(check(within(source.db))):
        raise target.failure("open games would play out differently there")
    return checked


NO_SUCH_REPORT = 1
SHORT = 60  # characters shown of a person's text
NONE = Text("No problems were reported in the last 90 days.")


async def show_reports(database: Place, reference: str, games: Games = HOSTED) -> int:
    """Print the reports, or one; return the exit code. Raises StoreError if the database can't be
    read."""
    async with opened(open_snapshot(database)) as store:
        found = await store.reports()
    if not reference:
        print("\n".join(_listed(found, games)) or NONE)
        return 0
    wanted = [each for each in found if each.reference == reference.strip().upper()]
    if not wanted:
        refused = Text(
            "There's no report {reference}. List all reports with `lumbercamp reports`.",
            reference=visible(reference),
        )
        print(refused, file=sys.stderr)
        return NO_SUCH_REPORT
    print("\n".join(_whole(wanted[0], games)))
    return 0


def _listed(found: Iterable[Report], games: Games) -> Iterator[str]:
    for each in found:
        said = " ".join(visible(each.said).split())
        short = said if len(said) <= SHORT else f"{said[:SHORT]}…"
        yield f"{each.reference}  {_when(each)}  {_game(each, games):5}  {short}"


def _whole(each: Report, games: Games) -> Iterator[str]:
    server = "in direct messages" if each.guild < 0 else f"on server {each.guild}"
    yield f"{each.reference}, {_when(each)}, by user {each.user}"
    yield f"{_game(each, games)} {server}, row {each.n}"
    yield from ("", visible(each.said), "", each.state, "", each.record)


def _game(each: Report, games: Games) -> str:
    letter = games[each.kind].game.letter if each.kind in games else f"{each.kind} "
    return f"{letter}{each.number}"


def _when(each: Report) -> str:
    return f"{datetime.fromtimestamp(each.at, UTC):%Y-%m-%d %H:%M} UTC"


def visible(typed: str) -> str:
    """A person's text without characters that control a terminal or hide and reverse text."""
    return "".join(c if c == "\n" or unicodedata.category(c)[0] != "C" else "�" for c in typed)
