"""The languages other than English in tests: the complete ones, as docs/text.md says and
tests/test_texts.py holds. So you can complete one without changing a test.

python -m tests.foreign languages/lumbercamp.pot    lists the sentences without a translation
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

_ROOT = Path(__file__).parents[1]
_TOLD = (_ROOT / "docs" / "text.md").read_text(encoding="utf-8")
WHOLE: Final = tuple(re.findall(r"^\| (\w\w) \| 100 % \|$", _TOLD, re.MULTILINE))


def report(collected: Path) -> None:
    """Print by language the sentences that have no translation. collected: all sentences."""
    with collected.open("rb") as file:
        sentences = [message.id for message in read_po(file) if message.id]
    for path in sorted((_ROOT / "languages").glob("*/LC_MESSAGES/lumbercamp.po")):
        with path.open("rb") as file:
            done = {each.id for each in read_po(file) if any(each.string or ()) and not each.fuzzy}
        missing = [sentence for sentence in sentences if sentence not in done]
        print(f"{path.parents[1].name}: {len(missing)} sentences have no translation")
        print("".join(f"  {sentence}\n" for sentence in missing), end="")


if __name__ == "__main__":
    report(Path(sys.argv[1]))
