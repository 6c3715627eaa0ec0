"""The shape of the project: imports, sizes and names (docs/decisions.md, 10)."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.prose import LONG
from tests.size import ROOT, lines, nodes, parsed, project_files, recorded, sources, sums, text

# The most particular folder counts; the standard library and a folder's own package are free.
MAY_IMPORT = {
    "rules": set[str](),
    "rules/__init__.py": {"seeds"},
    "rules/voice.py": {"babel"},
    "players": {"rules"},
    "renderer": {"rules", "PIL", "isal"},
    "renderer/scripts.py": {"PIL", "uharfbuzz"},
    "storage": {"aiosqlite", "filelock", "openskill"},
    "storage/postgres": {"psycopg"},
    "storage/terminal.py": {"tqdm"},
    "bot": {"rules", "players", "renderer", "storage", "dotenv"},
    "bot/messages/languages.py": {"rules", "babel"},
    "bot/ops/replay.py": {"rules", "renderer", "storage", "seeds"},
    "bot/table/lessons.py": {"rules", "seeds"},
    "bot/features/puzzles/puzzle.py": {"rules", "renderer", "storage", "seeds"},
    "bot/features/seasons/season.py": {"rules", "storage", "caissify_pairings"},
    "bot/features/learning.py": {"rules", "renderer", "seeds"},
    "bot/features/outgoing.py": {"rules", "aiohttp"},
    "bot/messages/pages.py": {"rules", "seeds"},
    "bot/discord": {"rules", "renderer", "storage", "discord", "aiohttp"},
    "bot/web": {"rules", "renderer", "storage", "aiohttp"},
    "bot/ops/service.py": {"storage", "discord", "aiohttp", "uvloop"},
    "bot/ops/doctor.py": {"renderer", "storage", "discord", "aiohttp", "aiosmtplib"},
    "bot/ops/smtp.py": {"rules", "aiosmtplib"},
    "bot/ops/health.py": {"storage", "aiohttp", "prometheus_client"},
    "bot/messages/replay.py": {"rules", "renderer", "storage", "seeds"},
    "bot/metrics.py": {"prometheus_client"},
    "sandbox": {"aiohttp"},
}
# Inside bot/: which rooms a room knows. A lower room knows nothing of a higher one.
FLOOR = {"table", "messages"}
ROOMS = {
    "metrics": set[str](),
    "table": set[str](),
    "messages": {"table", "metrics"},
    "features": {*FLOOR},
    "thinking": {*FLOOR},
    "outbox": {*FLOOR},
    "discord": {"features", "metrics", *FLOOR},
    "web": {"features", *FLOOR},
    "app": {"discord", "outbox", "thinking", "features", *FLOOR},
    "ops": {"app", "discord", "web", "thinking", "metrics", *FLOOR},
    "__main__": {"ops"},
}
PACKAGES = sorted({folder.split("/")[0] for folder in MAY_IMPORT})

LONGEST_FUNCTION, LONGEST_FILE = 60, 800
EMPTY_NAMES = {"data", "helper", "helpers", "manager", "managers", "util", "utils"}
FONTS = {".ttf", ".otf", ".woff", ".woff2"}

# Written in two halves, or this file would break its own promise.
SHARED = b"../" + b"shared"
ELSEWHERE = [
    b"/wo" + b"rk/",
    b"/ro" + b"ot/",
    b"py" + b"pi.org",
    b"pythonhosted" + b".org",
    b"registry." + b"npmjs",
]


def module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in sources(*PACKAGES)}


@cache
def imports(path: Path) -> frozenset[str]:
    """The full name of each module that a file imports; relative names are made full."""
    package, found = path.parent.parts, set[str]()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join((*above, *filter(None, [node.module])))
            inner = {f"{origin}.{alias.name}" for alias in node.names}
            found |= (inner & MODULES.keys()) or {origin}
    return frozenset(found)


def permit(path: Path) -> set[str]:
    folders = [folder for folder in MAY_IMPORT if path.is_relative_to(folder)]
    return MAY_IMPORT[max(folders, key=len)] | {path.parts[0]}


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    """The table of folders: rules know nobody, only bot/discord knows Discord, nobody tests."""
    foreign = {
        (str(path), name)
        for path in sources(package)
        for name in imports(path)
        if name.split(".")[0] not in permit(path) | sys.stdlib_module_names
    }
    assert sources(package), f"{package}/ is missing"
    assert not foreign


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Some modules that import each other; empty if all imports point one way."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_in_a_circle() -> None:
    """One way also inside a package, with imports only for a type checker."""
    graph = {name: {*imports(path) & MODULES.keys()} - {name} for name, path in MODULES.items()}
    assert not circle(graph)


SCRIPTS = [Path("bot/web/static"), Path("sandbox/page")]


@pytest.mark.parametrize("folder", SCRIPTS, ids=str)
def test_no_script_of_a_page_imports_itself_in_a_circle(folder: Path) -> None:
    """In a circle a script that was fetched first begins, and reads names that aren't there yet."""
    graph = {
        path.name: set(re.findall(r'from "\./(\w+\.js)"', text(path)))
        for path in project_files()
        if path.parent == folder and path.suffix == ".js"
    }
    assert graph.keys() > set().union(*graph.values()) > set()
    assert not circle(graph)


