"""Who is pinged by a message: what it says, and what its author allows.

Written without `allowed_mentions` everything in the text counts; with it only what it lists.
@everyone and @here need a permission which neither the bot nor plain people have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sandbox.model import Channel, Json, Message, Person
from sandbox.permissions import Permission, may_see, person_permissions
from sandbox.refusals import FormErrors
from sandbox.state import State

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_ALL = re.compile(r"@everyone|@here")
_KINDS = ("users", "roles", "everyone")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Ids of users and roles which are named and allowed."""

    users: list[str]
    roles: list[str]
    everyone: bool

    def pings(self, state: State, channel: Channel, author: str) -> list[str]:
        """The people who are notified; nobody is by an own message."""
        here = [p.id for p in state.people.values() if not p.bot and may_see(channel, p.id)]
        named = here if self.everyone else [each for each in self.users if each in here]
        return [each for each in named if each != author]


def find(
    state: State, author: Person, text: str, allowed: Json | None, replied: Message | None
) -> Mentions:
    """Who is mentioned by `text` and by replying to `replied`."""
    rule: Json = {"parse": list(_KINDS), "replied_user": True} if allowed is None else allowed
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


def check(faults: FormErrors, allowed: Any) -> None:
    """The form of `allowed_mentions`: one cannot both parse users and list some."""
    if allowed is None:
        return
    parse = allowed.get("parse") or ()
    for kind in parse:
        if kind not in _KINDS:
            faults.add("allowed_mentions.parse", "BASE_TYPE_CHOICES", f"{kind} is not known.")
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or ()
        faults.length(f"allowed_mentions.{kind}", listed, 0, 100)
        if kind in parse and listed:
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            faults.add("allowed_mentions", code, message)
