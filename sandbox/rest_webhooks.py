"""REST: further answers to an interaction, by its token, for fifteen minutes.

The first follow-up after "thinking" fills the message that is waiting.
"""

from __future__ import annotations

from sandbox import interactions, limits, posts, shapes
from sandbox.model import EPHEMERAL, REPLY, Interaction, Message
from sandbox.posts import Origin
from sandbox.refusals import Refusal, unknown
from sandbox.rest import NO_CONTENT, Call, Reply, Routes
from sandbox.rest_messages import change

routes = Routes()
_HOOK = "/webhooks/{application}/{token}"
_MESSAGE = _HOOK + "/messages/{message}"


def _interaction(call: Call) -> Interaction:
    it = call.world.tokens.get(call.params["token"])
    if it is None:
        raise unknown("Webhook")
    if interactions.age(call.world, it) > interactions.TOKEN_SECONDS:
        raise Refusal(401, 50027, "Invalid Webhook Token")
    if not it.answered:
        raise unknown("Webhook")
    return it


def _message(call: Call, it: Interaction) -> Message:
    """@original or an own message of the bot in that channel."""
    wanted = call.params["message"]
    message_id = it.original if wanted == "@original" else wanted
    message = call.world.message(it.channel, message_id or "")
    if message.author != call.world.bot_id:
        raise unknown("Message")
    return message


@routes("POST", _HOOK, open=True)
def follow_up(call: Call) -> Reply:
    world, it, draft = call.world, _interaction(call), call.draft
    limits.check_message(draft.form, draft.files, "webhook")
    if draft.is_empty:
        raise limits.empty_message()
    original = world.messages[world.channel(it.channel).id].get(it.original or "")
    if original is not None and original.thinking:
        _fill(call, it, original)
        return 200, shapes.message(world, original)
    message = posts.post(world, world.channel(it.channel), world.bot, draft, _origin(call, it))
    return 200, shapes.message(world, message)


def _origin(call: Call, it: Interaction) -> Origin:
    only = it.user if (call.form.get("flags") or 0) & EPHEMERAL else None
    told = interactions.metadata(call.world, it, it.original)
    original = call.world.messages[it.channel].get(it.original or "")
    if original is None or (original.only and not only):  # nobody may quote a hidden message
        return Origin(only=only, interaction=told)
    reference = {"channel_id": it.channel, "message_id": original.id}
    return Origin(REPLY, reference=reference, only=only, interaction=told)


def _fill(call: Call, it: Interaction, message: Message) -> None:
    change(call.world, message, call.draft, "webhook")
    if it.state == "thinking":
        interactions.set_state(call.world, it, "done")


@routes("PATCH", _MESSAGE, open=True)
def edit_answer(call: Call) -> Reply:
    it = _interaction(call)
    message = _message(call, it)
    if message.id == it.original:
        _fill(call, it, message)
    else:
        change(call.world, message, call.draft, "webhook")
    return 200, shapes.message(call.world, message)


@routes("DELETE", _MESSAGE, open=True)
def delete_answer(call: Call) -> Reply:
    it = _interaction(call)
    posts.delete(call.world, _message(call, it))
    if it.state == "thinking":
        interactions.set_state(call.world, it, "done")
    return NO_CONTENT
