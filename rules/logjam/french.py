"""What people may type in Logjam in French, as data; see input.py."""

from __future__ import annotations

from rules.french import TALK
from rules.input import Language

FRENCH = Language(
    sides={
        "n": (
            *("nord", "le nord", "au nord", "vers le nord", "avant", "l'avant", "aval", "haut"),
            *("avance", "avance de", "avancer", "avancer de"),
        ),
        "e": (
            *("est", "l'est", "à l'est", "a l'est", "vers l'est", "droite", "à droite"),
            "la droite",
        ),
        "s": ("sud", "le sud", "au sud", "vers le sud", "arrière", "amont", "bas"),
        "w": (
            *("ouest", "o", "l'ouest", "à l'ouest", "a l'ouest", "vers l'ouest"),
            *("gauche", "à gauche", "la gauche"),
        ),
    },
    counts=("un", "deux", "trois", "quatre", "cinq", "six"),
    groups={
        "unit": "(?:cases?|pas)",
        "toward": "(?:vers|au|vers le|à|vers la|à la|en)",
        "times": "fois",
        "twice": "deux fois",
        "comma": "(?: ,)?",
        "on": "(?:(?:le |mon )?(?:rondin|bûcheron|tronc) )?(?:(?:en|sur|de|depuis|du) )?",
        "go": "(?:(?:cours|courir|va|vais|aller|avance|déplace|bouge) {on}|de |depuis "
        "|{mine} (?:en |de |sur )?)",
        "mine": "(?:mon|le) bûcheron",
        "goes": "(?: bûcheron)?(?: (?:va|court|avance))?",
        "to": "(?:{goes} (?:à|en|vers|jusqu'à|jusqu'en) | ?->? ?| )",
        "off": "(?:hors du plateau|dehors|sort|sors|sortir|rentre|rentrer|par le bord(?: ouvert)?"
        "|le bord ouvert)",
        "lay": "(?:(?:pose[rsz]?|mets?|place[rsz]?) (?:un |le )?)?(?:(?:rondin|tronc) )?"
        "(?:de [2-5] )?(?:en |de |sur )?",
        "take": "(?:capture[rsz]?|prends?|prendre) {on}",
        "a log": "(?:un rondin|le rondin|rondin|le tronc)",
        "push": "(?:pousse[rsz]?) {on}",
        "slide": "(?:décale[rsz]?|glisse[rsz]?) {on}",
        "by one": "(?: (?:de |d'|d')?(?:1|un|une)(?: {unit})?)?",
        "send": "(?:(?:renvoie|renvoyer|remets|mets|place[rsz]?) )?",
        "whose": "(?:{letter} )?",
        "own": "(?:(?:un|le|mon|(?:ton|mon) propre) )?bûcheron ",
        "diagonal": "(?:(?:nord|sud)-?(?:est|ouest)|[ns][eow])",
    },
    phrases=(
        ("run off", "{go}?{start}(?:{goes}{to})? ?{off}"),
        ("run off", "(?:sors|sortir|rentre|rentrer|fais rentrer|fais sortir) {on}{start}"),
        ("run off", "(?:cours|va) {off}|sors|sortir"),
        ("lay", "{lay}{start}{to}{end}"),
        ("run", "{go}{start}{to}{end}"),
        ("run", "{start}{goes} (?:à|en|vers|jusqu'à) {end}"),
        ("run or place", "{start}{comma} {end}"),
        ("capture", "{take}{end} (?:de|depuis|avec|par) {start}"),
        ("capture with", "{take}{start}(?: en)? {end}"),
        ("capture", "{start} (?:capture|prend) {end}"),
        ("capture what is there", "{take}{end}"),
        ("push", "{push}{end}(?: {aside})? (?:de|depuis|avec) {start}"),
        ("push to a side", "pousse[rsz]? (?:vers |au )?{side} (?:de|depuis) {start}"),
        ("push to a side", "{push}{start} (?:vers |au )?{side}"),
        ("push to a side", "{start} pousse (?:{a log} )?(?:vers |au )?{side}"),
        ("push with", "{push}{start}(?: vers)? {end}"),
        ("push", "{start} pousse {end}"),
        ("push from", "pousse[rsz]? (?:{a log} )?(?:de|depuis|avec) {start}"),
        ("push what is there", "{push}{end}"),
        ("push any", "pousse[rsz]? (?:{a log} )?(?:vers |au )?{side}"),
        ("shift", "{slide}{start}(?: ?- ?{square})?{by one} (?:vers |au )?{side}{by one}"),
        ("move", "{go}?{start}{goes}{comma} (?:vers |au )?{way}"),
        ("move", "{start}{comma} {way}"),
        ("move any", "(?:(?:cours|courir|va|aller|avance[rz]?)(?: de)? )?(?:vers |au )?{way}"),
        ("move any", "{way}"),
        ("diagonal", "{go}?{start}{goes}{comma} (?:vers le |au )?{diagonal}"),
        ("place", "{send}{whose}(?:retour|de retour) (?:en |à |sur )?{end}"),
        ("place in time", "{send}{whose}(?:en |à |sur )?{end}"),
        ("place in time", "{send}{own}(?:en |à |sur )?{end}"),
        ("the run", "(?:cours|courir|va|aller|avance)(?: {on}{start})?$"),
        ("the capture", "(?:capture[rsz]?|prends?)(?: le|-le)?$"),
        ("the push", "pousse[rsz]?(?: {a log})?$"),
        ("the shift", "décale[rsz]?(?: {on}{start})?$"),
        (
            "nothing",
            "(?:ne |n')?(?:fais |faire )?rien(?: faire)?|(?:je )?passe[rz]?(?: mon tour)?|reste",
        ),
    ),
    said={
        "run": "cours {start} à {end}",
        "run off": "sors {start}",
        "capture": "capture {end} avec {start}",
        "push": "pousse {end} avec {start}",
        "shift": "décale {start} vers {side}",
        "lay": "rondin {start} à {end}",
        "place": "retour en {end}",
        "place of": "renvoie {letter} en {end}",
        "stand": "place en {end}",
        "nothing": "rien",
    },
    talk=TALK,
    slips={
        **{"haut": "nord", "bas": "sud", "droite": "est", "gauche": "ouest"},
        **{"va": "cours", "avance": "cours", "aller": "cours", "courir": "cours"},
        **{"prends": "capture", "glisse": "décale", "rentre": "sors", "passe": "rien"},
    },
)
