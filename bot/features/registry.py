"""The features of this bot, and what else is asked of them than what people want."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from bot.features import (
    about,
    blocks,
    boards,
    browsers,
    channel_check,
    clocks,
    computers,
    consent,
    guests,
    hints,
    languages,
    lessons,
    lobby,
    mending,
    move,
    nudges,
    orders,
    pausing,
    personal,
    privacy,
    profiles,
    puzzles,
    queries,
    reminders,
    reports,
    resign,
    rules_pages,
    seasons,
    seats,
    setup,
    share_line,
    standings,
    tidy,
    turn_builder,
    turning_points,
    undo,
    unheard,
    uptime,
    vacations,
    whereabouts,
)
from bot.features.feature import Feature
from bot.features.services import Services


class UseCases(Services):
    """What the outbox, the timers, the computers and Discord's events ask for."""

    def __init__(self, *handed: Any) -> None:
        super().__init__(*handed)
        store, tables, turns, commits = self.store, self.tables, self.turns, self.commits
        self.lobby = lobby.Lobby(self)
        self.computers = computers.Computers(store, tables, commits)
        leave = self.lobby.leave
        self.seats = seats.Seats(store, turns, commits, self.departure, leave, self.apart)
        self.seasons = seasons.Seasons(self, self.lobby.seat)
        self.mending = mending.Mending(self, self.seats.hand_over)
        self.queries = queries.Queries(self)
        self.personal = personal.Personal(self)
        self.tidy = tidy.Tidy(turns, commits, self.now)
        self.unreadable = unheard.Unreadable(self, self.tidy.take_away)
        self.departed: list[Callable[[int, int], None]] = []  # called with a person and a server

    async def gone(self, user: int, guild: int, *, banned: bool = False) -> None:
        """Somebody has left a server, or was banned. The absence voids their links there and ends
        their streams, also those of other processes."""
        for hear in self.departed:
            hear(user, guild)
        await self.store.note_absence(guild, user, self.now())
        await self.seats.gone(user, guild, banned=banned)
        await self.seasons.gone(user, guild)


Factory: TypeAlias = Callable[[UseCases], Feature]


def every_feature(at: UseCases) -> tuple[Feature, ...]:
    """The features of this bot."""
    return (
        tidy.feature(at.tidy),
        lobby.feature(at, at.lobby, at.queries.names),
        guests.feature(at),
        turn_builder.feature(at, at.queries.complete),
        queries.feature(at.queries),
        hints.feature(at),
        undo.feature(at),
        resign.feature(at, at.queries.names),
        boards.feature(at, at.queries.played),
        turning_points.feature(at),
        share_line.feature(at),
        standings.feature(at),
        rules_pages.feature(at),
        lessons.feature(at),
        move.feature(at, at.queries.names),
        orders.feature(at),
        profiles.feature(at),
        whereabouts.feature(at),
        personal.feature(at, at.personal),
        privacy.feature(at, at.lobby.leave),
        about.feature(at),
        blocks.feature(at, at.lobby.leave, at.seasons.gone, at.seasons.servers_of_both),
        browsers.feature(at),
        vacations.feature(at, at.personal.show),
        nudges.feature(at),
        reports.feature(at),
        seats.feature(at, at.seats),
        consent.feature(at),
        pausing.feature(at),
        mending.feature(at, at.mending, at.queries.names),
        clocks.feature(at.clocks),
        reminders.feature(at.reminders),
        uptime.feature(uptime.OutageNews(at.store, at.tables, at.reminders.later, at.now)),
        unheard.feature(at.unreadable),
        computers.feature(at.computers),
        languages.feature(at),
        seasons.feature(at, at.seasons),
        setup.feature(at),
        puzzles.feature(at),
        channel_check.feature(at),
    )


def in_browsers(address: str, *, activity: bool = False) -> Factory:
    """What there is besides where boards are opened in a browser, at an address."""
    return partial(browsers.opening, address=address, activity=activity)
