"""Attackers have the tools of the bot's tests: a core, and the same seeds in every run."""

from tests.bot.conftest import _patient_health, _seeds, _sprites, core, lasting

__all__ = ["_patient_health", "_seeds", "_sprites", "core", "lasting"]
