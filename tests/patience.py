"""How long a test waits for an event that must come: until it is certain that it never will. No
test measures speed by it: on a busy machine anything may take long. Tests of time push a clock.
"""

PATIENCE = 120.0  # seconds
