"""Lines that ask for something where a turn is expected, in other languages than English: words as
data. They are understood at every table, whatever language it has.

@Lumbercamp zurück  ──> the same as `undo`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rules.input import unaccented

# By the name of a verb: what means it in German, in French and in Spanish.
_LINES: Final[Mapping[str, str]] = {
    "more": "mehr | plus | más",
    "help": "hilfe, hilf mir, befehle | aide, aide-moi, commandes | ayuda, ayúdame, comandos",
    "possible": "möglichkeiten, meine möglichkeiten, was kann ich tun, was nun, was jetzt"
    "| mes options, que puis-je faire, que faire, quoi faire"
    "| opciones, mis opciones, qué puedo hacer, qué hago",
    "pass": "passe, passen, aussetzen | je passe, passer | paso, pasar",
    "hint": "tipp, tipps, ein tipp | indice, indices, un indice | pista, pistas, una pista",
    "undo_typed": "zurück, zurücknehmen, rückgängig, nimm zurück"
    "| annuler, annule, reprendre, je reprends | deshacer, deshaz, deshazlo",
    "quit": "aufgeben, ich gebe auf | abandonner, j'abandonne | rendirse, me rindo, abandono",
    "text": "brett, zeig das brett | plateau, montre le plateau | tablero, muestra el tablero",
    "learn": "regeln, anleitung, wie geht das | règles, comment jouer | reglas, cómo se juega",
    "learn_typed": "lernen, lektion, lektionen | apprendre, leçon, leçons"
    "| aprender, lección, lecciones",
}
_MEANT: Final = {
    unaccented(line.strip()): verb
    for verb, lines in _LINES.items()
    for line in re.split(r"[|,]", lines)
}


def meant(line: str) -> str:
    """The name of the verb that a line means in one of those languages, with its accents or
    without; empty: none."""
    return _MEANT.get(unaccented(line), "")
