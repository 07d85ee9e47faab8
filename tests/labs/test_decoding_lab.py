"""Decoding with a cache: what a step costs and stores, counted by hand, and that it equals the whole pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from trials import run, said

from attnviz import AttentionError, Mask, Rotary, load
from attnviz.engine.edits import set_kv_heads
from attnviz.labs.decoding import passes


def test_the_third_token_of_two_heads_costs_what_counting_by_hand_gives() -> None:
    # Two heads of width 2 in a model of width 4: 4·4 for each of query, key and value of one token, for two heads
    # 3 keys · 2 numbers of scores and as many of the mixture, and 4·4 for W_O.
    found = run("decode", load("two-heads"), token=3)
    assert found.numbers["multiplications"] == 3 * 16 + 2 * 3 * 2 + 2 * 3 * 2 + 16
    # All anew: three tokens are projected and compared, each with all three.
    assert found.numbers["multiplications_without_cache"] == 3 * (48 + 12 + 12 + 16)


def test_the_cache_holds_keys_and_values_of_every_token_so_far() -> None:
    found = run("decode", load("two-heads"), token=3)
    assert found.numbers["stored"] == 3 * 2 * (2 + 2)


def test_one_shared_head_of_keys_and_values_halves_the_cache_of_two() -> None:
    shared = run("decode", load("two-heads"), token=4, kv_heads="1")
    own = run("decode", load("two-heads"), token=4)
    assert shared.numbers["stored"] * 2 == own.numbers["stored"]
    assert "2 times smaller" in said(shared)


def test_the_weights_of_a_step_are_the_row_of_the_causal_pass() -> None:
    # Curriculum, unit 7: row 2 of the causal example is 0.669762, 0.330238.
    found = run("decode", load("by-hand-causal"), token=2)
    np.testing.assert_allclose(found.numbers["weights"][0], [0.669762, 0.330238], atol=5e-7)


def test_the_difference_from_the_whole_pass_is_told() -> None:
    found = run("decode", load("by-hand"), token=3)
    assert found.numbers["difference"] < 1e-12
    assert "full causal pass" in said(found, "right")


def test_a_scenario_without_a_causal_mask_gets_one_and_is_told_so() -> None:
    assert "causal mask is on here" in said(run("decode", load("by-hand")))
    assert "causal mask is on here" not in said(run("decode", load("by-hand-causal")))


def test_a_prompt_comes_in_one_step() -> None:
    found = run("decode", load("two-heads"), token=1, prompt=3)
    assert (found.numbers["first"], found.numbers["last"]) == (1, 3)
    assert len(found.numbers["work"]) == 2


def test_rotary_positions_are_decoded_alike() -> None:
    turned = replace(load("two-heads"), positions=Rotary())
    found = run("decode", turned, token=4)
    assert found.numbers["difference"] < 1e-12


def test_the_cache_shows_the_new_key_after_those_that_are_read() -> None:
    found = run("decode", load("two-heads"), token=3)
    keys = next(exhibit for exhibit in found.exhibits if exhibit.name == "keys")
    assert keys.row_labels == ("the", "cat", "+ drinks")
    np.testing.assert_array_equal(keys.values, [[2, 0], [0, 2], [-2, 0]])


def test_of_a_wide_matrix_the_first_columns_and_the_last_are_shown() -> None:
    found = run("decode", load("trophy"), token=2)
    query = next(exhibit for exhibit in found.exhibits if exhibit.name == "query")
    assert query.column_labels == ("1", "2", "3", "4", "5", "6", "… 32")
    whole = np.asarray(found.numbers["query"])
    np.testing.assert_array_equal(query.values, whole[:, [0, 1, 2, 3, 4, 5, 31]])


def test_the_table_of_caches_counts_every_divisor() -> None:
    found = run("decode", set_kv_heads(load("trophy-layer"), 4), show="cost")
    caches = next(exhibit for exhibit in found.exhibits if exhibit.name == "caches")
    assert [row[0] for row in caches.rows] == [12, 6, 4, 3, 2, 1]


def test_a_window_that_looks_back_only_needs_no_causal_mask() -> None:
    windowed = replace(load("by-hand"), mask=Mask(window=(1, 0)))
    found = run("decode", windowed, token=3)
    assert "causal mask is on" not in said(found)
    assert found.numbers["weights"][0, 0] == 0


def test_keys_from_a_source_are_refused_in_words() -> None:
    with pytest.raises(AttentionError, match="source"):
        run("decode", load("cross-attention"))


def test_another_token_or_head_is_looked_at_and_nothing_is_decoded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    given, decode, calls = load("two-heads"), passes.decode, []
    monkeypatch.setattr(passes, "decode", lambda *asked: calls.append(asked) or decode(*asked))
    first = run("decode", given, token=4)
    for changes in ({"token": 3}, {"token": 3, "head": 2}, {"token": 4, "show": "cost"}):
        run("decode", given, **changes)
    assert len(calls) == 1
    np.testing.assert_array_equal(run("decode", given, token=4).numbers["weights"], first.numbers["weights"])


def test_another_prompt_or_scenario_is_decoded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    given, decode, calls = load("two-heads"), passes.decode, []
    monkeypatch.setattr(passes, "decode", lambda *asked: calls.append(asked) or decode(*asked))
    run("decode", given, token=3)
    run("decode", given, token=3, prompt=2)
    run("decode", replace(given, temperature=2.0), token=3, prompt=2)
    assert len(calls) == 3
