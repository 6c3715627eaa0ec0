"""What people may type in Logger in German, as data; see input.py."""

from __future__ import annotations

from rules.german import TALK
from rules.input import Language

GERMAN = Language(
    sides={
        "n": ("norden", "nord", "oben", "hoch"),
        "e": ("osten", "ost", "o", "rechts"),
        "s": ("süden", "sueden", "suden", "süd", "sued", "sud", "unten", "runter"),
        "w": ("westen", "west", "links"),
    },
    counts=("eins", "zwei", "drei", "vier", "fünf"),
    groups={
        "stay": "(?:bleibe?n?(?: stehen)?|stehen ?bleiben)",
        "still": "(?:nicht (?:gehen|bewegen|ziehen|laufen)|kein schritt)",
        "go": "(?:gehe?|laufe?|ziehe?|wandere?|bewege? (?:mich|dich))",
        "going": "(?: (?:gehen|laufen|ziehen|wandern))?",
        "at": "(?:auf|in|bei|an)",
        "grow": "(?:säe?n?|aussäen|sae|vermehre|lasse? wachsen)",
        "seeds": "(?:sät|saet|sat|wächst|wachst)",
        "plant": "(?:(?:be)?pflanze?|setze?(?= (?:einen )?(?:keimling|setzling|baum)))",
        "a seedling": "(?: (?:einen )?(?:neuen )?(?:keimling|setzling|baum))?",
        "chop": "(?:fälle?|schlage?|hacke?|hau)",
        "a tree": "(?: (?:den|einen|diesen) baum)?",
        "protest": "(?:(?:be)?schütze?|bewache?"
        "|(?:setze?|stelle?) (?:den |einen |meine(?:n)? |beide )?(?:baum)?schützer)",
        "unit": "(?:felde?r?|schritte?|kästchen)",
        "toward": "(?:nach|im|richtung|in richtung|gen)",
        "times": "mal",
        "taking": "(?:(?:{go}(?: (?:nach|in))?|nimm|nehme|nach|in) )?",
        "top": "(?:nord|oben|obere?|nach oben)",
        "bottom": "(?:süd|unten|untere?|nach unten)",
        "right": "(?:ost(?:en)?|rechts|rechten?)",
        "left": "(?:west(?:en)?|links|linken?)",
        "twice": "zweimal",
    },
    phrases=(
        (
            "corner",
            "{taking}(?:(?:die|der) )?(?:ecke )?(?:(?P<n>{top})|{bottom})[- ]?"
            "(?:(?P<e>{right})|{left})(?:[- ]?ecke)?(?:(?: ,| auf| bei)? {to})?(?: nehmen)?",
        ),
        ("stay there", "(?:(?:{go}(?: nach)?|nach) )?{to} , {stay}"),
        ("stay on", "{stay} {at} {start}"),
        ("stay", "{stay}(?: hier| da| stehen)?|{still}"),
        (
            "plant",
            "(?:einen? )?(?:keimling|setzling) (?:auf|in|bei|nach) {to}(?: pflanzen| setzen)?",
        ),
        ("plant", "(?:(?:auf|in|bei) )?{to} (?:be)?pflanzen"),
        ("chop", "(?:den baum )?(?:(?:auf|in|bei) )?{to} fällen"),
        ("seed", "von {tree} (?:nach|auf|in) {to} (?:aus)?säen"),
        ("seed to a side", "{grow}(?: von)? {tree} (?:nach |richtung )?{side}"),
        ("seed", "{grow}(?: von)? {tree}(?: ?-?> ?| | (?:nach|auf|in|zu) ){to}(?: aus)?"),
        ("seed", "{tree} {seeds}(?: (?:nach|auf|in))? {to}(?: aus)?"),
        ("seed there", "{grow}(?: (?:auf|nach|in))? {to}(?: aus)?"),
        ("walk or seed", "{start} (?:geht |zieht )?nach {to}"),
        ("walk from", "(?:{go}(?: von)?|von) {start} ?(?:nach|zu|auf|->?) ?{to}{going}"),
        (
            "walk",
            "(?:{go}(?: (?:nach|auf|zu|in))?|nach|auf|zu|nimm|nehme)"
            " (?:(?:die )?ecke(?: (?:auf|bei|in))? )?{to}{going}",
        ),
        ("walk", "(?:die )?ecke(?: (?:auf|bei|in))? {to}(?: nehmen)?"),
        ("walk to sides", "{go} {way}{going}"),
        ("plant to a side", "(?:im|nach) {side} (?:be)?pflanzen"),
        ("walk to some sides", "{way}"),
        ("plant", "{plant}{a seedling}(?: (?:auf|in|bei|nach))? {to}"),
        ("plant to a side", "{plant}{a seedling}(?: (?:nach|im|richtung))? {side}"),
        ("chop", "{chop}(?:{a tree}(?: (?:auf|in|bei))?) {to}"),
        ("chop to a side", "{chop}(?:{a tree})?(?: (?:nach|im|richtung))? {side}"),
        ("protest", "{protest}(?: (?:auf|in|bei|an|den baum auf))? {squares}"),
        ("protest", "{squares} schützen"),
        ("the plant", "{plant}{a seedling}$"),
        ("the chop", "{chop}{a tree}$"),
        ("the chop", "{chop} ihn$"),
        ("the protest", "{protest}$"),
        (
            "enough",
            "fertig|genug|ende|halt|stopp|keine? (?:schützer )?mehr|keine weiteren(?: schützer)?",
        ),
    ),
    said={
        "corner": "ecke {to}",
        "stay": "bleib",
        "walk": "geh nach {to}",
        "walk to a side": "geh nach {side}",
        "seed": "säe {tree} nach {to}",
        "seed to a side": "säe {tree} nach {side}",
        "plant": "pflanze {to}",
        "plant to a side": "pflanze nach {side}",
        "chop": "fälle {to}",
        "chop to a side": "fälle nach {side}",
        "protest": "schütze {to}",
        "enough": "fertig",
    },
    talk=TALK,
    slips={
        **{"oben": "norden", "rechts": "osten", "unten": "süden", "links": "westen"},
        **{"lauf": "geh", "laufe": "geh", "gehe": "geh", "zieh": "geh", "wandere": "geh"},
        **{"setze": "pflanze", "schlage": "fälle", "hacke": "fälle", "bewache": "schütze"},
    },
)
