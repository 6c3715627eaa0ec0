"""Messages as Discord takes them.

discord.py makes a view with its items, a file and a form of what is said here as it is, which takes
as long as sending it. Its client still sends it, so that its rate limits and retries hold.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import discord
from aiohttp.payload import BytesPayload
from discord.utils import _to_json  # as it writes what has no picture

from bot.messages.fitting import fitted
from bot.messages.message import Button, Menu, Message
from renderer import Picture

Json = dict[str, Any]

ROW: Final = discord.ComponentType.action_row.value
BUTTON: Final = discord.ComponentType.button.value
MENU: Final = discord.ComponentType.string_select.value
# Characters of a choice's label and of its hint, of a menu's title and of a button's label.
CHOICE, TITLE, LABEL = 100, 150, 80
WIDE = 5  # buttons in a row
NO_CHOICE = "–"  # of a menu that cannot be opened, since Discord takes none without
# Of a message with a file: the header of the file, and how the whole is made, each as it begins.
FILE: Final = 'Content-Disposition: form-data; name="files[0]"; filename="'
FORM: Final = "multipart/form-data; boundary="


def shown(panel: Message) -> Json:
    """All of a panel that everybody sees; the bytes of its picture are sent beside it."""
    picture = panel.picture
    described = picture and {"id": 0, "filename": panel.file, "description": picture.alt}
    return {
        "content": fitted(panel.text),
        "attachments": [described] if described else [],
        "components": components(panel),
    }


def components(panel: Message) -> list[Json]:
    """The panel's rows of buttons, its menus and its last buttons, as many in a row as there can
    be."""
    last = [panel.buttons[i : i + WIDE] for i in range(0, len(panel.buttons), WIDE)]
    rows = [
        *(list(map(_button, row)) for row in panel.rows),
        *([_menu(menu)] for menu in panel.menus),
        *(list(map(_button, row)) for row in last),
    ]
    return [{"type": ROW, "components": row} for row in rows if row]


def _button(button: Button) -> Json:
    return {
        "type": BUTTON,
        "style": discord.ButtonStyle[button.style].value,
        "label": button.label[:LABEL],
        "custom_id": button.id,
        "disabled": button.off,
    }


def _menu(menu: Menu) -> Json:
    """A menu; an empty one cannot be opened, and its title says why."""
    options = [
        {"label": choice.label[:CHOICE], "value": choice.value}
        | ({"description": choice.hint[:CHOICE]} if choice.hint else {})
        | ({"default": True} if choice.chosen else {})
        for choice in menu.choices
    ]
    return {
        "type": MENU,
        "custom_id": menu.id,
        "placeholder": menu.title[:TITLE],
        "options": options or [{"label": NO_CHOICE, "value": NO_CHOICE}],
        "disabled": not options,
        **({"min_values": 0, "max_values": len(options)} if menu.several and options else {}),
    }


def body(message: Json, picture: Picture | None = None) -> dict[str, Any]:
    """What a request carries, as HTTPClient.request() takes it: a message, and its picture."""
    if picture is None:
        return {"json": message}
    mark = f"--{secrets.token_hex(16)}"
    (file,) = message["attachments"]
    parts = (
        *(mark, 'Content-Disposition: form-data; name="payload_json"'),
        *("Content-Type: application/json", "", _to_json(message)),
        *(mark, FILE + file["filename"] + '"'),
        *("Content-Type: application/octet-stream", "", ""),
    )
    whole = b"".join(("\r\n".join(parts).encode(), picture.png, f"\r\n{mark}--\r\n".encode()))
    return {"data": BytesPayload(whole, content_type=FORM + mark.removeprefix("--"))}