def room(path: Path) -> str:
    """The room of bot/ that a file stands in, or the file itself where it stands alone."""
    return path.parts[1] if len(path.parts) > 2 else path.stem


def test_rooms_know_only_those_below_them() -> None:
    """docs/architecture.md: the drawing of the rooms, which is this table."""
    foreign = {
        (str(path), name)
        for path in sources("bot")
        for name in imports(path)
        if name in MODULES and MODULES[name].parts[0] == "bot"
        if room(MODULES[name]) not in {room(path), *ROOMS.get(room(path), set())}
    }
    assert foreign == set()
    TopologicalSorter(ROOMS).prepare()


def test_no_feature_knows_another() -> None:
    """A feature uses services: only bot/features/services.py and registry.py know features."""
    declared = {
        module_name(path)
        for path in sources("bot")
        if room(path) == "features"
        if any(isinstance(n, ast.FunctionDef) and n.name == "feature" for n in parsed(path).body)
    }
    roots = {"bot.features.registry", "bot.features.services"}
    for path in sources("bot"):
        if (name := module_name(path)) not in roots:
            assert imports(path) & declared <= {name}


def test_the_drawing_of_the_rooms_is_true() -> None:
    """docs/architecture.md: an arrow for each room that another one may know, and no other."""
    paper = text("docs/architecture.md")
    arrows = re.findall(r"^    (\w+) --> (\w+)$", paper, re.MULTILINE)
    assert sorted(arrows) == sorted((room, known) for room in ROOMS for known in ROOMS[room])
    used = {
        (room(path), room(MODULES[name]))
        for path in sources("bot")
        for name in imports(path)
        if name in MODULES and MODULES[name].parts[0] == "bot"
    }
    assert set(arrows) <= used, "an arrow that nothing in the code goes along"


def test_only_the_composition_root_names_the_registry() -> None:
    """Which games there are is handed in: bot/app.py takes them from rules/__init__.py, and from
    the renderer their artists."""
    naming = {
        str(path)
        for path in sources(*PACKAGES)
        for node in nodes(path)
        if isinstance(node, ast.Name | ast.alias)
        and (node.id if isinstance(node, ast.Name) else node.name) in ("GAMES", "ARTISTS")
    }
    ours = {"rules/__init__.py", "renderer/__init__.py", "bot/app.py"}
    # A process that thinks is a root of its own: it gets a game's key.
    assert naming == ours | {"bot/thinking/child.py"}


WRITES = {"commit", "create", "save_draft", "drop_draft"}  # verbs of a store that change a game


def test_one_file_commits() -> None:
    """bot/table/commit.py: committed, known already, late, stale, and the tasks that wake."""
    writing = {
        str(path)
        for path in sources("bot")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in WRITES
        if isinstance(node.value, ast.Attribute) and node.value.attr in ("store", "_store")
    }
    assert writing == {"bot/table/commit.py"}


@cache
def bare(path: Path) -> str:
    """The code of a file; for each line of a long text a dash, indented."""
    code = text(path)
    return LONG.sub(lambda long: "-" + f"\n{'-':>40}" * long[0].count("\n"), code)


