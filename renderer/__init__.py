"""Pictures of the games, drawn only from what their viewer may see: PNG and alt text. A game has a
module (logger, logjam, fellers); a hand of cards is a separate picture, for one seat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

from renderer import alt, chart, fellers, frame, logger, logjam, result
from renderer.chart import Balance as Balance
from renderer.chart import Ranked as Ranked
from renderer.chart import Ranks as Ranks
from renderer.chart import RatingCourse as RatingCourse
from renderer.chart import draw_course as draw_course
from renderer.chart import draw_ranks as draw_ranks
from renderer.fellers import hand as fellers_hand
from renderer.film import Reel as Reel
from renderer.film import Shot as Shot
from renderer.palette import encode
from renderer.panel import Coat, Seating
from renderer.picture import Labels as Labels
from renderer.picture import Picture as Picture
from renderer.places import Beat as Beat
from renderer.places import MovingThing
from renderer.places import Place as Place
from renderer.places import Surface as Surface
from renderer.shelf import keep
from rules.drafting import Kind, at_table
from rules.ending import Ending
from rules.game import Event
from rules.play import Seen, look
from rules.voice import ENGLISH, Voice


class Artist(NamedTuple):
    """How a game is drawn, where the things in its pictures lie, and how they move."""

    # The picture of a position.
    draw: Callable[[Kind[Any], Seen[Any], Labels], Image.Image]
    # Draws every sprite once, one per step, so the first picture needn't wait.
    prepare: Callable[[Kind[Any]], Iterable[object]] = lambda _: ()
    # The picture of the viewer's hand.
    hand: Callable[[Kind[Any], Seen[Any], Labels], Image.Image] | None = None
    # Where the seats are drawn.
    seats: Callable[[Any, Labels], Seating] = lambda s, labels: Seating()
    surface: Callable[[Kind[Any], Seen[Any], Labels], Surface] = frame.surface
    # Where the cards of a hand are.
    hand_surface: Callable[[Kind[Any], Seen[Any], Labels], Surface] | None = None
    # The movements that an event describes.
    moved: Callable[[Event], Iterable[MovingThing]] = lambda _: ()
    # By verb, the verbs before it with which it happens at the same time.
    along: Mapping[str, frozenset[str]] = MappingProxyType({})
    # The picture with nothing on the board.
    ground: Callable[[Kind[Any], Seen[Any], Labels], Image.Image] | None = None
    # What the seats wear on the board.
    coats: Callable[[Any, Labels], Sequence[Coat]] = frame.logger_coats


ARTISTS: Mapping[str, Artist] = MappingProxyType(
    {
        "logger": Artist(
            logger.draw,
            logger.prepare,
            surface=logger.surface,
            moved=logger.movements,
            along=MappingProxyType({"grows": frozenset({"grows"})}),  # a whole cross at once
            ground=logger.ground,
        ),
        "logjam": Artist(
            logjam.draw,
            logjam.prepare,
            None,
            logjam.seats,
            logjam.surface,
            moved=logjam.marks.shifts,
            along=logjam.marks.ALONG,
            ground=logjam.ground,
        ),
        "fellers": Artist(
            fellers.draw,
            fellers.prepare,
            fellers_hand.draw,
            fellers.places,
            fellers.surface,
            fellers_hand.surface,
            fellers.marks.shifts,
            fellers.marks.ALONG,
            fellers.ground,
            fellers.seats.coats,
        ),
    }
)
WRITTEN = Artist(frame.draw_words)  # in words, while nobody has drawn a game


class Hosted(NamedTuple):
    """A hosted game: its rules, its English and its artist."""

    kind: Kind[Any]
    artist: Artist = WRITTEN


def host_games(kinds: Mapping[str, Kind[Any]]) -> dict[str, Hosted]:
    """Add its artist to each game, by key."""
    return {key: Hosted(kind, ARTISTS.get(key, WRITTEN)) for key, kind in kinds.items()}


def draw(game: Hosted, seen: Seen[Any], labels: Labels, voice: Voice = ENGLISH) -> Picture:
    """Draw a position with the marks of the last turn, in a voice's words. Safe in any thread."""
    labels = labels.with_voice(voice)
    told = alt.text(at_table(game.kind, labels.letters), seen, labels)
    return Picture(encode(game.artist.draw(game.kind, seen, labels)), told)


