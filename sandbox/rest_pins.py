"""REST: pinned messages. Installed before messages: "pins" stands where an id could stand."""

from __future__ import annotations

from sandbox import news
from sandbox.permissions import Permission as P
from sandbox.permissions import demand
from sandbox.refusals import Refusal
from sandbox.rest import NO_CONTENT, Call, Reply, Routes
from sandbox.rest_messages import shown

routes = Routes()
_PINS = 250


@routes("GET", "/channels/{channel}/messages/pins")
def list_pins(call: Call) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    pinned = [m for m in call.world.messages[call.channel.id].values() if m.pinned_at]
    pinned.sort(key=lambda m: m.pinned_at or "", reverse=True)
    items = [{"pinned_at": m.pinned_at, "message": shown(call.world, m)} for m in pinned]
    return 200, {"items": items, "has_more": False}


@routes("PUT", "/channels/{channel}/messages/pins/{message}")
def pin_message(call: Call) -> Reply:
    demand(call.world, call.channel, P.PIN_MESSAGES)
    pinned = [m for m in call.world.messages[call.channel.id].values() if m.pinned_at]
    if len(pinned) >= _PINS:
        raise Refusal(400, 30003, f"Maximum number of pins reached for the channel ({_PINS})")
    return _set_pin(call, call.world.clock.stamp())


@routes("DELETE", "/channels/{channel}/messages/pins/{message}")
def unpin_message(call: Call) -> Reply:
    demand(call.world, call.channel, P.PIN_MESSAGES)
    return _set_pin(call, None)


def _set_pin(call: Call, at: str | None) -> Reply:
    message = call.message
    message.pinned_at = at
    call.world.keep(message)
    news.message_edited(call.world, message)
    return NO_CONTENT
