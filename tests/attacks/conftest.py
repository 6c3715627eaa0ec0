"""Attackers have the tools of the bot's tests: a core, and the same seeds in every run."""

import pytest

from rules.record import Record
from tests.acting import ANN, BEN, CY
from tests.attacks.played import genuine
from tests.bot.conftest import _patient_health, _seeds, _sprites, core, lasting
from tests.bot.core import Core

__all__ = ["_patient_health", "_seeds", "_sprites", "core", "lasting"]


@pytest.fixture
async def archive(lasting: Core) -> Core:
    """A finished game of Logjam of three, in a file that a forger may open too."""
    lasting.kind = "logjam"
    await lasting.begin(ANN, BEN, CY)
    for _ in range(4):
        await lasting.say(await lasting.mover(), ".")
        lasting.time.seconds += 121
        await lasting.clock.tick()
    for person in (ANN, BEN):
        await lasting.resign(person)
    return lasting


@pytest.fixture
def fair() -> Record:
    return genuine("idle").record
