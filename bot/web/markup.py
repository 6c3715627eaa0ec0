"""HTML that is put together of elements. Everything is escaped but what was made here, so that
nobody's name can be markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias

EMPTY: Final = frozenset({"br", "img", "input", "link", "meta"})  # which hold nothing


class Markup(str):
    """Words of HTML as they are meant."""

    __slots__ = ()


Inside: TypeAlias = "str | Iterable[Inside] | None"
Value: TypeAlias = str | int | bool | None


def el(tag: str, /, *inside: Inside, **attributes: Value) -> Markup:
    """An element. attributes: `class_` is class, `data_n` is data-n; None and False are left out,
    True stands without a value."""
    named = "".join(_attribute(key, value) for key, value in attributes.items())
    head = f"<{tag}{named}>"
    return Markup(head if tag in EMPTY else f"{head}{words(*inside)}</{tag}>")


def words(*inside: Inside) -> Markup:
    """What stands in an element."""
    return Markup("".join(map(_escaped, inside)))


def _escaped(inside: Inside) -> str:
    if inside is None:
        return ""
    if isinstance(inside, str):
        return inside if isinstance(inside, Markup) else escape(inside)
    return "".join(map(_escaped, inside))


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
