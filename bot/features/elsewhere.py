"""Notifications outside Discord: what all contacts share, such as a webhook or an e-mail address.

    a form ──> a code is sent to the address ──> the code is typed in ──> a personal setting
    a post mentioned the person ──> a row for each contact, written when the post is noted as sent
    three notifications in a row failed ──> the contact rests, and the person hears why

Codes stay in memory: in the export of a person's own data, a code would prove any address.
"""

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC
from functools import partial
from typing import Final, NamedTuple

from bot.features.feature import KIND, Feature, Form, Verb
from bot.messages.answers import deadline
from bot.messages.courier import Courier, Made, PermanentError, TransientError, handles
from bot.messages.languages import LABEL, Languages
from bot.messages.layout import Button, Layout
from bot.table import reminders
from bot.table.commit import Commits
from bot.table.game import HOUR, Game
from bot.table.intent import Intent
from bot.table.mail import EMAIL
from bot.table.names import Command, names_by_seat, title
from bot.table.rows import OutboxRow, code, row_class
from bot.table.settings import LANGUAGE, Settings, zone_of
from rules.errors import Unavailable
from rules.text import NOTHING, Joined, Mention, Small, Strong, Text, lines, notation
from rules.voice import Voice
from storage import BOARD, Post

LASTS: Final = 900.0  # seconds for which a code is right
GUESSES: Final = 5  # wrong codes until it is void
CODES: Final = 3  # an hour, for one person and for one address
FAILURES: Final = 3  # notifications in a row until a contact rests


@code("elsewhere")
class Echo(OutboxRow):
    """Notifies a person outside Discord, as a post has mentioned them."""

    contact: str  # its name
    user: int
    post: int  # the row of the post
    reminder: int  # 1: the post was one
    aside = outside = True
    matters = False
    patience = 7  # tries, in eight minutes


class Notice(NamedTuple):
    """A notification of a turn, from public information only."""

    id: str  # the same at each try
    game: Game
    post: Post  # the row of the outbox; its `n` is in the turn
    reminds: bool
    subject: str  # "Your turn in L7 (Logger)"
    said: str  # when the turn is due, or empty
    link: str  # to the board
    voice: Voice  # the person's, without markup


class AddressForm(NamedTuple):
    """A form that asks for an address. Its title is on the button."""

    verb: str
    form: Form
    read: Callable[[str], str]  # the stored form; raises Unavailable


@dataclass(frozen=True, slots=True)
class Contact:
    """A place outside Discord where a person can be notified. `send` and `send_code` raise
    TransportError, with a reason that names no address. A PermanentError lets the contact rest at
    once."""

    name: str  # of the setting with the address
    title: Text
    forms: Sequence[AddressForm]
    shown: Callable[[str], Text]  # a stored address, for its owner
    target: Callable[[str], str]  # the place behind an address, for the limit of codes
    send_code: Callable[[str, str], Awaitable[None]]  # to an address, a sentence with the code
    send: Callable[[str, Notice], Awaitable[None]]

    @property
    def failed(self) -> str:
        """The setting with the number of failures in a row."""
        return f"{self.name}_failed"

    def rests(self, own: Settings) -> bool:
        return int(own.get(self.failed, 0)) >= FAILURES


class _Code(NamedTuple):
    """A code that was sent to an address."""

    contact: Contact
    address: str
    code: str
    until: float
    wrong: int = 0  # guesses


