"""Interactions: a person's act, and the bot's answers to it. Without a first answer within three
seconds it has failed."""

import asyncio
import os
import secrets
from typing import Any

from sandbox import limits, model, shapes
from sandbox.limits import FILE_SIZE, PARTS, MessageForm
from sandbox.model import Channel, Interaction, Json, Message, Person
from sandbox.permissions import bot_permissions, person_permissions
from sandbox.refusals import Refusal, invalid, unknown
from sandbox.rest import NO_CONTENT, Reply, RestCall, route
from sandbox.world import World

PATIENCE_VARIABLE = "LUMBERCAMP_SANDBOX_PATIENCE"  # seconds; tests on a busy machine set it higher
FIRST_ANSWER_SECONDS = float(os.environ.get(PATIENCE_VARIABLE, "3"))


def begin(
    world: World,
    person: Person,
    channel: Channel,
    kind: int,
    data: Json,
    message: Message | None = None,
) -> Interaction:
    """Begin an interaction: send it to the bot, which has three seconds."""
    token, may = secrets.token_urlsafe(48), str(person_permissions(world, person, channel))
    place: Json = {"user": shapes.user(person), "context": 1}
    owners = {"authorizing_integration_owners": {"0": "0"}}
    if not channel.is_private:
        owners = {"authorizing_integration_owners": {"0": world.guild_id}}
        place = {
            "guild_id": world.guild_id,
            "guild": {"id": world.guild_id, "locale": world.guild_locale, "features": []},
            "guild_locale": world.guild_locale,
            "member": {**shapes.member(person), "permissions": may},
            "context": 0,
        }
    it = Interaction(world.new_id(), kind, token, person.id, channel.id, world.clock.now(), {})
    it.payload = {
        "id": it.id,
        "application_id": world.bot_id,
        "type": it.type,
        "token": it.token,
        "version": 1,
        "data": data,
        "channel_id": channel.id,
        "channel": {**shapes.channel(world, channel), "permissions": may},
        "locale": world.locale,
        "app_permissions": str(bot_permissions(world, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": FILE_SIZE,
        **place,
        **owners,
    }
    if message is not None:
        it.message = message.id
        it.payload["message"] = shapes.message(world, message)
    world.add(it)
    if kind != model.AUTOCOMPLETE:
        world.stream.interaction(it)
    world.gateway.tell("INTERACTION_CREATE", it.payload)
    watch(world)
    return it


def metadata(world: World, it: Interaction, original: str | None) -> Json:
    """An answer's facts about its interaction."""
    shown: Json = {
        "id": it.id,
        "type": it.type,
        "user": shapes.user(world.people[it.user]),
        "authorizing_integration_owners": it.payload["authorizing_integration_owners"],
    }
    if original is not None:
        shown["original_response_message_id"] = original
    if it.type == model.COMMAND_RUN:
        # The whole name: "logger turn", "games season join".
        data = it.payload["data"]
        names, options = [data["name"]], data.get("options")
        while options and options[0]["type"] in PARTS:
            names.append(options[0]["name"])
            options = options[0]["options"]
        shown["name"] = " ".join(names)
    elif it.type == model.COMPONENT:
        shown["interacted_message_id"] = it.message
    elif it.opener is not None:
        opener = world.interactions[it.opener]
        shown["triggering_interaction_metadata"] = metadata(world, opener, None)
    return shown


def age(world: World, it: Interaction) -> float:
    return world.clock.now() - it.at


def watch(world: World) -> None:
    """Look again after three seconds, when even the newest is due."""
    asyncio.get_running_loop().call_later(FIRST_ANSWER_SECONDS + 0.05, expire, world)


def expire(world: World) -> None:
    """Fail interactions that have waited too long."""
    if world.store.closed:
        return
    for it in list(world.unanswered.values()):
        if age(world, it) > FIRST_ANSWER_SECONDS:
            _set_state(world, it, "failed")


def _set_state(world: World, it: Interaction, state: str) -> None:
    it.state = state
    world.unanswered.pop(it.id, None)
    world.store.keep(it)
    if it.type != model.AUTOCOMPLETE:
        world.stream.interaction(it)


Answered = Message | str | None  # text: the id of an Activity's instance


@route("POST", "/interactions/{interaction}/{token}/callback", open=True)
def callback(call: RestCall) -> Reply:
    world = call.world
    it = world.interactions.get(call.params["interaction"])
    if it is None or it.token != call.params["token"]:
        raise unknown("interaction")
    kind: Any = call.form.get("type")
    if it.answered:
        raise Refusal(400, 40060, "Interaction has already been acknowledged.")
    if it.state == "failed" or age(world, it) > FIRST_ANSWER_SECONDS:
        raise unknown("interaction")
    # Choices answer completions only, changes need a pressed message, forms no form.
    if it.type == model.AUTOCOMPLETE:
        suits = kind == 8
    else:
        suits = kind in (4, 5, 12) or (it.message is not None and kind in (6, 7))
        suits = suits or (kind == 9 and it.type != model.FORM_SENT)
    if not suits:
        raise invalid("type", "This callback type is not valid for this interaction.")
    message = _answer(world, it, kind, MessageForm(call.form.get("data") or {}, call.files))
    if call.query.get("with_response") not in ("1", "true", "True"):
        return NO_CONTENT
    return 200, _shown(world, it, message)


def _shown(world: World, it: Interaction, message: Answered) -> Json:
    about: Json = {"id": it.id, "type": it.type, "channel_id": it.channel}
    if not world.channels[it.channel].is_private:
        about["guild_id"] = world.guild_id
    shown: Json = {"interaction": about}
    if isinstance(message, str):
        about["activity_instance_id"] = message
        shown["resource"] = {"type": 12, "activity_instance": {"id": message}}
    elif message is not None:
        about["response_message_id"] = message.id
        about["response_message_loading"] = message.thinking
        about["response_message_ephemeral"] = message.only is not None
        if not message.thinking:
            kind = 7 if message.id == it.message else 4
            shown["resource"] = {"type": kind, "message": shapes.message(world, message)}
    return shown


def _answer(world: World, it: Interaction, kind: int, draft: MessageForm) -> Answered:
    """Give the first answer. Record it before it is shown, so no other answer can overtake it.
    kind: 4 message, 5 thinking, 6 later, 7 change the pressed message, 8 choices, 9 a form, 12 the
    Activity"""
    answer: Answered = None
    match kind:
        case 4:
            draft.check_new("webhook")
            return _post(world, it, draft, "done", 0)
        case 5:
            flags = {"flags": draft.form.get("flags") or 0}
            return _post(world, it, MessageForm(flags), "thinking", model.LOADING)
        case 7:
            answer = world.message(it.channel, it.message or "")
            world.change(answer, draft, "webhook")
        case 8:
            faults = limits.Judge()
            faults.choices("data.choices", draft.form.get("choices") or [])
            faults.refuse()
        case 9:
            limits.check_form(draft.form)
            it.form = draft.form
        case 12 if not world.activities.target:
            raise invalid("type", "This application has no Activity.")
    it.answered, it.original = True, it.message if kind in (6, 7) else None
    _set_state(world, it, "done")
    asked = world.waiting.pop(it.id, None)
    if asked is not None and not asked.done():
        asked.set_result(draft.form.get("choices") or [])
    if kind == 12:
        return world.launch(world.people[it.user], world.channel(it.channel))
    return answer


def _post(world: World, it: Interaction, draft: MessageForm, state: str, flags: int) -> Message:
    it.answered = True
    kind = model.COMMAND if it.type == model.COMMAND_RUN else model.DEFAULT
    only = it.user if (draft.form.get("flags") or 0) & model.EPHEMERAL else None
    about, channel = metadata(world, it, None), world.channel(it.channel)
    message = world.post(
        channel, world.bot, draft, type=kind, only=only, interaction=about, flags=flags
    )
    it.original = message.id
    _set_state(world, it, state)
    return message


_HOOK = "/webhooks/{application}/{token}"
_MESSAGE = _HOOK + "/messages/{message}"


def _interaction(call: RestCall) -> Interaction:
    it = call.world.tokens.get(call.params["token"])
    if it is None:
        raise unknown("Webhook")
    if age(call.world, it) > 15 * 60:
        raise Refusal(401, 50027, "Invalid Webhook Token")
    if not it.answered:
        raise unknown("Webhook")
    return it


def _answered_message(call: RestCall, it: Interaction) -> Message:
    """@original or another message of the bot in that channel."""
    wanted = call.params["message"]
    message_id = it.original if wanted == "@original" else wanted
    message = call.world.message(it.channel, message_id or "")
    if message.author != call.world.bot_id:
        raise unknown("Message")
    return message


@route("POST", _HOOK, open=True)
def _follow_up(call: RestCall) -> Reply:
    world, it, draft = call.world, _interaction(call), call.draft
    draft.check_new("webhook")
    original = world.messages[world.channel(it.channel).id].get(it.original or "")
    if original is not None and original.thinking:
        _fill(call, it, original)
        return 200, shapes.message(world, original)
    only = it.user if (call.form.get("flags") or 0) & model.EPHEMERAL else None
    # Nobody may quote a hidden message.
    quoted = original if original is not None and (only or not original.only) else None
    about, channel = metadata(world, it, it.original), world.channel(it.channel)
    message = world.post(
        channel, world.bot, draft, reply_to=quoted, ping=False, only=only, interaction=about
    )
    return 200, shapes.message(world, message)


def _fill(call: RestCall, it: Interaction, message: Message) -> None:
    call.world.change(message, call.draft, "webhook")
    if it.state == "thinking":
        _set_state(call.world, it, "done")


@route("PATCH", _MESSAGE, open=True)
def edit_answer(call: RestCall) -> Reply:
    it = _interaction(call)
    message = _answered_message(call, it)
    if message.id == it.original:
        _fill(call, it, message)
    else:
        call.world.change(message, call.draft, "webhook")
    return 200, shapes.message(call.world, message)


@route("DELETE", _MESSAGE, open=True)
def delete_answer(call: RestCall) -> Reply:
    it = _interaction(call)
    call.world.delete(_answered_message(call, it))
    if it.state == "thinking":
        _set_state(call.world, it, "done")
    return NO_CONTENT
