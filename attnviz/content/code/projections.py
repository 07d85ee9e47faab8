"""Rows that project: tokens to queries, keys and values, and the heads' outputs to the layer's."""

from __future__ import annotations

from attnviz.content.code.rounding import kept
from attnviz.content.code.rows import Row, row
from attnviz.content.code.shapes import source_of, wide
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario

_STAGES = {"Q": "queries", "K": "keys", "V": "values"}
_WORDS = {"Q": "what each token looks for", "K": "what each can be found by", "V": "what each hands over"}


def projection_rows(scenario: Scenario) -> list[Row]:
    """Q, K and V of all heads; where they are given, they are only rounded, and only with pencil precision."""
    rows = []
    for letter, stage in _STAGES.items():
        length = "T" if letter == "Q" else "S"
        comment = f"({length}, {wide(scenario, letter)})  {_WORDS[letter]}"
        if isinstance(scenario.inputs, Projected):
            tokens = "X" if letter == "Q" else source_of(scenario)
            bias = f" + b_{letter}" if getattr(scenario.inputs, f"b_{letter}") is not None else ""
            rows.append(row(f"{letter} = {kept(scenario, f'{tokens} @ W_{letter}{bias}')}", comment, stage))
        elif scenario.pencil is not None:
            rows.append(row(f"{letter} = pencil({letter})", comment, stage))
    return rows


def output_expression(scenario: Scenario, heads: str) -> str | None:
    """What W_O and b_O make of the heads' outputs; None where there is neither."""
    W_O, b_O = getattr(scenario.inputs, "W_O", None), getattr(scenario.inputs, "b_O", None)
    if W_O is None and b_O is None:
        return None
    return kept(scenario, f"{heads}{' @ W_O' if W_O is not None else ''}{' + b_O' if b_O is not None else ''}")
