"""The server on its first day, with ids that never change.

Lumbercamp Sandbox
├─ #games  #more-games  #lounge
├─ Ann (owner)  Ben  Cy  Dee
└─ lumbercamp, the bot
"""

from __future__ import annotations

from collections.abc import Iterator

from sandbox.model import TEXT, Channel, Person, Record

GUILD_NAME = "Lumbercamp Sandbox"
GUILD_ID = "1200000000000000000"  # also the id of the role @everyone, as on Discord
BOT_ID = "1200000000000000001"  # also the id of the application
CAMPERS_ROLE = "1200000000000000010"
BOT_ROLE = "1200000000000000011"
CHANNELS = {
    "1200000000000000101": "games",
    "1200000000000000102": "more-games",
    "1200000000000000103": "lounge",
}
PEOPLE = {
    "1200000000000000201": "Ann",
    "1200000000000000202": "Ben",
    "1200000000000000203": "Cy",
    "1200000000000000204": "Dee",
}
OWNER = "1200000000000000201"


def founding_records(now: str) -> Iterator[Record]:
    """The bot, the people and the channels; `now` is the timestamp of their joining."""
    yield Person(BOT_ID, "lumbercamp", None, now, [BOT_ROLE], bot=True)
    for person_id, name in PEOPLE.items():
        yield Person(person_id, name.lower(), name, now, [CAMPERS_ROLE])
    for position, (channel_id, name) in enumerate(CHANNELS.items()):
        yield Channel(channel_id, TEXT, name, now, position=position)
