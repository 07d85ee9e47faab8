"""The intermediates of attention as data: one name, one symbol, one sentence each, in reading order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Axis = Literal["queries", "keys", "d_k", "d_v", "heads·d_v", "d_out", "d_model", "d_source", "heads·d_k", "one"]
Role = Literal["queries", "keys", "values", "scores", "weights", "output", "input"]


@dataclass(frozen=True)
class Stage:
    """One intermediate. `axes` name its rows and columns; `per_head` ones lead with the head axis in the trace."""

    name: str
    title: str
    symbol: str
    axes: tuple[Axis, Axis]
    per_head: bool
    role: Role
    sentence: str


STAGES: tuple[Stage, ...] = (
    Stage("queries", "Queries", "Q = X W_Q", ("queries", "d_k"), True, "queries", "What each token looks for."),
    Stage("keys", "Keys", "K = X W_K", ("keys", "d_k"), True, "keys", "What each token can be found by."),
    Stage("values", "Values", "V = X W_V", ("keys", "d_v"), True, "values", "What each token hands over."),
    Stage(
        "rotated_queries",
        "Rotated queries",
        "R Q",
        ("queries", "d_k"),
        True,
        "queries",
        "Queries turned by their position.",
    ),
    Stage("rotated_keys", "Rotated keys", "R K", ("keys", "d_k"), True, "keys", "Keys turned by their position."),
    Stage(
        "scores", "Scores", "Q Kᵀ", ("queries", "keys"), True, "scores", "The dot product of each query with each key."
    ),
    Stage(
        "scaled",
        "Scaled",
        "scores ÷ √d_k",
        ("queries", "keys"),
        True,
        "scores",
        "Scores at a size that does not grow with d_k.",
    ),
    Stage("capped", "Capped", "c tanh(s ÷ c)", ("queries", "keys"), True, "scores", "Scores kept softly within ±c."),
    Stage(
        "biased", "Biased", "+ bias", ("queries", "keys"), True, "scores", "Scores with a number added for each pair."
    ),
    Stage(
        "tempered", "Tempered", "÷ temperature", ("queries", "keys"), True, "scores", "Scores made sharper or flatter."
    ),
    Stage(
        "masked",
        "Masked",
        "hidden → −∞",
        ("queries", "keys"),
        True,
        "scores",
        "Exactly what softmax reads; a hidden key is −∞.",
    ),
    Stage(
        "exponentials",
        "Exponentials",
        "exp",
        ("queries", "keys"),
        True,
        "weights",
        "Positive numbers; a hidden key gives 0.",
    ),
    Stage(
        "weights",
        "Weights",
        "softmax, rows sum to 1",
        ("queries", "keys"),
        True,
        "weights",
        "How each query shares its attention over the keys.",
    ),
    Stage(
        "head_output",
        "Head output",
        "weights · V",
        ("queries", "d_v"),
        True,
        "output",
        "The values, mixed by the weights.",
    ),
    Stage(
        "concatenated",
        "Concatenated",
        "heads side by side",
        ("queries", "heads·d_v"),
        False,
        "output",
        "All heads' outputs in one row for each query.",
    ),
    Stage("output", "Output", "concatenated · W_O", ("queries", "d_out"), False, "output", "What the layer hands on."),
)

BY_NAME: dict[str, Stage] = {stage.name: stage for stage in STAGES}
