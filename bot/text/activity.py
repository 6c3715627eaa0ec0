"""The sentences of the Activity, the page around a board inside Discord."""

from __future__ import annotations

from typing import Final

from rules.text import Code, Text

OPENING: Final = Text("Asking Discord who you are…")
UNKNOWN: Final = Text(
    "Discord did not say who you are, so no board is shown. Close this and open it again, and "
    "agree when you are asked."
)
NOT_THERE: Final = Text(
    "Discord does not know you in this Activity, so no board is shown. Close this and open it "
    "again."
)
NO_COOKIES: Final = Text(
    "This browser keeps nothing for pages inside Discord, so no board can be shown here. Open it "
    "in a browser: in the channel, the command open of the game answers with a link."
)
NO_SDK: Final = Text(
    "No board can be shown inside Discord yet, since Discord's SDK is missing. Whoever hosts this "
    "bot fetches it with {command}. In the channel, the command open of the game answers with a "
    "link for a browser.",
    command=Code("make activity"),
)
BUSY: Final = Text("Too many are coming in at this moment. Close this and open it again.")
TABLES: Final = Text("Your Tables")
HERE: Final = Text("In this channel")
ELSEWHERE: Final = Text("Elsewhere")
NO_TABLES: Final = Text("You are at no table that is open. Tables are opened in the channel.")
