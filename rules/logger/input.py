"""What people type in Logger: what phrases mean, then each language's table of them.

Names in braces: {tree}, {to} and {start} are squares, {squares} one or more of them, {side} is a
direction, {way} one or more with their numbers; others are the language's own groups.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache

from rules.errors import Illegal
from rules.input import Language, Meant, Named, Phrases, Words, any_of, only, read_by
from rules.logger.rules import (
    BOARD,
    CORNERS,
    NAMES,
    NEIGHBOURS,
    UNPLACED,
    Chop,
    Phase,
    Plant,
    Position,
    Protest,
    Seed,
    TreeAction,
    legal,
    why_none,
)
from rules.squares import no_square_beyond
from rules.talk import TALKS
from rules.text import Listed, Text

NOTATION = (
    ("seed", "{tree} ?> ?{to}"),
    ("plant", r"\+ ?{to}"),
    ("chop", "x ?{to}"),
    ("protest", "! ?{squares}"),
    ("enough", r"\."),
)


def _aside(square: int, side: str) -> str:
    """The name of the next square on a side. Raises Illegal at the edge."""
    to = BOARD.toward(square, side)
    if to is None:
        raise Illegal(no_square_beyond(side, NAMES[square]))
    return NAMES[to]


def _corner(s: Position, named: Named) -> Words:
    """`top left`, and perhaps its square, while the corners are taken."""
    corner = NAMES[CORNERS[2 * ("n" in named) + ("e" in named)]]
    fits = s.phase is Phase.CORNER and named.get("to", corner) == corner
    return (corner,) if fits else ()


def _mine(s: Position) -> int:
    """The mover's square. Raises Illegal before they have one."""
    if s.loggers[s.mover] == UNPLACED:
        raise Illegal.because("Your logger isn't on the board yet.")
    return s.loggers[s.mover]


def _walk_from(s: Position, named: Named) -> Words:
    """`from a1 to a2`, or `stay on a1`. Raises Illegal when the mover stands elsewhere."""
    here = NAMES[_mine(s)]
    if named["start"] != here:
        raise Illegal.because("Your logger stands on {square}.", square=here)
    return (named.get("to", here),)


def _walk_to_sides(s: Position, named: Named) -> Words:
    """way: a side for each space."""
    here, way = NAMES[_mine(s)], named["way"]
    if len(way) > 2:
        raise Illegal.because("You can't walk {n} squares: a logger walks two at most.", n=len(way))
    for side in way:
        here = _aside(BOARD.by_name[here], side)
    return (here,)


def _walk_to_some_sides(s: Position, named: Named) -> Words:
    """Without a verb a side alone could be anything."""
    timely = s.phase is Phase.WALK and (len(named["way"]) > 1 or named["counted"])
    return _walk_to_sides(s, named) if timely else ()


def _walk_or_seed(s: Position, named: Named) -> Words:
    """`a1 to a3` is a walk if the mover stands there, otherwise a seeding tree."""
    start, to = named["start"], named["to"]
    own = s.phase is Phase.WALK and start == NAMES[_mine(s)]
    return (to,) if own else _seed(s, named | {"tree": start})


def _seed(s: Position, named: Named) -> Words:
    """Raises Illegal where a tree would seed farther than to the next square."""
    tree, to = (BOARD.by_name.get(named[name]) for name in ("tree", "to"))
    if tree is not None and to is not None and to not in (tree, *NEIGHBOURS[tree]):
        raise Illegal.because("{to} isn't next to {tree}.", to=named["to"], tree=named["tree"])
    return (f"{named['tree']}>{named['to']}",)


def _seed_there(s: Position, named: Named) -> Words:
    """`seed e1`, by the only tree that can. Raises Illegal where there is none, or more."""
    to = named["to"]
    if to not in BOARD.by_name:
        return ()
    ways = [str(x) for x in legal(s) if isinstance(x, Seed) and NAMES[x.to] == to]
    none = Text("No tree can drop a seed on {square} now.", square=to)
    return only(ways, lambda x: Text("Which tree drops a seed? {ways}.", ways=x), none)


def _seed_to_a_side(s: Position, named: Named) -> Words:
    tree = BOARD.by_name.get(named["tree"])
    return () if tree is None else (f"{named['tree']}>{_aside(tree, named['side'])}",)


def _at(sign: str) -> Meant[Position]:
    return lambda s, named: (sign + named["to"],)


def _on_side(sign: str) -> Meant[Position]:
    return lambda s, named: (sign + _aside(_mine(s), named["side"]),)


def _only(
    kind: type[TreeAction], which: Callable[[Text], Text], none: Callable[[Text], Text]
) -> Meant[Position]:
    """A verb without its square, where it has one meaning."""

    def meaning(s: Position, named: Named) -> Words:
        ways = {NAMES[step.at]: str(step) for step in legal(s) if isinstance(step, kind)}
        squares = Listed(ways, "or")
        return only([*ways.values()], lambda _: which(squares), none(why_none(s, kind)))

    return meaning


