"""What is sent to Discord as a message is what its library would make of the same.

Source: issue 10, item 11; experience 3.13.
"""

from __future__ import annotations

import json
from io import BytesIO

import discord
from discord.http import handle_message_parameters

from bot.discord.bodies import NO_CHOICE, components, shown
from bot.messages.message import Button, Choice, Menu, Message
from renderer import Picture
from tests.bot.discord.system import System

BUTTON = Button("Undo", "undo:1:2", "danger")
GREY = Button("x" * 90, "grey", off=True)
CHOICES = (Choice("a", "y" * 110, "z" * 110), Choice("b", "B"))


def as_the_library_has_it(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    style = discord.ButtonStyle[button.style]
    said = button.label[:80]
    return discord.ui.Button(
        label=said, custom_id=button.id, style=style, disabled=button.off, row=row
    )


async def test_what_can_be_pressed_is_what_the_library_makes_of_it() -> None:
    """Rows of buttons, then menus, then the last row; nothing is longer than Discord takes."""
    panel = Message("", rows=((BUTTON,), ()), menus=(Menu("m", "Pick", CHOICES),), buttons=(GREY,))
    view = discord.ui.View(timeout=None)
    view.add_item(as_the_library_has_it(BUTTON, 0))
    options = [
        discord.SelectOption(label="y" * 100, value="a", description="z" * 100),
        discord.SelectOption(label="B", value="b"),
    ]
    view.add_item(discord.ui.Select(custom_id="m", placeholder="Pick", options=options, row=1))
    view.add_item(as_the_library_has_it(GREY, 2))
    assert plain(components(panel)) == plain(view.to_components())


def plain(made: object) -> object:
    """Without what says only what Discord assumes where nothing is said."""
    assumed = {"default": False, "required": False, "min_values": 1, "max_values": 1}
    if isinstance(made, list):
        return [plain(each) for each in made]
    if isinstance(made, dict):
        return {key: plain(value) for key, value in made.items() if key not in assumed}
    return made


def test_a_menu_without_choices_is_grey_and_has_one() -> None:
    """Discord takes none without."""
    (row,) = components(Message("", menus=(Menu("m", "None", ()),)))
    (menu,) = row["components"]
    assert menu["disabled"]
    assert menu["options"] == [{"label": NO_CHOICE, "value": NO_CHOICE}]


async def test_a_message_with_a_picture_is_what_the_library_makes_of_it() -> None:
    """Text, alt text and the name of the file."""
    panel = Message("Hello", Picture(b"PNG", "A board."), "board.png")
    file = discord.File(BytesIO(b"PNG"), "board.png", description="A board.")
    with handle_message_parameters("Hello", files=[file]) as params:
        said, _ = params.multipart or ({}, {})
    told = json.loads(said["value"])
    assert {**told, "components": []} == {**shown(panel), "tts": False}


async def test_a_picture_is_sent_whole_when_it_is_sent_again(system: System) -> None:
    """The library tries once more by itself where Discord stumbles."""
    await system.begin("Ann", "Ben")
    system.world.fault("POST", r"/channels/\d+/messages$", 502, {"message": "", "code": 0})
    board = await system.play("games", "a1")
    (picture,) = board["attachments"]
    assert picture["size"] > 1000
    assert "took corner a1" in board["content"]
    assert len(system.boards("games")) == 2
