"""What the switchboard shows of a comparison: the lines, and each stage that matters, right beside wrong."""

from __future__ import annotations

from difflib import SequenceMatcher

import numpy as np

from attnviz.engine.arrays import Array, Bools
from attnviz.engine.scenario import Scenario
from attnviz.engine.stages import BY_NAME
from attnviz.labs.exhibits import Code, Exhibit, Matrix, Side
from attnviz.labs.marked_cells import cells_of
from attnviz.labs.mistakes.comparison import Comparison
from attnviz.labs.mistakes.program import Lines

_SEEN = 5e-4  # a number that moved by less, for its size, looks the same in three decimals


def exhibits_of(found: Comparison, head: int) -> tuple[Exhibit, ...]:
    """Code and matrices, each right one followed by its wrong one."""
    shown: list[Exhibit] = list(_code(*found.lines()))
    for stage in found.mistake.shows:
        right, wrong = found.right.of_head(stage, head), found.wrong.of_head(stage, head)
        hidden = ~found.case.allowed[head] if stage == "weights" else None
        shown.append(_matrix(found.scenario, stage, right, hidden, None, "right"))
        shown.append(_matrix(found.scenario, stage, wrong, None, _broken(found, stage, head), "wrong"))
    return tuple(shown)


def _code(right: Lines, wrong: Lines) -> tuple[Code, Code]:
    """Both programs, the lines marked in which they differ."""
    blocks = SequenceMatcher(None, right, wrong, autojunk=False).get_matching_blocks()
    same_right = {block.a + step for block in blocks for step in range(block.size)}
    same_wrong = {block.b + step for block in blocks for step in range(block.size)}
    return (
        Code("right_code", "In NumPy", right, _others(right, same_right), side="right"),
        Code("wrong_code", "In NumPy", wrong, _others(wrong, same_wrong), side="wrong"),
    )


def _others(lines: Lines, same: set[int]) -> tuple[int, ...]:
    return tuple(place for place in range(len(lines)) if place not in same)


def _broken(found: Comparison, stage: str, head: int) -> Bools | None:
    """The cells that show the symptom; in the other stages those with another number than the right side has."""
    symptom = found.symptom
    if symptom is None:
        return None
    if symptom.stage == stage:
        return symptom.broken[head] if symptom.broken.ndim == 3 else symptom.broken
    right, wrong = found.right.of_head(stage, head), found.wrong.of_head(stage, head)
    if right.shape != wrong.shape:
        return np.ones(wrong.shape, dtype=np.bool_)
    reach = float(np.abs(right[np.isfinite(right)]).max(initial=0.0))
    moved: Bools = ~(np.abs(wrong - right) <= _SEEN * max(reach, 1.0))  # NaN has moved, too
    return moved


def _matrix(
    scenario: Scenario, stage: str, values: Array, hidden: Bools | None, broken: Bools | None, side: Side
) -> Matrix:
    about = BY_NAME[stage]
    weights = stage == "weights"
    rows = scenario.key_labels if stage in ("keys", "values") else scenario.query_labels
    return Matrix(
        f"{side}_{stage}",
        about.title,
        values,
        rows,
        scenario.key_labels if stage in ("scaled", "weights") else (),
        about.role,
        "weights" if weights else "signed",
        hidden=hidden,
        broken=() if broken is None else cells_of(broken),
        row_sums=weights,
        column_sums=weights,
        side=side,
    )