def draw_hand(game: Hosted, seen: Seen[Any], labels: Labels, voice: Voice = ENGLISH) -> Picture:
    """Draw the viewer's hand, or the board as that seat sees it. Show this picture to nobody else.
    Raises ValueError if the game has no hands."""
    kind, artist, seat = game.kind, game.artist, seen.seat
    if seat is None or not kind.game.hidden_information:
        raise ValueError(f"{kind.game.key} has no hands")
    labels = labels.with_voice(voice)
    png = encode((artist.hand or artist.draw)(kind, seen, labels))
    return Picture(png, labels.voice.say(kind.texts.hand(seen.state, seat)))


def surface(
    game: Hosted, seen: Seen[Any], labels: Labels, voice: Voice = ENGLISH, *, hand: bool = False
) -> Surface:
    """The places in the picture that `draw` makes. hand: in that of `draw_hand` instead."""
    artist = game.artist
    given = (artist.hand_surface if hand else None) or artist.surface
    return given(game.kind, seen, labels.with_voice(voice))


def moves(game: Hosted, events: Iterable[Event]) -> list[Beat]:
    """The movements of some events on the board, beat by beat."""
    found, last = list[Beat](), ""
    for event in events:
        things = tuple(game.artist.moved(event))
        if found and last in game.artist.along.get(event.verb, ()):
            found[-1] += things
        else:
            found.append(things)
        last = event.verb
    return [beat for beat in found if beat]


def draw_ground(game: Hosted, seen: Seen[Any], labels: Labels, voice: Voice = ENGLISH) -> Picture:
    """Draw the board with nothing on it. Raises ValueError if the game has no such picture."""
    if (ground := game.artist.ground) is None:
        raise ValueError(f"{game.kind.game.key} has no board without anything on it")
    return Picture(encode(ground(game.kind, seen, labels.with_voice(voice))), "")


def draw_result(
    game: Hosted, seen: Seen[Any], labels: Labels, ending: Ending, voice: Voice = ENGLISH
) -> Picture:
    """The last picture of a game: its last board, the places, a curve, the best moment."""
    labels, artist = labels.with_voice(voice), game.artist
    board, seating = artist.draw(game.kind, seen, labels), artist.seats(seen.state, labels)
    coats = artist.coats(seen.state, labels)
    png = encode(result.draw(board, seating, game.kind, seen, labels, ending, coats))
    return Picture(png, alt.result(game.kind, seen, labels, ending))


def draw_balance(
    game: Hosted, seen: Seen[Any], labels: Labels, shown: Balance, voice: Voice = ENGLISH
) -> Picture:
    """The ranking and the balance of a finished game, turn by turn."""
    labels = labels.with_voice(voice)
    coats = game.artist.coats(seen.state, labels)
    png = encode(chart.draw_balance(game.kind, seen, labels, shown, coats))
    return Picture(png, alt.balance(game.kind, seen, labels, shown))


def draw_film(game: Hosted, shots: Sequence[Shot], voice: Voice = ENGLISH) -> Reel:
    """A film of these boards, which the caller draws frame by frame, in any thread."""
    kind = game.kind
    shots = [shot._replace(labels=shot.labels.with_voice(voice)) for shot in shots]
    seen, labels = shots[-1]
    at = at_table(kind, labels.letters)
    return Reel(
        shots,
        lambda shot: game.artist.draw(kind, shot.seen, shot.labels),
        lambda shot: len(shot.labels.story(at, shot.seen).split()),
        lambda boards, every, seconds: alt.film(at, seen, labels, boards, every, seconds),
    )


def draw_lobby(
    game: Hosted, state: Any, labels: Labels, seats: int, voice: Voice = ENGLISH
) -> Picture:
    """Draw the opening board with the seated players and the open seats. state: a position before
    the first turn, for any number of players."""
    kind, labels = game.kind, labels.with_voice(voice)
    nobody = ("",) * len(kind.game.scores(state))
    alone = replace(labels, names=nobody, turn=0, targets=(), computers=frozenset())
    board = game.artist.draw(kind, look(kind.game, state, (), None), alone)
    drawn = result.draw_lobby(board, labels, seats, game.artist.seats(state, alone))
    return Picture(encode(drawn), alt.lobby(kind, state, labels, seats))


def draw_sprites(games: Iterable[Hosted], folder: Path | None = None) -> Iterator[object]:
    """Read one sprite after another from a folder, or draw it (seconds for all) and save it."""
    if folder is not None:
        keep(folder)
    for game in games:
        yield from game.artist.prepare(game.kind)
