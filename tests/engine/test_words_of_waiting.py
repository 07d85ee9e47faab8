"""What is said of a result that is still to come."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import Projected, Scenario, trace

DRAW = np.random.default_rng(7)
LARGE = Scenario(Projected(DRAW.normal(size=(1024, 8)), *(DRAW.normal(size=(8, 8)) for _ in range(4))), heads=2)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("weights", "Weights, head 2: being computed."),
        ("concatenated", "Concatenated: being computed."),
        ("output", "Output: being computed."),
        ("W_O", "W_O: being drawn."),
    ],
)
def test_what_is_missing_is_named_with_its_head_only_if_it_has_one(name: str, words: str) -> None:
    waiting = trace(LARGE).deferred()
    assert str(waiting.want("picture", name, 1)).startswith(words)
