"""Sprites that outlive the process: the next start reads them instead of drawing them again. An
edition names what they are made from: the code, the fonts, Pillow. If its folder can't be read or
written, or a file in it is damaged, sprites are drawn as without it."""

import os
import re
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache, wraps
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image, features

Draw = TypeVar("Draw", bound=Callable[..., Image.Image])

MOST_BYTES = 64_000_000  # bytes of an edition on the disk
EDITION, SUFFIX, PART = re.compile("[0-9a-f]{32}"), ".sprite", ".part"
HEAD = 32  # bytes of a file for mode and size
HERE = Path(__file__).resolve().parent.parent
_numbers = count()


class Shelf:
    """The sprites of this edition in a folder."""

    def __init__(self, folder: Path) -> None:
        self._edition = folder / edition()
        self._room = MOST_BYTES
        with suppress(OSError):
            self._edition.mkdir(parents=True, exist_ok=True)
            # Delete other editions, and the rest of this one's start.
            for other in folder.iterdir():
                if EDITION.fullmatch(other.name) and other.is_dir() and not other.is_symlink():
                    mine = other == self._edition
                    for file in other.iterdir():
                        if file.suffix == PART or (file.suffix == SUFFIX and not mine):
                            file.unlink(missing_ok=True)
                    if not mine:
                        other.rmdir()
            self._room -= sum(file.stat().st_size for file in self._edition.iterdir())

    def sprite(self, key: str, draw: Callable[[], Image.Image]) -> Image.Image:
        """The sprite of this key: read it, or else draw and write it."""
        file = self._edition / f"{_digest([key.encode()])}{SUFFIX}"
        with suppress(OSError, ValueError, zlib.error):
            return load(file.read_bytes())
        image = draw()
        if len(data := dump(image)) > self._room:
            return image
        # Write it whole or not at all. After one failure, write nothing more.
        part = file.with_suffix(f".{os.getpid()}-{next(_numbers)}{PART}")
        try:
            part.write_bytes(data)
            part.replace(file)
        except OSError:
            self._room = 0
            with suppress(OSError):
                part.unlink()
        else:
            self._room -= len(data)
        return image


_shelf: Shelf | None = None


def keep(folder: Path) -> None:
    """Save sprites in this folder too from now on."""
    global _shelf
    _shelf = Shelf(folder)


def sprite_cache(most: int | None = None) -> Callable[[Draw], Draw]:
    """`lru_cache` for a function that draws from its arguments alone. It saves on disk too."""

    def decorated(draw: Draw) -> Draw:
        name = f"{draw.__module__}.{draw.__qualname__}"

        @lru_cache(most)
        @wraps(draw)
        def found(*args: Any, **named: Any) -> Image.Image:
            if _shelf is None:
                return draw(*args, **named)
            return _shelf.sprite(f"{name} {args!r} {named!r}", lambda: draw(*args, **named))

        return found  # type: ignore[return-value]

    return decorated


def dump(image: Image.Image) -> bytes:
    """An image as the bytes of a file."""
    head = f"{image.mode} {image.width} {image.height}".encode().ljust(HEAD)
    return zlib.compress(head + image.tobytes(), level=1)


def load(data: bytes) -> Image.Image:
    """The image of a file. Raises ValueError or zlib.error if it isn't whole."""
    whole = zlib.decompress(data)
    mode, *sides = whole[:HEAD].decode("ascii").split()
    width, height = map(int, sides)
    if mode not in ("RGBA", "RGB", "L") or len(whole) != HEAD + width * height * len(mode):
        raise ValueError("these are not the pixels that the head speaks of")
    return Image.frombytes(mode, (width, height), whole[HEAD:])


def edition(here: Path = HERE) -> str:
    """The name of the edition. here: the folders of code."""
    files = sorted(
        file
        for folder in ("renderer", "rules")
        for file in (here / folder).rglob("*")
        if file.suffix in (".py", ".ttf")
    )
    parts = [f"{features.version('pil')} {features.version('freetype2')}".encode()]
    for file in files:
        parts += [file.relative_to(here).as_posix().encode(), file.read_bytes()]
    return _digest(parts)


def _digest(parts: Iterable[bytes]) -> str:
    summed = blake2b(digest_size=16)
    for part in parts:
        summed.update(len(part).to_bytes(8, "big") + part)
    return summed.hexdigest()
