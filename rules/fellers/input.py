"""What people type in Forest Fellers: what phrases mean, then each language's table of them.

Names in braces: {figure} is a lumberjack, {cell} a space, {n} a number, {gap} what may stand before
that, {way} one or more directions with their numbers, {away} and {which} are fields of
FellersLanguage; others are the language's own groups. The letters of the things are read too
(position.py), hm4 for ym4.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from rules.errors import Illegal
from rules.fellers.position import (
    ABSENT,
    COLOURS,
    FIGURES,
    JOKER,
    NONE,
    TITLED,
    Phase,
    Position,
    initials,
    lumberjack_name,
)
from rules.fellers.river import COMPASS, bearing
from rules.fellers.rules import Enter, Go, legal
from rules.game import NOBODY
from rules.input import Language, Meant, Named, Phrases, Ways, Words, only, read_by, sign_reader
from rules.talk import TALKS
from rules.text import Listed, Text


@dataclass(frozen=True, eq=False, kw_only=True)
class FellersLanguage(Language):
    """The phrases of one language, with words of this game as regular expressions."""

    things: Mapping[str, str]  # by the first letter of a code, the shown name first
    kinds: Mapping[str, str]  # by its second letter, the same
    ways_to: Mapping[str, str]  # by direction
    numbers: Mapping[str, str]  # by digit
    starts: Mapping[str, str]  # by place from the left
    away: str  # directions that don't exist
    # a lumberjack, by its code or by its thing and kind
    whole: str = "{the}(?:{code}|{thing}(?:{kindly}{kind})?)"

    def figure(self, kind: str, code: str, n: str = "") -> str:
        """A step with a lumberjack in words, with the steps `n` on its card."""
        thing, sex = self.things[code[0]], self.kinds[code[1]]
        return self.said[kind].format(thing=thing.split("|")[0], kind=sex.split("|")[0], n=n)

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """The letters of the things in small, by those of the log."""
        named = initials(self.things[code].split("|")[0] for code in COLOURS)
        return {code: letter.lower() for code, letter in named.items()}

    @cached_property
    def ways(self) -> Ways:
        """How directions are typed, with their numbers."""
        typed = {way: "|".join((way, *filter(None, [self.ways_to.get(way)]))) for way in COMPASS}
        return Ways(typed, self.numbers, self.parts, squares=False)


NOTATION = (
    ("card", "{code}{gap}{n}"),
    ("joker", JOKER),
    ("float jack", ": ?{code}"),
    ("float on", ": ?{cell}"),
    ("jack", "{code}"),
    ("space", "{cell}"),
    ("go", "{way}"),
    ("enough", r"\."),
)


def _figure(named: Named, likely: Callable[[list[str]], list[str]]) -> str:
    """The lumberjack that was named, the thing alone meaning one of `likely`. Raises Illegal if
    that is none or more than one."""
    if named["code"]:
        return named["code"]
    if named["kind"]:
        whole = named["thing"] + named["kind"]
        if whole not in FIGURES:
            raise Illegal.because("There's no {jack}.", jack=lumberjack_name(whole))
        return whole
    known = [code for code in FIGURES if code[0] == named["thing"]]
    meant = likely(known) or known
    if len(meant) > 1:
        raise Illegal.because(
            "Which one? {jacks}.", jacks=Listed(map(lumberjack_name, meant), "or")
        )
    return meant[0]


def _own(s: Position, named: Named) -> str:
    """A lumberjack of the mover, or else of any seat: the rules then refuse it."""

    def likely(codes: list[str]) -> list[str]:
        owners = {code: s.owners[FIGURES.index(code)] for code in codes}
        mine = [code for code, owner in owners.items() if owner == s.mover]
        return mine or [code for code, owner in owners.items() if owner != NOBODY]

    return _figure(named, likely)


def _float_jack(s: Position, named: Named) -> Words:
    """One that must still try to float, or else any on the river."""

    def likely(codes: list[str]) -> list[str]:
        places = {code: s.figures[FIGURES.index(code)] for code in codes}
        pending = [code for code, at in places.items() if at in s.pending]
        return pending or [code for code, at in places.items() if at >= 0]

    return (f":{_figure(named, likely)}",)


def _card(s: Position, named: Named) -> Words:
    """After the beaver, a lumberjack has no number: in `j gm 2 s` that counts steps."""
    if s.phase is Phase.PICK and named["gap"]:
        return ()
    code = _own(s, named)
    if s.figures[FIGURES.index(code)] == ABSENT:
        raise Illegal.because("There's no {jack} in this race.", jack=lumberjack_name(code))
    return (f"{code}{named['n']}",)


def _float_on(s: Position, named: Named) -> Words:
    """A lumberjack may be named by its cell, too."""
    cell = s.course.by_name.get(named["cell"]) if s.course else None
    standing = (code for code, at in zip(FIGURES, s.figures, strict=True) if at == cell)
    return (f":{next(standing, named['cell'])}",)


def _float_log(s: Position, named: Named) -> Words:
    """The only log that must still try to float. Raises Illegal if there are more or none."""
    names = [s.course.names[cell] for cell in s.pending if cell in s.logs] if s.course else []
    none = Text("There's no log on a current.")
    which = Text("Which log? {places}.", places=Listed(names, "or"))
    return only([f":{name}" for name in names], lambda _: which, none)


def _jack(s: Position, named: Named) -> Words:
    """A float, the lumberjack a card is for, or the only card of a lumberjack."""
    if s.phase is Phase.FLOAT:
        return _float_jack(s, named)
    code = _own(s, named)
    cards = {card for card in s.hands[s.mover] if card[:2] == code}
    # A word is read for any hand, so the kind of an answer tells nothing about a hand.
    return tuple(cards) if s.phase is Phase.PLAY and len(cards) == 1 else (code,)


def _start(s: Position, named: Named) -> Words:
    """The left one is first, as starts are in the order of their lanes."""
    if s.phase is Phase.MOVE and s.figures[s.figure] >= 0:
        jack = TITLED[FIGURES[s.figure]]
        raise Illegal.because("{jack} is already on the river.", jack=jack)
    names = [s.course.names[cell] for cell in s.course.starts] if s.course else []
    return (names[int(named["which"])],)


def _space(s: Position, named: Named) -> Words:
    """A start space, or, for a lumberjack on the river, a space beside it."""
    if s.phase is Phase.FLOAT:
        return _float_on(s, named)
    at = s.figures[s.figure] if s.phase is Phase.MOVE and s.figure != NONE else NONE
    if s.course is None or at < 0:
        return (named["cell"],)
    here = s.course.names[at]
    if way := bearing(here, named["cell"]):
        return (way,)
    place, jack = named["cell"], lumberjack_name(FIGURES[s.figure])
    raise Illegal.because(
        "{place} isn't beside {jack} on {here}.", place=place, jack=jack, here=here
    )


def _aside(s: Position, named: Named) -> Words:
    raise Illegal.because(
        "You can't go straight {side}: the directions are {directions}.",
        side=named["away"],
        directions=Listed(COMPASS),
    )


def _only(kind: type[Enter | Go]) -> Meant[Position]:
    """A verb alone, where it has one meaning."""

    def meaning(s: Position, named: Named) -> Words:
        ways = [str(step) for step in legal(s) if isinstance(step, kind)]
        none = Text("You can't do that now.")
        return only(ways, lambda _: Text("Where to? {ways}.", ways=Listed(ways, "or")), none)

    return meaning


MEANINGS: Mapping[str, Meant[Position]] = {
    "card": _card,
    "joker": lambda s, named: (JOKER,),
    "float jack": _float_jack,
    "float on": _float_on,
    "float log": _float_log,
    "jack": _jack,
    "start": _start,
    "enter": lambda s, named: (named["cell"],),
    "space": _space,
    "go": lambda s, named: tuple(named["way"].split()),
    "aside": _aside,
    "the start": _only(Enter),
    "the way": _only(Go),
    "enough": lambda s, named: (".",),
}


@cache
def phrases(language: FellersLanguage) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    codes = {code: language.initials[code[0]] + code[1] for code in FIGURES}
    tables = {"thing": language.things, "kind": language.kinds, "code": codes}
    tables |= {"n": language.numbers, "which": language.starts}
    readers = {name: sign_reader(table) for name, table in tables.items()}

    def named(s: Position, m: re.Match[str]) -> tuple[Position, Named]:
        said = {name: x for name, x in m.groupdict("").items() if x}
        signs = {name: readers[name](x) if name in readers else x for name, x in said.items()}
        return s, defaultdict(str, signs)

    groups = {name: "|".join(table.values()) for name, table in tables.items()}
    groups |= {
        "code": "|".join((*FIGURES, groups["code"])),
        "n": f"[0-9]|{groups['n']}",
        "cell": "[a-i][0-9]{1,2}",
        "gap": " ?",
        "away": language.away,
        "way": language.ways.part,
    }
    known = {name: f"(?P<{name}>{words})" for name, words in groups.items()}
    rows = (*language.phrases, *NOTATION)
    return read_by(language, rows, known | {"figure": language.whole}, MEANINGS, named, " ")


_PHRASES = (  # of every language, with its groups
    ("card", "{play}{figure}(?:'s)?{gap}{n}"),
    ("enough", "{enough first}"),
    ("joker", "{play}{joker}"),
    ("float jack", "{float}{figure}{first}"),
    ("float on", "{float}{the}(?:{log} )?{from}{cell}{first}"),
    ("float on", "{the}{log} {from}{cell}(?: {float on})?{first}"),
    ("float log", "(?:{float})?{the}{log}(?: {float on})?{first}"),
    ("float jack", "{figure} {float on}{first}"),
    ("jack", "{whom}{figure}{first}"),
    ("start", "(?:{enter} )?{in}{the}{enter which}"),
    ("enter", "{enter} {in}{cell}"),
    ("space", "{go}{cell}{go on}"),
    ("go", "{go}{way}{go on}"),
    ("aside", "{go}{away}"),
    ("enough", "{enough}"),
    ("the start", "{enter}$"),
    ("the way", "{go the way}$"),
)

_ENGLISH = FellersLanguage(
    things={  # the thing, the colour of the coat, and the former name
        "g": "grass|green",
        "y": "honey|yellow",
        "r": "rose|red",
        "b": "brook|blue",
        "k": "coal|black",
        "w": "wool|white|birch",
    },
    kinds={"m": "man|male", "w": "woman|female"},
    ways_to={
        "ne": "north[- ]?east",
        "se": "south[- ]?east",
        "sw": "south[- ]?west",
        "nw": "north[- ]?west",
        "n": "north|up",
        "s": "south|down",
    },
    numbers={"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"},
    starts={"0": "left", "1": "middle", "2": "right"},
    away="east|west|e|w",
    groups={
        "the": "(?:the )?",
        "kindly": "[- ]?",  # between a thing and man or woman
        "play": "(?:(?:i|play|use|card|with|move|my|the) )*",
        "whom": "(?:(?:on|for|to|with|moves?|moving|pick|take) )*",
        "go": "(?:(?:goes|going|go|moves?|walks?|steps?|runs?|rides?) )?(?:straight )?"
        "(?:to the |to |onto |on )?",
        "enter": "(?:enters?|starts?|begins?|onto the river)",
        "in": "(?:at |on |from |in )?",
        "from": "(?:on |at |from )?",
        "float": "(?:: ?|float (?:[:,] ?)?)",
        "first": "(?: first| next)?",
        "unit": "(?:steps?|spaces?)",
        "toward": "to the",
        "enough first": "(?:but )?(?:do not|don't) move|not moving",
        "joker": "(?:j|joker|beaver)",
        "log": "log",
        "float on": "floats?",
        "enter which": "{which}(?: start)?(?: space)?",
        "go on": "",
        "go the way": "(?:go|move|walk|step|run|ride)",
        "enough": "done|enough|stop(?: here| there)?|no more|pass|stay(?: here| there| put)?"
        "|stand still|no steps?",
    },
    phrases=_PHRASES,
    said={
        "card": "{thing} {kind} {n}",
        "joker": "beaver",
        "jack": "{thing} {kind}",
        "float jack": "float {thing} {kind}",
        "float log": "float {cell}",
        "enter": "enter at {cell}",
        "n": "north",
        "ne": "northeast",
        "se": "southeast",
        "s": "south",
        "sw": "southwest",
        "nw": "northwest",
        "enough": "stop",
    },
    talk=TALKS["en"],
    slips={
        **{"forward": "south", "downstream": "south", "upstream": "north"},
        **{"green": "grass", "yellow": "honey", "red": "rose", "blue": "brook"},
        **{"black": "coal", "white": "wool", "birch": "wool"},
    },
)

_GERMAN = FellersLanguage(
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
        "go on": "(?: (?:gehen|ziehen|laufen))?",
        "enter": "(?:beginn(?:e|en|t)?|starte?t?|starten|ins wasser|geht ins wasser|einsteigen)",
        "in": "(?:auf |in |bei |von )?",
        "from": "(?:auf |von |in )?",
        "float": "(?:: ?|(?:treibe?|treiben|lass(?:e)?(?: treiben)?) (?:[:,] ?)?)",
        "first": "(?: zuerst| als (?:erste[rsn]?|nächste[rsn]?)| treiben(?: lassen)?)?",
        "unit": "(?:schritte?|felde?r?)",
        "toward": "(?:nach|richtung|gen)",
        "enough first": "nicht (?:mehr )?(?:weiter|bewegen)",
        "joker": "(?:der )?(?:j|joker|biber)",
        "log": "stamm",
        "float on": "(?:treibt|treiben)",
        "enter which": "{which}(?:[- ]?start)?(?:[- ]?feld)?",
        "go the way": "(?:gehe?|ziehe?|laufe?)",
        "enough": "fertig|genug|halt|stopp?(?: hier)?|(?:hier )?anhalten|ende"
        "|bleibe?n?t?(?: hier| da| stehen)?|stehen ?bleiben|kein schritt|passe?n?",
    },
    phrases=_PHRASES,
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
    talk=TALKS["de"],
    slips={
        **{"vorwärts": "süden", "flussabwärts": "süden", "flussaufwärts": "norden"},
        **{"grün": "gras", "gelb": "honig", "rot": "rose", "blau": "bach", "schwarz": "kohle"},
    },
)

_FRENCH = FellersLanguage(
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
        "enough first": "(?:ne )?bouge[rsz]? pas",
        "joker": "(?:le )?(?:j|joker|castor)",
        "log": "rondin",
        "float on": "flotte",
        "enter which": "(?:départ |case )?(?:de |du |à |au )?{the}{which}",
        "go on": "",
        "go the way": "(?:va|aller|avance|marche)",
        "enough": "fini|assez|stop|arrête[rsz]?(?:-toi)?(?: ici| là)?|s'arrêter(?: ici)?"
        "|c'est tout|passe[rz]?|reste[rsz]?(?: ici| là)?|pas bouger|aucun pas",
    },
    phrases=_PHRASES,
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
    talk=TALKS["fr"],
    slips={
        **{"aval": "sud", "amont": "nord", "vert": "herbe", "jaune": "miel", "rouge": "rose"},
        **{"bleu": "eau", "ruisseau": "eau", "noir": "charbon", "blanc": "laine"},
        **{"homme": "monsieur", "femme": "madame"},
    },
)

_SPANISH = FellersLanguage(
    things={
        "g": "hierba|verde",
        "y": "miel|amarillo|amarilla",
        "r": "rosa|rojo|roja",
        "b": "arroyo|azul",
        "k": "carbón|carbon|negro|negra",
        "w": "lana|blanco|blanca",
    },
    kinds={"m": "don|señor|senor|hombre|sr\\.?", "w": "doña|dona|señora|senora|mujer|dama|sra\\.?"},
    ways_to={
        "ne": "(?:al |hacia el )?nor[- ]?d?este",
        "se": "(?:al |hacia el )?su[rd]?[- ]?este",
        "sw": "(?:al |hacia el )?su[rd]?[- ]?oeste|so",
        "nw": "(?:al |hacia el )?nor[- ]?d?oeste|no",
        "n": "(?:al |hacia el )?norte|arriba",
        "s": "(?:al |hacia el )?sur|abajo",
    },
    numbers={"1": "uno|un", "2": "dos", "3": "tres", "4": "cuatro", "5": "cinco"},
    starts={"0": "izquierda", "1": "medio|centro", "2": "derecha"},
    away="este|oeste|e|w|o",
    whole="{the}(?:{code}|(?:{kind}{kindly})?{thing})",
    groups={
        "the": "(?:(?:el|la|al|los|del) )?",
        "kindly": "(?:[- ](?:de )?)",
        "play": "(?:(?:juega|juego|jugar|carta|con|mueve|muevo|mi|el|la|usa) )*",
        "whom": "(?:(?:para|a|con|mueve|elige|toma) )*",
        "go": "(?:(?:va|ve|voy|ir|camina|avanza|mueve) )?(?:recto )?(?:al |hacia |a |hasta )?",
        "enter": "(?:entra[r]?|entro|empieza[r]?|sale|sal)",
        "in": "(?:en |por |a |desde )?",
        "from": "(?:en |de |desde )?",
        "float": "(?:: ?|(?:flota[r]?|que flote) (?:[:,] ?)?)",
        "first": "(?: primero| ahora| después)?",
        "unit": "(?:pasos?|casillas?)",
        "toward": "(?:al|hacia el|hacia)",
        "enough first": "no (?:me )?muev[aeo]s?",
        "joker": "(?:j|comodín|castor)",
        "log": "tronco",
        "float on": "flota",
        "enter which": "(?:salida |casilla )?(?:de )?{the}{which}",
        "go on": "",
        "go the way": "(?:ve|ir|camina|avanza)",
        "enough": "listo|basta|stop|para[r]?(?: aquí| ahí)?|alto|fin|ya|paso"
        "|quédate(?: aquí| ahí)?|quedarse|no mover|ningún paso",
    },
    phrases=_PHRASES,
    said={
        "card": "{kind} {thing} {n}",
        "joker": "castor",
        "jack": "{kind} {thing}",
        "float jack": "flota {kind} {thing}",
        "float log": "flota {cell}",
        "enter": "entra por {cell}",
        "n": "norte",
        "ne": "noreste",
        "se": "sureste",
        "s": "sur",
        "sw": "suroeste",
        "nw": "noroeste",
        "enough": "para",
    },
    talk=TALKS["es"],
    slips={
        **{"adelante": "sur", "verde": "hierba", "amarillo": "miel", "rojo": "rosa"},
        **{"azul": "arroyo", "negro": "carbón", "blanco": "lana"},
        **{"hombre": "don", "mujer": "doña", "señor": "don", "señora": "doña"},
    },
)

LANGUAGES = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}
