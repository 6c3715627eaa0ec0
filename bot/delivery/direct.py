"""A direct message to one person, sent at once: it is no row of the outbox, since its answer is
waited for (see bot.domain.direct.Direct)."""

from __future__ import annotations

from bot.delivery.transport import PermanentError, TransientError, Transport
from bot.messages.medium import VOICE
from rules.text import Text
from rules.voice import Voice


class DirectMessages:
    """Direct messages over a transport, in the language of what everybody reads."""

    def __init__(self, transport: Transport, voice: Voice = VOICE) -> None:
        self._transport, self._voice = transport, voice

    async def reaches(self, user: int, text: Text) -> bool | None:
        try:
            await self._transport.tell(user, self._voice.say(text))
        except PermanentError:
            return False
        except TransientError:
            return None
        return True
