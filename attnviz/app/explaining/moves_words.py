"""What moves a number, in words: the inputs that move it most, and the slopes of softmax on the way."""

from __future__ import annotations

import numpy as np

from attnviz.app.explaining.influence import Influence, influence_of, input_name, signed
from attnviz.app.inspection.page import PageLine, PageStep, sentence
from attnviz.app.inspection.row_sum_words import row_is_veiled
from attnviz.app.panes.matrix_words import ROLES
from attnviz.app.session import State
from attnviz.content.explanation_parts import Part, Role
from attnviz.content.labels import HEADING, quoted
from attnviz.content.numerals import MINUS, format_in_sum, in_full
from attnviz.content.wording import least_figures, weight_decimals
from attnviz.engine.arrays import Array
from attnviz.engine.cells import Cell
from attnviz.engine.errors import AttentionError
from attnviz.engine.inputs import GivenWeights

TITLE = "What moves it"
MOST = 4  # inputs that are named
MOST_SLOPES = 4  # keys whose slopes are written out
_AFTER = ("head_output", "concatenated", "output")  # stages that read the weights
_FLAT = 0.01  # a slope below which softmax hardly lets anything through; at most it is 0.25
_MOST_OF_IT = 0.5  # the largest weight of a flat row is above it where one key has nearly all: softmax is saturated


def moves_steps(state: State) -> tuple[PageStep, ...]:
    """The section about what moves the selected number; empty while it is not asked for."""
    influence = influence_of(state)
    if influence is None:
        return ()
    if influence.problem:
        return (PageStep(TITLE, (sentence(influence.problem),), counted=False),)
    if influence.reach == 0:
        return (PageStep(TITLE, (sentence("No input moves it."),), counted=False),)
    lines = [sentence("If one input changes a little, this number changes by that little times its slope:")]
    lines += [_strongest_line(state, cell, value, influence.reach) for cell, value in strongest(influence)]
    ends = signed(influence.reach, state.view.decimals, influence.reach)
    lines.append(
        sentence(
            "These are slopes: for larger changes they no longer hold. The panes have each number's slope under it, "
            f"on one scale from {MINUS}{ends[1:]} to {ends}."
        )
    )
    return (PageStep(TITLE, tuple(lines), counted=False), *_softmax_step(state, influence.cell))


def strongest(influence: Influence) -> list[tuple[Cell, float]]:
    """The inputs with the largest partial derivatives, the largest first."""
    found: list[tuple[float, str, tuple[int, ...], float]] = []
    for name, values in influence.partials.items():
        for place in _greatest(values, MOST):
            where = tuple(int(index) for index in np.unravel_index(place, values.shape))
            if values[where] != 0:
                found.append((abs(float(values[where])), name, where, float(values[where])))
    found.sort(key=lambda each: -each[0])
    return [(_cell(name, where), value) for _, name, where, value in found[:MOST]]


def _greatest(values: Array, count: int) -> list[int]:
    """Where the numbers of the greatest size stand, the greatest first and of equals the first.

    They stand in the rows with the greatest ones: only these are sorted.
    """
    rows = values.reshape(-1, values.shape[-1])
    reach = np.maximum(rows.max(axis=1), -rows.min(axis=1))
    least = np.sort(reach)[-min(count, len(reach))]
    best = np.flatnonzero(reach >= least) if least > 0 else np.flatnonzero(reach)
    sizes = np.abs(rows[best]).ravel()
    order = np.argsort(-sizes, kind="stable")[:count]
    places = best[order // rows.shape[1]] * rows.shape[1] + order % rows.shape[1]
    return [int(place) for place in places]


def _cell(name: str, where: tuple[int, ...]) -> Cell:
    """The place of a number in an input of one, two or three axes."""
    if len(where) == 1:
        return Cell(name, None, 0, where[0])
    return Cell(name, where[0] if len(where) == 3 else None, where[-2], where[-1])


def _strongest_line(state: State, cell: Cell, value: float, reach: float) -> PageLine:
    role: Role = ROLES.get(cell.name, "input")
    return PageLine(
        (
            Part(signed(value, state.view.decimals, reach), role),
            Part("  "),
            Part(input_name(state.trace, cell), role, cell),
        )
    )


def _softmax_step(state: State, cell: Cell) -> tuple[PageStep, ...]:
    """p(1 − p) for a weight, or for each weight of the row that an output mixes."""
    trace, head = state.trace, cell.head
    if isinstance(trace.scenario.inputs, GivenWeights) or (cell.name != "weights" and cell.name not in _AFTER):
        return ()
    if head is None:
        if trace.sizes.heads > 1:
            return ()
        head = 0
    try:
        row = trace.exact.row("weights", cell.row, head)
    except AttentionError:
        return ()
    if row_is_veiled(state, head, cell.row):
        return ()
    title = "Through softmax: the slope p(1 − p)"
    if cell.name == "weights":
        return (PageStep(title, _own_slope(state, row, cell.column), counted=False),)
    return (PageStep(title, _slopes(state, row), counted=False),)


def _own_slope(state: State, row: Array, key: int) -> tuple[PageLine, ...]:
    """How much the weight moves with its own logit."""
    weight = float(row[key])
    slope = weight * (1 - weight)
    number = _written(state, weight)
    parts = (
        Part(number, "weights"), Part(" · (1 − "), Part(number, "weights"), Part(") = "),
        Part(_alone(state, slope), "weights", strong=True),
    )  # fmt: skip
    told = (
        "So many times a small change of this key's score, as softmax reads it, changes the weight; another key's "
        "score takes p times that key's weight away."
    )
    if slope < _FLAT and _is_saturated(row):
        told = f"{told} So small a slope means that softmax is saturated: the scores hardly move it."
    elif slope < _FLAT:
        told = f"{told} The slope is as small as the weight, for many keys share the row."
    return PageLine(parts), sentence(told)


def _slopes(state: State, row: Array) -> tuple[PageLine, ...]:
    """The slope of each weight that counts, the steepest first."""
    slopes = row * (1 - row)
    lines = []
    for key in np.argsort(-slopes, kind="stable")[:MOST_SLOPES].tolist():
        number, label = _written(state, float(row[key])), state.scenario.key_labels[key]
        parts = (
            Part(f"key {quoted(key + 1, label, HEADING)}", "keys"), Part("  "), Part(number, "weights"),
            Part(" · (1 − "), Part(number, "weights"), Part(") = "),
            Part(_alone(state, float(slopes[key])), "weights"),
        )  # fmt: skip
        lines.append(PageLine(parts))
    if _is_saturated(row):
        lines.append(sentence("Such small slopes mean that softmax is saturated: the scores hardly move this row."))
    elif float(slopes.max()) < _FLAT:
        lines.append(sentence("The slopes are as small as the weights: many keys share the row, and none leads it."))
    return tuple(lines)


def _written(state: State, value: float) -> str:
    """A weight as arithmetic has it."""
    decimals = weight_decimals(state.trace, state.view.decimals)
    return format_in_sum(value, decimals, figures=least_figures(state.trace))


def _alone(state: State, slope: float) -> str:
    """A slope, with which the arithmetic ends."""
    return in_full(slope, weight_decimals(state.trace, state.view.decimals), least_figures(state.trace))


def _is_saturated(row: Array) -> bool:
    """True if one key has nearly all of the row, so that no score moves any of its weights."""
    largest = float(row.max())
    return largest > _MOST_OF_IT and largest * (1 - largest) < _FLAT
