"""The gateway: Discord's websocket to the bot. A session outlives its connection, so a dropped bot
can resume it. Frames are text: the client asks for compression but accepts plain ones."""

import asyncio
import json
import secrets
from collections import deque
from enum import IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import shapes
from sandbox.model import Json
from sandbox.state import SandboxState
from sandbox.stream import Socket, Stream


class GatewayIntents(IntFlag):
    """Events that a bot asks for. Presences are never granted here, contents by a setting."""

    NONE = 0
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    MODERATION = 1 << 2
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


class GatewaySession:
    """A session of the bot: its intents, its events so far, its connection."""

    def __init__(self, intents: int) -> None:
        self.id, self.intents = secrets.token_hex(16), intents
        self.seq = 0
        self.log: deque[tuple[int, str]] = deque(maxlen=2000)
        self.line: Socket | None = None

    def wants(self, intent: GatewayIntents) -> bool:
        return intent == GatewayIntents.NONE or bool(self.intents & intent)

    def tell(self, event: str, about: Json) -> None:
        self.seq += 1
        text = json.dumps({"op": 0, "t": event, "s": self.seq, "d": about})
        self.log.append((self.seq, text))
        if self.line is not None:
            self.line.send(text)


class Gateway:
    """All sessions of the bot."""

    def __init__(self, state: SandboxState, stream: Stream) -> None:
        self._state = state
        self._stream = stream
        self.sessions: dict[str, GatewaySession] = {}
        self._lines: set[Socket] = set()

    def tell(self, event: str, about: Json, intent: GatewayIntents = GatewayIntents.NONE) -> None:
        """Send an event to every session that wants it."""
        for session in self.listeners(intent):
            session.tell(event, about)

    def listeners(self, intent: GatewayIntents) -> list[GatewaySession]:
        return [each for each in self.sessions.values() if each.wants(intent)]

    async def drop(self, code: int = 4000) -> None:
        """Close every connection; sessions can be resumed."""
        for line in list(self._lines):
            await line.close(code)

    def ask_to_reconnect(self) -> None:
        for line in self._lines:
            line.send_op(7)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell every connection that its session is invalid; unless resumable it is forgotten."""
        for line in self._lines:
            line.send_op(9, resumable)
        if not resumable:
            self.sessions.clear()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096 * 4)
        await socket.prepare(request)
        line = Socket(socket)
        self._lines.add(line)
        line.send_op(10, {"heartbeat_interval": 41250, "_trace": []})
        try:
            await self._serve(line)
        finally:
            self._lines.discard(line)
            if session := self._session_of(line):
                session.line = None
                if line.socket.close_code in (1000, 1001) and not line.hung_up:
                    del self.sessions[session.id]  # a goodbye: it can't be resumed
                self._show_presence()
            await line.close(1000)
        return socket

    async def _serve(self, line: Socket) -> None:
        async for frame in line.socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            try:
                said = json.loads(frame.data)
                code = self._answer(line, said["op"], said.get("d"))
            except (ValueError, TypeError, KeyError, RecursionError):
                code = 4002  # decode error
            if code:
                return await line.close(code)

    def _answer(self, line: Socket, op: int, about: Any) -> int:
        """Answer one frame; a number other than 0 closes the connection with that code."""
        if op == 1:
            # As far as Discord is: a client notes its request after sending.
            asyncio.get_running_loop().call_later(0.02, line.send_op, 11)
            return 0
        session = self._session_of(line)
        if op in (2, 6) and session:
            return 4005  # already authenticated
        if op == 2:
            return self._identify(line, about)
        if op == 6:
            return self._resume(line, about)
        return 4001 if session else 4003  # unknown opcode, not authenticated

    def _session_of(self, line: Socket) -> GatewaySession | None:
        return next((s for s in self.sessions.values() if s.line is line), None)

    def _identify(self, line: Socket, about: Json) -> int:
        intents, shard = about["intents"], about.get("shard") or [0, 1]
        if about["token"] != self._state.token:
            return 4004  # authentication failed
        if shard != [0, 1]:
            return 4010  # invalid shard: a server of this size needs one
        if not isinstance(intents, int) or intents & ~((1 << 26) - 1):
            return 4013  # invalid intents
        content = (
            GatewayIntents.NONE if self._state.message_content else GatewayIntents.MESSAGE_CONTENT
        )
        if intents & (GatewayIntents.PRESENCES | content):
            return 4014  # disallowed intents
        session = GatewaySession(intents)
        idle = [s.id for s in self.sessions.values() if s.line is None]
        for session_id in idle[: max(0, len(idle) - 8)]:  # keep so many to resume
            del self.sessions[session_id]
        self.sessions[session.id] = session
        session.line = line
        ready = {
            "v": 10,
            "user": shapes.myself(self._state.bot),
            "guilds": [{"id": self._state.guild_id, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": gateway_url(self._state),
            "shard": shard,
            "application": {
                "id": self._state.bot_id,
                "flags": shapes.application_flags(self._state),
            },
        }
        session.tell("READY", ready)
        if session.wants(GatewayIntents.GUILDS):
            all_members = session.wants(GatewayIntents.MEMBERS)
            session.tell("GUILD_CREATE", shapes.guild(self._state, all_members=all_members))
        self._show_presence()
        return 0

    def _resume(self, line: Socket, about: Json) -> int:
        if about["token"] != self._state.token:
            return 4004  # authentication failed
        session, since = self.sessions.get(about["session_id"]), about["seq"]
        # The log may not reach back that far.
        if (
            session is None
            or since > session.seq
            or (session.log and session.log[0][0] > since + 1)
        ):
            line.send_op(9, False)
            return 0
        session.line = line
        for seq, text in session.log:
            if seq > since:
                line.send(text)
        session.tell("RESUMED", {"_trace": []})
        self._show_presence()
        return 0

    def _show_presence(self) -> None:
        self._state.online = any(session.line for session in self.sessions.values())
        self._stream.tell("bot", {"online": self._state.online})


def gateway_url(state: SandboxState) -> str:
    return state.address.replace("http", "ws", 1) + "/gateway"
