"""The features of this bot."""

from collections.abc import Callable
from typing import Final, TypeAlias

from bot.features import (
    alerts,
    blocks,
    boards,
    learning,
    lobby,
    mail,
    mending,
    mentions,
    mistakes,
    orders,
    personal,
    play_on,
    privacy,
    puzzles,
    queries,
    reports,
    seasons,
    seats,
    setup,
    standings,
    tokens,
    turn_builder,
    turn_list,
    turning_points,
    undo,
    webhook,
    whereabouts,
)
from bot.features.feature import Feature
from bot.features.services import Services

Factory: TypeAlias = Callable[[Services], Feature]
_FEATURES: Final[tuple[Factory, ...]] = (  # in the order of their commands
    lobby.feature,
    mentions.feature,
    turn_builder.feature,
    queries.feature,
    undo.feature,
    seats.resignation,
    boards.feature,
    play_on.feature,
    turning_points.feature,
    standings.feature,
    learning.feature,
    mending.move,
    orders.feature,
    standings.profile,
    whereabouts.feature,
    personal.feature,
    privacy.feature,
    blocks.feature,
    alerts.feature,
    personal.vacation,
    reports.feature,
    seats.feature,
    lambda at: at.consent.feature(),
    mending.feature,
    seasons.feature,
    setup.feature,
    puzzles.feature,
    turn_list.feature,
    setup.permissions,
    boards.browser,
    tokens.feature,
    webhook.feature,
    mail.feature,
    mistakes.feature,
)


def every_feature(at: Services) -> tuple[Feature, ...]:
    """The features of this bot, first those of the services themselves."""
    own = at.tidy, at.clocks, at.reminders, at.computers, at.elsewhere
    return (*(each.feature() for each in own), *(make(at) for make in _FEATURES))
