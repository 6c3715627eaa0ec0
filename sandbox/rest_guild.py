"""REST: the application, users, the server with its members, roles and channels."""

from __future__ import annotations

from sandbox import shapes, shapes_guild
from sandbox.gateway import gateway_url
from sandbox.model import Person
from sandbox.permissions import demand
from sandbox.refusals import missing_access, unknown
from sandbox.rest import Call, Reply, Routes

routes = Routes()


@routes("GET", "/gateway")
def get_gateway(call: Call) -> Reply:
    return 200, {"url": gateway_url(call.world)}


@routes("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway_url(call.world), "shards": 1, "session_start_limit": limit}


@routes("GET", "/oauth2/applications/@me")
@routes("GET", "/applications/@me")
def get_application(call: Call) -> Reply:
    return 200, shapes_guild.application(call.world)


@routes("GET", "/users/@me")
def get_myself(call: Call) -> Reply:
    return 200, shapes_guild.myself(call.world)


@routes("GET", "/users/@me/guilds")
def get_my_guilds(call: Call) -> Reply:
    return 200, [shapes_guild.joined_guild(call.world)]


@routes("GET", "/users/{user}")
def get_user(call: Call) -> Reply:
    return 200, shapes.user(_person(call, "User"))


def _person(call: Call, what: str) -> Person:
    found = call.world.people.get(call.params["user"])
    if found is None:
        raise unknown(what)
    return found


# -- the server


@routes("GET", "/guilds/{guild}")
def get_guild(call: Call) -> Reply:
    _check_guild(call)
    shown = shapes_guild.guild(call.world)
    if call.query.get("with_counts") in ("true", "1"):
        count = len(call.world.people)
        shown |= {"approximate_member_count": count, "approximate_presence_count": count}
    return 200, shown


def _check_guild(call: Call) -> None:
    if call.params["guild"] != call.world.guild_id:
        raise missing_access()  # Discord does not tell whether a foreign server exists


@routes("GET", "/guilds/{guild}/channels")
def get_channels(call: Call) -> Reply:
    _check_guild(call)
    channels = shapes_guild.text_channels(call.world)
    return 200, [shapes.channel(call.world, each) for each in channels]


@routes("GET", "/guilds/{guild}/roles")
def get_roles(call: Call) -> Reply:
    _check_guild(call)
    return 200, shapes_guild.roles(call.world)


@routes("GET", "/guilds/{guild}/roles/{role}")
def get_role(call: Call) -> Reply:
    _check_guild(call)
    for role in shapes_guild.roles(call.world):
        if role["id"] == call.params["role"]:
            return 200, role
    raise unknown("Role")


@routes("GET", "/guilds/{guild}/members/{user}")
def get_member(call: Call) -> Reply:
    _check_guild(call)
    person = _person(call, "User")
    return 200, shapes.member(person)


@routes("GET", "/guilds/{guild}/members")
def get_members(call: Call) -> Reply:
    _check_guild(call)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    people = sorted(call.world.people.values(), key=lambda p: int(p.id))
    return 200, [shapes.member(p) for p in people if int(p.id) > after][:limit]


@routes("GET", "/channels/{channel}/thread-members")
def get_thread_members(call: Call) -> Reply:
    demand(call.world, call.channel)
    return 200, [shapes.thread_member(call.channel, each) for each in call.channel.members]
