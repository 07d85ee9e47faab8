"""The numbers of a run as people read them, in the terminal and on the page."""

from __future__ import annotations

from tools.bench.results import Result
from tools.bench.timing import Spread


def number(value: float) -> str:
    """Three digits, more only before the point."""
    if value == 0 or abs(value) >= 1e-3:
        whole = len(str(int(abs(value)))) if abs(value) >= 1 else 0
        return f"{value:.{max(0, 3 - whole)}f}"
    return f"{value:.1e}"


def with_unit(value: float, unit: str) -> str:
    """A number and its unit: "1.24×", "412 MB", "0.38 s"."""
    return f"{number(value)}×" if unit == "×" else f"{number(value)} {unit}".rstrip()


def bar_of(result: Result) -> str:
    """The bar: "at most 1.6×"."""
    return f"{result.sense} {result.bar:g}{'×' if result.unit == '×' else f' {result.unit}'.rstrip()}"


def seconds(value: float) -> str:
    """A time in the unit that suits it."""
    return f"{number(value * 1e3)} ms" if value < 1 else f"{number(value)} s"


def spread_of(spread: Spread, unit: str = "s") -> str:
    """The median and, in brackets, the quartiles."""
    low, high = spread.quartiles

    def one(value: float) -> str:
        return seconds(value) if unit == "s" else with_unit(value, unit)

    return one(spread.median) if low == high else f"{one(spread.median)} ({one(low)} to {one(high)})"


def found_by(result: Result) -> str:
    """What is held against the bar, and what was left out of it because the machine halted."""
    found = spread_of(result.value, result.unit)
    if not any(result.halted.values):
        return found
    longest = with_unit(max(result.halted.values), result.unit)
    times = sum(value > 0 for value in result.halted.values)
    return f"{found}; up to {longest} in {times} of {len(result.halted.values)} rounds while the machine halted"


def line_of(result: Result) -> str:
    """One promise in one line, and what was measured in the next."""
    verdict = "kept" if result.kept else "NOT KEPT"
    head = f"({result.key}) {result.title}: {found_by(result)}, {bar_of(result)}: {verdict}"
    if not result.theirs.values:
        return head
    return f"{head}\n      {result.our_name} {spread_of(result.ours)}; {result.their_name} {spread_of(result.theirs)}"
