"""Notifications by e-mail, with the board as the channel's post shows it: in public, and in words
for people who don't see pictures. The e-mails of a game are one thread:

    game-…@sender      never sent
    ├ turn-…@sender    a turn or a reminder, with the same id if it's sent again
    └ turn-…@sender
"""

import hmac
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from typing import Final

from bot.features.elsewhere import AddressForm, Contact, Notice
from bot.features.feature import Feature, Form
from bot.features.services import Services
from bot.messages.answers import story_since
from bot.messages.layout import PAINTER, run_in_thread
from bot.messages.layouts import drawing
from bot.table.browsers import new_word
from bot.table.mail import EMAIL, LONGEST, MailServer, read_address
from bot.table.names import Command, title
from renderer import Picture
from rules.errors import Unavailable
from rules.text import Code, Joined, Link, Strong, Text, lines, notation
from rules.voice import PLAIN, Argument, Html, Voice

# Addresses stay on one line, and servers without 8BITMIME take every e-mail.
_POLICY: Final = SMTP.clone(max_line_length=500, cte_type="7bit")
_PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{subject}</title></head><body>
<p>{before}</p>
<p><img src="cid:board@lumbercamp" alt="{alt}" style="max-width:100%"></p>
<p>{links}</p>
<p><small>{foot}</small></p>
</body></html>
"""
_Links = Sequence[tuple[Text, str]]  # labels and addresses


def _compose(
    voice: Voice, subject: Text, before: Text, picture: Picture, links: _Links, foot: Text
) -> EmailMessage:
    """Write an e-mail as plain text and as a page."""
    plain, html = replace(voice, medium=PLAIN), replace(voice, medium=Html())
    mail, alt = EmailMessage(_POLICY), picture.alt
    mail["Subject"] = " ".join(plain.say(subject).split())
    shown = lines(*(Joined(": ", (label, Link(to))) for label, to in links))
    parts: tuple[Argument, ...] = before, alt, shown, foot
    mail.set_content("\n\n".join(map(plain.say, parts)) + "\n")
    page = _PAGE.format(
        language=voice.locale.language,
        subject=escape(mail["Subject"]),
        before=html.say(before).replace("\n", "<br>"),
        alt=escape(alt),
        links=" · ".join(f'<a href="{escape(to)}">{html.say(label)}</a>' for label, to in links),
        foot=html.say(foot),
    )
    mail.add_alternative(page, subtype="html")
    _, related = mail.iter_parts()
    png, id_ = picture.png, "<board@lumbercamp>"
    related.add_related(png, "image", "png", disposition="inline", filename="board.png", cid=id_)
    return mail


def _read(typed: str) -> str:
    """A typed address as it's stored. Raises Unavailable."""
    try:
        return f"{read_address(typed)} {new_word()}"
    except ValueError:
        raise Unavailable.because(
            "I can't use that address. Write one such as {example}.",
            example=Code("ann@example.org"),
        ) from None


class Mails:
    """Writes and sends e-mails."""

    def __init__(self, at: Services, server: MailServer) -> None:
        self._at, self._server = at, server

    async def send_code(self, stored: str, said: str) -> None:
        mail = EmailMessage(_POLICY)
        mail["Subject"] = said
        mail.set_content(f"{said}\n")
        await self._send(mail, stored.split()[0])

    async def send(self, stored: str, notice: Notice) -> None:
        """Write about a player's turn, and send it. Raises TransportError."""
        address, word = stored.split()
        game, user = notice.game, notice.game.sitters[notice.game.on_turn or 0].user
        told = await self._at.store.telling(game.id)
        table = await self._at.tables.at(game, None, told.rows)
        before = next((post.n for post in told.posted if post.n < game.stands), 0)
        story = story_since(await self._at.tables.since(table, before, told.rows))
        board = drawing(game.hosted, table.view_of(), table.labels)
        picture = await run_in_thread(PAINTER, board.draw_in, notice.voice)
        links, stop = [(Text("Open Board"), notice.link)], ""
        if self._at.hosting.boards_at:
            stop = f"{self._at.hosting.boards_at}/unsubscribe/{user}-{word}"
            links.append((Text("Unsubscribe"), stop))
        mail = _compose(
            notice.voice,
            Text("Your turn in {game} ({title})", game=game, title=title(game)),
            lines(Strong(notice.subject), story, notice.said),
            picture,
            links,
            Text(
                "You can stop these e-mails with {settings}.", settings=Command("games", "settings")
            ),
        )
        if stop:  # as RFC 8058 has it
            mail["List-Unsubscribe"] = f"<{stop}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        thread = hmac.digest(game.seed, b"mail %d" % user, "sha256").hex()[:16]
        domain = self._server.sender.rpartition("@")[2]
        mail["Message-ID"] = f"<turn-{thread}-{notice.id}@{domain}>"
        mail["In-Reply-To"] = mail["References"] = f"<game-{thread}@{domain}>"
        await self._send(mail, address)

    async def _send(self, mail: EmailMessage, address: str) -> None:
        mail["From"] = Address("Lumbercamp", addr_spec=self._server.sender)
        mail["To"] = address
        mail["Date"] = datetime.fromtimestamp(self._at.now(), UTC)
        mail["Auto-Submitted"] = "auto-generated"  # so nobody's holiday reply comes back
        await self._server.send(mail)


def feature(at: Services) -> Feature:
    if at.hosting.mail is None:
        return Feature()
    mails = Mails(at, at.hosting.mail)
    name, hint = Text("E-Mail"), notation("ann@example.org")
    form = Form(Text("Set {service}", service=name), Text("E-mail address"), hint, LONGEST)
    return at.elsewhere.feature_of(
        Contact(
            EMAIL,
            name,
            (AddressForm("tomail", form, _read),),
            shown=lambda stored: Code(stored.split()[0]),
            target=lambda stored: stored.split()[0].casefold(),
            send_code=mails.send_code,
            send=mails.send,
        )
    )