class Elsewhere:
    """Proves addresses, and notifies people there."""

    def __init__(
        self,
        commits: Commits,
        languages: Languages,
        day_link: Callable[[int, int, str], Awaitable[str | None]],  # see Services
    ) -> None:
        self._store, self._now = commits.store, commits.now
        self._languages, self._day_link = languages, day_link
        self._contacts = dict[str, Contact]()  # by name
        self._codes = dict[int, _Code]()  # by person
        self._sent = list[tuple[str, float]]()  # when codes were sent, to a person and to a place
        self._failing, self._connections = asyncio.Lock(), asyncio.Semaphore(8)

    def feature(self) -> Feature:
        verb = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
        enter = Text("Enter Code")
        return Feature(
            rows=(handles(Echo, self._deliver),),
            verbs=(
                verb("prove", self.prove, (KIND,), form=Form(enter, enter, notation("123456"), 20)),
                verb("unreach", self.remove, (KIND,), instead="panel"),
            ),
        )

    def feature_of(self, contact: Contact) -> Feature:
        """Offer a contact. Returns the verbs of its forms."""
        self._contacts[contact.name] = contact
        verb = partial(Verb, id=(), way=Command("games", "settings"), game=None, anywhere=True)
        asks = {each: partial(self._ask, contact=contact, read=each.read) for each in contact.forms}
        return Feature([verb(each.verb, ask, form=each.form) for each, ask in asks.items()])

    # -- addresses

    async def show(self, wish: Intent, note: Text = NOTHING) -> Layout:
        """A person's contacts, with buttons to change them."""
        own, told, buttons = await self._store.personal(wish.user), list[Text](), list[Button]()
        for name, contact in self._contacts.items():
            address, sent = own.get(name), self._codes.get(wish.user)
            shown = contact.shown(address) if address else Text("not set")
            told.append(Joined(": ", (Strong(contact.title), shown)))
            if address and contact.rests(own):
                told.append(Text("Paused, as I couldn't reach it. Set it again to resume."))
            buttons += [Button(each.form.title, f"lc:{each.verb}") for each in contact.forms]
            if sent and sent.contact is contact and self._now() < sent.until:
                buttons.append(Button(Text("Enter Code"), f"lc:prove:{name}", "primary"))
                if address:
                    told.append(Text("The new address will replace this one."))
            if address:
                remove = Text("Remove {contact}", contact=contact.title)
                buttons.append(Button(remove, f"lc:unreach:{name}"))
        after = Text("When I mention you because it's your turn, I'll notify you there too.")
        return Layout(lines(note, *told, Small(after)), buttons=tuple(buttons))

    async def _ask(self, wish: Intent, contact: Contact, read: Callable[[str], str]) -> Layout:
        """Send a code to the typed address. Raises Unavailable."""
        address, now = read(wish.words.strip()), self._now()
        self._sent = [(key, at) for key, at in self._sent if now - HOUR < at <= now]
        self._codes = {user: sent for user, sent in self._codes.items() if now < sent.until}
        lately, limits = [key for key, _ in self._sent], (f"{wish.user}", contact.target(address))
        if any(lately.count(key) >= CODES for key in limits):
            raise Unavailable.because(
                "I've tried enough addresses for now. You can set one in an hour."
            )
        self._sent += [(key, now) for key in limits]
        sent = _Code(contact, address, f"{secrets.randbelow(10**6):06}", now + LASTS)
        voice = self._voice(await self._store.personal(wish.user), wish.language)
        said = voice.say(Text("Your Lumbercamp code is {code}.", code=sent.code))
        try:
            await contact.send_code(address, said)
        except (TransientError, PermanentError) as lost:
            raise Unavailable.because(
                "I couldn't send a code there: {why}.", why=lost.why
            ) from lost
        self._codes[wish.user] = sent
        return await self.show(wish, Text("I've sent a code there. Enter it within 15 minutes."))

    async def prove(self, wish: Intent, kind: str) -> Layout:
        """Store the address whose code was typed. Raises Unavailable."""
        sent = self._codes.pop(wish.user, None)
        if sent and (sent.contact.name != kind or self._now() >= sent.until):
            sent = None
        typed = "".join(wish.words.split()).encode()
        if not sent or not hmac.compare_digest(typed, sent.code.encode()):
            if sent and sent.wrong + 1 < GUESSES:
                self._codes[wish.user] = sent._replace(wrong=sent.wrong + 1)
            raise Unavailable.because(
                "That isn't the code I sent, or it has expired. Check it, or set the address again."
            )
        await self._set(wish.user, kind, sent.address)
        return await self.show(wish)

    async def remove(self, wish: Intent, kind: str) -> Layout:
        """Forget an address."""
        if kind in self._contacts:
            await self._set(wish.user, kind)
        return await self.show(wish)

    async def unsubscribe(self, user: int, word: str) -> None:
        """Forget a person's e-mail address if it's stored with this word."""
        own = (await self._store.personal(user)).get(EMAIL, "").partition(" ")[2]
        if own and hmac.compare_digest(own, word):
            await self._set(user, EMAIL)

    async def _set(self, user: int, name: str, address: str | None = None) -> None:
        """Store an address, None: forget it. Failures of the one before don't count any more."""
        await self._store.set_personal(user, f"{name}_failed", None)
        await self._store.set_personal(user, name, address)

    # -- notifications

    async def echoes(self, post: Post, user: int) -> list[str]:
        """The rows to write, as a post has mentioned a person: one for each of their contacts, at
        the first mention in a turn and at each reminder."""
        if not (kind := row_class(post.kind)).loud:
            return []
        own = await self._store.personal(user)
        names = [name for name in self._contacts if name in own]
        row = await self._store.game(post.game) if names else None
        if not row or row.past(post.n) or reminders.mover(row) != user:
            return []
        calls = await self._store.calls(row.id, row.stands)
        before = any(c.user == user and not row_class(c.kind).reminds for c in calls)
        if before and not kind.reminds:
            return []
        return [Echo(name, user, post.id, int(kind.reminds)).encode() for name in names]

    async def _deliver(self, row: Echo, courier: Courier) -> Made:
        """Notify a person if it's still their turn and they still want to hear of it."""
        game, post, now = await courier.game(), courier.post, self._now()
        if game.past(post.n) or reminders.mover(game) != row.user:
            return None
        sitter = game.sitters[game.on_turn or 0]
        contact, address = self._contacts.get(row.contact), sitter.settings.get(row.contact)
        if not contact or not address or contact.rests(sitter.settings):
            return None
        if not reminders.ways(game, sitter) or reminders.calm(game, sitter, now) > now:
            return None
        try:
            async with self._connections:
                await contact.send(address, await self._notice(row, game, post))
        except TransientError:
            if post.tries < Echo.patience:
                raise
            return await self._fail(contact, address, 1, game, courier)
        except PermanentError:
            return await self._fail(contact, address, FAILURES, game, courier)
        if contact.failed in sitter.settings:
            await self._store.set_personal(row.user, contact.failed, None)
        return None

    async def _notice(self, row: Echo, game: Game, post: Post) -> Notice:
        voice = self._voice(game.sitters[game.on_turn or 0].settings, game.language)
        subject = Text("Your turn in {game} ({title})", game=game, title=title(game))
        if not (link := await self._day_link(row.user, game.id, post.nonce)):
            board = await self._store.latest(game.id, BOARD)
            where, message = (board.channel, board.message) if board else (None, "")
            server = game.guild if game.guild > 0 else "@me"
            link = f"https://discord.com/channels/{server}/{where or game.place}/{message}"
        said = voice.say(subject), voice.say(deadline(game))
        return Notice(post.nonce, game, post, bool(row.reminder), *said, link, voice)

    async def _fail(
        self, contact: Contact, address: str, n: int, game: Game, courier: Courier
    ) -> Made:
        """Count failures to reach the mover. At the last one, the contact rests, and they hear of
        it by direct message, or where the game is played."""
        seat = game.on_turn or 0
        user, sent = game.sitters[seat].user, None
        async with self._failing:
            own = await self._store.personal(user)
            if own.get(contact.name) != address or contact.rests(own):
                return None
            failed = int(own.get(contact.failed, 0)) + n
            if failed >= FAILURES:
                told = Text(
                    "{mention}, I couldn't reach you by {contact}, so I've paused it. Set it again "
                    "with {settings}.",
                    mention=Mention(user, names_by_seat(game.sitters)[seat]),
                    contact=contact.title,
                    settings=Command("games", "settings"),
                )
                panel = Layout(told, pings=(user,))
                try:
                    sent = await courier.direct(user, panel)
                except PermanentError:
                    with suppress(PermanentError):
                        sent = await courier.at_table(panel, game)
            # After the message: a death in between mustn't swallow it.
            await self._store.set_personal(user, contact.failed, f"{failed}")
        return sent

    def _voice(self, own: Settings, language: str) -> Voice:
        """The voice of a person, without markup, in their time zone."""
        voice = self._languages.voice_of(own.get(LANGUAGE) or language)
        return replace(voice, medium=LABEL, zone=zone_of(own) or UTC)
