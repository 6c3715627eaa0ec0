"""REST: the application, its commands, and the bot itself."""

from __future__ import annotations

from typing import Any

from sandbox import shapes
from sandbox.gateway import gateway_url
from sandbox.limits_commands import CHAT, check_commands
from sandbox.model import Json
from sandbox.refusals import unknown
from sandbox.rest import Call, Reply, Routes
from sandbox.world import World

routes = Routes()


@routes("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway_url(call.world), "shards": 1, "session_start_limit": limit}


@routes("GET", "/oauth2/applications/@me")
@routes("GET", "/applications/@me")
def get_application(call: Call) -> Reply:
    return 200, shapes.application(call.world)


@routes("GET", "/users/@me")
def get_myself(call: Call) -> Reply:
    return 200, shapes.myself(call.world)


@routes("PUT", "/applications/{application}/commands")
def put_commands(call: Call) -> Reply:
    world = call.world
    if call.params["application"] != world.bot_id:
        raise unknown("application command")
    check_commands(call.body)
    world.set_commands([_command(world, each) for each in call.body])
    world.stream.commands()
    return 200, world.commands


def _command(world: World, form: Json) -> Json:
    """A command as Discord keeps it; one of the same name keeps its id."""
    same = [each for each in world.commands if each["name"] == form["name"]]
    rights = form.get("default_member_permissions")
    return {
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **{name: value for name, value in form.items() if value is not None},
        "name_localizations": form.get("name_localizations"),
        "description_localizations": form.get("description_localizations"),
        "default_member_permissions": None if rights is None else str(rights),  # as with all rights
        "type": CHAT,
        "id": same[0]["id"] if same else world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
        "dm_permission": _in_private(form),
    }


def _in_private(form: Json) -> bool:
    contexts: Any = form.get("contexts")
    return 1 in contexts if contexts is not None else form.get("dm_permission", True) is not False
