"""REST: the application, its commands, its Activities, and OAuth2 sign-in."""

from __future__ import annotations

from aiohttp import web

from sandbox import shapes
from sandbox.gateway import gateway_url
from sandbox.limits import CHAT, ENTRY_POINT, check_commands
from sandbox.model import Json
from sandbox.refusals import Refusal, unknown
from sandbox.rest import PREFIX, Reply, RestCall, route
from sandbox.world import World


@route("GET", "/gateway/bot")
def _get_gateway_bot(call: RestCall) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway_url(call.world), "shards": 1, "session_start_limit": limit}


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def _get_application(call: RestCall) -> Reply:
    return 200, shapes.application(call.world)


@route("GET", "/users/@me", open=True)
def get_myself(call: RestCall) -> Reply:
    """The token's owner: the bot, or a person who signed in to an Activity."""
    world = call.world
    person = world.bot if call.bearer == f"Bot {world.token}" else None
    person = person or world.activities.person(call.bearer)
    if person is None:
        raise Refusal(401, 0, "401: Unauthorized")
    return 200, shapes.myself(person)


@route("GET", "/applications/{application}/commands")
def get_commands(call: RestCall) -> Reply:
    return 200, call.world.commands


@route("PUT", "/applications/{application}/commands")
def put_commands(call: RestCall) -> Reply:
    world = call.world
    if call.params["application"] != world.bot_id:
        raise unknown("application command")
    check_commands(call.body)
    entry = [each for each in world.commands if each["type"] == ENTRY_POINT]
    if entry and not any(_same(each, entry[0]) for each in call.body):
        message = "You cannot remove this app's Entry Point command in a bulk update operation"
        raise Refusal(400, 50240, message)
    world.commands = [_command(world, each) for each in call.body]
    world.store.set("commands", world.commands)
    world.stream.tell("commands", {"commands": world.commands})
    return 200, world.commands


def _same(form: Json, command: Json) -> bool:
    """Whether both are the same command: by its id, or else by kind and name."""
    if "id" in form:
        return bool(form["id"] == command["id"])
    return (form.get("type", CHAT), form["name"]) == (command["type"], command["name"])


def _command(world: World, form: Json) -> Json:
    """A command in Discord's form; one of the same name keeps its id."""
    same = [each for each in world.commands if _same(form, each)]
    rights, contexts = form.get("default_member_permissions"), form.get("contexts")
    private = form.get("dm_permission", True) is not False if contexts is None else 1 in contexts
    return {
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **{name: value for name, value in form.items() if value is not None},
        "name_localizations": form.get("name_localizations"),
        "description_localizations": form.get("description_localizations"),
        "default_member_permissions": None if rights is None else str(rights),  # as with all rights
        "type": form.get("type", CHAT),
        "id": same[0]["id"] if same else world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
        "dm_permission": private,
    }


@route("GET", "/applications/{application}/activity-instances/{instance}")
def get_instance(call: RestCall) -> Reply:
    """An instance; 404 if it doesn't exist or has ended (Discord, multiplayer experience)."""
    it = call.world.activities.instances.get(call.params["instance"])
    if it is None or call.params["application"] != call.world.bot_id:
        raise Refusal(404, 0, "404: Not Found")
    named = {"application_id": call.world.bot_id, "instance_id": it.id, "launch_id": it.launch}
    return 200, {**named, "location": it.location, "users": it.users}


def install(app: web.Application, world: World) -> None:
    """Add the only route that takes a form, as OAuth2 has it, and no token."""

    async def exchange(request: web.Request) -> web.Response:
        form, client = await request.post(), (world.bot_id, world.activities.secret)
        if (form.get("client_id"), form.get("client_secret")) != client:
            return web.json_response({"error": "invalid_client"}, status=401)
        if form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "unsupported_grant_type"}, status=400)
        token = world.activities.token(str(form.get("code", "")), str(form.get("redirect_uri", "")))
        if token is None:
            told = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return web.json_response(told, status=400)
        about = {"token_type": "Bearer", "expires_in": 604_800, "scope": "identify"}
        return web.json_response({"access_token": token, "refresh_token": token[::-1], **about})

    app.router.add_post(f"{PREFIX}/oauth2/token", exchange)
