"""The state of the sandbox, which is one server. Each change is made in memory and written at once:
discord.db has a JSON row per thing, and files/ the bytes of attachments."""

import base64
import json
import secrets
import sqlite3
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from sandbox import model
from sandbox.model import Channel, Clock, Interaction, Json, Message, Person, SandboxRecord
from sandbox.refusals import unknown

R = TypeVar("R", bound=SandboxRecord)


class _SandboxFolder:
    """One open folder. Opening raises `OSError` if it can't be used or is in use."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "files"
        self.files.mkdir(parents=True, exist_ok=True)
        self._db = _open(folder / "discord.db")
        self.closed = False

    def keep(self, thing: SandboxRecord) -> None:
        body = {each.name: getattr(thing, each.name) for each in fields(thing)}
        self._write(_kind(type(thing)), thing.id, body)

    def forget(self, thing: SandboxRecord) -> None:
        self._db.execute(
            "delete from kept where kind = ? and id = ?", (_kind(type(thing)), thing.id)
        )

    def all(self, of: type[R]) -> list[R]:
        """Everything of one kind, oldest first. Leaves out fields that another version has kept."""
        known = {each.name for each in fields(of)}
        query = "select body from kept where kind = ? order by length(id), id"
        bodies = (json.loads(body) for (body,) in self._db.execute(query, (_kind(of),)).fetchall())
        return [of(**{k: v for k, v in body.items() if k in known}) for body in bodies]

    def setting(self, name: str, default: Any = None) -> Any:
        query = "select body from kept where kind = 'setting' and id = ?"
        row = self._db.execute(query, (name,)).fetchone()
        return default if row is None else json.loads(row[0])

    def set(self, name: str, value: Any) -> None:
        self._write("setting", name, value)

    def close(self) -> None:
        self.closed = True
        self._db.close()

    def _write(self, kind: str, key: str, body: Any) -> None:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self._db.execute("insert or replace into kept values (?, ?, ?)", (kind, key, text))


def _kind(of: type[SandboxRecord]) -> str:
    return of.__name__.lower()


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        # Exclusive: two sandboxes on one folder would overwrite each other's memory.
        db.execute("pragma locking_mode = exclusive")
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = off")
        db.execute("""
