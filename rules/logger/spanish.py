"""What people may type in Logger in Spanish, as data; see input.py."""

from __future__ import annotations

from rules.input import Language
from rules.spanish import TALK

SPANISH = Language(
    sides={
        "n": ("norte", "el norte", "al norte", "arriba"),
        "e": ("este", "el este", "derecha", "la derecha"),
        "s": ("sur", "el sur", "al sur", "abajo"),
        "w": ("oeste", "o", "el oeste", "izquierda", "la izquierda"),
    },
    counts=("uno", "dos", "tres", "cuatro", "cinco"),
    groups={
        "stay": "(?:quédate|quedarme|quedarse|me quedo|quedo|quieto)",
        "still": "(?:no (?:me )?mover|no me muevo|sin mover(?:me)?)",
        "go": "(?:voy|ve|ir|camina[r]?|camino|anda[r]?|corre[r]?|corro|muévete|me muevo|muevo)",
        "at": "(?:en|a|al|hasta|sobre)",
        "grow": "(?:siembra|siembro|sembrar|crece|crecer)",
        "seeds": "(?:siembra|crece)",
        "plant": "(?:planta[r]?|planto|(?:pon|pongo|coloca)(?= (?:un )?(?:brote|árbol)))",
        "a seedling": "(?: (?:un )?(?:brote|árbol)(?: nuevo)?)?",
        "chop": "(?:tala[r]?|talo|corta[r]?|corto|derriba[r]?|derribo)",
        "a tree": "(?: (?:el|un|ese) árbol)?",
        "protest": "(?:protege[r]?|protejo|guarda[r]?|defiende"
        "|(?:pon|pongo|coloca[r]?) (?:el |un |mis |mi |los dos )?protector(?:es)?)",
        "unit": "(?:casillas?|pasos?)",
        "toward": "(?:al|hacia el|hacia la|a la|hacia)",
        "times": "veces",
        "taking": "(?:(?:{go}(?: a)?|toma|tomo|tomar|a|en) )?",
        "top": "(?:arriba|superior|norte|nor)",
        "bottom": "(?:abajo|inferior|sur)",
        "twice": "dos veces",
    },
    phrases=(
        (
            "corner",
            "{taking}(?:la )?(?:esquina )?(?:de )?(?:(?P<n>{top})|{bottom})[- ]?"
            "(?:a la |la )?(?:(?P<e>derecha|este)|(?:izquierda|oeste))(?:(?: ,| en)? {to})?",
        ),
        ("stay there", "(?:(?:{go}(?: a)?|a) )?{to} , {stay}"),
        ("stay on", "{stay} en {start}"),
        ("stay", "{stay}(?: aquí| ahí| quieto)?|{still}"),
        ("seed to a side", "{grow}(?: (?:de|desde))? {tree} (?:al |hacia (?:el |la )?)?{side}"),
        ("seed", "{grow}(?: (?:de|desde))? {tree}(?: ?-?> ?| | {at} ){to}"),
        ("seed", "{tree} {seeds}(?: {at})? {to}"),
        ("seed there", "{grow}(?: {at})? {to}"),
        ("walk or seed", "{start} (?:va )?a {to}"),
        ("walk from", "(?:{go}(?: (?:de|desde))?|de|desde) {start} ?(?:a|hasta|->?) ?{to}"),
        (
            "walk",
            "(?:{go}(?: (?:a|hasta|en))?|a|hasta|en|toma|tomo|tomar)"
            " (?:(?:la )?esquina(?: (?:en|de))? )?{to}",
        ),
        ("walk", "(?:la )?esquina(?: (?:en|de))? {to}"),
        ("walk to sides", "{go} {way}"),
        ("walk to some sides", "{way}"),
        ("plant", "{plant}{a seedling}(?: {at})? {to}"),
        ("plant", "(?:un )?brote {at} {to}"),
        ("plant to a side", "{plant}{a seedling}(?: (?:al|hacia el|a la|hacia))? {side}"),
        ("chop", "{chop}(?:{a tree}(?: {at})?) {to}"),
        ("chop to a side", "{chop}(?:{a tree})?(?: (?:al|hacia el|a la|hacia))? {side}"),
        ("protest", "{protest}(?: (?:el árbol )?{at})? {squares}"),
        ("the plant", "{plant}{a seedling}$"),
        ("the chop", "{chop}{a tree}$"),
        ("the chop", "(?:tálalo|córtalo|talarlo)$"),
        ("the protest", "{protest}$"),
        ("enough", "listo|basta|ya|fin|stop|(?:no|sin) más(?: protectores)?"),
    ),
    said={
        "corner": "esquina {to}",
        "stay": "quédate",
        "walk": "ve a {to}",
        "walk to a side": "ve al {side}",
        "seed": "siembra {tree} a {to}",
        "seed to a side": "siembra {tree} al {side}",
        "plant": "planta {to}",
        "plant to a side": "planta al {side}",
        "chop": "tala {to}",
        "chop to a side": "tala al {side}",
        "protest": "protege {to}",
        "enough": "listo",
    },
    talk=TALK,
    slips={
        **{"arriba": "norte", "derecha": "este", "abajo": "sur", "izquierda": "oeste"},
        **{"camina": "ve", "anda": "ve", "ir": "ve", "voy": "ve", "corre": "ve"},
        **{"corta": "tala", "derriba": "tala", "guarda": "protege", "plantar": "planta"},
    },
)
