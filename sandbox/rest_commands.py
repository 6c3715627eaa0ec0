"""REST: the application's commands, of all servers and of one."""

from __future__ import annotations

from typing import Any

from sandbox.limits_commands import CHAT, check_commands
from sandbox.model import Json
from sandbox.refusals import unknown
from sandbox.rest import NO_CONTENT, Call, Reply, Routes
from sandbox.world import World

routes = Routes()
_ALL = "/applications/{application}/commands"
_GUILD = "/applications/{application}/guilds/{guild}/commands"


def _scope(call: Call) -> str:
    """The server's id, or "" for commands of all servers."""
    if call.params["application"] != call.world.bot_id:
        raise unknown("application command")
    return call.params.get("guild", "")


@routes("GET", _ALL)
@routes("GET", _GUILD)
def get_commands(call: Call) -> Reply:
    return 200, call.world.commands.get(_scope(call), [])


@routes("PUT", _ALL)
@routes("PUT", _GUILD)
def put_commands(call: Call) -> Reply:
    scope = _scope(call)
    check_commands(call.body)
    _register(call.world, scope, [_command(call.world, scope, each) for each in call.body])
    return 200, call.world.commands[scope]


@routes("POST", _ALL)
@routes("POST", _GUILD)
def post_command(call: Call) -> Reply:
    scope = _scope(call)
    check_commands([call.form])
    command = _command(call.world, scope, call.form)
    others = [c for c in call.world.commands.get(scope, []) if c["id"] != command["id"]]
    _register(call.world, scope, [*others, command])
    return 201, command


@routes("GET", _ALL + "/{command}")
@routes("GET", _GUILD + "/{command}")
def get_command(call: Call) -> Reply:
    return 200, _find(call)


@routes("PATCH", _ALL + "/{command}")
@routes("PATCH", _GUILD + "/{command}")
def patch_command(call: Call) -> Reply:
    command = _find(call)
    check_commands([{"name": command["name"], "description": command["description"], **call.form}])
    command |= {**call.form, "version": call.world.new_id()}
    _register(call.world, _scope(call), call.world.commands[_scope(call)])
    return 200, command


@routes("DELETE", _ALL + "/{command}")
@routes("DELETE", _GUILD + "/{command}")
def delete_command(call: Call) -> Reply:
    scope, command = _scope(call), _find(call)
    _register(call.world, scope, [c for c in call.world.commands[scope] if c is not command])
    return NO_CONTENT


def _find(call: Call) -> Json:
    for command in call.world.commands.get(_scope(call), []):
        if command["id"] == call.params["command"]:
            return command
    raise unknown("application command")


def _command(world: World, scope: str, form: Json) -> Json:
    """A command as Discord keeps it; one of the same name keeps its id."""
    kind = form.get("type") or CHAT
    same = [
        c for c in world.commands.get(scope, []) if (c["type"], c["name"]) == (kind, form["name"])
    ]
    known = {name: value for name, value in form.items() if name not in ("id", "handler")}
    return {
        "default_member_permissions": None,
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        "description": "",
        **_without_nulls(known),
        "name_localizations": form.get("name_localizations"),
        "description_localizations": form.get("description_localizations"),
        "type": kind,
        "id": same[0]["id"] if same else world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
        **({"guild_id": scope} if scope else {"dm_permission": _in_private(form)}),
    }


def _without_nulls(form: Json) -> Json:
    return {name: value for name, value in form.items() if value is not None}


def _in_private(form: Json) -> bool:
    contexts: Any = form.get("contexts")
    return 1 in contexts if contexts is not None else form.get("dm_permission", True) is not False


def _register(world: World, scope: str, commands: list[Json]) -> None:
    world.set_commands(scope, commands)
    world.stream.commands()
