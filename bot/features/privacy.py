"""/games bot: who runs this bot and how, and what it stores about you, to see, download or delete.
Deleting first leaves every open game, each in a transaction of its own, and then puts a number in
the person's place, in one more. If the bot dies in between, they press again."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import Any, Final, TypeAlias

from bot.features.feature import BOT, Feature, Field, Slash, Verb
from bot.features.lobbies import leave, remove
from bot.features.services import Services
from bot.messages import pages
from bot.messages.layout import Button, Layout
from bot.messages.pages import page
from bot.table.game import DAY, Game
from bot.table.intent import Intent, Session, seat_of
from bot.table.names import Command, lasting
from bot.table.seats import overdue
from bot.table.settings import PERSONAL, PersonView
from rules.errors import Unavailable
from rules.text import NOTHING, Joined, Listed, Moment, Plural, Strong, Text, lines, notation
from storage import ExportKind

PRIVACY, TERMS = Text("Privacy"), Text("Terms of Use")
Found: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]

# The stored data, and that of a file (the table of personal data: storage/people.py).
KINDS: Final[Mapping[ExportKind, Text]] = {
    ExportKind.SEATS: Text("games you have a seat in"),
    ExportKind.SEATS_BEFORE: Text("seats you've handed over"),
    ExportKind.TURNS: Text("your turns in games"),
    ExportKind.TURNS_BEFORE: Text("turns you played in seats you've since handed over"),
    ExportKind.PRESSES: Text("buttons you've pressed"),
    ExportKind.DRAFTS: Text("drafts"),
    ExportKind.ORDERS: Text("premoves"),
    ExportKind.RESULTS: Text("results"),
    ExportKind.RATINGS: Text("rated games"),
    ExportKind.TABLES: Text("your places in the standings"),
    ExportKind.CALLS: Text("messages that notified you"),
    ExportKind.POSTS: Text("messages you asked for"),
    ExportKind.REPORTS: Text("problems you've reported"),
    ExportKind.ABSENCES: Text("servers you seem to have left"),
    ExportKind.PUZZLES: Text("puzzle attempts"),
    ExportKind.REFUSED: Text("players you've blocked"),
    ExportKind.BARRED: Text("servers that have banned you from games"),
    ExportKind.LINKS: Text("unused links to boards"),
    ExportKind.BROWSERS: Text("browsers you've signed in with"),
    ExportKind.TOKENS: Text("tokens and calendar links"),
    ExportKind.SETTINGS: Text("settings"),
    ExportKind.NAMED: Text("other entries with your ID"),
}


class Privacy:
    """Shows public facts about the bot; shows and deletes the data stored about a person."""

    def __init__(self, at: Services) -> None:
        self._at = at
        self._made = dict[int, tuple[float, int]]()  # when a file was made, by person
        self._forgotten = dict[int, tuple[float, int]]()  # when, and the number, by person

    async def describe_bot(self, intent: Intent) -> Layout:
        """The bot's version, its uptime, who runs it, and the age of the last backup."""
        host, age = self._at.hosting.host, self._at.hosting.backup_age()
        runs: Text = Strong(Text("Lumbercamp {version}", version=version("lumbercamp")))
        if (since := self._at.hosting.since) is not None:
            moment = Moment(since, "f")
            runs = Text("{name} has been running since {moment}.", name=runs, moment=moment)
        told = lines(
            runs,
            Text("Run by {host}.", host=notation(host)) if host else NOTHING,
            Plural(
                "{n} open game across all servers.",
                "{n} open games across all servers.",
                n=sum((await self._at.store.census()).games.values()),
            ),
            NOTHING if age is None else Text("Last backup: {time} ago.", time=lasting(age)),
            Text(
                "Turns, results and settings are stored on this bot's server. They go only to "
                "Discord, to addresses you set for notifications, and to programs with a token."
            ),
        )
        mine, policy = Button(Text("My Data"), "lc:mydata"), Button(PRIVACY, "lc:privacy:")
        return Layout(told, buttons=(mine, policy))

    async def show(self, intent: Intent) -> Layout:
        """List the stored data, and the ways to get or delete it."""
        buttons = (
            Button(Text("Download My Data"), "lc:myfile"),
            Button(Text("Delete My Data…"), "lc:forget", "danger"),
            Button(PRIVACY, "lc:privacy:"),
        )
        until = Text("I keep your data until you delete it.")
        # Seconds after a person's last game; 0: for ever; None: until the person asks.
        kept = self._at.hosting.names_kept
        if kept:
            until = Plural(
                "I keep your data until you delete it, until 30 days after you leave a server, or "
                "until {n} day after your last game there.",
                "I keep your data until you delete it, until 30 days after you leave a server, or "
                "until {n} days after your last game there.",
                n=int(kept // DAY),
            )
        elif kept is not None:
            until = Text(
                "I keep your data until you delete it, or until 30 days after you leave a server."
            )
        told = lines(
            Strong(Text("What I store about you")),
            Text("Your Discord ID and the name you joined games under, along with:"),
            Joined(" · ", KINDS.values()),
            Text(
                "I don't store anything else you say. Your data goes only to Discord, to addresses "
                "you set for notifications, and to programs with a token."
            ),
            Text(
                "I need this data to run, replay and check games that last for days. My backups "
                "are deleted after a few weeks."
            ),
            until,
        )
        return Layout(told, buttons=buttons)

    async def policy(self, intent: Intent, topic: str = "", *, terms: bool = False) -> Layout:
        """A topic of the privacy policy, or of the terms of use; without its key the first one."""
        name, title = "privacy", PRIVACY
        ways: tuple[Button, ...] = Button(Text("My Data"), "lc:mydata"), Button(TERMS, "lc:terms:")
        if terms:
            name, title, ways = "terms", TERMS, (Button(PRIVACY, "lc:privacy:"),)
        topics = pages.topics(name)
        here = next((each for each in topics if each.key == topic), topics[0])
        return page(title, f"lc:{name}:", topics, here, ways)

    async def export(self, intent: Intent) -> Layout:
        """Everything stored about a person, in a file that only they see. Raises Unavailable."""
        if self._lately(intent.user, self._made):
            raise Unavailable.because(
                "I've only just made that file for you. You can get a new one in ten minutes."
            )
        self._made[intent.user] = self._at.now(), 1  # so two presses at once make one file
        try:
            found = await self._at.store.personal_data(intent.user)
            if not found:
                return Layout(Text("I store nothing about you."))
            lead = Text("Everything stored about you. Only you can see this.")
            each = [
                Text("{what}: {n}", n=len(rows), what=KINDS[ExportKind(kind)])
                for kind, rows in found.items()
            ]
            told = lines(lead, Joined(" · ", each))
            return Layout(told, file="lumbercamp-data.json", document=self._written(intent, found))
        except BaseException:
            self._made.pop(intent.user, None)  # only a file that was made counts
            raise

    def _written(self, intent: Intent, found: Found) -> str:
        """The file's text: JSON with the names of games and times that people can read."""
        rows = {kind: [self._readable(row) for row in each] for kind, each in found.items()}
        stored = rows.get(ExportKind.SETTINGS, ())
        settings = {row["name"]: row["value"] for row in stored if "value" in row}
        for row in stored:
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
        return Layout(told, buttons=_choice("forgetsure", Text("Delete My Data")))

    async def warn(self, intent: Intent) -> Layout:
        """Ask again, since deleting can't be undone."""
        told = Text(
            "You can't undo this. Afterwards, nothing I store will be linked to you. Delete "
            "everything?"
        )
        return Layout(told, buttons=_choice("forgetnow", Text("Delete Permanently")))

    async def keep(self, intent: Intent) -> Layout:
        """Delete nothing."""
        return Layout(Text("I haven't deleted anything."))

    async def delete(self, intent: Intent) -> Layout:
        """Leave every open game and delete the person's data. Raises Refused where a game is about
        to begin; the games left before stay left."""
        number = self._lately(intent.user, self._forgotten)
        if not number or await self._at.store.personal_data(intent.user):  # they have come back
            number = await self._forget(intent)
        gone = Text(
            "Deleted. In games you've played, you're now \"former player {number}\".", number=number
        )
        return Layout(gone)

    async def _forget(self, intent: Intent) -> int:
        """Delete the person's data; return the number in their place."""
        for game in self._at.games.among(await self._at.store.games_of(intent.user)):
            await self._at.commits.retry_on_conflict(game, partial(self._left, intent))
        done = await self._at.store.forget(intent.user)
        if done.open:  # joined meanwhile, or of a kind that this bot no longer hosts
            raise Unavailable.because(
                "I haven't deleted your data, because you've joined another game in the "
                "meantime. Try again, or ask the person who runs this bot."
            )
        self._made.pop(intent.user, None)
        self._forgotten[intent.user] = self._at.now(), done.number
        return done.number

    def _lately(self, user: int, done: dict[int, tuple[float, int]]) -> int:
        """The entry for a person within the last ten minutes; 0: none."""
        now = self._at.now()
        for each in [each for each, (at, _) in done.items() if at + 600 <= now]:
            del done[each]
        return done.get(user, (now, 0))[1]

    async def _left(self, intent: Intent, game: Game) -> None:
        seat = seat_of(game, intent.user)
        if seat is None or not game.live or game.sitters[seat].left:
            return
        key = f"{intent.key}:{game.id}"
        if game.status == "lobby":
            await leave(self._at, Session.from_intent(replace(intent, key=key), game))
        else:
            excused = not overdue(game, await self._at.store.log(game.id), seat)
            await remove(self._at, game, seat, key, excused=excused)


def _choice(verb: str, label: Text) -> tuple[Button, ...]:
    return (Button(label, f"lc:{verb}", "danger"), Button(Text("Keep Everything"), "lc:forgetnot"))


def feature(at: Services) -> Feature:
    privacy, slash = Privacy(at), partial(Slash, "games", group=BOT)
    data = slash(Text("/data"), Text("Download or delete the data I store about you"))
    read = slash(Text("/privacy"), Text("Read the privacy policy and the terms of use"))
    words = Text("See the bot's version, who runs it and what it stores")
    topic = Field("topic", "[a-z0-9-]{0,60}", optional=True)
    verb = partial(Verb, game=None, anywhere=True)
    text = partial(verb, id=(topic,), way=Command("games", "bot privacy"), instead="own")
    press = partial(verb, id=(), way=Command("games", "bot data"), instead="panel")
    return Feature(
        verbs=(
            verb("mydata", privacy.show, (), slash=data),
            text("privacy", privacy.policy, slash=read),
            text("terms", partial(privacy.policy, terms=True)),
            press("myfile", privacy.export, instead=""),
            press("forget", privacy.effect),
            press("forgetsure", privacy.warn),
            press("forgetnow", privacy.delete),
            press("forgetnot", privacy.keep),
            verb("about", privacy.describe_bot, (), slash=slash(Text("/about"), words)),
        )
    )
