"""Spanish as people type it in every game."""

from typing import Final

from rules.typed import COURTESIES, Talk

_IDLE = (
    "por favor|porfa|gracias|simplemente|ahora|muchas gracias|perdón|perdon|perdona"
    "|lo siento|suerte|buena suerte|jaja|jajaja|te toca|tu turno|buena jugada"
)
TALK: Final = Talk(
    between=("luego", "después", "despues", "entonces", "y"),
    idle=(*COURTESIES, *_IDLE.split("|")),
    opening=(
        r"(?:mi|esta) jugada(?: es)?|yo(?= [a-záéíóúñ]{2})"
        r"|(?:quiero|quisiera|voy a(?= [a-záéíóúñ]+r\b)|vamos a(?= [a-záéíóúñ]+r\b))"
        r"(?= [a-záéíóúñ]{2})"
    ),
    asking=(
        r"¿|(?:(?:puedo|podría|podria|se puede|debo|debería|deberia|puede uno)"
        r"|(?:qué|que) (?:pasa|ocurre|tal) si|y si|(?:es posible|está permitido|esta permitido))"
    ),
)