create table if not exists kept (
    kind text not null, id text not null, body text not null, primary key (kind, id)
) without rowid
""")
    except sqlite3.Error as error:
        db.close()
        if "locked" in str(error):
            raise OSError(f"another sandbox is running in the folder {path.parent}") from error
        raise OSError(f"can't use the sandbox's file {path.name}: {error}") from error
    return db


class SandboxState:
    """All records. `address` and `smtp` are set once the servers listen."""

    guild_id = model.GUILD_ID
    guild_name = "Lumbercamp Sandbox"
    guild_locale = "en-US"
    owner = next(iter(model.PEOPLE))  # Ann
    bot_id = model.BOT_ID

    def __init__(self, folder: Path, *, message_content: bool = True) -> None:
        self.store = _SandboxFolder(folder)
        self.address = self.smtp = ""
        self.message_content = message_content
        self.online = False  # whether the bot is at the gateway
        self.clock = Clock(self.store.setting("clock", 0.0))
        self._last_id = self._reserved = self.store.setting("ids", 0)
        # Three parts, the first naming the application, as real tokens have.
        first = base64.b64encode(model.BOT_ID.encode()).decode().rstrip("=")
        token = f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
        self.token: str = self.store.setting("token", token)
        self.store.set("token", self.token)
        self._load()

    @property
    def api(self) -> str:
        return f"{self.address}/api/v10"

    def _load(self) -> None:
        if not self.store.setting("settled", False):
            now = self.clock.stamp()
            self.store.keep(
                Person(model.BOT_ID, "lumbercamp", None, now, [model.BOT_ROLE], bot=True)
            )
            for person, name in model.PEOPLE.items():
                self.store.keep(Person(person, name.lower(), name, now, [model.CAMPERS_ROLE]))
            for position, (channel, name) in enumerate(model.CHANNELS.items()):
                self.store.keep(Channel(channel, model.TEXT, name, now, position=position))
            self.store.set("settled", True)
        if not self.store.setting("forum", False):  # sandboxes of earlier versions had none
            plain: Json = {"moderated": False, "emoji_id": None, "emoji_name": None}
            tags = [{"id": self.new_id(), "name": name, **plain} for name in model.TAGS]
            forum = Channel(model.FORUM_ID, model.FORUM, "forum", self.clock.stamp(), tags=tags)
            self.store.keep(forum)
            self.store.set("forum", True)
        self.denied: int = self.store.setting("denied", 0)
        self.commands: list[Json] = self.store.setting("commands", [])
        self.people = {p.id: p for p in self.store.all(Person)}
        self.channels = {c.id: c for c in self.store.all(Channel)}
        self.messages: dict[str, dict[str, Message]] = {c: {} for c in self.channels}
        self.nonces: dict[str, Message] = {}
        for message in self.store.all(Message):
            self._remember(message)
        messages = (each for there in self.messages.values() for each in there.values())
        shown = {file["id"] for each in messages for file in each.attachments}
        for file in self.store.files.iterdir():
            if file.name not in shown:
                file.unlink()
        oldest = self.clock.now() - 24 * 3600
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.unanswered: dict[str, Interaction] = {}
        for each in self.store.all(Interaction):
            if each.at < oldest:
                self.store.forget(each)
            else:
                self._await_answer(each)

    def new_id(self) -> str:
        """Make an id, as decimal text. Before it is given out, a mark above it has been reserved
        (at most one write a second), and the next run starts at that mark."""
        milliseconds = int(self.clock.now() * 1000) - model.EPOCH_MS
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        if self._last_id >= self._reserved:
            self._reserved = self._last_id + (1000 << 22)
            self.store.set("ids", self._reserved)
        return str(self._last_id)

    def _remember(self, message: Message) -> None:
        self.messages.setdefault(message.channel, {})[message.id] = message
        if message.nonce is not None:
            self.nonces[message.nonce] = message

    def _await_answer(self, it: Interaction) -> None:
        self.interactions[it.id] = self.tokens[it.token] = it
        if it.state == "sent" and not it.answered:
            self.unanswered[it.id] = it

    def add(self, thing: SandboxRecord) -> None:
        """Add a new record, in memory and file."""
        match thing:
            case Person():
                self.people[thing.id] = thing
            case Channel():
                self.channels[thing.id] = thing
                self.messages.setdefault(thing.id, {})
            case Message():
                self._remember(thing)
            case Interaction():
                self._await_answer(thing)
        self.store.keep(thing)

    def forget_message(self, message: Message) -> None:
        self.messages[message.channel].pop(message.id, None)
        if message.nonce is not None:
            self.nonces.pop(message.nonce, None)
        self.store.forget(message)
        for attachment in message.attachments:
            (self.store.files / attachment["id"]).unlink(missing_ok=True)

    def add_time(self, seconds: float) -> None:
        self.clock.added += seconds
        self.store.set("clock", self.clock.added)

    def age(self, snowflake: str) -> float:
        """Seconds since an id was made."""
        return self.clock.now() - ((int(snowflake) >> 22) + model.EPOCH_MS) / 1000

    @property
    def bot(self) -> Person:
        return self.people[model.BOT_ID]

    def channel(self, channel_id: str) -> Channel:
        """Raises `Refusal` 10003."""
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def message(self, channel_id: str, message_id: str) -> Message:
        """Raises `Refusal` 10008."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise unknown("Message")
        return message

    def private_channel(self, person_id: str) -> Channel:
        """A person's private channel with the bot, created if it's missing."""
        for channel in self.channels.values():
            if channel.is_private and channel.owner == person_id:
                return channel
        channel = Channel(self.new_id(), model.DM, "", self.clock.stamp(), owner=person_id)
        self.add(channel)
        return channel
