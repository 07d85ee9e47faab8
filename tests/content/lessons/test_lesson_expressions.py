"""Expressions against hand arithmetic on the worked page: three tokens, d_k = 2."""

from __future__ import annotations

import re
from dataclasses import replace
from math import e, pi, sqrt
from typing import Any

import numpy as np
import pytest

from attnviz.content.attn_file import load
from attnviz.content.lessons.calculating import Undefined
from attnviz.content.lessons.expressions import asks_lab, holds, is_condition, reads, value_of
from attnviz.content.lessons.language import BadExpression, parse
from attnviz.engine.cells import Region
from attnviz.engine.edits import set_mask
from attnviz.engine.errors import AttentionError, HiddenRow, NoSuchStage
from attnviz.engine.tracing import Trace, trace

ONE, TWO = load("by-hand"), load("two-heads")
LAB = {"weights": np.array([0.2, 0.3, 0.5]), "table": np.array([[1.0, 2.0], [3.0, 4.0]]), "d_k": 64.0}


@pytest.fixture
def by_hand() -> Trace:
    return trace(ONE)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14), ("(2 + 3) × 4", 20), ("2 − 3", -1), ("1/4", 0.25), ("6 ÷ 4", 1.5), ("2^3^2", 512),
        ("-2^2", -4), ("2^-1", 0.5), ("2 * -3", -6), ("1.5e2", 150), (".5", 0.5), ("- -3", 3), ("2 ** 3", 8),
        ("pi", pi), ("e", e), ("sqrt(2)", sqrt(2)), ("abs(-3)", 3), ("log(e)", 1), ("exp(0)", 1),
        ("max(2, 3)", 3), ("min([4, 2, 9])", 2), ("sum([1, 2, 3])", 6), ("mean([1, 2, 6])", 3), ("std([1, 3])", 1),
        ("sum([[1, 2], [3, 4]])", 10), ("rank([[1, 2], [2, 4]])", 1), ("product([1, 2], [3, 4])", 11),
    ],
)  # fmt: skip
def test_arithmetic_is_that_of_school(expression: str, value: float, by_hand: Trace) -> None:
    assert value_of(expression, by_hand) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("scores[2,3]", 3), ("scores[2,*]", [2, 1, 3]), ("scores[*,2]", [0, 1, 1]),
        ("queries[*,*]", [[1, 0], [1, 1], [2, 1]]),
        ("keys", [[1, 1], [0, 1], [1, 2]]), ("X[3,1]", 1), ("W_K[1,*]", [1, 1]), ("scores@1[2,3]", 3),
        ("row_sums(scores)", [2, 6, 8]), ("column_sums(scores)", [6, 2, 8]), ("transpose(X)", [[1, 0, 1], [0, 1, 1]]),
        ("product(X, W_Q) - queries", [[0, 0]] * 3), ("scores[2,3] - scores[2,1]", 1), ("2 * scores[2,*]", [4, 2, 6]),
        ("product(queries[2,*], keys[3,*])", 3),         ("rank(X)", 2), ("count(scores >= 2)", 4),
        ("softmax(masked) - weights", [[0, 0, 0]] * 3),
        ("T", 3), ("S", 3), ("heads", 1), ("d_model", 2), ("d_k", 2), ("d_v", 2), ("d_out", 2), ("temperature", 1),
    ],
)  # fmt: skip
def test_cells_rows_columns_and_tables_come_from_the_engine(expression: str, value: Any, by_hand: Trace) -> None:
    np.testing.assert_allclose(value_of(expression, by_hand), value, rtol=0, atol=1e-15)


def test_a_head_is_named_after_an_at_sign() -> None:
    traced = trace(TWO)
    np.testing.assert_array_equal(value_of("weights@2", traced), traced.weights[1])
    np.testing.assert_array_equal(value_of("weights", traced), traced.weights[0])


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        ("scores[2,3] = 3", True), ("scores[2,3] != 3", False), ("scores[2,3] ≥ 3", True),
        ("scores[2,3] <= 2.9", False),
        ("2 < scores[2,3] < 4", True), ("3 < scores[2,3] < 4", False), ("scores >= 0", True), ("scores > 0", False),
        ("not causal", True), ("causal or T = 3", True), ("causal and T = 3", False), ("true", True),
        ("0.1 + 0.2 = 0.3", True),
        ("not scores > 0", True), ("count(scores > 0) = 8", True), ("weights[9,1] > 0", False),
        ("biased[1,1] = 1", False),
        ("pencil = 3", False), ("pencil != 3", True), ("scores[2,*] = [2, 1, 3]", True),
        ("weights = scores[1,*]", False),
        ("lab.d_k = 64", False), ("3", False), ("1 / 0 > 1", False),
    ],
)  # fmt: skip
def test_a_goal_is_a_condition_on_the_state(goal: str, met: bool, by_hand: Trace) -> None:
    assert holds(goal, by_hand) is met


def test_or_stops_where_it_is_decided_so_that_a_goal_may_ask_what_is_there_first(by_hand: Trace) -> None:
    assert holds("T = 3 or weights[4,1] > 0", by_hand)


def test_settings_are_read_from_the_scenario() -> None:
    changed = replace(set_mask(ONE, causal=True), temperature=2.0, pencil=3, scale=0.25)
    assert holds("causal and temperature = 2 and pencil = 3 and scale = 0.25", trace(changed))


def test_numbers_of_the_laboratory_have_their_own_name(by_hand: Trace) -> None:
    assert value_of("lab.d_k", by_hand, LAB) == 64
    assert value_of("lab.weights[3]", by_hand, LAB) == 0.5
    assert value_of("lab.table[2,1]", by_hand, LAB) == 3
    np.testing.assert_array_equal(value_of("lab.table[*,2]", by_hand, LAB), [2, 4])


