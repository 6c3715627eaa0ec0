"""REST: the application, the bot itself, and users."""

from __future__ import annotations

from sandbox import shapes
from sandbox.gateway import gateway_url
from sandbox.refusals import unknown
from sandbox.rest import Call, Reply, Routes

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


@routes("GET", "/users/{user}")
def get_user(call: Call) -> Reply:
    found = call.world.people.get(call.params["user"])
    if found is None:
        raise unknown("User")
    return 200, shapes.user(found)
