"""How long a test waits for what must happen: until it is certain that it never will.

No test measures by it whether something is fast. Where time itself is the matter, a clock is
pushed.
"""

from sandbox.guest import PATIENCE

__all__ = ["PATIENCE"]
