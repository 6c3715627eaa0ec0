"""A picture as eyes see it that tell no red from green, no blue from green, or no colours at all.

The matrices are those of Machado, Oliveira and Fernandes (2009) for severity 1, for linear light.
"""

from __future__ import annotations

from PIL import Image

from renderer.palette import RGB

Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}
LINEAR = [(n / 255 / 12.92 if n < 11 else ((n / 255 + 0.055) / 1.055) ** 2.4) for n in range(256)]


def seen_by(eyes: str, picture: Image.Image) -> list[RGB]:
    """The pixels of an RGB picture as these eyes see them."""
    pixels = picture.convert("RGB").tobytes()
    return [seen_as(eyes, *pixels[n : n + 3]) for n in range(0, len(pixels), 3)]


def seen_as(eyes: str, *colour: int) -> RGB:
    """A colour as these eyes see it."""
    light = [LINEAR[part] for part in colour]
    r, g, b = (_byte(sum(k * x for k, x in zip(row, light, strict=True))) for row in EYES[eyes])
    return r, g, b


def _byte(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(255 * (light * 12.92 if light < 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def apart(eyes: str, a: Image.Image, b: Image.Image) -> float:
    """How far two pictures of one size differ, 0 to 255: as a mean of all pixels."""
    pairs = list(zip(seen_by(eyes, a), seen_by(eyes, b), strict=True))
    return sum(max(abs(x - y) for x, y in zip(*pair, strict=True)) for pair in pairs) / len(pairs)
