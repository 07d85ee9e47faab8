"""Rows from the scores to what softmax reads, the same in both libraries but for the names of their functions."""

from __future__ import annotations

from attnviz.content.code import literals
from attnviz.content.code.library import Library
from attnviz.content.code.positions import penalty
from attnviz.content.code.rounding import kept
from attnviz.content.code.rows import Row, row
from attnviz.engine.positions import Alibi
from attnviz.engine.scenario import Scenario


def logit_rows(scenario: Scenario, library: Library, shape: str, head: str) -> tuple[list[Row], str]:
    """A row for each stage that is used, after `scores`, and the name of the last of them.

    shape: of the scores, as a comment. head: the index of the present head, in NumPy.
    """
    rows: list[Row] = []
    last = "scores"
    for stage, expression, comment in _steps(scenario, library, head):
        told = f"{shape}  {comment}" if comment else shape
        rows.append(row(f"{stage} = {expression.replace('LAST', last)}", told, stage))
        last = stage
    return rows, last


def _steps(scenario: Scenario, library: Library, head: str) -> list[tuple[str, str, str]]:
    """Stage, expression with LAST for the stage before, comment."""
    name, found = library.name, []
    if scenario.scale is True:
        found.append(("scaled", kept(scenario, "LAST / d_k**0.5"), "of a size that does not grow with d_k"))
    elif scenario.factor != 1.0:
        found.append(("scaled", kept(scenario, f"LAST * {literals.number(scenario.factor)}"), ""))
    if scenario.softcap is not None:
        cap = literals.number(scenario.softcap)
        found.append(("capped", kept(scenario, f"{cap} * {name}.tanh(LAST / {cap})"), f"softly within ±{cap}"))
    if "biased" in _used(scenario):
        found.append(("biased", kept(scenario, f"LAST + {added(scenario, library, head)}"), _ADDED[_what(scenario)]))
    if scenario.temperature != 1.0:
        found.append(("tempered", kept(scenario, f"LAST / {literals.number(scenario.temperature)}"), "temperature"))
    if not scenario.mask.hides_nothing:
        found.append(("masked", f"{name}.where(allowed, LAST, -{infinity(library)})", "hidden keys get -inf"))
    return found


def added(scenario: Scenario, library: Library, head: str) -> str:
    """What is added to the scores: ALiBi's penalty, the bias, or both."""
    terms = [penalty(scenario, library, head)] if isinstance(scenario.positions, Alibi) else []
    if scenario.bias is not None:
        by_head = library.is_numpy and scenario.bias.ndim == 3
        terms.append(f"bias[{head}]" if by_head else "bias")
    return " + ".join(terms)


def infinity(library: Library) -> str:
    """Infinity by its name."""
    return "np.inf" if library.is_numpy else "math.inf"


_ADDED = {"alibi": "less for keys further back", "bias": "a number for each pair", "both": "penalty and bias"}


def _what(scenario: Scenario) -> str:
    if not isinstance(scenario.positions, Alibi):
        return "bias"
    return "alibi" if scenario.bias is None else "both"


def _used(scenario: Scenario) -> tuple[str, ...]:
    return ("biased",) if scenario.bias is not None or isinstance(scenario.positions, Alibi) else ()
