"""Rows that round each result before it is used again, as one does with a pencil."""

from __future__ import annotations

from attnviz.content.code.library import Library
from attnviz.content.code.rows import Row, row
from attnviz.engine.scenario import Scenario


def pencil_rows(scenario: Scenario, library: Library) -> list[Row]:
    """The two functions that round; none without pencil precision."""
    decimals = scenario.pencil
    if decimals is None:
        return []
    # So much below a half still is one: 8 units in the last place of the number, or of one of 10,000 last decimals.
    slack = "0.001" if scenario.dtype == "float32" else "min(2**-49 * max(float(size), 10_000), 0.001)"
    each = (
        "    return np.vectorize(rounded, otypes=[float])(values).astype(values.dtype)"
        if library.is_numpy
        else "    return values.to(torch.float64, copy=True).apply_(rounded).to(values.dtype)"
    )
    return [
        row("def rounded(number):"),
        row(f'    """The number to {decimals} decimals, halves away from zero."""'),
        row(f"    if abs(number) * 10**{decimals} >= 2**51:", "infinite, or so large that it has no more decimals"),
        row("        return number"),
        row(f"    size = abs(Fraction(number)) * 10**{decimals}"),
        row("    whole = math.floor(size)"),
        row(f"    half = 0.5 - {slack}", "in binary, what is a half on paper may lie just below"),
        row(f"    return math.copysign((whole + (size - whole >= half)) / 10**{decimals}, number) + 0.0"),
        row(""),
        row("def pencil(values):"),
        row('    """Every number rounded: after each step, before the next."""'),
        row(each),
    ]


def kept(scenario: Scenario, expression: str) -> str:
    """The expression, rounded where pencil precision is on."""
    return expression if scenario.pencil is None else f"pencil({expression})"
