"""Lines that ask for something where a turn is expected, in sentences of four languages.

Source: issue 44, item 5; bot/messages/asked.py.
"""

from __future__ import annotations

import pytest

from bot.messages.asked import meant, wanted
from rules.english import plain

ASKED = {
    "hint": "hint please; any hints?; can I get a hint; give me a tip pls; what's the best move?"
    "; gib mir bitte einen Tipp; ein Vorschlag?; un indice s'il te plaît; dame una pista",
    "text": "score; what's the score?; who is winning?; current score; show me the board please"
    "; wie steht es; wer gewinnt?; qui gagne ?; quel est le score ?; ¿quién va ganando?",
    "learn": "how do I win; what are the rules?; how does this work; what's the goal of the game"
    "; wie gewinne ich das Spiel?; comment on gagne ?; ¿cómo gano?",
    "possible": "what can I do here?; where can I go?; what are my options; what should I play"
    "; was kann ich machen?; welche Züge sind möglich; qu'est-ce que je peux faire"
    "; ¿qué puedo hacer?",
    "": "hello; what is this; I like this game; thanks; resign please; I want to resign"
    "; take it back; a3; good move; so what; ich gebe auf; je ne sais pas; no sé; nice one",
}


@pytest.mark.parametrize("verb", ASKED)
def test_a_sentence_asks_for_what_the_bot_can_show(verb: str) -> None:
    """And for nothing that changes a game."""
    for line in ASKED[verb].split("; "):
        said = plain(line)
        assert (wanted(said) or meant(said) if verb else wanted(said)) == verb, line
