"""One request of a person, and how its fields are read."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox import views
from sandbox.model import Channel, Json, Message, Person
from sandbox.permissions import may_see
from sandbox.refusals import Sorry
from sandbox.world import World


@dataclass(slots=True)
class PersonCall:
    """Who asks for what; every property raises `Sorry` when its field is missing or wrong."""

    world: World
    body: Json

    @property
    def person(self) -> Person:
        person = self.world.people.get(self.text("as"))
        if person is None or person.bot:
            raise Sorry("There's no such person.", 404)
        return person

    @property
    def channel(self) -> Channel:
        channel = self.world.channels.get(self.text("channel"))
        if channel is None or not may_see(channel, self.person.id):
            raise Sorry("There's no such channel.", 404)
        return channel

    def message(self, field: str = "message") -> Message:
        found = self.world.messages[self.channel.id].get(self.text(field))
        if found is None or not views.shows(self.world, found, self.person.id):
            raise Sorry("There's no such message.", 404)
        return found

    def text(self, field: str) -> str:
        value = self.body.get(field)
        if not isinstance(value, str):
            raise Sorry(f"The field {field} is missing.")
        return value

    def mapping(self, field: str) -> Json:
        value = self.body.get(field) or {}
        if not isinstance(value, dict):
            raise Sorry(f"The field {field} must be an object.")
        return value

    def number(self, field: str, default: int) -> int:
        try:
            return int(self.body.get(field) or default)
        except ValueError:
            raise Sorry(f"The field {field} must be a number.") from None