MEANINGS: Mapping[str, Meant[Position]] = {
    "corner": _corner,
    "stay": lambda s, named: (NAMES[_mine(s)],),
    "stay on": _walk_from,
    "stay there": lambda s, named: (named["to"],) if named["to"] == NAMES[_mine(s)] else (),
    "walk": lambda s, named: (named["to"],),
    "walk from": _walk_from,
    "walk to sides": _walk_to_sides,
    "walk to some sides": _walk_to_some_sides,
    "walk or seed": _walk_or_seed,
    "seed": _seed,
    "seed to a side": _seed_to_a_side,
    "seed there": _seed_there,
    "plant": _at("+"),
    "plant to a side": _on_side("+"),
    "chop": _at("x"),
    "chop to a side": _on_side("x"),
    "protest": lambda s, named: tuple(
        "!" + name for name in named["squares"].replace(",", " ").split()
    ),
    "the plant": _only(
        Plant,
        lambda squares: Text("Plant where? {squares}.", squares=squares),
        lambda reason: Text("You can't plant: {reason}.", reason=reason),
    ),
    "the chop": _only(
        Chop,
        lambda squares: Text("Chop which tree? {squares}.", squares=squares),
        lambda reason: Text("You can't chop: {reason}.", reason=reason),
    ),
    "the protest": _only(
        Protest,
        lambda squares: Text("Protest on which tree? {squares}.", squares=squares),
        lambda reason: Text("You can't protest: {reason}.", reason=reason),
    ),
    "enough": lambda s, named: (".",),
}


@cache
def phrases(language: Language) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    square, sides = r"[a-z]\d{1,2}", language.compass
    known = {"squares": rf"(?P<squares>{square}(?: (?:, )?{square}(?! ?-?>))*)"}
    known |= {"side": f"(?P<side>{any_of(sides)})", "way": f"(?P<way>{language.ways.pattern})"}
    known |= {name: f"(?P<{name}>{square})" for name in ("tree", "to", "start")}

    def named(s: Position, m: re.Match[str]) -> tuple[Position, Named]:
        return s, {x: sides.get(y, y) for x, y in m.groupdict().items() if y}

    squares = ("walk or seed", "{start} ?->? ?{to}"), ("walk", "{to}")  # begin phrases too
    return read_by(language, (*NOTATION, *language.phrases, *squares), known, MEANINGS, named)


_ENGLISH = Language(
    sides={"n": "north|up", "e": "east|right", "s": "south|down", "w": "west|left"},
    counts=("one", "two", "three", "four", "five"),
    groups={
        "stay": "(?:stay|stand still|remain)",
        "still": "(?:not moving|no move|(?:do not|don't) move|without moving)",
        "go": "(?:move|go|walk|step|run)",
        "grow": "(?:grow|seed|spawn|drop(?: a seed| seeds)?)",
        "seeds": "(?:grows|seeds|spawns|drops(?: a seed)?)",
        "plant": "(?:plant|(?:put|place|set)(?= a (?:seedling|tree)))",
        "a seedling": "(?: a (?:new )?(?:seedling|tree))?",
        "chop": "(?:chop|fell|cut)",
        "protest": "(?:protest|protect|guard|(?:put|place) (?:a |the |my |both )?protesters?)",
        "a tree": "(?: (?:the|a|that) tree)?",
        "taking": "(?:(?:{go}(?: to)?|take|to|in) )?",
        "top": "(?:top|upper|up|north)",
        "bottom": "(?:bottom|lower|down|south)",
    },
    phrases=(
        (
            "corner",
            "{taking}(?:the )?(?:corner (?:at |in |to )?(?:the )?)?(?:(?P<n>{top})|{bottom})[- ]?"
            "(?:(?P<e>right|east)|(?:left|west))(?: corner| one)?(?:(?: ,| at)? {to})?",
        ),
        ("stay there", "(?:(?:{go}(?: to)?|to) )?{to} , {stay}"),
        ("stay on", "{stay} (?:on|at) {start}"),
        ("stay", "{stay}(?: here| put)?|{still}"),
        ("seed to a side", "{grow}(?: from)? {tree} (?:to |into |on |at )?(?:the )?{side}"),
        ("seed", "{grow}(?: from)? {tree}(?: ?-?> ?| | (?:to|into|on|at) ){to}"),
        ("seed", "{tree} {seeds}(?: (?:to|into|on|at))? {to}"),
        ("seed there", "{grow}(?: on)? {to}"),
        ("walk or seed", "{start} (?:goes )?to {to}"),
        ("walk from", "(?:{go}(?: from)?|from) {start} ?(?:to|->?) ?{to}"),
        ("walk", "(?:{go}(?: to)?|to|stand on|stand at|take) (?:(?:the )?corner(?: at)? )?{to}"),
        ("walk", "(?:the )?corner(?: at)? {to}"),
        ("walk to sides", "{go} {way}"),
        ("walk to some sides", "{way}"),
        ("plant", "{plant}{a seedling}(?: on| in| at)? {to}"),
        ("plant", "(?:a )?seedling (?:on|in|at|to) {to}"),
        ("plant to a side", "{plant}{a seedling}(?: to the)? {side}"),
        ("chop", "{chop}(?: down)?(?:{a tree} on| on| at)? {to}"),
        ("chop", "{chop} {to} down"),
        ("chop to a side", "{chop}(?: down)?(?:{a tree})?(?: to the)? {side}"),
        ("protest", "{protest}(?: on| at)? {squares}"),
        ("the plant", "plant{a seedling}$"),
        ("the chop", "{chop}(?: down)?{a tree}$"),
        ("the chop", "{chop} it(?: down)?$"),
        ("the protest", "{protest}$"),
        ("enough", "done|enough|no more(?: protesters?)?"),
    ),
    said={
        "corner": "corner {to}",
        "stay": "stay",
        "walk": "go to {to}",
        "walk to a side": "go {side}",
        "seed": "grow {tree} to {to}",
        "seed to a side": "grow {tree} {side}",
        "plant": "plant {to}",
        "plant to a side": "plant {side}",
        "chop": "chop {to}",
        "chop to a side": "chop {side}",
        "protest": "protest {to}",
        "enough": "done",
    },
    talk=TALKS["en"],
    slips={
        **{"up": "north", "right": "east", "down": "south", "left": "west"},
        **{"walk": "go", "move": "go", "step": "go", "run": "go", "seed": "grow"},
        **{"fell": "chop", "cut": "chop", "guard": "protest", "protect": "protest"},
    },
)

