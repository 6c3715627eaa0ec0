"""What all tests share: no quiet skips where everything is required, and one way of trying cases.

LUMBERCAMP_REQUIRE_ALL=1    a skip is a failure; generated cases are the same in every run
"""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import settings

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

REQUIRE_ALL = os.environ.get("LUMBERCAMP_REQUIRE_ALL") == "1"

# A slow machine is no bug, so no case has a deadline.
settings.register_profile("anywhere", deadline=None)
settings.register_profile("required", deadline=None, derandomize=True)
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


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return never_skipped((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return never_skipped((yield))
