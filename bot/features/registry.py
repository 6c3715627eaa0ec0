"""The features of this bot, in the order in which people find them."""

from __future__ import annotations

from bot.features import nudges
from bot.features.feature import Factory

FEATURES: tuple[Factory, ...] = (nudges.feature,)
