"""What people may type in Logger in French, as data; see input.py."""

from __future__ import annotations

from rules.french import TALK
from rules.input import Language

FRENCH = Language(
    sides={
        "n": ("nord", "le nord", "au nord", "vers le nord", "haut", "le haut"),
        "e": (
            *("est", "l'est", "à l'est", "a l'est", "vers l'est", "droite", "à droite"),
            "la droite",
        ),
        "s": ("sud", "le sud", "au sud", "vers le sud", "bas", "le bas"),
        "w": (
            *("ouest", "o", "l'ouest", "à l'ouest", "a l'ouest", "vers l'ouest"),
            *("gauche", "à gauche", "la gauche"),
        ),
    },
    counts=("un", "deux", "trois", "quatre", "cinq"),
    groups={
        "stay": "(?:reste[rsz]?|demeure)",
        "still": "(?:pas bouger|(?:ne )?bouge[rsz]? pas|sans bouger)",
        "go": "(?:vais|va|aller?|allez|marche[rsz]?|avance[rsz]?|cour[rsiet]+"
        "|se déplacer|déplace(?:-toi)?)",
        "at": "(?:en|sur|à|au|vers|dans)",
        "grow": "(?:sème[rsz]?|semer|essaime[rsz]?|fais pousser)",
        "seeds": "(?:sème|essaime|pousse)",
        "plant": "(?:plante[rsz]?|(?:pose|mets?|place)(?= (?:une )?(?:pousse|plante)))",
        "a seedling": "(?: (?:une )?(?:nouvelle )?(?:pousse|plante|graine)| un arbre)?",
        "chop": "(?:(?:j')?(?:abats?|abattre)|coupe[rsz]?|tranche[rsz]?)",
        "a tree": "(?: l'arbre| un arbre| cet arbre)?",
        "protest": "(?:protège[rsz]?|protéger|garde[rsz]?|défends?"
        "|(?:pose|mets?|place)[rsz]? (?:le |un |mes |mon |les deux )?protecteurs?)",
        "unit": "(?:cases?|pas)",
        "toward": "(?:vers|au|vers le|à|vers la|à la|en)",
        "times": "fois",
        "taking": "(?:(?:{go}(?: (?:en|à|au|vers))?|prends?|prendre|vers|à|au) )?",
        "top": "(?:haut|supérieur|nord)",
        "bottom": "(?:bas|inférieur|sud)",
        "twice": "deux fois",
    },
    phrases=(
        (
            "corner",
            "{taking}(?:le )?(?:coin )?(?:(?:d'|du |de |d')?en |du |au )?(?:(?P<n>{top})|{bottom})"
            "[- ]?(?:à |de )?(?:(?P<e>droite|est)|(?:gauche|ouest))(?:(?: ,| {at})? {to})?",
        ),
        ("stay there", "(?:(?:{go}(?: (?:en|à))?|en|à) )?{to} , {stay}"),
        ("stay on", "{stay} {at} {start}"),
        ("stay", "{stay}(?: ici| là| sur place)?|{still}"),
        ("seed to a side", "{grow}(?: (?:de|depuis))? {tree} (?:vers |au )?(?:le )?{side}"),
        ("seed", "{grow}(?: (?:de|depuis))? {tree}(?: ?-?> ?| | {at} ){to}"),
        ("seed", "{tree} {seeds}(?: {at})? {to}"),
        ("seed there", "{grow}(?: {at})? {to}"),
        ("walk or seed", "{start} (?:va )?(?:à|vers|en) {to}"),
        (
            "walk from",
            "(?:{go}(?: (?:de|depuis))?|de|depuis) {start} ?(?:à|vers|en|jusqu'à|->?) ?{to}",
        ),
        (
            "walk",
            "(?:{go}(?: (?:en|à|vers|sur|jusqu'à))?|en|vers|sur|prends?|prendre)"
            " (?:(?:le )?coin(?: {at})? )?{to}",
        ),
        ("walk", "(?:le )?coin(?: {at})? {to}"),
        ("walk to sides", "{go} {way}"),
        ("walk to some sides", "{way}"),
        ("plant", "{plant}{a seedling}(?: {at})? {to}"),
        ("plant", "(?:une )?pousse {at} {to}"),
        ("plant to a side", "{plant}{a seedling}(?: (?:vers|au|vers le|à))? {side}"),
        ("chop", "{chop}(?:{a tree}(?: {at})?) {to}"),
        ("chop to a side", "{chop}(?:{a tree})?(?: (?:vers|au|vers le|à))? {side}"),
        ("protest", "{protest}(?: (?:l'arbre )?{at})? {squares}"),
        ("the plant", "{plant}{a seedling}$"),
        ("the chop", "{chop}{a tree}$"),
        ("the chop", "l'abattre$|abats-le$|coupe-le$"),
        ("the protest", "{protest}$"),
        ("enough", "fini|assez|stop|c'est tout|terminé|(?:pas|plus) (?:de|d'autres?) protecteurs?"),
    ),
    said={
        "corner": "coin {to}",
        "stay": "reste",
        "walk": "va en {to}",
        "walk to a side": "va vers {side}",
        "seed": "sème {tree} vers {to}",
        "seed to a side": "sème {tree} vers {side}",
        "plant": "plante {to}",
        "plant to a side": "plante vers {side}",
        "chop": "abats {to}",
        "chop to a side": "abats vers {side}",
        "protest": "protège {to}",
        "enough": "fini",
    },
    talk=TALK,
    slips={
        **{"haut": "nord", "droite": "est", "bas": "sud", "gauche": "ouest"},
        **{"marche": "va", "aller": "va", "avance": "va", "cours": "va", "vais": "va"},
        **{"coupe": "abats", "abattre": "abats", "garde": "protège", "planter": "plante"},
    },
)
