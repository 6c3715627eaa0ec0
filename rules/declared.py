"""What a class declares is all that who derives from it may say: a name that nobody asks for is
a mistake, and is refused when the class is made.

    class Keep(Game[Table]):
        def wroth(self, ...): ...
    TypeError: Keep.wroth: Game has no such part, perhaps worth. Names of its own begin with _.
"""

from __future__ import annotations

from difflib import get_close_matches
from inspect import get_annotations


class Declared:
    """The base of a class that declares parts with defaults, such as rules.game.Game."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declaring = cls.__mro__[cls.__mro__.index(Declared) - 1]
        known = {*dir(declaring), *get_annotations(declaring)}
        for each in (each for each in cls.__mro__ if not issubclass(declaring, each)):
            for name in (*vars(each), *get_annotations(each)):
                if not name.startswith("_") and name not in known:
                    raise TypeError(_refusal(f"{cls.__name__}.{name}", declaring, name, known))


def _refusal(full: str, declaring: type, name: str, known: set[str]) -> str:
    near = "".join(f", perhaps {x}" for x in get_close_matches(name, known, 1))
    return f"{full}: {declaring.__name__} has no such part{near}. Names of its own begin with _."