# By their indentation: a parser of all tests would take long. Inner functions count with the outer.
FUNCTION = re.compile(r"^( *)(?:async )?def (\w+).*\n(?:(?:\1[ )].*)?\n)*", re.MULTILINE)


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The name and the number of lines of each function of a file, decorators not counted."""
    for found in FUNCTION.finditer(bare(path)):
        yield f"{path} {found[2]}", found[0].rstrip().count("\n") + 1


def test_no_function_is_longer_than_a_screen() -> None:
    everything = [f for path in sources(*PACKAGES, "tests") for f in functions(path)]
    assert [f for f in everything if f[1] > LONGEST_FUNCTION] == []
    assert len(everything) > 5000


def test_no_file_is_longer_than_a_chapter() -> None:
    code = [p for p in project_files() if p.suffix in {".py", ".js", ".sql"}]
    sizes = {str(p): lines(p) for p in code}
    assert {name: n for name, n in sizes.items() if n > LONGEST_FILE} == {}


def definitions(path: Path) -> list[str]:
    return [path.stem, *re.findall(r"^ *(?:class|(?:async )?def) (\w+)", bare(path), re.MULTILINE)]


def says_nothing(name: str) -> bool:
    """Whether a name (CamelCase or snake_case) holds a word that fits any code."""
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return bool(words & (EMPTY_NAMES - {"data"})) or name.lower() in EMPTY_NAMES


def test_the_house_does_not_grow() -> None:
    """tests/size.tsv: the sums of all Python outside tests, and the lines of the tests."""
    record, now = recorded(), sums()
    grown = [f"{what}: {now[what]} of {most}" for what, most in record.items() if now[what] > most]
    how = "Raise the record by hand in tests/size.tsv, and say why in the commit."
    assert record.keys() == now.keys()
    assert not grown, f"{', '.join(grown)}. {how}"


def test_names_come_from_the_table() -> None:
    """No Manager, Helper, utils: a name says what the thing is."""
    everything = ((str(p), name) for p in sources(*PACKAGES, "tests") for name in definitions(p))
    assert [(path, name) for path, name in everything if says_nothing(name)] == []


# What every game has by the protocols of rules/game.py.
BY_PROTOCOL = {"Dice", "Machine", "Phase", "Playouts", "Position"}


UNSUITABLE = {
    *("begun", "drawn", "found", "gone", "held", "heard", "kept", "left", "lost", "made", "meant"),
    *("met", "said", "seen", "sent", "shown", "spent", "spoken", "stood", "taken", "told"),
    *("what", "whom", "whose", "written"),
    *("about", "apart", "beside", "by", "from", "here", "of", "over", "there", "under", "who"),
    *("with", "within"),
}
VERBS_IN_ED = {"feed", "need", "seed", "speed"}


def test_functions_are_named_by_verbs_and_nouns() -> None:
    """No public function, method or module is named by a participle, preposition or pronoun."""
    for path in sources(*PACKAGES):
        nodes = parsed(path).body
        classes = [x for x in nodes if isinstance(x, ast.ClassDef) and not x.name.startswith("_")]
        for node in (*nodes, *(each for owner in classes for each in owner.body)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                adjective = any("property" in ast.unparse(each) for each in node.decorator_list)
                past = node.name.endswith("ed") and "_" not in node.name
                wrong = (past and node.name not in VERBS_IN_ED) or node.name in UNSUITABLE
                assert adjective or not wrong, f"{path}: {node.name}"
        assert path.stem not in UNSUITABLE, path


def test_no_two_public_classes_share_a_name() -> None:
    named = defaultdict[str, list[str]](list)
    for path in sources(*PACKAGES):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(str(path))
    twice = {name: paths for name, paths in named.items() if len(paths) > 1}
    assert {name: at for name, at in twice.items() if name not in BY_PROTOCOL} == {}


def test_every_folder_of_tests_is_a_package() -> None:
    """Without __init__.py, pytest would put tests/rules before rules/ on the path."""
    folders = {path.parent for path in sources("tests")}
    assert [str(f) for f in folders if not (ROOT / f / "__init__.py").is_file()] == []


def test_only_ci_knows_what_lies_beside_the_project() -> None:
    naming = [str(p) for p in project_files() if SHARED in (ROOT / p).read_bytes()]
    assert naming in ([], [".ci/run"])


def test_nothing_names_a_machine_or_a_download_address() -> None:
    naming = {
        (str(path), word)
        for path in project_files()
        for word in ELSEWHERE
        if word in (ROOT / path).read_bytes()
    }
    assert naming == set()


def test_every_font_has_its_licence_beside_it() -> None:
    homes = {path.parent for path in project_files() if path.suffix.lower() in FONTS}
    licensed = {path.parent for path in project_files() if re.match(r"LICEN[CS]E|OFL", path.name)}
    assert homes <= licensed
