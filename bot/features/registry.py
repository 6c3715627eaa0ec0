"""The features of this bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from bot.features import (
    blocks,
    boards,
    browsers,
    channel_check,
    learning,
    lobby,
    mending,
    mentions,
    move,
    orders,
    pausing,
    personal,
    privacy,
    profiles,
    puzzles,
    queries,
    reports,
    resign,
    seasons,
    seats,
    setup,
    standings,
    turn_builder,
    turning_points,
    undo,
    vacations,
    whereabouts,
)
from bot.features.feature import Feature
from bot.features.services import Services

Factory: TypeAlias = Callable[[Services], Feature]
_FEATURES: Final = (  # in the order of their commands
    lobby,
    mentions,
    turn_builder,
    queries,
    undo,
    resign,
    boards,
    turning_points,
    standings,
    learning,
    move,
    orders,
    profiles,
    whereabouts,
    personal,
    privacy,
    blocks,
    vacations,
    reports,
    seats,
    pausing,
    mending,
    seasons,
    setup,
    puzzles,
    channel_check,
    browsers,
)


def every_feature(at: Services) -> tuple[Feature, ...]:
    """The features of this bot."""
    made = [module.feature(at) for module in _FEATURES]
    asks = _FEATURES.index(pausing)  # requests have their commands before the one for a pause
    return (*at.features(), *made[:asks], at.consent.feature(), *made[asks:])
