"""Attackers have the tools of the bot's tests: a core, and the same seeds in every run; and the
record of a fair game, to forge."""

from __future__ import annotations

import pytest

from bot.ops.replay import verify_record
from rules.record import Record, parse
from tests.bot.conftest import _patient_health, _seeds, _sprites, core, lasting
from tests.bot.controls import Controls
from tests.bot.core import ANN

__all__ = ["_patient_health", "_seeds", "_sprites", "core", "fair", "lasting"]


@pytest.fixture
async def fair(controls: Controls) -> Record:
    """The record of the game that an attacker's own `controls` have played."""
    record = parse((await controls.record(ANN)).document)
    assert verify_record(record).fair
    return record
