"""The voices of the bot: its languages, and Discord's markup. Catalogues are read as they are, such
as `languages/de/LC_MESSAGES/lumbercamp.po`, without a compiler.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.table.names import bare, escape
from rules.voice import ENGLISH, Medium, MomentStyle, Voice


class Markdown(Medium):
    """The content of a message."""

    def name(self, name: str) -> str:
        return escape(name)

    def strong(self, said: str) -> str:
        return f"**{said}**"

    def small(self, said: str) -> str:
        return f"-# {said}"

    def rank(self, n: int) -> str:
        """Not the head of a list: Discord would count its lines again, so 1, 2 of 1, 1."""
        return rf"{n}\."

    def mention(self, user: int) -> str | None:
        """Discord's ids are above zero: computers and forgotten people have ids below it."""
        return f"<@{user}>" if user > 0 else None

    def place(self, channel: int) -> str | None:
        return f"<#{channel}>"

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        server = guild if guild > 0 else "@me"
        return f"[{said}](https://discord.com/channels/{server}/{channel}/{message})"

    def link(self, address: str) -> str:
        """In brackets, so Discord doesn't fetch it for a preview."""
        return f"<{address}>"

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return f"<t:{int(at)}:{style}>"


class Label(Medium):
    """A text on a button, in a menu or next to a picture, without markup."""

    def name(self, name: str) -> str:
        return bare(name)

    def code(self, said: str) -> str:
        return said


MARKDOWN = Markdown()
LABEL = Label()


@lru_cache(64)  # used for each button of a post
def labelling(voice: Voice) -> Voice:
    """The voice for places where Discord reads no markup."""
    return replace(voice, medium=LABEL)


VOICE = Voice(ENGLISH.locale, ENGLISH.catalogue, MARKDOWN)


class Languages:
    """The available languages.
    known: the catalogues by language, such as de or pt_BR. English needs none.
    language: of everything that everybody reads, unless a table or a server has its own."""

    def __init__(self, known: Mapping[str, NullTranslations], language: str = "en") -> None:
        self._known, self.language = dict(known), language
        self.foreign = bool(self._known)  # whether there is a language other than English
        self.voice = cache(self._voice)
        self.usual = self.voice(language, MARKDOWN)
        # Each language's own name, in alphabetical order.
        found = {code: own_name(code) for code in ("en", *self._known)}
        self.names = dict(sorted(found.items(), key=lambda each: each[1].casefold()))

    def code_of(self, wanted: str) -> str:
        """The name of the catalogue for a language (as `de`, `pt-BR`), of English `en`, or ""."""
        found = negotiate_locale([wanted.replace("-", "_")], ["en", *self._known])
        return "" if found is None else str(found)

    def voice_of(self, language: str) -> Voice:
        """The voice of a table, a server or a person. language: theirs, or "" for the default."""
        return self.voice(language, MARKDOWN) if language else self.usual

    def _voice(self, wanted: str, medium: Medium) -> Voice:
        """A voice in the wanted language (as `de`, `pt-BR`), or one near it, or else English."""
        if (best := self.code_of(wanted)) not in self._known:
            return Voice(ENGLISH.locale, ENGLISH.catalogue, medium)
        return Voice(Locale.parse(best), self._known[best], medium)


def own_name(code: str) -> str:
    """A language's own name: Deutsch."""
    name = Locale.parse(code).get_display_name(code) or code
    return name[0].upper() + name[1:]


ENGLISH_ALONE = Languages({})


def languages(
    language: str = "en", folder: Path = Path(__file__).parents[2] / "languages"
) -> Languages:
    """The languages with catalogues in a folder. It may have none."""
    return Languages(_catalogues(folder), language)


@cache  # reading them takes a third of a second
def _catalogues(folder: Path) -> Mapping[str, NullTranslations]:
    known = dict[str, NullTranslations]()
    for path in sorted(folder.glob("*/LC_MESSAGES/lumbercamp.po")):
        compiled = BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file))
        compiled.seek(0)
        known[path.parents[1].name] = GNUTranslations(compiled)
    return known
