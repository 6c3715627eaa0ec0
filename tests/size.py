"""The size of the house, counted per room, beside the sums that it may have.

    python -m tests.size             a line for each room, and the sums beside their record
    python -m tests.size --record    lower the sums in tests/size.tsv; raise them by hand

The sums cover all Python outside tests; of the tests only the lines count.
"""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests/size.tsv"


@dataclass(frozen=True, slots=True)
class Size:
    """How large some code is."""

    lines: int = 0
    files: int = 0
    public: int = 0  # names at the top of its modules
    private: int = 0  # likewise, with a leading underscore
    nodes: int = 0  # those of its syntax trees, which no line break and no comment changes

    def __add__(self, other: Size) -> Size:
        return Size(*map(sum, zip(astuple(self), astuple(other), strict=True)))


MEASURES = tuple(field.name for field in fields(Size))


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is, or would be, in the repository, as a path from the root."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(sorted(p for p in map(Path, listed.split("\0")[:-1]) if (ROOT / p).is_file()))


def sources(*folders: str) -> list[Path]:
    """Its Python files: all, or those in some top folders."""
    code = (path for path in project_files() if path.suffix == ".py")
    return [path for path in code if not folders or path.parts[0] in folders]


@cache
def house() -> dict[Path, tuple[ast.AST, ...]]:
    """All nodes of each Python file outside tests, its module first. Parsing takes four times as
    long where the garbage collector looks through them again and again."""
    gc.collect()
    gc.disable()
    code = {path: (ROOT / path).read_bytes() for path in sources() if room(path) != "tests"}
    found = {path: (*ast.walk(ast.parse(code[path], str(path))),) for path in code}
    gc.freeze()
    gc.enable()
    return found


def nodes(path: Path) -> tuple[ast.AST, ...]:
    return house()[path]


def parsed(path: Path) -> ast.Module:
    tree = nodes(path)[0]
    assert isinstance(tree, ast.Module)
    return tree


def text(path: str | Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def lines(path: Path) -> int:
    return len((ROOT / path).read_bytes().splitlines())


@cache
def size(path: Path) -> Size:
    names = {name for node in parsed(path).body for name in _named(node)}
    private = sum(name.startswith("_") for name in names)
    return Size(lines(path), 1, len(names) - private, private, len(nodes(path)))


def _named(node: ast.stmt) -> Iterator[str]:
    """The names that a statement defines; an import or a list of targets defines none."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def room(path: Path) -> str:
    """A folder at the top, or inside bot/ a folder or file there."""
    return "/".join(path.parts[:2]) if path.parts[0] == "bot" else path.parts[0]


def rooms(files: Iterable[Path]) -> dict[str, Size]:
    found = dict[str, Size]()
    for path in files:
        found[room(path)] = found.get(room(path), Size()) + size(path)
    return found


def sums() -> dict[str, int]:
    """The recorded sums: those of the house, and the lines of its tests."""
    whole = sum(rooms(house()).values(), Size())
    tests = sum(map(lines, sources("tests")))
    return dict(zip(MEASURES, astuple(whole), strict=True)) | {"tests": tests}


def recorded() -> dict[str, int]:
    words = (line.split("\t") for line in text(RECORD).splitlines())
    return {what: int(most) for what, most in words}


def main() -> None:
    record, now = recorded(), sums()
    if "--record" in sys.argv[1:]:
        record = {what: min(most, now[what]) for what, most in record.items()}
        RECORD.write_text("".join(f"{what}\t{most}\n" for what, most in record.items()), "utf-8")
    print(f"{'':14}", *(f"{measure:>9}" for measure in MEASURES))
    for name, each in rooms(house()).items():
        print(f"{name:14}", *(f"{number:9,}" for number in astuple(each)))
    print()
    for what, most in record.items():
        over = "" if now[what] <= most else "   ABOVE THE RECORD"
        print(f"{what:14} {now[what]:9,} of {most:9,}{over}")


if __name__ == "__main__":
    main()
