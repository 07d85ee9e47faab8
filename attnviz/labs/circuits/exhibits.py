"""What the laboratory of circuits shows in each of its three parts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.scenario import Scenario
from attnviz.labs.circuits.head import Circuit
from attnviz.labs.circuits.order import Reordering
from attnviz.labs.exhibits import Exhibit, Matrix, Table
from attnviz.labs.marked_cells import cells_of

_MOST_SHOWN = 64  # rows and columns of a circuit; beyond that only counts are shown


def circuit_exhibits(given: Scenario, found: Circuit, numbers: dict[str, float | Array]) -> tuple[Exhibit, ...]:
    """The factors, both circuits, the scores that one of them gives, and what they cost."""
    moved = "W_V" if found.W_O is None else "W_V W_O"
    other = "d_model" if getattr(given.inputs, "source", None) is None else "d_source"
    matrices = (
        ("W_Q", "W_Q", found.W_Q, "queries", "d_model × d_k"),
        ("W_K", "W_K", found.W_K, "keys", f"{other} × d_k"),
        ("qk", "Who looks at whom", found.qk, "scores", "W_Q W_Kᵀ"),
        ("ov", "What is moved", found.ov, "values", moved),
    )
    small = tuple(
        Matrix(name, title, values, _counted(len(values)), _counted(values.shape[1]), role, subtitle=shape)
        for name, title, values, role, shape in matrices
        if max(values.shape) <= _MOST_SHOWN
    )
    rows: tuple[tuple[str | float, ...], ...] = (
        ("this head, W_Q and W_K", _number(numbers, "own_factor_parameters")),
        ("this head, W_Q W_Kᵀ", _number(numbers, "own_full_parameters")),
        ("chosen sizes, factors", _number(numbers, "factor_parameters")),
        ("chosen sizes, full matrix", _number(numbers, "full_parameters")),
        ("rank of W_Q W_Kᵀ", _number(numbers, "qk_rank")),
        (f"rank of {moved}", _number(numbers, "ov_rank")),
    )
    by_product = np.asarray(numbers["scores_by_product"])
    words = "X W_Q W_Kᵀ Xᵀ" if other == "d_model" else "X W_Q W_Kᵀ sourceᵀ"
    scores = _map("scores", "Scores", by_product, given.query_labels, given.key_labels, "scores", sums=False)
    scores = replace(scores, subtitle=words)
    return (*small, scores, Table("counts", "Numbers to learn, and ranks", ("", ""), rows))


def _counted(count: int) -> tuple[str, ...]:
    """Names of the rows or columns of a matrix of weights: their numbers."""
    return tuple(str(number) for number in range(1, count + 1))


def symmetry_exhibits(given: Scenario, numbers: dict[str, float | Array]) -> tuple[Exhibit, ...]:
    """Scores and weights as they are and with W_K = W_Q."""
    shown: list[Exhibit] = []
    for name, title, role in (
        ("scores", "Scores", "scores"),
        ("weights", "Weights", "weights"),
        ("symmetric_scores", "Scores with W_K = W_Q", "scores"),
        ("symmetric_weights", "Weights with W_K = W_Q", "weights"),
    ):
        if name in numbers:
            values = np.asarray(numbers[name])
            kind = "weights" if role == "weights" else "signed"
            shown.append(_map(name, title, values, given.query_labels, given.key_labels, role, sums=kind == "weights"))
    return tuple(shown)


def order_exhibits(moved: Reordering) -> tuple[Exhibit, ...]:
    """X and outputs before and after, and where the new outputs differ from the old ones in the new order."""
    broken = cells_of(~np.isclose(moved.permuted_outputs, moved.expected, rtol=1e-5, atol=1e-5))
    note = "marked: not the old row in its new place" if broken else "the same rows in the new order"
    rows = (
        Matrix("X", "X", moved.X, moved.labels, role="input", alike=True),
        Matrix("reordered_X", "X reordered", moved.X[moved.order], moved.permuted_labels, role="input", alike=True),
    )
    return (
        *(rows if moved.X.shape[1] <= _MOST_SHOWN else ()),
        Matrix("outputs", "Outputs", moved.outputs, moved.labels, role="output", alike=True),
        Matrix(
            "permuted_outputs",
            "Outputs of the reordered X",
            moved.permuted_outputs,
            moved.permuted_labels,
            role="output",
            subtitle=note,
            broken=broken,
            alike=True,
        ),
    )


def order_lines(exhibits: tuple[Exhibit, ...]) -> tuple[tuple[str, ...], ...]:
    """What is before beside what is after, X over the outputs."""
    lines = ("X", "reordered_X"), ("outputs", "permuted_outputs")
    shown = {exhibit.name for exhibit in exhibits}
    return tuple(line for line in lines if shown.issuperset(line))


def _map(
    name: str, title: str, values: Array, rows: tuple[str, ...], columns: tuple[str, ...], role: str, *, sums: bool
) -> Matrix:
    return Matrix(name, title, values, rows, columns, role, "weights" if sums else "signed", row_sums=sums)


def _number(numbers: dict[str, float | Array], name: str) -> float:
    return float(numbers[name])
