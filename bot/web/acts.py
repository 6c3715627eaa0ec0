"""Turns a press or a typed line on a page into the Intent that it would be on Discord."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from bot.features.feature import GAME
from bot.features.verbs import Verbs, pressed
from bot.messages.boundary import answered
from bot.messages.layout import Message, SaidButton, SaidMenu
from bot.outbox.transport import Membership
from bot.table.game import is_private
from bot.table.intent import Intent, Rights, Target
from bot.web.markup import ID, KEY, WORDS
from bot.web.who import Viewer
from rules.errors import NotYou, Unavailable
from rules.text import Text
from rules.voice import Voice

ELSEWHERE: Final = Text("That button belongs to another game or no longer works.")


class Acts:
    """Executes a form, once."""

    def __init__(self, verbs: Verbs, members: Membership) -> None:
        self._verbs, self._members = verbs, members

    async def do(self, viewer: Viewer, form: Mapping[str, Any], voice: Voice) -> Message | None:
        """Execute a form and return the answer or refusal; None: the page itself shows the
        result. Raises only for bugs."""
        name = ""

        async def work() -> Any:
            nonlocal name
            name, wish, values = self._read(viewer, form, voice.locale.language)
            try:
                return await self._verbs.do(name, wish, values)
            except NotYou:  # the verb changed nothing, so it may run again
                if name != "again" or is_private(viewer.game):
                    raise
            # A server may require a role to open a game; a browser has none, so ask Discord now.
            member = await self._members.member(wish.guild, wish.user)
            if member is None:
                raise Unavailable(
                    Text(
                        "Discord can't tell me your permissions right now. Try again in a minute, "
                        "or do this in the channel instead."
                    )
                )
            wish = replace(wish, rights=Rights(member.roles, manages=member.manages))
            return await self._verbs.do(name, wish, values)

        async def speaks() -> Voice:
            return voice

        said = await answered(work(), speaks)
        building = ("take", "hand", "press", "say", "look", "back", "over", "plan")
        if name in building and not said.refusal:
            return None

        def usable(pressed: SaidButton | SaidMenu) -> bool:
            """Whether a button or menu of the answer works on this page."""
            with suppress(LookupError):
                verb, about, _ = self._verbs.read(pressed.id)
                return verb.on_page and about.get(GAME, viewer.game.id) == viewer.game.id
            return False

        def these(buttons: tuple[SaidButton, ...]) -> tuple[SaidButton, ...]:
            return tuple(filter(usable, buttons))

        rows, menus = tuple(map(these, said.rows)), tuple(filter(usable, said.menus))
        return replace(said, rows=rows, buttons=these(said.buttons), menus=menus)

    def _read(
        self, viewer: Viewer, form: Mapping[str, Any], language: str
    ) -> tuple[str, Intent, Mapping[str, Any]]:
        """Read the verb and its intent. Raises Unavailable for verbs that this page doesn't
        offer."""
        id_, words, game = str(form.get(ID, "")), str(form.get(WORDS, "")), viewer.game
        # A form works once, however often it is sent; other words make another key.
        sent = re.sub(r"[^\w-]", "", str(form.get(KEY, "")))[:32]
        said = f"{id_}\n{words}".encode()
        wish = Intent(
            key=f"web:{viewer.user}:{sent}:{sha256(said).hexdigest()[:8]}",
            page=True,
            user=viewer.user,
            called=viewer.called,
            guild=game.guild,
            channel=game.place,
            target=Target(kind=game.kind, game=game.id),
            parent=0 if game.place == game.home else game.home,
            words=words[:2_000],  # characters of a line
            language=language,
        )
        if not id_:
            return "turn", wish, {}
        try:
            verb, about, values = self._verbs.read(id_)
        except LookupError:
            raise Unavailable(ELSEWHERE) from None
        if about.get(GAME, viewer.game.id) != viewer.game.id:
            raise Unavailable(ELSEWHERE)
        row = wish.about(n=about.get("n"))
        return verb.name, pressed(row, verb), values
