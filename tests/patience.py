"""How long a test waits for what must happen: until it is certain that it never will.

No test measures by it whether something is fast: on a busy machine anything may take long. Where
time itself is the matter, a clock is pushed.
"""

PATIENCE = 120.0  # seconds
