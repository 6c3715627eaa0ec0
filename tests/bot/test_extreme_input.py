"""Values at the edge of an option, or far beyond it, get one clear sentence and break nothing.

Source: issue 44, F10: `/games vacation until:9999-12-31` ended in an OverflowError.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.features.feature import SlashOption, Verb
from bot.messages.boundary import answered
from bot.messages.medium import VOICE
from bot.table.intent import named
from rules.errors import Unavailable
from tests.bot.core import ANN, BEN, CHANNEL, DECLARED, OTHER_CHANNEL, Core
from tests.games import EVERY

DAYS = ("0001-01-01", "1969-12-31", "1970-01-01", "2038-01-20", "9999-12-30", "9999-12-31")
ODD_DAYS = ("0000-00-00", "10000-01-01", "-0001-01-01", "2026-02-30", "99991231", "9999-W52-7")
MONTHS = ("0000-01", "0001-12", "2026-13", "9999-12", "99999-01")
HOURS = ("24:00-25:00", "00:00-23:59", "23:59-0", "00:00-00:00", "-1--1", "99999999999-1")
NUMBERS = (
    "0",
    "-1",
    "9" * 19,
    "9" * 400,
    "-" + "9" * 400,
    "1e999",
    "nan",
    "\u0661\u0662",
    "\u00b2",
)
SIGNS = (
    "",
    " ",
    "\x00",
    "\ud800",
    "\u202e",
    "\U0010ffff",
    "%s{n}",
    "a" * 6000,
    "<@0>",
    f"<@{'9' * 20}>",
)
GAMES = ("L0", "L-1", f"L{'9' * 18}", f"L{'9' * 19}", f"L{'9' * 400}")
WORDS = (*DAYS, *ODD_DAYS, *MONTHS, *HOURS, *NUMBERS, *SIGNS, *GAMES)
WHOLE = (0, -1, 1, 2**31, 2**53, -(2**53))  # as far as Discord lets an integer go

SLASHES = sorted(verb.name for verb in DECLARED if verb.slash is not None)
ZONES = ("Pacific/Kiritimati", "Pacific/Niue", "Africa/Monrovia", "UTC")


def extremes(option: SlashOption) -> tuple[Any, ...]:
    """Discord holds people to the values of an option, where it has some."""
    if option.values:
        return tuple(each.value for each in option.values)
    return {str: WORDS, int: WHOLE, bool: (False, True)}[option.type]


def usual(option: SlashOption) -> Any:
    if option.default is not None:
        return option.default
    return option.values[0].value if option.values else extremes(option)[0]


def tried(options: tuple[SlashOption, ...]) -> Iterator[dict[str, Any]]:
    """Each option at each extreme, the others as usual."""
    calm = {each.name: usual(each) for each in options}
    for option in options:
        yield from ({**calm, option.name: value} for value in extremes(option))


async def breaks(
    core: Core, verb: Verb, options: tuple[SlashOption, ...], **where: Any
) -> list[str]:
    """The inputs that end in "Something went wrong", as a command or while they are typed."""
    found = list[str]()
    for values in tried(options):
        wish = core.wish(ANN, kind=core.kind, verb=verb.name, manages=True, moderator=True, **where)
        given = dict(values)
        for option in options:
            said = given[option.name]
            if option.complete is not None:
                await option.complete(replace(wish, words=str(said)), VOICE)
            if option.words:
                wish = replace(wish, words=given.pop(option.name))
            elif option.names:
                given.pop(option.name)
                try:
                    wish = named(wish, str(said), core.games)
                except Unavailable:
                    continue
            else:
                given[option.argument] = given.pop(option.name)
        told = (await answered(core.verbs.do(verb.name, wish, given))).text
        if "Something went wrong" in told or "I couldn't save" in told:
            found.append(f"{values}: {told}")
    return found


@pytest.mark.parametrize("name", SLASHES)
async def test_no_value_of_an_option_breaks_anything(core: Core, name: str) -> None:
    """Without a game, in a lobby and in a running game, wherever the speaker lives."""
    verb, kinds = core.verbs[name], [*core.games]
    assert verb.slash is not None
    await core.seated(ANN, BEN)
    await core.open(ANN, 3, channel=OTHER_CHANNEL)
    found = list[str]()
    for zone in ZONES:
        await core.store.set_personal(ANN.id, "time_zone", zone)
        for channel in (CHANNEL, OTHER_CHANNEL, 599):
            for kind in kinds if verb.slash.where == "each game" else kinds[:1]:
                core.kind = kind
                options = verb.slash.options_of(EVERY[kind].game)
                found += await breaks(core, verb, options, channel=channel)
    await core.deliver()
    assert not found
    assert (await core.store.census()).parked == 0
