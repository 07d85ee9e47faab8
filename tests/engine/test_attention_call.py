"""The public call: which input it takes, what it refuses and with which words."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest

from attnviz import AttentionError, HiddenRow, attention
from attnviz.engine.errors import FieldError, NonFinite, Overflow, ShapeError, Where
from attnviz.engine.inputs import Direct

Q = np.array([[1.0, 0.0], [0.0, 1.0]])
K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
V = np.array([[1.0, 0.0], [0.0, 2.0], [2.0, 1.0]])


def test_integers_become_float64() -> None:
    output, weights = attention(Q.astype(int), K.astype(np.uint8), V.astype(int))
    assert output.dtype == weights.dtype == np.float64


def test_lists_are_taken_as_arrays() -> None:
    np.testing.assert_array_equal(attention(Q.tolist(), K.tolist(), V.tolist())[0], attention(Q, K, V)[0])


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_narrow_numbers_are_computed_in_float32(dtype: Any) -> None:
    output, weights = attention(Q.astype(dtype), K.astype(dtype), V.astype(dtype))
    assert output.dtype == weights.dtype == np.float32


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kind", ["f2", "f4"])
def test_the_order_of_bytes_changes_neither_format_nor_numbers(order: str, kind: str) -> None:
    got = attention(*(array.astype(order + kind) for array in (Q, K, V)), bias=np.ones((2, 3), order + kind))
    wanted = attention(*(array.astype(np.float32) for array in (Q, K, V)), bias=np.ones((2, 3), np.float32))
    for own, other in zip(got, wanted, strict=True):
        assert own.dtype == np.float32
        np.testing.assert_array_equal(own, other)


@pytest.mark.parametrize("order", ["<", ">"])
def test_inputs_keep_float32_in_either_order_of_bytes(order: str) -> None:
    kept = Direct(*(array.astype(f"{order}f4") for array in (Q, K, V)))
    for own, given in zip((kept.Q, kept.K, kept.V), (Q, K, V), strict=True):
        assert own.dtype == np.float32
        np.testing.assert_array_equal(own, given)


def test_one_float64_operand_makes_all_float64() -> None:
    assert attention(Q.astype(np.float32), K.astype(np.float32), V)[0].dtype == np.float64


def test_its_arguments_are_left_as_they_were() -> None:
    copies = [array.copy() for array in (Q, K, V)]
    attention(Q, K, V, np.tri(2, 3, dtype=bool), scale=2, softcap=3, temperature=0.5, bias=np.ones((2, 3)))
    for before, after in zip(copies, (Q, K, V), strict=True):
        np.testing.assert_array_equal(before, after)


def test_leading_axes_broadcast() -> None:
    q = np.stack([Q, 2 * Q, 3 * Q])[:, np.newaxis]  # (3, 1, T, d_k)
    k = np.stack([K, -K])  # (2, S, d_k)
    output, weights = attention(q, k, V)
    assert output.shape == (3, 2, 2, 2)
    np.testing.assert_allclose(output[2, 1], attention(3 * Q, -K, V)[0], rtol=1e-14)
    np.testing.assert_allclose(weights[1, 0], attention(2 * Q, K, V)[1], rtol=1e-14)


def test_query_heads_share_key_value_heads_in_order() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.normal(size=(4, 2, 3)), rng.normal(size=(2, 5, 3)), rng.normal(size=(2, 5, 2))
    output, _ = attention(q, k, v)
    for head, shared in enumerate([0, 0, 1, 1]):
        np.testing.assert_allclose(output[head], attention(q[head], k[shared], v[shared])[0], rtol=1e-14)


def test_one_query_and_one_key_give_the_value_itself() -> None:
    output, weights = attention([[5.0]], [[7.0]], [[3.0, -1.0]])
    assert weights.tolist() == [[1.0]]
    assert output.tolist() == [[3.0, -1.0]]


def test_scale_zero_gives_every_key_the_same_weight() -> None:
    np.testing.assert_allclose(attention(Q, K, V, scale=0)[1], 1 / 3, rtol=1e-15)


def test_huge_scores_do_not_overflow_softmax() -> None:
    _, weights = attention(1e4 * Q, 1e4 * K, V, scale=1)
    np.testing.assert_allclose(weights, [[0.5, 0, 0.5], [0, 0.5, 0.5]], atol=1e-300)


def test_huge_float32_scores_do_not_overflow_softmax() -> None:
    _, weights = attention(*(np.float32(1e4) * m.astype(np.float32) for m in (Q, K)), V.astype(np.float32), scale=1)
    np.testing.assert_allclose(weights, [[0.5, 0, 0.5], [0, 0.5, 0.5]])


def test_a_minus_infinite_bias_hides_as_a_mask_does() -> None:
    allowed = np.array([[True, False, True], [True, True, True]])
    by_bias = attention(Q, K, V, bias=np.where(allowed, 0.0, -np.inf))
    by_mask = attention(Q, K, V, allowed)
    np.testing.assert_array_equal(by_bias[1], by_mask[1])


def test_bias_is_added_before_temperature_divides() -> None:
    bias = np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]])
    expected = np.exp((Q @ K.T / np.sqrt(2) + bias) / 0.5)
    _, weights = attention(Q, K, V, bias=bias, temperature=0.5)
    np.testing.assert_allclose(weights, expected / expected.sum(axis=1, keepdims=True), rtol=1e-14)


def test_softcap_comes_before_bias() -> None:
    bias = np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 0.5]])
    expected = np.exp(0.3 * np.tanh(Q @ K.T / np.sqrt(2) / 0.3) + bias)
    _, weights = attention(Q, K, V, bias=bias, softcap=0.3)
    np.testing.assert_allclose(weights, expected / expected.sum(axis=1, keepdims=True), rtol=1e-14)


def test_a_query_that_sees_no_key_is_refused_by_its_row() -> None:
    with pytest.raises(HiddenRow, match=r"^Query 2 sees no key\. Show it at least one\.$") as caught:
        attention(Q, K, V, [[True, True, True], [False, False, False]])
    assert caught.value.where == Where("masked", 1)


def test_a_bias_and_a_mask_can_hide_a_row_between_them() -> None:
    bias = np.array([[-np.inf, 0, 0], [0, 0, 0]])
    with pytest.raises(HiddenRow, match="Query 1"):
        attention(Q, K, V, [[True, False, False], [True, True, True]], bias=bias)


def test_empty_rows_may_be_made_zero() -> None:
    output, weights = attention(Q, K, V, [[True, True, True], [False, False, False]], empty_rows="zero")
    assert weights[1].tolist() == [0, 0, 0]
    assert output[1].tolist() == [0, 0]
    np.testing.assert_array_equal(weights[0], attention(Q, K, V)[1][0])


def test_a_number_behind_a_mask_must_be_finite_too() -> None:
    poisoned = K.copy()
    poisoned[2, 1] = np.nan
    with pytest.raises(NonFinite, match="k, row 3, column 2 is nan") as caught:
        attention(Q, poisoned, V, np.tri(2, 3, dtype=bool))
    assert caught.value.where == Where("k", 2, 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_bias_that_is_nan_or_plus_infinite_is_refused(bad: float) -> None:
    with pytest.raises(NonFinite, match="bias, row 1, column 3"):
        attention(Q, K, V, bias=[[0, 0, bad], [0, 0, 0]])


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        ((1e200 * Q, 1e200 * K, V), {}),
        ((1e200 * Q, -1e200 * K, V), {}),
        ((Q, K, V), {"scale": 1e308, "bias": np.full((2, 3), 1e308)}),
        ((-Q, K, V), {"scale": 1.5e308, "bias": np.full((2, 3), -1e308)}),
        ((Q, K, V), {"temperature": 1e-300, "scale": 1e100}),
        ((Q.astype(np.float32) * np.float32(1e30), K.astype(np.float32) * np.float32(1e30), V.astype(np.float32)), {}),
    ],
)
def test_scores_too_large_for_their_format_are_refused(arguments: Any, settings: Any) -> None:
    with pytest.raises(Overflow, match="scores, row 1, column 1 is too large for float") as caught:
        attention(*arguments, **settings)
    assert caught.value.where == Where("scores", 0, 0)


def test_the_mean_of_the_largest_values_is_a_number_or_refused_but_never_infinite() -> None:
    values = np.full((3, 1), np.finfo(np.float64).max)
    with contextlib.suppress(Overflow):
        assert np.isfinite(attention(Q, K, values)[0]).all()


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("q", [[True, False]], "q, row 1, column 1 is True. Give a number there."),
        ("q", [[1.0, True]], "q, row 1, column 2 is True. Give a number there."),
        ("q", np.array([[True, False]]), "q holds bool. Give real numbers."),
        ("q", [[1.0, 2.0], [3.0]], "q, row 2 has another length than row 1. Make all rows equal."),
        ("k", [[1j, 0]], "k, row 1, column 1 is 1j. Give a number there."),
        ("k", np.array([[1j, 0]]), "k holds complex128. Give real numbers."),
        ("k", [["1", "0"]], "k, row 1, column 1 is '1'. Give a number there."),
        ("v", [[None, 0]], "v, row 1, column 1 is None. Give a number there."),
        ("v", np.array([[0, "x"]], dtype=object), "v, row 1, column 2 is 'x'. Give a number there."),
        ("v", [[10**400, 0]], "v, row 1, column 1 is too large for float64. Make it smaller."),
        ("v", [[10**5000, 0]], "v, row 1, column 1 is too large for float64. Make it smaller."),
        ("q", np.ma.masked_array(Q, mask=[[1, 0], [0, 0]]), "q is a masked array. Fill its gaps with numbers."),
    ],
)
def test_what_is_not_real_numbers_is_refused_by_its_place(name: str, values: Any, message: str) -> None:
    arguments = {"q": Q, "k": K, "v": V} | {name: values}
    with pytest.raises((FieldError, ShapeError, Overflow)) as caught:
        attention(**arguments)
    assert str(caught.value) == message
    assert caught.value.where.name == name


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("q", [1.0, 2.0], "q has shape (2,). Give it rows and columns, at least one of each."),
        ("q", np.zeros((0, 2)), "q has shape (0, 2). Give it rows and columns, at least one of each."),
        ("k", [[1.0]], "k has 1 column but q has 2. Make them equal: both are d_k."),
        ("v", [[1.0]], "v has 1 row but k has 3. Make them equal."),
        ("k", np.zeros((2, 3, 2)), None),
        ("allowed", np.ones((3, 3), bool), "allowed has shape (3, 3) but the scores are (2, 3). Make them fit."),
        ("allowed", np.ones((4, 2, 3), bool), "allowed has shape (4, 2, 3) but the scores are (2, 3). Make them fit."),
        ("bias", np.zeros((2, 2)), "bias has shape (2, 2) but the scores are (2, 3). Make them fit."),
    ],
)
def test_shapes_that_do_not_fit_are_named(name: str, values: Any, message: str | None) -> None:
    arguments = {"q": Q, "k": K, "v": V} | {name: values}
    if message is None:
        assert attention(**arguments)[0].shape == (2, 2, 2)
        return
    with pytest.raises(ShapeError) as caught:
        attention(**arguments)
    assert str(caught.value) == message
    assert caught.value.where == Where(name)


def test_leading_axes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ShapeError, match="The leading axes of q"):
        attention(np.zeros((2, 1, 2, 2)), np.zeros((3, 1, 3, 2)), V)


def test_key_heads_that_do_not_divide_the_query_heads_are_named() -> None:
    with pytest.raises(ShapeError, match=r"^k has 2 heads, which do not divide the 3 of q\. Choose a divisor\.$"):
        attention(np.stack([Q] * 3), np.stack([K] * 2), np.stack([V] * 2))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scale": True}, "scale is True. Give a number."),
        ({"scale": "1"}, "scale is '1'. Give a number."),
        ({"scale": np.nan}, "scale is nan. Give a finite number."),
        ({"scale": 10**400}, "scale is too large. Give a smaller number."),
        ({"temperature": 0}, "temperature is 0. Give a number above 0."),
        ({"temperature": True}, "temperature is True. Give a number."),
        ({"temperature": [1.0]}, "temperature is [1.0]. Give a number."),
        ({"temperature": -1.0}, "temperature is -1. Give a number above 0."),
        ({"temperature": np.inf}, "temperature is inf. Give a finite number."),
        ({"softcap": 0.0}, "softcap is 0. Give a number above 0."),
        ({"softcap": 1e-310}, "softcap is 1e-310, too small for float64. Give a larger number."),
        ({"empty_rows": "skip"}, "empty_rows is 'skip'. Make it 'raise' or 'zero'."),
        ({"allowed": [[1, 1, 0]]}, "allowed holds int64. Give true and false: true = the key may be seen."),
        ({"bias": [[True, False, True]]}, "bias, row 1, column 1 is True. Give a number there."),
    ],
)
def test_settings_out_of_range_are_refused_by_name(settings: Any, message: str) -> None:
    with pytest.raises(AttentionError) as caught:
        attention(Q, K, V, **settings)
    assert str(caught.value) == message
    assert caught.value.where.name == next(iter(settings))


@pytest.mark.parametrize(
    "settings", [{"temperature": 1e-50}, {"softcap": 1e50}, {"scale": 1e50}, {"bias": np.full((2, 3), -1e300)}]
)
def test_settings_that_float32_cannot_hold_are_refused(settings: Any) -> None:
    narrow = [array.astype(np.float32) for array in (Q, K, V)]
    with pytest.raises(AttentionError, match=r"too (large|small) for float32"):
        attention(*narrow, **settings)


def test_float64_numbers_that_float32_cannot_hold_keep_all_in_float64() -> None:
    assert attention(Q.astype(np.float32), K.astype(np.float32), 1e300 * V)[0].dtype == np.float64


def test_a_negative_zero_changes_nothing() -> None:
    np.testing.assert_array_equal(attention(-0.0 * Q, K, V)[1], attention(0.0 * Q, K, V)[1])
