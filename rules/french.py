"""French as people type it in every game."""

from typing import Final

from rules.typed import COURTESIES, Talk

_IDLE = (
    "s'il te plaît|s'il te plait|stp|svp|merci|simplement|merci beaucoup|désolé|desole"
    "|désolée|pardon|bonne chance|bon jeu|bien joué|à toi|a toi|mdr|ptdr|s'il vous plaît"
    "|s'il vous plait"
)
TALK: Final = Talk(
    between=("puis", "ensuite", "alors", "et"),
    idle=(*COURTESIES, *_IDLE.split("|")),
    opening=(
        r"(?:mon|ce) (?:coup|tour)(?: est)?|on(?= [a-zàâéèêîôûç]{2})"
        r"|je(?: veux| voudrais| vais(?= [a-zàâéèêîôûç]+(?:er|ir|re)\b))?(?= [a-zàâéèêîôûç']{2})"
    ),
    asking=(
        r"(?:(?:est-ce que|est ce que)(?: je peux| je| on)?|puis-je|puis je"
        r"|(?:je peux|peux-je|on peut|peut-on|dois-je|je dois|faut-il)"
        r"|(?:qu'est-ce qui se passe|que se passe-t-il|et) si(?: je| j')?|que dirais-tu de)"
    ),
)
