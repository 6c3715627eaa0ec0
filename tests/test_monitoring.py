"""The alarms and the dashboard of docs/monitoring fit the numbers that the bot has."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bot import metrics
from bot.ops.health import Health
from storage import SqliteStore
from tests.patience import PATIENCE
from tests.size import ROOT, text

FOLDER = ROOT / "docs/monitoring"
RULES, TRIED = FOLDER / "alerts.yaml", FOLDER / "alerts-test.yaml"
DASHBOARD = FOLDER / "dashboard.json"
PARTS = {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
NAME = re.compile(r"\b((?:lumbercamp|process)_\w+)(?:\{([^}]*)\})?")


def promtool(*asked: str | Path) -> str:
    if (tool := shutil.which("promtool")) is None:
        pytest.skip("promtool is not installed (Debian's package prometheus has it)")
    command = [tool, *map(str, asked)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 10)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def exposed() -> dict[str, str]:
    """The metrics by name, with their types; also those that haven't happened yet."""
    store = await SqliteStore.open(":memory:")
    told = (await Health(store).numbers()).decode()
    await store.close()
    kinds = re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE)
    return {name + part: kind for name, kind in kinds for part in PARTS.get(kind, ())}


def labelled() -> dict[str, set[str]]:
    found = dict[str, set[str]]()
    for each in vars(metrics).values():
        if names := getattr(each, "_labelnames", None):
            found |= {f"{each._name}{end}": set(names) for end in ("", "_total")}
    return found


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text(DASHBOARD))["panels"]
    return found


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


async def test_every_number_that_is_named_is_one_of_the_bot_s() -> None:
    there, labels = await exposed(), labelled()
    assert {"lumbercamp_errors_total", "lumbercamp_render_seconds_bucket"} <= there.keys()
    for said in (text(RULES), text(TRIED), *expressions()):
        for name, chosen in NAME.findall(said):
            assert name in there, name
            asked = set(re.findall(r"(\w+)\s*[=!]", chosen)) - {"le", "instance"}
            assert asked <= labels.get(name, set()), (name, asked)


async def test_every_number_of_the_reference_is_one_of_the_bot_s_and_all_are_there() -> None:
    """docs/reference.md, Metrics."""
    told = text("docs/reference.md")
    rows = set(re.findall(r"^\| `(lumbercamp_\w+)`", told, re.MULTILINE))
    there = {re.sub(r"_(bucket|count|sum)$", "", name) for name in await exposed()}
    ours = {n for n in there if n.startswith("lumbercamp_") and not n.endswith("_created")}
    assert rows == ours


@pytest.mark.slow
def test_each_alarm_sounds_when_it_should_and_not_in_good_health(tmp_path: Path) -> None:
    """What takes days is looked at every five minutes."""
    tried = text(TRIED)
    alarms = re.findall(r"- alert: (\w+)", text(RULES))
    assert [name for name in alarms if f'alertname="{name}"' not in tried] == []
    head, *tests = re.split(r"(?m)^(?=  - name: )", tried.replace("alerts.yaml", str(RULES)))
    for pace in ("1m", "5m"):
        some = [each for each in tests if f"interval: {pace}\n" in each]
        file = tmp_path / f"{pace}.yaml"
        file.write_text("".join([head.replace("interval: 1m", f"interval: {pace}"), *some]))
    assert promtool("test", "rules", tmp_path / "1m.yaml", tmp_path / "5m.yaml")


def test_each_alarm_says_what_to_do() -> None:
    parts = re.split(r"- alert: ", text(RULES))[1:]
    for part in parts:
        assert re.search(r"severity: (page|ticket)\}", part), part
        assert "summary: " in part
        assert "what_to_do: " in part


def test_every_expression_of_the_dashboard_is_one_that_prometheus_reads(tmp_path: Path) -> None:
    """Grafana fills in how long an interval is."""
    said = [each.replace("$__rate_interval", "5m") for each in expressions()]
    rules = [{"record": f"panel:{n}", "expr": each} for n, each in enumerate(said)]
    file = tmp_path / "rules.yaml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}), "utf-8")
    promtool("check", "rules", file)
    assert "$" not in "".join(said)
