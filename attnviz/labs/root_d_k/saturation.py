"""Large scores saturate softmax: weights and slopes p(1−p) before and after dividing by √d_k."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.engine.arrays import Array
from attnviz.engine.softmax import softmax
from attnviz.labs.exhibits import Bars, Exhibit, Table


@dataclass(frozen=True)
class Saturation:
    """One row of scores: as it is and divided by √d_k, with weights and their slopes."""

    scores: Array
    scaled: Array
    sharp: Array
    mild: Array
    sharp_slopes: Array
    mild_slopes: Array


def saturation(scores: Array, d_k: int) -> Saturation:
    """What softmax makes of a row of scores before and after the division."""
    scaled = scores / np.sqrt(d_k)
    sharp, mild = softmax(np.stack([scores, scaled]))
    return Saturation(scores, scaled, sharp, mild, slopes(sharp), slopes(mild))


def slopes(weights: Array) -> Array:
    """p(1−p) of each weight: how far it moves for a small move of its own score.

    1−p is summed from the other weights: taken from 1 it would lose its digits where p is nearly 1.
    """
    others = np.array([np.delete(weights, index).sum() for index in range(len(weights))])
    spread: Array = weights * others
    return spread


def exhibits_of(name: str, found: Saturation, d_k: int) -> tuple[Exhibit, ...]:
    """Weights before and after as bars, and all numbers as a table."""
    labels = tuple(f"key {key}" for key in range(1, len(found.scores) + 1))
    rows: list[tuple[str | float, ...]] = [
        (label, *(float(column[key]) for column in (
            found.scores, found.sharp, found.sharp_slopes, found.scaled, found.mild, found.mild_slopes
        )))
        for key, label in enumerate(labels)
    ]  # fmt: skip
    columns = ("", "score", "weight", "p(1−p)", "scaled", "its weight", "its p(1−p)")
    root = f"√{d_k}"
    return (
        Bars(f"{name}_sharp", "Weights, unscaled", labels, found.sharp, subtitle="nearly all on one key"),
        Bars(f"{name}_mild", f"Weights, scores ÷ {root}", labels, found.mild, subtitle="every key still counts"),
        Table(f"{name}_table", f"Saturation, before and after ÷ {root}", columns, tuple(rows)),
    )
