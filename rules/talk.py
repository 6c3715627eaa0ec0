"""What people type around their turns, in every game, language by language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Talk(NamedTuple):
    """What people type around their turns in one language."""

    between: str = ""  # words between two steps: `then|and`
    idle: str = ""  # words that say nothing anywhere: `thank you|just`
    opening: str = ""  # a pattern for empty words at the beginning of a part
    asking: str = ""  # a pattern for the beginning of a question
    counting: Mapping[str, str] = MappingProxyType({})  # patterns beside directions, by name


_EVERYWHERE = (
    "good luck have fun|good luck|have fun|good game|well played|nice move|your turn|your move"
    "|you're up|you are up|gl hf|glhf|gl|hf|gg|ggs|wp|gj|lol|lmao|rofl|haha|hehe|thx|ty|tysm"
    "|thank u|thanks|pls|plz|please|sry|sorry|oops|whoops|ok|okay|cheers|cya|brb|afk|hahaha"
    "|good luck all|good luck everyone|ggwp|tyvm|nice one|nice|cool|my bad|hi all|hi|hello|hey|bye"
)


_ENGLISH = Talk(
    between="then|and",
    idle=f"{_EVERYWHERE}|kindly|thank you|thanks a lot|just|sorry for the wait|sorry for the delay",
    opening=(
        r"(?:my|this) (?:move|turn)(?: is)?|let's|let us"
        r"|i(?: will|'ll| want to| would like to|'d like to| am going to|'m going to)?"
        r"(?= (?!back\b|to\b|goes\b)[a-z]{2})"
    ),
    asking=(
        r"(?:(?:can|could|may|might|must|should|shall|would|will|do|did) (?:i|we|you)"
        r"|what (?:about|if)(?: i| we)?|how about|what happens (?:if|when)(?: i| we)?"
        r"|is it (?:ok|okay|legal|possible|allowed) (?:to|if i))"
    ),
    counting={
        "unit": "(?:squares?|steps?|spaces?)",
        "toward": "(?:to the|in the)",
        "times": "times",
        "twice": "twice",
    },
)
_GERMAN = Talk(
    between="dann|danach|anschließend|und",
    idle=(
        f"{_EVERYWHERE}|bitte|danke|gern|gerne|einfach|jetzt|nun|dank dir|vielen dank|viel glück"
        "|viel glueck|viel spaß|viel spass|gut gespielt|tschuldigung|entschuldigung|du bist dran"
        "|dein zug"
    ),
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
    counting={
        "unit": "(?:felde?r?|schritte?|kästchen)",
        "toward": "(?:nach|im|richtung|in richtung|gen)",
        "times": "mal",
        "twice": "zweimal",
    },
)
_FRENCH = Talk(
    between="puis|ensuite|alors|et",
    idle=(
        f"{_EVERYWHERE}|s'il te plaît|s'il te plait|stp|svp|merci|simplement|merci beaucoup|désolé"
        "|desole|désolée|pardon|bonne chance|bon jeu|bien joué|à toi|a toi|mdr|ptdr|s'il vous plaît"
        "|s'il vous plait"
    ),
    opening=(
        r"(?:mon|ce) (?:coup|tour)(?: est)?|on(?= [a-zàâéèêîôûç]{2})"
        r"|je(?: veux| voudrais| vais(?= [a-zàâéèêîôûç]+(?:er|ir|re)\b))?(?= [a-zàâéèêîôûç']{2})"
    ),
    asking=(
        r"(?:(?:est-ce que|est ce que)(?: je peux| je| on)?|puis-je|puis je"
        r"|(?:je peux|peux-je|on peut|peut-on|dois-je|je dois|faut-il)"
        r"|(?:qu'est-ce qui se passe|que se passe-t-il|et) si(?: je| j')?|que dirais-tu de)"
    ),
    counting={
        "unit": "(?:cases?|pas)",
        "toward": "(?:vers|au|vers le|à|vers la|à la|en)",
        "times": "fois",
        "twice": "deux fois",
    },
)
_SPANISH = Talk(
    between="luego|después|despues|entonces|y",
    idle=(
        f"{_EVERYWHERE}|por favor|porfa|gracias|simplemente|ahora|muchas gracias|perdón|perdon"
        "|perdona|lo siento|suerte|buena suerte|jaja|jajaja|te toca|tu turno|buena jugada"
    ),
    opening=(
        r"(?:mi|esta) jugada(?: es)?|yo(?= [a-záéíóúñ]{2})"
        r"|(?:quiero|quisiera|voy a(?= [a-záéíóúñ]+r\b)|vamos a(?= [a-záéíóúñ]+r\b))"
        r"(?= [a-záéíóúñ]{2})"
    ),
    asking=(
        r"¿|(?:(?:puedo|podría|podria|se puede|debo|debería|deberia|puede uno)"
        r"|(?:qué|que) (?:pasa|ocurre|tal) si|y si|(?:es posible|está permitido|esta permitido))"
    ),
    counting={
        "unit": "(?:casillas?|pasos?)",
        "toward": "(?:al|hacia el|hacia la|a la|hacia)",
        "times": "veces",
        "twice": "dos veces",
    },
)

TALKS = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}