@pytest.mark.parametrize("expression", ["lab.nothing", "lab.weights[4]", "lab.weights[1,1]", "lab.d_k[1]"])
def test_a_laboratory_number_that_is_not_there_is_named(expression: str, by_hand: Trace) -> None:
    with pytest.raises(Undefined, match="lab"):
        value_of(expression, by_hand, LAB)


@pytest.mark.parametrize(
    ("expression", "at", "words"),
    [
        ("weigths[2,3]", 0, "Did you mean weights"), ("1 + nonsense", 4, "there is no “nonsense”"),
        ("weights[2]", 7, "a row and a column"), ("weights[0,1]", 8, "count from 1"),
        ("weights[1.5,1]", 8, "count from 1"),
        ("weights[-1,1]", 8, "count from 1"), ("weights[2,3", 11, "“]” is missing"), ("weights@*[1,1]", 8, "one head"),
        ("(1", 2, "“)” is missing"), ("1 +", 3, "too early"), ("", 0, "nothing is written"), ("  ", 0, "nothing"),
        ("1 2", 2, "one too many"), ("* 2", 0, "missing before"), ("sum", 0, "needs brackets"), ("sum()", 0, "takes 1"),
        ("product(X)", 0, "takes 2"), ("lab", 0, "after a dot"), ("lab.3", 0, "after a dot"),
        ("a; b", 1, "does not belong"),
        ("__import__", 0, "there is no"), ("X.T", 1, "one too many"), ("[]", 0, "empty"), ("not", 3, "too early"),
        ("1 = = 2", 4, "missing before"), ("'x'", 0, "does not belong"), ("X[1,1](2)", 6, "one too many"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_where_and_why(expression: str, at: int, words: str) -> None:
    with pytest.raises(BadExpression, match=re.escape(words)) as caught:
        parse(expression)
    assert caught.value.where.column == at
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "expression",
    ["(" * 40 + "1" + ")" * 40, "-" * 40 + "1", "2" + "^2" * 40, "1+" * 400 + "1", "not " * 40 + "true", "[" * 40],
)  # fmt: skip
def test_long_and_deep_expressions_are_refused(expression: str) -> None:
    with pytest.raises(BadExpression):
        parse(expression)


@pytest.mark.parametrize(
    "expression",
    ["9^9^9", "exp(1000)", "1/0", "sqrt(-1)", "log(0 - 1)", "softmax(3)", "softmax([-inf, -inf])", "rank(3)",
     "row_sums(T)",
     "X + scores", "product(X, X)", "sum(causal)", "1 + causal", "T and causal", "count(X)", "[1, [2, 3]]", "inf - inf",
     "(-8)^0.5", "X > scores"],
)  # fmt: skip
def test_what_has_no_value_is_an_error_and_no_number(expression: str, by_hand: Trace) -> None:
    with pytest.raises(Undefined):
        value_of(expression, by_hand)


@pytest.mark.parametrize(
    ("expression", "words"),
    [("weights[4,1]", "no row 4"), ("weights[1,4]", "no column 4"), ("weights@2", "no head 2"), ("X@1", "no heads"),
     ("biased", "biased"), ("W_O", "W_O"), ("output@1[1,1]", "no heads")],
)  # fmt: skip
def test_a_cell_that_is_not_there_is_named(expression: str, words: str, by_hand: Trace) -> None:
    with pytest.raises(NoSuchStage, match=words):
        value_of(expression, by_hand)


def test_a_hidden_row_is_the_engines_own_error() -> None:
    traced = trace(set_mask(ONE, padding=(0, 1, 2)))
    with pytest.raises(HiddenRow):
        value_of("weights[1,1]", traced)
    assert not holds("weights[1,1] >= 0", traced)
    assert value_of("scores[2,3]", traced) == 3


def test_hidden_scores_are_minus_infinity(by_hand: Trace) -> None:
    traced = trace(set_mask(ONE, causal=True))
    assert value_of("masked[1,2]", traced) == -np.inf
    assert holds("masked[1,2] = -inf and weights[1,2] = 0", traced)


def test_pencil_precision_is_what_an_expression_reads() -> None:
    assert value_of("exponentials[2,3]", trace(replace(ONE, pencil=3))) == 8.339


def test_the_cells_that_an_expression_names_are_known(by_hand: Trace) -> None:
    assert set(reads("weights[2,3] + sum(X[1,*]) > biased[1,1]", by_hand)) == {
        Region("weights", 0, (1, 2), (2, 3)),
        Region("X", None, (0, 1), (0, 2)),
    }


@pytest.mark.parametrize(
    ("expression", "condition"),
    [("X[1,1] > 0", True), ("not causal", True), ("causal", True), ("T", False), ("finite(X)", True)],
)
def test_conditions_are_told_from_numbers(expression: str, condition: bool) -> None:
    assert is_condition(expression) is condition


def test_a_goal_can_ask_for_numbers_that_are_none(by_hand: Trace) -> None:
    broken = {"sums": np.array([1.0, np.nan]), "one": np.inf}
    assert holds("not finite(lab.sums) and not finite(lab.one) and finite(X)", by_hand, broken)
    assert not holds("finite(lab.sums)", by_hand, broken)


def test_what_asks_a_laboratory_is_known() -> None:
    assert asks_lab("max(1, lab.x)")
    assert not asks_lab("max(1, T)")


def test_no_expression_reaches_python(by_hand: Trace) -> None:
    for attempt in ("__builtins__", "X.__class__", "open('f')", "lambda: 1", "exec", "eval(1)"):
        with pytest.raises(AttentionError):
            value_of(attempt, by_hand)
