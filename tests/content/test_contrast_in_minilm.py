"""“bank” in two sentences of the small model, against the numbers of another implementation."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from attnviz.content.contrast import Contrast, alike, contrasted
from attnviz.content.sources.minilm import minilm
from attnviz.content.sources.source import Place

GOLDEN = Path(__file__).parents[1] / "golden"
RIVER, MONEY = 2, 3  # of the stored sentences
BANK = 6, 7


@cache
def _stored() -> dict[str, np.ndarray]:
    with np.load(GOLDEN / "real_minilm_all.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


@cache
def _contrast() -> Contrast:
    stored = _stored()
    left, right = (minilm(str(stored[f"text_{number}"])) for number in (RIVER, MONEY))
    queries = alike(left, right)
    assert queries == BANK
    return contrasted(left, right, Place(2, 5), queries)


def test_the_rows_are_those_of_the_reference() -> None:
    stored, contrast = _stored(), _contrast()
    for side, number, query in ((contrast.left, RIVER, BANK[0]), (contrast.right, MONEY, BANK[1])):
        assert side.tokens[side.query] == "bank"
        np.testing.assert_allclose(side.weights, stored[f"attentions_{number}"][2, 5, query], atol=1e-5)


def test_the_last_vectors_are_as_far_apart_as_those_of_the_reference() -> None:
    stored = _stored()
    one, other = stored[f"last_hidden_{RIVER}"][BANK[0]], stored[f"last_hidden_{MONEY}"][BANK[1]]
    one, other = one.astype(np.float64), other.astype(np.float64)
    last = _contrast().path[-1]
    assert last.cosine == pytest.approx(one @ other / np.sqrt((one @ one) * (other @ other)), abs=1e-5)
    assert last.distance == pytest.approx(np.sqrt(((one - other) ** 2).sum()), abs=1e-4)


def test_every_vector_of_the_layer_is_named_in_its_order() -> None:
    names = [row.name for row in _contrast().apart]
    assert names == ["entering layer 3", "output of head 6", "attention output", "leaving layer 3"]


def test_what_leaves_a_layer_is_what_the_path_says() -> None:
    contrast = _contrast()
    leaving, after = contrast.apart[-1], contrast.path[3]
    assert (leaving.cosine, leaving.distance) == (after.cosine, after.distance)
