"""Personal data: see what the bot stores about you, download it, or delete it.

    /games bot data ── My Data As A File
          ├── Delete My Data… ── its effect ── a last warning ── deleted
          └── Privacy, Terms Of Use: the pages of docs/privacy.md and docs/terms.md

Deleting first leaves every open game, each in a transaction of its own, and then puts a number in
the person's place, in one more. If the bot dies in between, they press again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, TypeAlias

from bot.features.feature import BOT, Feature, Field, Slash, Verb
from bot.features.lobbies import leave
from bot.features.services import Services
from bot.messages import pages
from bot.messages.layout import Button, Layout
from bot.messages.pages import page
from bot.table.calendar import DAY
from bot.table.commands import Command
from bot.table.game import Game
from bot.table.intent import Intent
from bot.table.personal import PERSONAL, PersonView
from bot.table.seats import out_of_time
from bot.table.session import Session, seat_of
from rules.errors import Unavailable
from rules.text import NOTHING, Joined, Listed, Plural, Strong, Text, lines
from storage import Kind

SELDOM: Final = 600.0  # seconds between two files for one person: each reads whole tables
FILE: Final = "lumbercamp-data.json"
EXPORT, DELETE, SURE, CERTAIN, KEEP = "myfile", "forget", "forgetsure", "forgetnow", "forgetnot"
PRIVACY, TERMS = Text("Privacy"), Text("Terms of Use")
TO_PRIVACY: Final = Button(PRIVACY, "lc:privacy:")
TO_TERMS: Final = Button(TERMS, "lc:terms:")
Found: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]

# The stored data, and that of a file (the table of personal data: storage/people.py).
KINDS: Final[Mapping[Kind, Text]] = {
    Kind.SEATS: Text("games you have a seat in"),
    Kind.SEATS_BEFORE: Text("seats you've handed over"),
    Kind.TURNS: Text("your turns in games"),
    Kind.TURNS_BEFORE: Text("turns you played in seats you've since handed over"),
    Kind.PRESSES: Text("buttons you've pressed"),
    Kind.DRAFTS: Text("drafts"),
    Kind.ORDERS: Text("premoves"),
    Kind.RESULTS: Text("results"),
    Kind.RATINGS: Text("rated games"),
    Kind.TABLES: Text("your places in the standings"),
    Kind.CALLS: Text("messages that notified you"),
    Kind.POSTS: Text("messages you asked for"),
    Kind.REPORTS: Text("problems you've reported"),
    Kind.ABSENCES: Text("servers you seem to have left"),
    Kind.PUZZLES: Text("puzzle attempts"),
    Kind.REFUSED: Text("players you've blocked"),
    Kind.BARRED: Text("servers that have banned you from games"),
    Kind.LINKS: Text("unused links to boards"),
    Kind.BROWSERS: Text("browsers you've signed in with"),
    Kind.SETTINGS: Text("settings"),
    Kind.NAMED: Text("other entries with your ID"),
}


class Privacy:
    """Shows and deletes the data stored about a person."""

    def __init__(self, at: Services) -> None:
        self._at = at
        self._made = dict[int, tuple[float, int]]()  # when a file was made, by person
        self._forgotten = dict[int, tuple[float, int]]()  # when, and the number, by person

    async def show(self, intent: Intent) -> Layout:
        """List the stored data, and the ways to get or delete it."""
        buttons = (
            Button(Text("Download My Data"), f"lc:{EXPORT}"),
            Button(Text("Delete My Data…"), f"lc:{DELETE}", "danger"),
            TO_PRIVACY,
        )
        told = lines(
            Strong(Text("What I store about you")),
            Text("Your Discord ID and the name you joined games under, along with:"),
            Joined(" · ", KINDS.values()),
            Text("I don't store anything else you say. Your data goes to nobody but Discord."),
            Text(
                "I need this data to run, replay and check games that last for days. My backups "
                "are deleted after a few weeks."
            ),
            _until(self._at.hosting.names_kept),
        )
        return Layout(told, buttons=buttons)

    async def policy(self, intent: Intent, topic: str = "") -> Layout:
        """The privacy policy, page by page."""
        ways = (Button(Text("My Data"), "lc:mydata"), TO_TERMS)
        return _page("privacy", PRIVACY, topic, ways)

    async def terms(self, intent: Intent, topic: str = "") -> Layout:
        """The terms of use, page by page."""
        return _page("terms", TERMS, topic, (TO_PRIVACY,))

    async def export(self, intent: Intent) -> Layout:
        """Everything stored about a person, in a file that only they see. Raises Unavailable."""
        if self._lately(intent.user, self._made):
            raise Unavailable(
                Text("I've only just made that file for you. You can get a new one in ten minutes.")
            )
        self._made[intent.user] = self._at.now(), 1  # so two presses at once make one file
        try:
            found = await self._at.store.about(intent.user)
            if not found:
                return Layout(Text("I store nothing about you."))
            lead = Text("Everything stored about you. Only you can see this.")
            each = [
                Text("{what}: {n}", n=len(rows), what=KINDS[Kind(kind)])
                for kind, rows in found.items()
            ]
            told = lines(lead, Joined(" · ", each))
            return Layout(told, file=FILE, document=self._written(intent, found))
        except BaseException:
            self._made.pop(intent.user, None)  # only a file that was made counts
            raise

    def _written(self, intent: Intent, found: Found) -> str:
        """The file's text: JSON with the names of games and times that people can read."""
        rows = {kind: [self._readable(row) for row in each] for kind, each in found.items()}
        settings = {
            row["name"]: row["value"] for row in rows.get(Kind.SETTINGS, ()) if "value" in row
        }
        for row in rows.get(Kind.SETTINGS, ()):
            if setting := PERSONAL.get(row.get("name", "")):
                row["meaning"] = str(setting.said(PersonView(settings)))
        return json.dumps({"Discord id": intent.user, **rows}, indent=1, ensure_ascii=False)

    def _readable(self, row: Mapping[str, Any]) -> dict[str, Any]:
        row = dict(row)
        if (number := row.pop("number", None)) is not None:
            kind, games = row["kind"], self._at.games
            letter = games[kind].game.letter if kind in games else f"{kind} "
            row = {"game": f"{letter}{number}", **row}
        for name in {"at", "created"} & row.keys():
            row[name] = datetime.fromtimestamp(row[name], UTC).isoformat(timespec="seconds")
        return row

    async def effect(self, intent: Intent) -> Layout:
        """Show what deleting would do, without doing it."""
        playing = self._at.games.among(await self._at.store.games_of(intent.user))
        leaving = NOTHING
        if playing:
            leaving = Text(
                "You'll resign from {games}. In two-player games, the other player will win.",
                games=Listed(playing),
            )
        told = lines(
            Strong(Text("Delete everything stored about you?")),
            leaving,
            Text(
                "In finished games, you'll be shown only as a former player. Other players keep "
                "their results."
            ),
            Text("Your settings, drafts, premoves and reports will be deleted."),
            Text(
                "Messages posted in channels stay on Discord. My backups are deleted after a few "
                "weeks."
            ),
        )
        return Layout(told, buttons=_choice(SURE, Text("Delete My Data")))

    async def warn(self, intent: Intent) -> Layout:
        """Ask again, since deleting can't be undone."""
        told = Text(
            "You can't undo this. Afterwards, nothing I store will be linked to you. Delete "
            "everything?"
        )
        return Layout(told, buttons=_choice(CERTAIN, Text("Delete Permanently")))

    async def keep(self, intent: Intent) -> Layout:
        """Delete nothing."""
        return Layout(Text("I haven't deleted anything."))

    async def delete(self, intent: Intent) -> Layout:
        """Leave every open game and delete the person's data. Raises Refused where a game is about
        to begin; the games left before stay left."""
        number = self._lately(intent.user, self._forgotten)
        if number and not await self._at.store.about(intent.user):  # and they have not come back
            return Layout(_deleted(number))
        for game in self._at.games.among(await self._at.store.games_of(intent.user)):
            await self._at.commits.again(game, partial(self._left, intent))
        done = await self._at.store.forget(intent.user)
        if done.open:  # joined meanwhile, or of a kind that this bot no longer hosts
            raise Unavailable(
                Text(
                    "I haven't deleted your data, because you've joined another game in the "
                    "meantime. Try again, or ask the person who runs this bot."
                )
            )
        self._made.pop(intent.user, None)
        self._forgotten[intent.user] = self._at.now(), done.number
        return Layout(_deleted(done.number))

    def _lately(self, user: int, done: dict[int, tuple[float, int]]) -> int:
        """The entry for a person within the last SELDOM seconds; 0: none."""
        now = self._at.now()
        for each in [each for each, (at, _) in done.items() if at + SELDOM <= now]:
            del done[each]
        return done.get(user, (now, 0))[1]

    async def _left(self, intent: Intent, game: Game) -> None:
        seat = seat_of(game, intent.user)
        if seat is None or not game.live or game.sitters[seat].left:
            return
        key = f"{intent.key}:{game.id}"
        if game.status == "lobby":
            key = f"{intent.key}:{game.id}"
            await leave(self._at, Session.of(replace(intent, key=key), game))
        else:
            excused = not out_of_time(game, await self._at.store.log(game.id), seat)
            await self._at.departure.remove(game, seat, key, excused=excused)


