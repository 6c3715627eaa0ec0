"""What people may type in Forest Fellers in German, as data; see input.py."""

from __future__ import annotations

from rules.fellers.input import FellersLanguage
from rules.german import TALK

GERMAN = FellersLanguage(
    things={
        "g": "gras|grün|gruen|grun|grüner|grüne",
        "y": "honig|gelb|gelber|gelbe",
        "r": "rosen|rose|rot|roter|rote",
        "b": "bach|blau|blauer|blaue",
        "k": "kohle|kohlen|schwarz|schwarzer|schwarze",
        "w": "woll|wolle|weiss|weisser|weisse",
    },
    kinds={"m": "mann|männchen|mannes", "w": "frau|weibchen"},
    ways_to={
        "ne": "nord[- ]?ost(?:en)?|no",
        "se": "s(?:ü|ue|u)d[- ]?ost(?:en)?|so",
        "sw": "s(?:ü|ue|u)d[- ]?west(?:en)?",
        "nw": "nord[- ]?west(?:en)?",
        "n": "nord(?:en)?|hoch|aufw(?:ä|ae|a)rts",
        "s": "s(?:ü|ue|u)d(?:en)?|runter|abw(?:ä|ae|a)rts",
    },
    numbers={"1": "eins|ein", "2": "zwei", "3": "drei", "4": "vier", "5": "fünf|fuenf|funf"},
    starts={"0": "links|linke[rsn]?", "1": "mitte|mittlere[rsn]?", "2": "rechts|rechte[rsn]?"},
    away="osten|westen|ost|west|e|w|o",
    groups={
        "the": "(?:(?:der|die|das|den|dem) )?",
        "kindly": "[- ]?",
        "play": "(?:(?:spiele?|nehme|nimm|karte|mit|ich|ziehe?|meinen?|meine|den|die) )*",
        "whom": "(?:(?:auf|für|mit|zieht|bewegt|nimm|wähle?|die|den|der) )*",
        "go": "(?:(?:geht|gehe?|zieht?|ziehe|läuft|laufe?|schwimmt?) )?(?:gerade )?"
        "(?:nach |auf |zu )?",
        "going": "(?: (?:gehen|ziehen|laufen))?",
        "enter": "(?:beginn(?:e|en|t)?|starte?t?|starten|ins wasser|geht ins wasser|einsteigen)",
        "in": "(?:auf |in |bei |von )?",
        "from": "(?:auf |von |in )?",
        "float": "(?:: ?|(?:treibe?|treiben|lass(?:e)?(?: treiben)?) (?:[:,] ?)?)",
        "first": "(?: zuerst| als (?:erste[rsn]?|nächste[rsn]?)| treiben(?: lassen)?)?",
        "unit": "(?:schritte?|felde?r?)",
        "toward": "(?:nach|richtung|gen)",
        "times": "mal",
        "twice": "zweimal",
    },
    phrases=(
        ("card", "{play}{figure}{gap}{n}"),
        ("joker", "{play}(?:der )?(?:j|joker|biber)"),
        ("float jack", "{float}{figure}{first}"),
        ("float on", "{float}{the}(?:stamm )?{from}{cell}{first}"),
        ("float on", "{the}stamm {from}{cell}(?: treibt)?{first}"),
        ("float log", "(?:{float})?{the}stamm(?: treibt)?{first}"),
        ("float jack", "{figure} (?:treibt|treiben){first}"),
        ("jack", "{whom}{figure}{first}"),
        ("start", "(?:{enter} )?{in}{the}{which}(?:[- ]?start)?(?:[- ]?feld)?"),
        ("enter", "{enter} {in}{cell}"),
        ("space", "{go}{cell}{going}"),
        ("go", "{go}{way}{going}"),
        ("aside", "{go}{away}"),
        (
            "enough",
            "fertig|genug|halt|stopp?(?: hier)?"
            "|(?:hier )?anhalten|ende|nicht (?:mehr )?(?:weiter|bewegen)"
            "|bleibe?n?t?(?: hier| da| stehen)?|stehen ?bleiben|kein schritt|passe?n?",
        ),
        ("the start", "{enter}$"),
        ("the way", "(?:gehe?|ziehe?|laufe?)$"),
    ),
    said={
        "card": "{thing}{kind} {n}",
        "joker": "biber",
        "jack": "{thing}{kind}",
        "float jack": "treibe {thing}{kind}",
        "float log": "treibe {cell}",
        "enter": "beginne auf {cell}",
        "n": "norden",
        "ne": "nordosten",
        "se": "südosten",
        "s": "süden",
        "sw": "südwesten",
        "nw": "nordwesten",
        "enough": "halt",
    },
    talk=TALK,
    slips={
        **{"vorwärts": "süden", "flussabwärts": "süden", "flussaufwärts": "norden"},
        **{"grün": "gras", "gelb": "honig", "rot": "rose", "blau": "bach", "schwarz": "kohle"},
    },
)
