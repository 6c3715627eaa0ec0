"""The gateway: Discord's websocket to the bot.

    bot                         sandbox
     │ ◄──────────────── HELLO    │
     │ IDENTIFY ────────────────► │   new session: READY, GUILD_CREATE
     │ RESUME ──────────────────► │   known session: missed events, RESUMED
     │ ◄─────────────── events    │   numbered, in the session's log
     │ HEARTBEAT ◄──────────► ACK │

A session outlives its connection, so a dropped bot can resume it; it ends with the sandbox. Frames
are text: the client asks for compression but accepts plain frames.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from enum import IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import shapes
from sandbox.model import Json
from sandbox.state import State
from sandbox.stream import Line, Stream

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, INVALID_SESSION, HELLO, ACK = 7, 9, 10, 11

UNKNOWN_ERROR, UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED = 4000, 4001, 4002, 4003
BAD_TOKEN, ALREADY_AUTHENTICATED, INVALID_SHARD = 4004, 4005, 4010
INVALID_INTENTS, DISALLOWED_INTENTS = 4013, 4014

_KEPT_EVENTS = 2000
_KEPT_SESSIONS = 8
_FAR = 0.02  # seconds to Discord and back: a client notes its request after sending


class Intent(IntFlag):
    """Events that a bot asks for. Presences are never granted here, contents by a setting."""

    NONE = 0
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    MODERATION = 1 << 2
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


_ALL_INTENTS = (1 << 26) - 1


class Session:
    """A session of the bot: its intents, its events so far, its connection."""

    def __init__(self, intents: int, shard: list[int]) -> None:
        self.id, self.shard = secrets.token_hex(16), shard
        self.intents = intents
        self.seq = 0
        self.log: deque[tuple[int, str]] = deque(maxlen=_KEPT_EVENTS)
        self.line: Line | None = None

    def wants(self, intent: Intent) -> bool:
        return intent == Intent.NONE or bool(self.intents & intent)

    def tell(self, event: str, about: Json) -> None:
        self.seq += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.seq, "d": about})
        self.log.append((self.seq, text))
        if self.line is not None:
            self.line.send(text)

    def missed(self, since: int) -> list[str] | None:
        """The events after event `since`; None if the log doesn't reach back that far."""
        if since > self.seq or (self.log and self.log[0][0] > since + 1):
            return None
        return [text for seq, text in self.log if seq > since]


class Gateway:
    """All sessions of the bot."""

    def __init__(self, state: State, stream: Stream) -> None:
        self._state = state
        self._stream = stream
        self.sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()

    def tell(self, event: str, about: Json, intent: Intent = Intent.NONE) -> None:
        """Send an event to every session that wants it."""
        for session in self.listeners(intent, private="guild_id" not in about):
            session.tell(event, about)

    def listeners(self, intent: Intent, *, private: bool) -> list[Session]:
        place = 0 if private else int(self._state.guild_id) >> 22  # in the list of all shards
        near = (s for s in self.sessions.values() if place % s.shard[1] == s.shard[0])
        return [each for each in near if each.wants(intent)]

    # -- for tests

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Close every connection; sessions can be resumed."""
        for line in list(self._lines):
            await line.close(code)

    def ask_to_reconnect(self) -> None:
        for line in self._lines:
            line.send_op(RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every connection that its session is invalid; unless resumable it is forgotten."""
        for line in self._lines:
            line.send_op(INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    # -- one connection

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096 * 4)
        await socket.prepare(request)
        line = Line(socket)
        self._lines.add(line)
        line.send_op(HELLO, {"heartbeat_interval": 41250, "_trace": []})
        try:
            await self._serve(line)
        finally:
            self._lines.discard(line)
            self._detach(line)
            await line.close(1000)
        return socket

    async def _serve(self, line: Line) -> None:
        async for frame in line.socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            try:
                said = json.loads(frame.data)
                code = self._answer(line, said["op"], said.get("d"))
            except (ValueError, TypeError, KeyError, RecursionError):
                code = DECODE_ERROR
            if code:
                return await line.close(code)

    def _answer(self, line: Line, op: int, about: Any) -> int:
        """Answer one frame; a number other than 0 closes the connection with that code."""
        if op == HEARTBEAT:
            asyncio.get_running_loop().call_later(_FAR, line.send_op, ACK)
            return 0
        session = self._session_of(line)
        if op == IDENTIFY:
            return ALREADY_AUTHENTICATED if session else self._identify(line, about)
        if op == RESUME:
            return ALREADY_AUTHENTICATED if session else self._resume(line, about)
        if session is None:
            return NOT_AUTHENTICATED
        return UNKNOWN_OPCODE

    def _session_of(self, line: Line) -> Session | None:
        return next((s for s in self.sessions.values() if s.line is line), None)

    def _identify(self, line: Line, about: Json) -> int:
        intents, shard = about["intents"], about.get("shard") or [0, 1]
        if about["token"] != self._state.token:
            return BAD_TOKEN
        if not 0 <= shard[0] < shard[1]:
            return INVALID_SHARD
        if not isinstance(intents, int) or intents & ~_ALL_INTENTS:
            return INVALID_INTENTS
        content = Intent.NONE if self._state.message_content else Intent.MESSAGE_CONTENT
        if intents & (Intent.PRESENCES | content):
            return DISALLOWED_INTENTS
        self._begin(line, Session(intents, shard))
        return 0

    def _begin(self, line: Line, session: Session) -> None:
        idle = [s.id for s in self.sessions.values() if s.line is None]
        for session_id in idle[: max(0, len(idle) - _KEPT_SESSIONS)]:
            del self.sessions[session_id]
        self.sessions[session.id] = session
        session.line = line
        session.tell("READY", self._ready(session))
        if session in self.listeners(Intent.GUILDS, private=False):
            all_members = session.wants(Intent.MEMBERS)
            session.tell("GUILD_CREATE", shapes.guild(self._state, all_members=all_members))
        self._show_presence()

    def _ready(self, session: Session) -> Json:
        there = session in self.listeners(Intent.NONE, private=False)
        return {
            "v": 10,
            "user": shapes.myself(self._state.bot),
            "guilds": [{"id": self._state.guild_id, "unavailable": True}] * there,
            "session_id": session.id,
            "resume_gateway_url": gateway_url(self._state),
            "shard": session.shard,
            "application": {
                "id": self._state.bot_id,
                "flags": shapes.application_flags(self._state),
            },
        }

    def _resume(self, line: Line, about: Json) -> int:
        if about["token"] != self._state.token:
            return BAD_TOKEN
        session = self.sessions.get(about["session_id"])
        missed = session.missed(about["seq"]) if session else None
        if session is None or missed is None:
            line.send_op(INVALID_SESSION, False)
            return 0
        session.line = line
        for text in missed:
            line.send(text)
        session.tell("RESUMED", {"_trace": []})
        self._show_presence()
        return 0

    def _detach(self, line: Line) -> None:
        session = self._session_of(line)
        if session is None:
            return
        session.line = None
        said_goodbye = line.socket.close_code in (1000, 1001) and not line.hung_up
        if said_goodbye:  # the session can't be resumed
            del self.sessions[session.id]
        self._show_presence()

    def _show_presence(self) -> None:
        self._state.online = any(session.line for session in self.sessions.values())
        self._stream.tell("bot", {"online": self._state.online})


def gateway_url(state: State) -> str:
    return state.address.replace("http", "ws", 1) + "/gateway"
