"""A stand-in for Discord on this machine: REST, gateway and a page, for the unmodified client.

async with sandbox.running(folder) as world:
    world.address, world.api, world.token
"""

from sandbox.app import running
from sandbox.world import World

__all__ = ["World", "running"]
