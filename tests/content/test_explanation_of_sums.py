"""Sums of many terms: the largest by their names, the rest as one number, and all of it adds up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from explained import explained, numbers

from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Direct, Projected
from attnviz.engine.mask import Mask
from attnviz.engine.scenario import Scenario


def test_a_long_sum_names_its_largest_terms_and_the_rest_makes_it_add_up() -> None:
    scenario = preset("trophy")
    row, column = scenario.matrix("X")[0], scenario.matrix("W_Q")[:, 0]
    products = row.astype(np.float64) * column
    *terms, rest, bias, result = numbers(scenario, Cell("queries", 0, 0, 0))
    largest = np.argsort(-np.abs(products), kind="stable")[:8]
    assert [line.partition(":")[0].removeprefix("+ ") for line in terms] == [f"number {at + 1}" for at in largest]
    assert all("·" in line for line in terms)
    left = products.sum() - products[largest].sum()
    assert rest == f"+ 376 more products: (−{abs(left):.3f}…)"
    assert left < 0
    assert bias.startswith("+ b_Q: ")
    assert result == f"= {products.sum() + scenario.matrix('b_Q')[0]:.3f}"


def test_a_mixture_lists_its_largest_products_not_its_largest_weights() -> None:
    keys, row = 10, np.array([[float(key)] for key in range(10)])  # key 10 has the largest weight
    values = np.array([[4.0 - key] if key < 9 else [0.0] for key in range(10)])
    values[4] = 1.0
    steps = explained(Scenario(Direct(Q=[[0.25]], K=row, V=values)), Cell("output", None, 0, 0)).steps
    powers = np.exp(0.25 * np.arange(keys))
    products = powers / powers.sum() * values[:, 0]
    mixed = next(step.text.splitlines() for step in steps if step.title.startswith("Values mixed"))
    largest = np.argsort(-np.abs(products), kind="stable")[:8]
    assert keys - 1 not in largest
    assert [line.partition(":")[0].removeprefix("+ ") for line in mixed[:8]] == [f"key {key + 1}" for key in largest]


def test_one_product_that_is_left_out_is_not_counted_as_many() -> None:
    ones = np.ones((9, 1))
    inputs = Projected(X=np.ones((1, 9)), W_Q=ones, W_K=ones, W_V=ones)
    lines = numbers(Scenario(inputs), Cell("queries", 0, 0, 0))
    assert lines[:2] == ["number 1: 1·1", "+ number 2: 1·1"]
    assert lines[-2:] == ["+ 1 more product: 1", "= 9"]


def test_the_exponentials_that_are_left_out_make_the_sum_add_up() -> None:
    zeros = np.zeros((12, 1))
    steps = explained(Scenario(Projected(zeros, [[1.0]], [[1.0]], [[1.0]])), Cell("weights", 0, 0, 0)).steps
    others, summed = (step for step in steps if "exponentials" in step.title or "Sum" in step.title)
    assert others.text.splitlines()[-1] == "3 more keys: 3"  # e to the 0 is 1
    assert summed.text == "1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 3 (3 more exponentials) = 12"


def test_a_hidden_key_is_none_of_the_exponentials_that_are_added() -> None:
    scenario = replace(preset("by-hand"), mask=Mask(causal=True))
    steps = explained(scenario, Cell("weights", 0, 1, 2)).steps
    (summed,) = (step for step in steps if step.title.startswith("Sum"))
    assert summed.text.count("+") == 1
    assert "more" not in summed.text


def test_words_say_which_of_the_other_exponentials_is_the_largest() -> None:
    # Curriculum, unit 2, token 2: exponentials 4.113, 2.028 and 8.342.
    said = [step.said for step in explained(preset("by-hand"), Cell("weights", 0, 1, 2)).steps]
    told = "Of the 2 other keys that query 2 “b” may see, none has a larger exponential than key 1 “a”: about 4.113."
    assert told in said


def test_all_terms_can_be_had() -> None:
    (step,) = explained(preset("trophy"), Cell("queries", 0, 0, 0), terms=None).steps
    assert step.text.count("·") == 384
