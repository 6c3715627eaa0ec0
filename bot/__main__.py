"""`python -m bot`: the command line, which can be stopped while it is still loading."""

import sys
from collections.abc import Sequence

from bot.ops import stopping


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    with stopping.while_loading(sys.argv[1:] if argv is None else argv):
        from bot.ops.command_line import main as command_line
    return command_line(argv)


if __name__ == "__main__":
    sys.exit(main())
