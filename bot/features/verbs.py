"""All verbs of all features, found by name, by the id of a button (`lc:undo:12:9`) or by what a
line means, and done; and the help, which lists them."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from bot.features.feature import GAME, OF_A_ROW, ROW, Feature, Field, Slash, Verb
from bot.features.turns import Turns
from bot.messages import pages
from bot.messages.answers import counts_when
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table.game import Games
from bot.table.intent import Intent, Session
from bot.table.names import Command
from rules.english import plain
from rules.errors import NotYou, Unavailable
from rules.game import GameRules
from rules.input import strip_accents
from rules.talk import TALKS
from rules.text import Joined, Listed, Strong, Text, lines, sentences

SHARED: Final = "games"  # the command of what games share
ADMIN: Final = "games-admin"  # the command of server managers

# Lines in German, French and Spanish, by the name of the verb that they mean.
_LINES: Final[Mapping[str, str]] = {
    "more": "mehr, plus, más",
    "help": "hilfe, hilf mir, befehle, aide, aide-moi, commandes, ayuda, ayúdame, comandos",
    "possible": """möglichkeiten, meine möglichkeiten, was kann ich tun, was nun, was jetzt,
        mes options, que puis-je faire, que faire, quoi faire, opciones, mis opciones,
        qué puedo hacer, qué hago""",
    "pass": "passe, passen, aussetzen, je passe, passer, paso, pasar",
    "hint": "tipp, tipps, ein tipp, indice, indices, un indice, pista, pistas, una pista",
    "undo_typed": """zurück, zurücknehmen, rückgängig, nimm zurück, annuler, annule, reprendre,
        je reprends, deshacer, deshaz, deshazlo""",
    "quit": "aufgeben, ich gebe auf, abandonner, j'abandonne, rendirse, me rindo, abandono",
    "text": "brett, zeig das brett, plateau, montre le plateau, tablero, muestra el tablero",
    "learn": "regeln, anleitung, wie geht das, règles, comment jouer, reglas, cómo se juega",
    "learn_typed": """lernen, lektion, lektionen, apprendre, leçon, leçons, aprender, lección,
        lecciones""",
}
_IDLE = "|".join(talk.idle for talk in TALKS.values())
# Filler words around a request, in any of the languages.
_AROUND = """a an the some any me my i we you it of for to is are what whats which this that here
 s please now give show tell get have see can could may do does need want like would let us am
 should game gimme read current ein eine einen der die das den mir mich ich wir man du es zu ist
 sind was welche welcher dieses spiel jetzt gib zeig zeige sag kann darf hätte brauche möchte will
 haben sehen un une le la les l de du des d moi je j on nous tu est ce qu sont quel quelle quels
 quelles donne montre dis peux peut puis ai besoin veux voudrais avoir voir partie el los las una
 unos unas yo puedo puede dame muestra muéstrame dime necesito quiero quisiera ver tener cuál
 cuáles es son qué que ahora partida il te vous plaît por favor"""
# Requests without filler words, by the name of a verb. These verbs only show something.
_ABOUT: Final[Mapping[str, str]] = {
    "hint": """hint, hints, tip, tips, clue, help turn, good turn, best turn, best move, suggestion,
        suggestions, advice, tipp, tipps, hinweis, guten zug, bester zug, besten zug, vorschlag,
        indice, indices, conseil, conseils, astuce, bon coup, meilleur coup, pista, pistas, consejo,
        consejos, buena jugada, mejor jugada""",
    "text": """score, scores, points, standing, standings, state, who winning, who ahead, who leads,
        who leading, how many points, position, board, punkte, punktestand, spielstand, stand,
        wie stand, wie spielstand, wie steht, wer führt, wer gewinnt, wer liegt vorn,
        wie viele punkte, brett, qui gagne, qui mène, combien points, plateau, puntos, puntuación,
        marcador, quién gana, quién va ganando, cuántos puntos, tablero""",
    "learn": """rules, rule, how win, how play, how works, how work, goal, aim, objective,
        how score points, how win points, regeln, regel, ziel, wie gewinne, wie gewinnt, wie spielt,
        wie spiele, wie geht, wie funktioniert, règles, but, objectif, comment gagner,
        comment gagne, comment joue, comment jouer, comment marche, reglas, objetivo, cómo gano,
        cómo gana, cómo juego, cómo se juega, cómo ganar, cómo jugar, cómo funciona""",
    "possible": """options, choices, moves, turns, legal moves, legal turns, possible moves, play,
        possible turns, where go, where move, how turn, how move, allowed, optionen, möglichkeiten,
        machen, tun, spielen, züge, mögliche züge, züge möglich, erlaubt, wohin, wohin gehen, geht,
        coups, coups possibles, faire, jouer, possible, où aller, opciones, jugadas, hacer, hago,
        jugar, jugadas posibles, dónde ir, adónde ir""",
}


def _words(line: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", strip_accents(line))


_NOTHING = {*_words(_AROUND), *strip_accents(_IDLE).split("|")}
_WANTED: Final = {
    " ".join(_words(line)): verb for verb, lines in _ABOUT.items() for line in lines.split(",")
}
_MEANT: Final = {
    strip_accents(line.strip()): verb for verb, lines in _LINES.items() for line in lines.split(",")
}


def verb_of_line(line: str) -> str:
    """The verb's name that a line means in one of those languages, also without accents; or of a
    verb that only shows something, asked for as in `how do I win`; or ""."""
    if verb := _MEANT.get(strip_accents(line)):
        return verb
    line = re.sub(r"\b(?:can|could|should|may|must|do) (?:i|we|you) do\b", "options", line)
    said = " ".join(word for word in _words(line) if word not in _NOTHING)
    verb = _WANTED.get(said) or _MEANT.get(said, "")
    return verb if verb in (*_ABOUT, "help") else ""


NO_VALUES: Mapping[str, Any] = {}
NO_RIGHT: Final = Text(
    "You need the Manage Server permission to do that. The server's owner can give it to you."
)


class Typed(NamedTuple):
    """A line that names a command."""

    verb: Verb
    kind: str | None  # the game before the name, if there is one
    command: Command
    slash: bool = False  # whether the line begins with one
    rest: str = ""  # the line without the game: `resign` of `logger resign`


class Pressed(NamedTuple):
    """The verb, the game and the values in the id of a button or menu."""

    verb: Verb
    about: Mapping[str, Any]  # the game and the row, as fields of a Target
    values: Mapping[str, Any]


class Verbs:
    """All verbs of the bot."""

    def __init__(self, features: Iterable[Feature], turns: Turns) -> None:
        self._turns, self._verbs = turns, dict[str, Verb]()
        more = Verb("more", self._more, OF_A_ROW, typed=("more",), on_page=True)
        show = partial(Verb, game=None, anywhere=True, instead="own", on_page=True)
        about = Text("Get started: rules, practice, your games and all commands")
        topic, slash = Field("topic", "[a-z0-9-]{0,60}"), Slash("", Text("/help"), about)
        typed = "help", "help me", "how", "commands"
        help_ = show("help", self._help, (topic,), slash=slash, typed=typed)
        for verb in (more, help_, *(verb for feature in features for verb in feature.verbs)):
            if verb.name in self._verbs:
                raise ValueError(f"two features declare the verb {verb.name}")
            self._verbs[verb.name] = verb
        self._ids = {re.compile(verb.source): verb for verb in self if verb.id is not None}

    def __iter__(self) -> Iterator[Verb]:
        return iter(self._verbs.values())

    def __getitem__(self, name: str) -> Verb:
        return self._verbs[name]

    @property
    def ids(self) -> str:
        """All ids, as one regular expression without names."""
        return "|".join(re.sub(r"\?P<\w+>", "?:", pattern.pattern) for pattern in self._ids)

    @property
    def under(self) -> tuple[tuple[str, Text], ...]:
        """The buttons that some verbs add under the newest board."""
        return tuple((verb.name, verb.under) for verb in self if verb.under)

    def read(self, id_: str) -> Pressed:
        """Read an id. Raises LookupError if no verb has such ids."""
        for pattern, verb in self._ids.items():
            if match := pattern.fullmatch(id_):
                said = {name: text for name, text in match.groupdict().items() if text is not None}
                fields = [field for field in verb.id or () if field.name in said]
                values = {field.name: field.read(said[field.name]) for field in fields}
                about = {name: values.pop(name) for name in (GAME, ROW) if name in values}
                return Pressed(verb, about, values)
        raise LookupError(id_)

    async def say(self, wish: Intent, say: Callable[[Intent], Awaitable[Layout]]) -> Layout:
        """Answer a line that asks for a verb, or else play it as a turn; a line that the game can
        read is a turn: in Logjam `pass` is one. Raises Refused."""
        for verb in self:
            if verb.opens is not None and verb.opens(wish.words):
                self._check(verb, wish)
                return await verb.do(await self._turns.find(wish) if verb.game else wish)
        if (asked := self._asked(wish.words)) is None:
            return await say(wish)
        try:
            session = await self._turns.find(wish)
        except Unavailable:
            if asked.game:
                raise
            self._check(asked, wish)
            return await asked.do(wish)
        if await self._turns.reads(session):
            return await say(session)
        self._check(asked, wish)
        return replace(await asked.do(session), fleeting=True)

    def _asked(self, words: str) -> Verb | None:
        """The verb that a line means, if it isn't a turn. A typed command is only explained: its
        answer may be private."""
        command = self.typed_command(words)
        bare = plain(words, idle=_IDLE) or plain(words)
        line = bare.removeprefix("/") if command is None else command.rest
        foreign = verb_of_line(line)
        asked = next((verb for verb in self if line in verb.typed or verb.name == foreign), None)
        if asked is None and command is not None:
            return Verb("", partial(self._by_name, command), game=None, on_page=True)
        return asked

    async def _by_name(self, command: Typed, wish: Intent) -> Layout:
        """Explain how to use a command, with the button that does the same here, if any."""
        verb, game = command.verb, wish.found if isinstance(wish, Session) else None
        more, buttons = verb.more, tuple[Button, ...]()
        if isinstance(verb.help, Text):
            buttons = (Button(verb.help, verb.blank_id()),)
        elif game and command.kind in (None, game.kind) and more and more.only(game):
            buttons = (Button(more.label, button_id(verb.name, game.id, game.n)),)
        told = Text(
            "{command} is a command: type / and pick it from the list.", command=command.command
        )
        return Layout(told, buttons=buttons, fleeting=True)

    def typed_command(self, line: str) -> Typed | None:
        """The command that a line begins with: with a slash, or with a game's name or `games`."""
        words = plain(line)
        slash, words = words.startswith("/"), words.removeprefix("/")
        first, _, rest = words.partition(" ")
        if first in self._turns.tables.games or first in (SHARED, ADMIN):
            names = (" ".join(rest.split()[:n]) for n in (2, 1))  # the longer one is in a group
            found = next(filter(None, (self._named(first, name) for name in names)), None)
        else:
            found, rest = self._named("", first) if slash else None, words
        return found and found._replace(slash=slash, rest=rest)

    def _named(self, under: str, name: str) -> Typed | None:
        """The command of a name, in any group. under: a game's key, `games`, or nothing."""
        games = self._turns.tables.games
        kind = under if under in games else None
        where = "each game" if kind else under
        fitting = [
            (slash.called != name, slash.where != where, place, verb, slash)
            for place, verb in enumerate(self)
            if (slash := verb.slash) and name in (slash.called, slash.called.rpartition(" ")[2])
            # A game has the command, or no game is asked for and it belongs to none.
            if (slash.only(games[kind].game) if kind else slash.where != "each game")
        ]
        if not fitting:
            return None
        *_, verb, slash = min(fitting)
        return Typed(verb, kind, _command(slash, kind or ""))

    async def _more(self, session: Session) -> Layout:
        """The seldom needed buttons of a running game."""
        game = session.found
        behind = ((verb, verb.more) for verb in self if verb.more and verb.more.only(game))
        rows: tuple[list[Button], list[Button]] = [], []
        for verb, more in sorted(behind, key=lambda each: each[1].place):
            rows[more.row].append(Button(more.label, button_id(verb.name, game.id, game.n)))
        told = sentences(
            Text("More about {game}.", game=game),
            counts_when(game),
            Text("If you resign, I'll ask you to confirm first."),
        )
        return Layout(told, rows=(tuple(rows[0]),), buttons=tuple(rows[1]))

    async def _help(self, wish: Intent, topic: str = "") -> Layout:
        return help_page(self, self._turns.tables.games, topic)

    async def do(self, name: str, wish: Intent, values: Mapping[str, Any] = NO_VALUES) -> Layout:
        """Do what a wish asks for. Raises Refused; Which, if it could mean several games."""
        verb = self[name]
        self._check(verb, wish)
        if verb.line:
            return await self.say(wish, verb.do)
        if verb.game:
            wish = await self._turns.find(wish)
        return await verb.do(wish, **values)

    def _check(self, verb: Verb, wish: Intent) -> None:
        """Raise NotYou, before any look-up, for a wish that may not use a verb."""
        if wish.page and not verb.on_page:
            # The command that does the same, or leads to its button.
            kind = wish.target.kind or self._turns.tables.games.first
            command = _command(verb.slash, kind) if verb.slash else verb.way
            no = Text("You can't do that on this page. Use Discord instead.")
            if command is not None:
                no = Text(
                    "You can't do that on this page. Use {command} in Discord.", command=command
                )
            raise NotYou(no)
        if not may(verb, wish):
            raise NotYou(NO_RIGHT)

    async def launch(self, verb: Verb, wish: Intent, instance: str) -> None:
        """Note what the Activity will show. Raises Refused."""
        assert verb.launch is not None
        await verb.launch(await self._turns.find(wish), instance)


