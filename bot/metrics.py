"""Numbers for the people who watch the bot; never a name, a person's id or a message.

Counters and times are updated here as things happen; bot/ops/health.py reads the rest on demand.
"""

from collections.abc import Iterator
from functools import partial

import prometheus_client
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)  # memory, processor time, open files

_counter = partial(prometheus_client.Counter, registry=REGISTRY)
_gauge = partial(prometheus_client.Gauge, registry=REGISTRY)
_histogram = partial(prometheus_client.Histogram, registry=REGISTRY)

requests = _counter(
    "lumbercamp_discord_requests",
    "Requests to Discord's REST interface, by the status of the answer ('none': no answer).",
    ["status"],
)
errors = _counter(
    "lumbercamp_errors",
    "What broke on our side, by the type of the exception; each has a reference in the log.",
    ["type"],
)
failed_writes = _counter(
    "lumbercamp_failed_writes", "What the database did not take: turns, drafts, the state of posts."
)
dropped_frames = _counter(
    "lumbercamp_dropped_frames", "Frames of Discord's gateway that could not be read."
)
rendering = _histogram(
    "lumbercamp_render_seconds",
    "Time until a board was drawn, waiting for a thread included.",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2),
)
acknowledging = _histogram(
    "lumbercamp_acknowledge_seconds",
    "Age of an interaction, by Discord's clock, when it was acknowledged; 3 s are too late.",
    buckets=(0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 5),
)

backup_age = _gauge(
    "lumbercamp_backup_age_seconds", "Seconds since the bot's newest copy of its database was made."
)
connected = _gauge("lumbercamp_connected", "1 while the bot is ready and connected.")
latency = _gauge(
    "lumbercamp_gateway_latency_seconds",
    "Time between the last heartbeat and its answer, the mean of all shards.",
)
servers = _gauge("lumbercamp_servers", "Servers that the bot is in.")
games = _gauge("lumbercamp_open_games", "Lobbies and running games.", ["kind", "status"])
waiting = _gauge("lumbercamp_outbox_waiting", "Posts that are neither sent nor given up.")
parked = _gauge(
    "lumbercamp_outbox_parked",
    "Posts that Discord does not take until somebody changes something there.",
)
standby = _gauge(
    "lumbercamp_standby", "1 while another bot speaks and this one waits to take over."
)


class _Reconnects(Collector):
    """The database reconnections that the store has counted."""

    counted = 0

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Yield the count for Prometheus."""
        name, said = "lumbercamp_database_reconnects", "Connections to the database made again."
        yield CounterMetricFamily(name, said, value=self.counted)


reconnects = _Reconnects()
REGISTRY.register(reconnects)
