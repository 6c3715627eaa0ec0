"""`lumbercamp restore FILE`: what it has done, in words."""

from __future__ import annotations

from bot.ops.opened import Place, named
from rules.text import NOTHING, Moment, Plural, Text, sentences
from storage import Restored


def restored(database: Place, done: Restored, backup: str) -> Text:
    """What is in the database now, what has become of what was there, and what to do next."""
    before = Text("The previous database is now {file}.", file=str(done.before))
    later = Text(
        "Turns played after the backup are gone. When the bot starts, it'll post each game's "
        "newest board again."
    )
    return sentences(
        Text(
            "Restored {database} from {backup}: {games}.",
            database=named(database),
            backup=backup,
            games=_games(done),
        ),
        before if done.before is not None else NOTHING,
        later if done.last else NOTHING,
        _older(done) if done.lacks else NOTHING,
    )


def _games(done: Restored) -> Text:
    if not done.last:
        return Text("no games")
    games = Plural("{n} open game", "{n} open games", n=done.games)
    return Text("{games}, last turn {time}", games=games, time=Moment(done.last, "f"))


def _older(done: Restored) -> Text:
    missing = Plural("{n} migration", "{n} migrations", n=done.lacks)
    return Text(
        "The backup is from an older version, and this version would upgrade it "
        "({migrations}). To stay on the older version, install that version first.",
        migrations=missing,
    )
