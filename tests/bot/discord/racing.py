"""Forest Fellers for players who see only their own screens: the panel behind My Hand.

post ── My Hand ──> hand ── a card ──> arrows ── Stop Here ──> preview ── Confirm Turn
"""

from random import Random

from tests.bot.discord.system import Json, answers, button, buttons
from tests.bot.discord.watching import until
from tests.guest import Guest

HAND, CONFIRM = "My Hand", "Confirm Turn"
DOWNSTREAM = ("S ↓", "SE ↘", "SW ↙")
STOPS = ("Stop Here", "Stay")


async def answer(guest: Guest, channel: str, interaction: str) -> Json:
    """The private answer to someone."""
    await guest.outcome(interaction)
    for newest in (5, 50):
        seen = await guest.history(channel, limit=newest)
        if found := next((m for m in reversed(seen) if answers(m, interaction)), None):
            return found
    raise AssertionError(f"{interaction} has no answer")


async def press(guest: Guest, message: Json, label: str) -> Json:
    """A button under a post; the answer to it."""
    asked = await guest.press(message, button(message, label))
    return await answer(guest, message["channel_id"], asked)


async def change(guest: Guest, panel: Json, label: str) -> Json:
    """A button of a panel, which changes in its place."""
    return await change_id(guest, panel, button(panel, label))


async def change_id(guest: Guest, panel: Json, custom_id: str, *values: str) -> Json:
    """Press a button or menu; return the panel once it has changed."""
    await guest.press(panel, custom_id, *values)
    now = [panel]

    async def differs() -> bool:
        now[0] = await guest.again(panel)
        return (now[0]["content"], buttons(now[0])) != (panel["content"], buttons(panel))

    await until(differs)
    return now[0]


def ready(panel: Json) -> list[Json]:
    """The buttons of a panel that say a word and are not greyed."""
    spoken = (each for each in buttons(panel) if each["custom_id"].startswith("lc:press:"))
    return [each for each in spoken if not each.get("disabled")]


async def step(guest: Guest, panel: Json, chance: Random) -> Json:
    """One button of a panel: downstream where that is possible, and never Stay for long."""
    ways = ready(panel)
    onward = [each for each in ways if each["label"] in DOWNSTREAM]
    moving = [each for each in ways if each["label"] not in STOPS]
    return await change_id(guest, panel, chance.choice(onward or moving or ways)["custom_id"])


async def built(guest: Guest, panel: Json, chance: Random) -> Json:
    """Press on a panel until there is a turn to confirm; return the panel."""
    while CONFIRM not in [each.get("label") for each in buttons(panel)]:
        panel = await step(guest, panel, chance)
    return panel
