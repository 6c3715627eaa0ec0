"""What happens among processes that share a database, counted since this one began."""

from dataclasses import dataclass


@dataclass
class Counts:
    """taken_over: claims of others that were over, on posts and timers; lost: claims of ours that
    another had taken when we were done; retries: pieces of work done again since others were in
    the way; reconnects: connections made anew."""

    taken_over: int = 0
    lost: int = 0
    retries: int = 0
    reconnects: int = 0
