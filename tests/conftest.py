"""Rules for all tests: no quiet skips where everything is required, and one way of trying cases.

LUMBERCAMP_REQUIRE_ALL=1    a skip is a failure; generated cases are the same in every run
LUMBERCAMP_OPENAPI=FILE     a copy of Discord's description of its API (`make openapi`); without it
                            the tests marked `openapi` are skipped, and they alone; without
                            Discord's SDK (`make activity`) those marked `activity`
LUMBERCAMP_TEST_STORE=postgres  the bot's tests run on PostgreSQL (tests/stores.py)
"""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

import sandbox
from sandbox import interactions
from sandbox.rest import NAMED_BY
from tests import postgres
from tests.dealing import dealt, workers
from tests.patience import PATIENCE
from tests.sandbox.openapi import judge_journal
from tests.stores import ENGINE, STORES

pytest_plugins = ["tests.approved", "tests.chromium"]

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

REQUIRE_ALL = os.environ.get("LUMBERCAMP_REQUIRE_ALL") == "1"
# Needs of some tests that not everybody has, by their marker: whether it is there, or what to do.
NEEDED = {
    "openapi": (
        bool(os.environ.get("LUMBERCAMP_OPENAPI")),
        "LUMBERCAMP_OPENAPI names no copy of Discord's description; `make openapi`",
    ),
    "activity": (
        Path(sandbox.__file__).parents[1].joinpath("bot/web/sdk.tgz").is_file(),
        "Discord's SDK is not there; `make activity`",
    ),
}

# A slow machine isn't a bug: no case has a deadline, and Discord here waits for the first answer to
# an interaction until it is certain that there will be none. Tests of that push its clock.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("anywhere", PATIENT)
settings.register_profile("required", PATIENT, derandomize=True)
interactions.FIRST_ANSWER_SECONDS = PATIENCE
os.environ[interactions.PATIENCE_VARIABLE] = str(PATIENCE)
settings.load_profile("required" if REQUIRE_ALL else "anywhere")


def never_skipped(report: Report) -> Report:
    """The report itself, or the failure that a skip is where everything is required."""
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = (
            f"LUMBERCAMP_REQUIRE_ALL=1 allows no skip: {said.removeprefix('Skipped: ')}"
        )
    return report


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: while some tests wait for a process or a socket of their own,
    others have the cores."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, or a core would be idle at the end. Each branch must have an example
    that somebody chose: tests by chance count for none, and run at full speed when branches are
    counted."""
    if ENGINE != "sqlite":
        config.hook.pytest_deselected(items=[*filter(_of_sqlite, items)])
        items[:] = [each for each in items if not _of_sqlite(each)]
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    items[:] = dealt(slow, quick, workers())
    for item in items:
        if item.get_closest_marker("hypothesis"):
            item.add_marker("no_cover")


def _of_sqlite(item: pytest.Item) -> bool:
    return item.get_closest_marker("sqlite") is not None


def pytest_collection_finish() -> None:
    """Freeze everything that all tests share: the garbage collector skips it, and looks less often
    through the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """The marker no_cover also on xdist's workers, where pytest-cov begins twice and stops once."""
    tracer = sys.gettrace()
    if item.get_closest_marker("no_cover"):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def lacking(item: pytest.Item) -> str | None:
    """The missing needs of a test."""
    return next(
        (
            what
            for marker, (there, what) in NEEDED.items()
            if not there and item.get_closest_marker(marker) is not None
        ),
        None,
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    if what := lacking(item):
        pytest.skip(what)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Let go of everything that tests share."""
    postgres.end()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    return report if lacking(item) else never_skipped(report)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return never_skipped((yield))


@pytest.fixture(autouse=True)
def _places() -> Iterator[None]:
    """Empty the places that earlier tests have used."""
    yield
    STORES.release()


@pytest.fixture(scope="session", autouse=True)
def every_request_is_judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every exchange with any sandbox of any test, also in processes of their own, keeps to
    Discord's description. A sandbox that keeps its exchanges for its own test is judged there. Each
    of several workers judges the exchanges of its own tests."""
    if not os.environ.get("LUMBERCAMP_OPENAPI"):
        yield
        return
    file = tmp_path_factory.mktemp("judged") / "journal.jsonl"
    os.environ[NAMED_BY] = str(file)
    yield
    del os.environ[NAMED_BY]
    findings = sorted(set(judge_journal(file)))
    assert not findings, "\n".join(": ".join(each) for each in findings)
