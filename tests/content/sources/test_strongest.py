"""Heads are found by what one token looks at, tokens by their text or number, and habits are plain averages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.content.sources.habits import habits
from attnviz.content.sources.opening import open_source
from attnviz.content.sources.source import Place
from attnviz.content.sources.strongest import Found, strongest, token_at
from attnviz.engine.errors import FieldError

WEIGHTS = np.array(
    [
        [[[0.6, 0.3, 0.1]], [[0.2, 0.5, 0.3]]],
        [[[0.1, 0.4, 0.5]], [[0.1, 0.8, 0.1]]],
    ]
)  # layers, heads, one query, three keys


def test_heads_that_look_most_at_the_key_come_first_then_by_weight(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", WEIGHTS)
    assert strongest(open_source(tmp_path / "a.npy"), 0, 1) == (
        Found(Place(1, 1), 0.8, 1),
        Found(Place(0, 1), 0.5, 1),
        Found(Place(1, 0), 0.4, 2),
        Found(Place(0, 0), 0.3, 2),
    )


def test_a_key_or_query_that_is_not_there_is_named(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", WEIGHTS)
    source = open_source(tmp_path / "a.npy")
    for query, key, words in ((1, 0, "no query 2"), (0, 3, "no key 4")):
        with pytest.raises(FieldError, match=words):
            strongest(source, query, key)


TOKENS = ["[CLS]", "the", "Ġcat", "##s", "saw", "the", "12", "It", "it"]


@pytest.mark.parametrize(
    ("wanted", "place"),
    [("saw", 4), ("SAW", 4), ("cat", 2), ("s", 3), ("the:2", 5), ("2", 1), ("12", 6), ("It", 7), ("it", 8), ("9", 8)],
)
def test_a_token_is_found_by_its_text_or_its_number(wanted: str, place: int) -> None:
    assert token_at(TOKENS, wanted) == place


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("the", "the:1 or the:2"),
        ("the:3", "no token"),
        ("dog", r"Choose one of: \[CLS\] the"),
        ("0", "no token"),
        ("", "no token"),
        ("99999999999", "no token"),
    ],
)
def test_a_token_that_is_not_there_or_there_twice_is_refused(wanted: str, words: str) -> None:
    with pytest.raises(FieldError, match=words):
        token_at(TOKENS, wanted)


def test_habits_are_averages_over_the_tokens_that_are_not_special() -> None:
    weights = np.array([[[1.0, 0, 0, 0], [0.4, 0.1, 0.3, 0.2], [0.1, 0.7, 0.1, 0.1], [0, 0, 0, 1.0]]])
    (habit,) = habits(weights, {0, 3})
    assert habit.special == pytest.approx((0.6 + 0.2) / 2)
    assert habit.itself == pytest.approx((0.1 + 0.1) / 2)
    assert habit.before == pytest.approx((0.4 + 0.7) / 2)
    assert habit.after == pytest.approx((0.3 + 0.1) / 2)
    assert (habit.query, habit.key, habit.weight) == (2, 1, 0.7)


def test_habits_of_other_keys_have_no_diagonals() -> None:
    (habit,) = habits(np.array([[[0.2, 0.8], [0.5, 0.5], [0.9, 0.1]]]), ())
    assert (habit.special, habit.itself, habit.before, habit.after) == (0.0, None, None, None)
    assert (habit.query, habit.key, habit.weight) == (2, 0, 0.9)


def test_a_row_of_special_tokens_alone_has_no_pair() -> None:
    (habit,) = habits(np.eye(2)[None], {0, 1})
    assert (habit.query, habit.key) == (None, None)
    assert habit.special == 1.0
