"""Make `renderer/fonts/noto` from the whole Noto fonts: the common characters of many scripts.

    python -m tests.renderer.subset_fonts FOLDER

FOLDER holds the files of Debian's `fonts-noto-core` (20201225) and `fonts-noto-cjk` (20220127), at
any depth. `pyftsubset` does the work: install `fonttools` 4.68 for it, which nothing else needs.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from renderer.scripts import BLOCKS, FOLDER

SOURCES = {"CJK": ("NotoSansCJK-Bold.ttc", 2), "": ("NotoSans-Bold.ttf", -1)}  # 2: simplified
LEADS = {"gb2312": range(0xB0, 0xF8), "big5": range(0xA4, 0xC7), "euc_jp": range(0xB0, 0xF5)}
# Space, non-joiner, joiner, and the circle below a lone mark.
BESIDE = (0x20, 0x200C, 0x200D, 0x25CC)
HAN = range(0x3400, 0xA000)  # of these only the characters that national standards call common


def common() -> Iterator[int]:
    """The Chinese characters of GB 2312, the first level of Big5, and JIS X 0208."""
    for codec, leads in LEADS.items():
        for first in leads:
            for second in range(0x40, 0xFF):
                yield from map(ord, bytes([first, second]).decode(codec, "ignore"))


def wanted(blocks: Iterable[range]) -> set[int]:
    """The characters of a font: whole blocks, and of Chinese the common ones."""
    every = {code for block in blocks for code in block}
    return every - {*HAN} | (every & {*common()}) | {*BESIDE}


def main(folder: Path) -> None:
    for script, blocks in BLOCKS.items():
        name, number = SOURCES.get(script, (f"NotoSans{script}-Bold.ttf", -1))
        source = next(folder.rglob(name))
        made = FOLDER / f"NotoSans{script}-Bold{'.otf' if source.suffix == '.ttc' else '.ttf'}"
        unicodes = ",".join(f"{code:X}" for code in sorted(wanted(blocks)))
        face = [f"--font-number={number}", "--layout-features="] if number >= 0 else []
        subprocess.run(
            [
                "pyftsubset",
                str(source),
                f"--unicodes={unicodes}",
                f"--output-file={made}",
                "--no-hinting",
                "--drop-tables+=DSIG,vhea,vmtx,VORG,BASE",
                *face,
            ],
            check=True,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
