"""Open In A Thread: what was asked for comes back out of the button's id, whatever was typed.

Source: issue 4, item 1, options; bot/messages/layouts.py, thread_buttons: signs between the letters
of a course do not matter, so any may stand there.
"""

import discord
import pytest

from bot.discord.buttons import ThreadButton
from bot.messages.layouts import thread_buttons


@pytest.mark.parametrize("course", ["A+D", "A;D", "a & d", "A=D", "A:D", "A%2BD"])
def test_the_options_are_those_that_were_asked_for(course: str) -> None:
    (button,) = thread_buttons("fellers", 4, {"course": course})
    match = ThreadButton.__discord_ui_compiled_template__.fullmatch(button.id)
    assert match is not None
    made = ThreadButton(discord.ui.Button(custom_id=button.id), match)
    assert (made.kind, made.players, made.options) == ("fellers", 4, {"course": course})
