"""Faults of a page by axe-core, which judges pages by the rules of accessibility."""

from importlib.resources import files
from typing import Final

from playwright.async_api import Page

SCRIPT: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN: Final = """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap(
  (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`))"""


async def wrong(page: Page) -> list[str]:
    """Every fault of a page as it is now: the rule, where, and why."""
    await page.evaluate(SCRIPT)
    found: list[str] = await page.evaluate(RUN)
    return found
