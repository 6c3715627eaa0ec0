"""Lines that ask for something where a turn is expected, in other languages than English: words as
data. They are understood at every table, whatever language it has.

@Lumbercamp zurück  ──> the same as `undo`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rules import english, french, german, spanish
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
IDLE = (*english.TALK.idle, *german.TALK.idle, *french.TALK.idle, *spanish.TALK.idle)
# Words around a request that say nothing of what it is for, in any of the languages.
_AROUND = """a an the some any me my i we you it of for to is are what whats which this that here s
 please now give show tell get have see can could may do does need want like would let us am should
 game gimme read current ein eine einen der die das den mir mich ich wir man du es zu ist sind was
 welche welcher dieses spiel jetzt gib zeig zeige sag kann darf hätte brauche möchte will haben
 sehen
 un une le la les l de du des d moi je j on nous tu est ce qu sont quel quelle quels quelles donne
 montre dis peux peut puis ai besoin veux voudrais avoir voir partie el los las una unos unas yo
 puedo
 puede dame muestra muéstrame dime necesito quiero quisiera ver tener cuál cuáles es son qué que
 ahora
 partida il te vous plaît por favor"""
# By the name of a verb that only shows something: what is left of a line that asks for it.
_ABOUT: Final[Mapping[str, str]] = {
    "hint": "hint, hints, tip, tips, clue, help turn, good turn, best turn, best move"
    "| suggestion, suggestions, advice, tipp, tipps, hinweis, guten zug, bester zug, besten zug"
    "| vorschlag, indice, indices, conseil, conseils, astuce, bon coup, meilleur coup"
    "| pista, pistas, consejo, consejos, buena jugada, mejor jugada",
    "text": "score, scores, points, standing, standings, state, who winning, who ahead, who leads"
    "| who leading, how many points, position, board, punkte, punktestand, spielstand, stand"
    "| wie stand, wie spielstand, wie steht, wer führt, wer gewinnt, wer liegt vorn, "
    "wie viele punkte"
    "| brett, qui gagne, qui mène, combien points, plateau, puntos, puntuación, marcador, "
    "quién gana"
    "| quién va ganando, cuántos puntos, tablero",
    "learn": "rules, rule, how win, how play, how works, how work, goal, aim, objective"
    "| how score points, how win points, regeln, regel, ziel, wie gewinne, wie gewinnt, wie spielt"
    "| wie spiele, wie geht, wie funktioniert, règles, but, objectif, comment gagner, comment gagne"
    "| comment joue, comment jouer, comment marche, reglas, objetivo, cómo gano, cómo gana, "
    "cómo juego"
    "| cómo se juega, cómo ganar, cómo jugar, cómo funciona",
    "possible": "options, choices, moves, turns, legal moves, legal turns, possible moves, play"
    "| possible turns, where go, where move, how turn, how move, allowed, optionen, möglichkeiten"
    "| machen, tun, spielen, züge, mögliche züge, züge möglich, erlaubt, wohin, wohin gehen, geht"
    "| coups, coups possibles, faire, jouer, possible, où aller, opciones, jugadas, hacer, hago, "
    "jugar"
    "| jugadas posibles, dónde ir, adónde ir",
}


def _words(line: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", unaccented(line))


_NOTHING = {*_words(_AROUND), *map(unaccented, IDLE)}
_WANTED: Final = {
    " ".join(_words(line)): verb
    for verb, lines in _ABOUT.items()
    for line in re.split(r"[|,]", lines)
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


def wanted(line: str) -> str:
    """The name of the verb that a line asks for in a sentence, `how do I win`: only one that shows
    something; empty: none."""
    line = re.sub(r"\b(?:can|could|should|may|must|do) (?:i|we|you) do\b", "options", line)
    said = " ".join(word for word in _words(line) if word not in _NOTHING)
    verb = _WANTED.get(said) or _MEANT.get(said, "")
    return verb if verb in (*_ABOUT, "help") else ""