_GERMAN = Language(
    sides={
        "n": "norden|nord|oben|hoch",
        "e": "osten|ost|o|rechts",
        "s": "süden|sueden|suden|süd|sued|sud|unten|runter",
        "w": "westen|west|links",
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
        "taking": "(?:(?:{go}(?: (?:nach|in))?|nimm|nehme|nach|in) )?",
        "top": "(?:nord|oben|obere?|nach oben)",
        "bottom": "(?:süd|unten|untere?|nach unten)",
        "right": "(?:ost(?:en)?|rechts|rechten?)",
        "left": "(?:west(?:en)?|links|linken?)",
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
    talk=TALKS["de"],
    slips={
        **{"oben": "norden", "rechts": "osten", "unten": "süden", "links": "westen"},
        **{"lauf": "geh", "laufe": "geh", "gehe": "geh", "zieh": "geh", "wandere": "geh"},
        **{"setze": "pflanze", "schlage": "fälle", "hacke": "fälle", "bewache": "schütze"},
    },
)

_FRENCH = Language(
    sides={
        "n": "nord|le nord|au nord|vers le nord|haut|le haut",
        "e": "est|l'est|à l'est|a l'est|vers l'est|droite|à droite|la droite",
        "s": "sud|le sud|au sud|vers le sud|bas|le bas",
        "w": "ouest|o|l'ouest|à l'ouest|a l'ouest|vers l'ouest|gauche|à gauche|la gauche",
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
        "taking": "(?:(?:{go}(?: (?:en|à|au|vers))?|prends?|prendre|vers|à|au) )?",
        "top": "(?:haut|supérieur|nord)",
        "bottom": "(?:bas|inférieur|sud)",
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
    talk=TALKS["fr"],
    slips={
        **{"haut": "nord", "droite": "est", "bas": "sud", "gauche": "ouest"},
        **{"marche": "va", "aller": "va", "avance": "va", "cours": "va", "vais": "va"},
        **{"coupe": "abats", "abattre": "abats", "garde": "protège", "planter": "plante"},
    },
)

_SPANISH = Language(
    sides={
        "n": "norte|el norte|al norte|arriba",
        "e": "este|el este|derecha|la derecha",
        "s": "sur|el sur|al sur|abajo",
        "w": "oeste|o|el oeste|izquierda|la izquierda",
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
        "taking": "(?:(?:{go}(?: a)?|toma|tomo|tomar|a|en) )?",
        "top": "(?:arriba|superior|norte|nor)",
        "bottom": "(?:abajo|inferior|sur)",
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
    talk=TALKS["es"],
    slips={
        **{"arriba": "norte", "derecha": "este", "abajo": "sur", "izquierda": "oeste"},
        **{"camina": "ve", "anda": "ve", "ir": "ve", "voy": "ve", "corre": "ve"},
        **{"corta": "tala", "derriba": "tala", "guarda": "protege", "plantar": "planta"},
    },
)

LANGUAGES = {"en": _ENGLISH, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}
