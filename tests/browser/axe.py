"""Faults of a page by axe-core, which judges pages by the rules of accessibility."""

from importlib.resources import files
from typing import Any, Final

from playwright.async_api import Page

SCRIPT: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN: Final = """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap(
  (rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`))"""
LOOKS: Final[tuple[tuple[Any, Any], ...]] = (
    ({"width": 1280, "height": 900}, "light"),
    ({"width": 360, "height": 740}, "dark"),
)


async def judge(page: Page) -> None:
    """A page as it is now has no fault, wide and light, and dark on a phone."""
    await page.evaluate(SCRIPT)
    for size, scheme in LOOKS:
        await page.set_viewport_size(size)
        await page.emulate_media(color_scheme=scheme)
        found = await page.evaluate(RUN)
        assert found == [], (page.url, scheme, found)
