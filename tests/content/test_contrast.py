"""Two rows of one head side by side: cosine and distance by hand, and the words that two sentences share."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.content.contrast import alike, apart, contrasted
from attnviz.content.sources.source import Place
from attnviz.engine.arrays import Array
from attnviz.engine.inputs import GivenWeights
from attnviz.engine.scenario import Scenario


class _Saved:
    """One layer of one head with equal weights."""

    kind = "tensor"
    text = missing = ""
    title = "saved"
    layers = heads = 1
    source_tokens = None

    def __init__(self, *tokens: str, special: frozenset[int] = frozenset()) -> None:
        self.tokens, self.special = tokens, special

    def weights(self, layer: int) -> Array:
        return np.full((1, len(self.tokens), len(self.tokens)), 1 / len(self.tokens))

    def scenario(self, place: Place) -> Scenario:
        return Scenario(GivenWeights(self.weights(place.layer)), "", self.tokens)

    def place_of(self, title: str) -> Place | None:
        return None


def test_cosine_and_distance_are_those_of_a_right_triangle() -> None:
    found = apart("x", np.array([3.0, 0.0]), np.array([3.0, 4.0]))
    assert (found.cosine, found.distance) == (0.6, 4.0)


def test_equal_vectors_are_not_apart() -> None:
    vector = np.array([0.1, 0.2, 0.3])
    found = apart("x", vector, vector)
    assert (found.cosine, found.distance) == (pytest.approx(1.0), 0.0)


def test_a_vector_of_zeros_has_no_direction() -> None:
    assert apart("x", np.zeros(2), np.ones(2)).cosine == 0.0


def test_the_last_word_that_both_sentences_have_is_compared() -> None:
    left = _Saved("[CLS]", "the", "bank", ".", "[SEP]", special=frozenset({0, 4}))
    right = _Saved("[CLS]", "a", "bank", "by", "the", "sea", ".", "[SEP]", special=frozenset({0, 7}))
    assert alike(left, right) == (2, 2)


def test_a_word_that_only_joins_others_is_compared_last() -> None:
    left = _Saved("I", "sat", "by", "the", "bank", "of", "the", "river", ".")
    right = _Saved("She", "went", "to", "the", "bank", "to", "get", "money", ".")
    assert alike(left, right) == (4, 4)


def test_of_two_words_in_common_the_longer_one_is_compared() -> None:
    assert alike(_Saved("trophy", "fits"), _Saved("fits", "trophy")) == (0, 1)


def test_joining_words_are_compared_where_there_are_no_others() -> None:
    assert alike(_Saved("the", "sea"), _Saved("by", "the")) == (0, 1)


def test_a_wanted_word_is_compared_if_both_have_it() -> None:
    assert alike(_Saved("the", "bank"), _Saved("bank", "the"), query=0) == (0, 1)


def test_special_tokens_and_signs_are_no_words_in_common() -> None:
    left = _Saved("[CLS]", "yes", ".", special=frozenset({0}))
    right = _Saved("[CLS]", "no", ".", special=frozenset({0}))
    assert alike(left, right) is None


def test_saved_weights_have_rows_but_no_vectors() -> None:
    found = contrasted(_Saved("a", "b"), _Saved("a", "b", "c", "d"), Place(0, 0), (1, 3))
    assert found.left.weights.tolist() == [0.5, 0.5]
    assert found.right.weights.tolist() == [0.25] * 4
    assert found.apart == found.path == ()
