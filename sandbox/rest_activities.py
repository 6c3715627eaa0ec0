"""REST: the instances of an Activity; and OAuth2, by which its server learns who somebody is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.refusals import Refusal
from sandbox.rest import PREFIX, Call, Reply, Routes
from sandbox.world import World

routes = Routes()


@routes("GET", "/applications/{application}/activity-instances/{instance}")
def get_instance(call: Call) -> Reply:
    """Discord, multiplayer experience: 404 for one that is not, or is no more."""
    it = call.world.activities.instances.get(call.params["instance"])
    if it is None or call.params["application"] != call.world.bot_id:
        raise Refusal(404, 0, "404: Not Found")
    named = {"application_id": call.world.bot_id, "instance_id": it.id, "launch_id": it.launch}
    return 200, {**named, "location": it.location, "users": it.users}


def install(app: web.Application, world: World) -> None:
    """The one door that takes a form, as OAuth2 has it, and no token."""
    app.router.add_post(f"{PREFIX}/oauth2/token", _exchange(world))


def _exchange(world: World) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(request: web.Request) -> web.Response:
        form = await request.post()
        if (form.get("client_id"), form.get("client_secret")) != (
            world.bot_id,
            world.activities.secret,
        ):
            return web.json_response({"error": "invalid_client"}, status=401)
        if form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "unsupported_grant_type"}, status=400)
        token = world.activities.token(str(form.get("code", "")), str(form.get("redirect_uri", "")))
        if token is None:
            told = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return web.json_response(told, status=400)
        about = {"token_type": "Bearer", "expires_in": 604_800, "scope": "identify"}
        return web.json_response({"access_token": token, "refresh_token": token[::-1], **about})

    return answer
