"""German as people type it in every game."""

from typing import Final

from rules.typed import COURTESIES, Talk

_IDLE = (
    "bitte|danke|gern|gerne|einfach|jetzt|nun|dank dir|vielen dank|viel glück|viel glueck"
    "|viel spaß|viel spass|gut gespielt|tschuldigung|entschuldigung|sorry|du bist dran"
    "|dein zug"
)
TALK: Final = Talk(
    between=("dann", "danach", "anschließend", "und"),
    idle=(*COURTESIES, *_IDLE.split("|")),
    opening=(
        r"(?:mein|dieser) (?:zug|spielzug)(?: ist)?|lass(?:t)? uns|wir"
        r"|ich(?: will| möchte| moechte| werde| würde| wuerde| mag)?(?= [a-zäöüß]{2})"
    ),
    asking=(
        r"(?:(?:kann|könnte|koennte|darf|dürfte|duerfte|soll|sollte|muss|müsste)"
        r" (?:ich|man|er|sie|wir)"
        r"|was (?:ist|wäre|waere|passiert|geschieht)(?:,? wenn| mit)?(?: ich)?"
        r"|wie (?:wäre|waere|ist|war) es mit|ist es erlaubt|geht (?:es|das))"
    ),
)
