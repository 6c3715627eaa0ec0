"""The bot in the test itself: its sprites are drawn once, and its seeds are always the same."""

from tests.bot.conftest import _seeds, _sprites

__all__ = ["_seeds", "_sprites"]