def _until(kept: float | None) -> Text:
    """How long data is stored. kept: seconds after a person's last game, 0: for ever; None: until
    the person asks."""
    if kept is None:
        return Text("I keep your data until you delete it.")
    if not kept:
        return Text(
            "I keep your data until you delete it, or until 30 days after you leave a server."
        )
    return Plural(
        "I keep your data until you delete it, until 30 days after you leave a server, or "
        "until {n} day after your last game there.",
        "I keep your data until you delete it, until 30 days after you leave a server, or "
        "until {n} days after your last game there.",
        n=int(kept // DAY),
    )


def _deleted(number: int) -> Text:
    return Text(
        "Deleted. In games you've played, you're now \"former player {number}\".", number=number
    )


def _page(name: str, title: Text, topic: str, ways: Sequence[Button]) -> Layout:
    """A topic by its key; the first one if there is no such topic."""
    topics = pages.topics(name)
    here = next((each for each in topics if each.key == topic), topics[0])
    return page(title, f"lc:{name}:", topics, here, ways)


def _choice(verb: str, label: Text) -> tuple[Button, ...]:
    return (Button(label, f"lc:{verb}", "danger"), Button(Text("Keep Everything"), f"lc:{KEEP}"))


def feature(at: Services) -> Feature:
    privacy = Privacy(at)
    slash = Slash(
        "games", Text("/data"), Text("Download or delete the data I store about you"), group=BOT
    )
    read = Slash(
        "games", Text("/privacy"), Text("Read the privacy policy and the terms of use"), group=BOT
    )
    topic = Field("topic", "[a-z0-9-]{0,60}", optional=True)
    text = partial(
        Verb,
        id=(topic,),
        way=Command("games", "bot privacy"),
        game=None,
        anywhere=True,
        instead="own",
    )
    press = partial(
        Verb, id=(), way=Command("games", "bot data"), game=None, anywhere=True, instead="panel"
    )
    return Feature(
        verbs=(
            Verb("mydata", privacy.show, (), slash=slash, game=None, anywhere=True),
            text("privacy", privacy.policy, slash=read),
            text("terms", privacy.terms),
            press(EXPORT, privacy.export, instead=""),
            press(DELETE, privacy.effect),
            press(SURE, privacy.warn),
            press(CERTAIN, privacy.delete),
            press(KEEP, privacy.keep),
        )
    )