def _command(slash: Slash, kind: str) -> Command:
    """A command as people type it. kind: its game, if it is one of each game."""
    under = kind if slash.where == "each game" else slash.where
    return Command(under, slash.called) if under else Command(slash.called)


def may(verb: Verb, wish: Intent) -> bool:
    """Whether the speaker has the right that a verb needs, in this place and at this moment."""
    return not verb.manages or (wish.rights.manages and wish.guild > 0)


def press_intent(wish: Intent, verb: Verb) -> Intent:
    """The wish of a press. If the verb counts once a row, its key is the verb, game, row and
    person, so pressing again is the same wish. Presses on a lobby's card, which stays while people
    come and go, and presses that only show something keep their own ids."""
    if verb.press == "once a row" and wish.target.n is not None:
        return replace(wish, key=f"{verb.name}:{wish.target.game}:{wish.target.n}:{wish.user}")
    if verb.press == "once a panel" and wish.panel:
        return replace(wish, key=f"{verb.name}:{wish.panel}")
    return wish.with_target(n=None) if verb.press == "any row" else wish


def help_page(verbs: Iterable[Verb], games: Games, topic: str) -> Layout:
    """The help page with this key; the one screen if there is no such page."""
    verbs, hosted = tuple(verbs), [games[kind].game for kind in games]
    slashes = [verb.slash for verb in verbs if verb.slash is not None]
    topics = (
        pages.Topic("commands", Text("Commands"), Joined("\n", _of_each(slashes, hosted)), None),
        pages.Topic("more-commands", Text("More Commands"), Joined("\n", _of_all(slashes)), None),
        *pages.help_topics(hosted),
    )
    if (here := next((each for each in topics if each.key == topic), None)) is not None:
        back = Button(Text("Help"), "lc:help:", "success")
        buttons = [back, *pages.others("lc:help:", topics, here)]
        return Layout(pages.words("Lumbercamp", here), rows=pages.in_rows(buttons))
    of_games = [
        Button(verb.help(game), verb.blank_id(game.key), "success")
        for verb in verbs
        if callable(verb.help)
        for game in hosted
    ]
    more = [Button(verb.help, verb.blank_id()) for verb in verbs if isinstance(verb.help, Text)]
    shown = (each for each in topics if each.key != "more-commands")
    more += [Button(each.title, f"lc:help:{each.key}") for each in shown]
    last = pages.in_rows(more)
    first = pages.in_rows(of_games)[: pages.MOST_ROWS - len(last)]  # the last may get no button
    what = Text(
        "Play board games with {name}, right here, one turn at a time. Pick a game to see "
        "how it works and practise against the computer.",
        name=Strong("Lumbercamp"),
    )
    begin = Text(
        "Start a game with {starts}. When it's your turn I'll mention you: press {button}, "
        "or reply with your turn.",
        starts=Listed([Command(game.key, "start") for game in hosted], "or"),
        button=Strong(Text("Take Turn")),
    )
    return Layout(lines(what, begin), rows=(*first, *last))  # phones show only a few lines of it


def _of_each(slashes: Iterable[Slash], games: Sequence[GameRules[Any]]) -> Iterator[Text]:
    """A line for each command that games have, named as in the first game with that command."""
    for slash in slashes:
        having = [game for game in games if slash.where == "each game" and slash.only(game)]
        if having:
            command, about = Command(having[0].key, slash.called), slash.about
            if len(having) == len(games):
                yield Text("{command}: {about}", command=command, about=about)
            else:
                some = Listed([game.title for game in having])
                yield Text("{command} ({games}): {about}", command=command, games=some, about=about)


def _of_all(slashes: Iterable[Slash]) -> Iterator[Text]:
    """A line for each command that games share; one for a whole group."""
    shared = dict[str, Text]()
    for slash in slashes:
        if slash.where == SHARED:
            group = slash.group
            name = group.name.template.removeprefix("/") if group else slash.called
            shared.setdefault(name, group.about if group else slash.about)
    for name, about in shared.items():
        yield Text("{command}: {about}", command=Command(SHARED, name), about=about)
    # People who manage a server see these while they type them.
    about = Text("for server managers")
    yield Text("{command}: {about}", command=Command(ADMIN), about=about)
