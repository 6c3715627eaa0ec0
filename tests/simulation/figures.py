"""What came of a simulation, as a small table."""

from __future__ import annotations

from dataclasses import dataclass

from tests.simulation.oracle import Fault

WIDE = 34  # characters of a row's name


@dataclass(frozen=True, slots=True)
class Figures:
    """The rows of the table, and what was wrong."""

    title: str
    rows: tuple[tuple[str, float], ...]
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        rows = (
            f"  {name:{WIDE}} {value:>10,.{0 if value == int(value) else 1}f}"
            for name, value in self.rows
        )
        verdict = f"{len(self.faults)} FAULTS" if self.faults else "Nothing was wrong."
        faults = (f"  {fault.rule}: {fault.what}" for fault in self.faults)
        return "\n".join((self.title, *rows, verdict, *faults))
