"""Writing, changing and removing messages of any author, and their pings.

Without `allowed_mentions` every mention in the text pings; otherwise only the listed ones.
@everyone and @here need a permission that neither the bot nor plain people have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sandbox import model, news
from sandbox.files import Upload, describe
from sandbox.limits import MENTIONED
from sandbox.model import Channel, Json, Message, Person, complete
from sandbox.permissions import Permission, may_see, person_permissions
from sandbox.state import State
from sandbox.world import World


@dataclass(slots=True)
class Origin:
    """A message's origin apart from its author: a reply, an interaction, a thread."""

    type: int = model.DEFAULT
    replied: Message | None = None
    reference: Json | None = None
    only: str | None = None
    interaction: Json | None = None
    flags: int = 0


@dataclass(slots=True)
class Draft:
    """The form of a message and its files."""

    form: Json
    files: list[Upload] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.form.get("content") or ""

    @property
    def is_empty(self) -> bool:
        return not (self.text.strip() or self.form.get("components") or self.files)


def post(
    world: World, channel: Channel, author: Person, draft: Draft, origin: Origin | None = None
) -> Message:
    """Write a message, announce and store it."""
    origin, form = origin or Origin(), draft.form
    hidden = model.EPHEMERAL if origin.only else 0
    message = Message(
        id=world.new_id(),
        channel=channel.id,
        author=author.id,
        content=(form.get("content") or "").strip(),
        at=world.clock.stamp(),
        type=origin.type,
        flags=(form.get("flags") or 0) & model.SILENT | origin.flags | hidden,
        components=complete(form.get("components") or []),
        reference=origin.reference,
        only=origin.only,
        nonce=None if form.get("nonce") is None else str(form["nonce"]),
        interaction=origin.interaction,
    )
    message.attachments = _attach(world, message, draft)
    _mention(world, channel, message, draft, origin.replied)
    _enter(world, channel, message)
    return message


def _mention(
    world: World, channel: Channel, message: Message, draft: Draft, replied: Message | None
) -> None:
    author = world.people[message.author]
    found = find(world, author, draft.text, draft.form.get("allowed_mentions"), replied)
    message.mentions, message.mention_roles = found.users, found.roles
    message.everyone = found.everyone
    message.pings = found.pings(world, channel, author.id)
    if message.only is not None:
        message.pings = [each for each in message.pings if each == message.only]


def _enter(world: World, channel: Channel, message: Message) -> None:
    world.add(message)
    if message.only is None:
        if channel.archived:  # a message in an archived thread reopens it
            channel.archived, channel.archived_at = False, world.clock.stamp()
            news.channel_changed(world, channel)
        channel.last_message = message.id
        channel.message_count += 1
        if channel.is_thread and message.author not in channel.members:
            channel.members.append(message.author)
        world.keep(channel)
    news.message_created(world, message)


# -- attachments


def _attach(world: World, message: Message, draft: Draft) -> list[Json]:
    """The attachments of a new message, or the new ones of an edited message."""
    wanted, made = {str(e.get("id")): e for e in draft.form.get("attachments") or ()}, list[Json]()
    for file in draft.files:
        made.append(describe(world.new_id(), file, wanted.get(str(file.index), {})))
        (world.store.files / made[-1]["id"]).write_bytes(file.content)
    return made


def _keep_attachments(message: Message, form: Json) -> list[Json]:
    """The old attachments that an edit keeps, with their new alt texts."""
    wanted = form.get("attachments")
    if wanted is None:
        return message.attachments
    alts = {str(each.get("id")): each.get("description") for each in wanted}
    kept = [old for old in message.attachments if old["id"] in alts]
    return [{**old, "description": alt} if (alt := alts[old["id"]]) else old for old in kept]


# -- edits


def edit(world: World, message: Message, draft: Draft) -> None:
    """Change a message. An edit pings nobody, unless it's the first text of a waiting answer."""
    message.attachments = _keep_attachments(message, draft.form) + _attach(world, message, draft)
    _change_text(world, message, draft)
    if message.thinking:
        message.flags &= ~model.LOADING
        channel = world.channels[message.channel]
        _mention(world, channel, message, draft, None)
    else:
        message.edited = world.clock.stamp()
    world.keep(message)
    news.message_edited(world, message)


def _change_text(world: World, message: Message, draft: Draft) -> None:
    form = draft.form
    if "components" in form:
        message.components = complete(form["components"] or [])
    if "content" in form:
        message.content = (form["content"] or "").strip()
        author, allowed = world.people[message.author], form.get("allowed_mentions")
        replied_to = (message.reference or {}).get("message_id", "")
        source = world.messages[message.channel].get(replied_to)
        still = source if source and source.author in message.mentions else None
        found = find(world, author, draft.text, allowed, still)
        message.mentions, message.mention_roles = found.users, found.roles


def leaves_nothing(message: Message, draft: Draft) -> bool:
    """Whether this edit would empty the message."""
    form = draft.form
    texts = [form.get(n, getattr(message, n)) for n in ("content", "components")]
    kept = _keep_attachments(message, form)
    return not (any(texts) or kept or draft.files)


def delete(world: World, message: Message) -> None:
    news.message_deleted(world, message)
    world.forget_message(message)


def mark_thread(world: World, message: Message) -> None:
    """Mark a message as the start of a thread."""
    message.flags |= model.HAS_THREAD
    world.keep(message)
    news.message_edited(world, message)


_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_ALL = re.compile(r"@everyone|@here")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Ids of mentioned users and roles that may be pinged."""

    users: list[str]
    roles: list[str]
    everyone: bool

    def pings(self, state: State, channel: Channel, author: str) -> list[str]:
        """The people to notify; never the author."""
        here = [p.id for p in state.people.values() if not p.bot and may_see(channel, p.id)]
        named = here if self.everyone else [each for each in self.users if each in here]
        return [each for each in named if each != author]


def find(
    state: State, author: Person, text: str, allowed: Json | None, replied: Message | None
) -> Mentions:
    """The mentions in `text` and by replying to `replied`."""
    rule: Json = {"parse": list(MENTIONED), "replied_user": True} if allowed is None else allowed
    users = [u for u in _unique(_USER, text) if u in state.people and _allows(rule, "users", u)]
    if replied is not None and rule.get("replied_user") and replied.author not in users:
        users.append(replied.author)
    roles = [r for r in _unique(_ROLE, text) if _allows(rule, "roles", r)]
    may = person_permissions(state, author) & Permission.MENTION_EVERYONE
    everyone = bool(_ALL.search(text)) and "everyone" in rule.get("parse", ()) and bool(may)
    return Mentions(users, roles, everyone)


def _unique(pattern: re.Pattern[str], text: str) -> list[str]:
    return list(dict.fromkeys(pattern.findall(text)))


def _allows(rule: Json, kind: str, wanted: str) -> bool:
    return kind in rule.get("parse", ()) or wanted in [str(x) for x in rule.get(kind) or ()]
