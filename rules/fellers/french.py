"""What people may type in Forest Fellers in French, as data; see input.py."""

from __future__ import annotations

from rules.fellers.input import FellersLanguage
from rules.french import TALK

FRENCH = FellersLanguage(
    things={
        "g": "herbe|vert|verte",
        "y": "miel|jaune",
        "r": "rose|rouge",
        "b": "eau|bleu|bleue|ruisseau",
        "k": "charbon|noir|noire",
        "w": "laine|blanc|blanche",
    },
    kinds={"m": "monsieur|homme|mr|m\\.?", "w": "madame|femme|dame|mme"},
    ways_to={
        "ne": "(?:au |vers le |le )?nord[- ]?est",
        "se": "(?:au |vers le |le )?sud[- ]?est",
        "sw": "(?:au |vers le |le )?sud[- ]?ouest|so",
        "nw": "(?:au |vers le |le )?nord[- ]?ouest|no",
        "n": "(?:au |vers le |le )?nord|haut",
        "s": "(?:au |vers le |le )?sud|bas",
    },
    numbers={"1": "un", "2": "deux", "3": "trois", "4": "quatre", "5": "cinq"},
    starts={"0": "gauche", "1": "milieu|centre", "2": "droite"},
    away="est|ouest|e|w|o",
    whole="{the}(?:{code}|(?:{kind}{kindly})?{thing})",
    groups={
        "the": "(?:(?:le|la|les|l'|du|de la) ?)?",
        "kindly": "(?:[- ](?:d'|de )?)",
        "play": "(?:(?:joue[rsz]?|carte|avec|déplace[rsz]?|mon|ma|le|la|prends?) )*",
        "whom": "(?:(?:pour|à|avec|déplace|prends?|choisis) )*",
        "go": "(?:(?:vas?|vais|aller|avance[rsz]?|marche[rsz]?) )?(?:tout droit )?"
        "(?:vers |en |à |sur )?",
        "enter": "(?:entre[rsz]?|commence[rsz]?|pars|part)",
        "in": "(?:en |à |sur |par |au )?",
        "from": "(?:en |de |sur )?",
        "float": "(?:: ?|(?:flotte[rsz]?|fais flotter) (?:[:,] ?)?)",
        "first": "(?: d'abord| en premier| ensuite)?",
        "unit": "(?:pas|cases?)",
        "toward": "(?:vers|au|vers le)",
        "times": "fois",
        "twice": "deux fois",
    },
    phrases=(
        ("card", "{play}{figure}{gap}{n}"),
        ("enough", "(?:ne )?bouge[rsz]? pas"),
        ("joker", "{play}(?:le )?(?:j|joker|castor)"),
        ("float jack", "{float}{figure}{first}"),
        ("float on", "{float}{the}(?:rondin )?{from}{cell}{first}"),
        ("float on", "{the}rondin {from}{cell}(?: flotte)?{first}"),
        ("float log", "(?:{float})?{the}rondin(?: flotte)?{first}"),
        ("float jack", "{figure} flotte{first}"),
        ("jack", "{whom}{figure}{first}"),
        ("start", "(?:{enter} )?{in}{the}(?:départ |case )?(?:de |du |à |au )?{the}{which}"),
        ("enter", "{enter} {in}{cell}"),
        ("space", "{go}{cell}"),
        ("go", "{go}{way}"),
        ("aside", "{go}{away}"),
        (
            "enough",
            "fini|assez|stop|arrête[rsz]?(?:-toi)?(?: ici| là)?|s'arrêter(?: ici)?"
            "|c'est tout|passe[rz]?"
            "|reste[rsz]?(?: ici| là)?|(?:ne )?bouge[rsz]? pas|pas bouger|aucun pas",
        ),
        ("the start", "{enter}$"),
        ("the way", "(?:va|aller|avance|marche)$"),
    ),
    said={
        "card": "{kind} {thing} {n}",
        "joker": "castor",
        "jack": "{kind} {thing}",
        "float jack": "flotte {kind} {thing}",
        "float log": "flotte {cell}",
        "enter": "entre en {cell}",
        "n": "nord",
        "ne": "nord-est",
        "se": "sud-est",
        "s": "sud",
        "sw": "sud-ouest",
        "nw": "nord-ouest",
        "enough": "stop",
    },
    talk=TALK,
    slips={
        **{"aval": "sud", "amont": "nord", "vert": "herbe", "jaune": "miel", "rouge": "rose"},
        **{"bleu": "eau", "ruisseau": "eau", "noir": "charbon", "blanc": "laine"},
        **{"homme": "monsieur", "femme": "madame"},
    },
)
