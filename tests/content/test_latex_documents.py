"""LaTeX that is whole: environments and braces pair up, formulas are read by an independent reader, numbers agree."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hard_labels import every_form, hard_scenario
from latex2mathml.converter import convert
from test_latex_text import balanced

from attnviz.content.documents.export import Order, export_text
from attnviz.content.documents.extract import extract, names_of
from attnviz.content.documents.stage_equations import equation_of, matrix_symbol
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.inputs import Projected
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace

DISPLAY = re.compile(r"\\begin\{gather\*\}\n(.*?)\n\\end\{gather\*\}", re.S)
ARRAY = re.compile(r"\\begin\{array\}\{([r|]+)\}\n(.*?)\n\\end\{array\}", re.S)


def large(count: int, width: int) -> Scenario:
    rng = np.random.default_rng(3)
    return Scenario(Projected(rng.normal(size=(count, width)), *(rng.normal(size=(width, width)) for _ in range(3))))


def numbers_in(array: str) -> list[list[str]]:
    """The cells of an array, without rule and strut, the room for missing decimals and what centres a head."""
    array = re.sub(r"\\multicolumn\{1\}\{c\}\{(\\texttt\{.*?\}|\\cdots)\}", r"\1", array)
    array = re.sub(r"\\hline|\\rule\{0pt\}\{2.5ex\}", "", array)
    rows = [line.split("&") for line in array.split("\\\\")]
    return [[re.sub(r"\\phantom\{[^}]*\}", "", cell).strip() for cell in row] for row in rows]


@pytest.mark.parametrize("name", [*every_form(), "hard", *(f"preset {one.name}" for one in PRESETS)])
def test_a_worked_example_is_whole(name: str) -> None:
    scenario = (
        preset(name.removeprefix("preset ")) if name.startswith("preset ")
        else hard_scenario() if name == "hard" else every_form()[name]
    )  # fmt: skip
    text = export_text(trace(scenario), Order("latex", query=scenario.sizes.T - 1))
    assert text.startswith("\\documentclass{article}\n")
    assert text.endswith("\\end{document}\n")
    assert balanced(text)
    opened = re.findall(r"\\begin\{(.*?)\}", text)
    assert sorted(opened) == sorted(re.findall(r"\\end\{(.*?)\}", text))
    assert re.findall(r"\\usepackage(?:\[\w+\])?\{(\w+)\}", text) == ["inputenc", "amsmath"]
    assert not set("−∞≈√·÷") & set(text)


@pytest.mark.parametrize("name", [*every_form(), "hard"])
def test_every_row_of_an_array_has_as_many_cells_as_the_array_has_columns(name: str) -> None:
    scenario = hard_scenario() if name == "hard" else every_form()[name]
    for columns, body in ARRAY.findall(export_text(trace(scenario), Order("latex"))):
        body = re.sub(r"\\codepoint\{.*?\}\{.*?\}", "", body).replace(r"\&", "")
        assert {len(row) for row in numbers_in(body)} == {columns.count("r")}


@pytest.mark.parametrize("name", every_form())
def test_every_equation_is_read_by_an_independent_reader_of_latex(name: str) -> None:
    traced = trace(every_form()[name])
    taken = extract(traced)
    for stage in names_of(traced):
        for head in taken.heads_of(stage):
            for formula in (matrix_symbol(traced, stage, head), equation_of(traced, stage, head)):
                tree = ElementTree.fromstring(convert(formula or "x"))
                assert "\\" not in "".join(tree.itertext())


@pytest.mark.parametrize(
    ("name", "stage", "equation"),
    [
        ("plain", "queries", r"X \, W_Q"), ("heads", "keys", r"X \, W_K^{(2)}"),
        ("cross", "keys", r"\text{source} \, W_K"), ("plain", "scores", r"Q \, K^{\top}"),
        ("heads", "scores", r"Q^{(2)} \, \left( K^{(2)} \right)^{\top}"),
        ("rotary", "scores", r"\tilde{Q}^{(2)} \, \left( \tilde{K}^{(2)} \right)^{\top}"),
        ("plain", "scaled", r"\frac{\text{scores}}{\sqrt{2}}"),
        ("scaled", "scaled", r"\left( -0.5 \right) \cdot \text{scores}"), ("unscaled", "scaled", r"\text{scores}"),
        ("capped", "capped", r"5 \tanh\left( \frac{\text{scaled}}{5} \right)"),
        ("biased", "biased", r"\text{scaled} + B"),
        ("alibi", "biased", r"\text{scaled}^{(2)} + \text{ALiBi}^{(2)}"),
        ("tempered", "tempered", r"\frac{\text{scaled}}{0.5}"), ("plain", "masked", r"\text{scaled}"),
        ("causal", "masked", r"\text{scaled} \text{, hidden} \to -\infty"),
        ("plain", "exponentials", r"e^{\text{masked}}"),
        ("shifted", "exponentials", r"e^{\text{masked} - \text{row maximum}}"),
        ("plain", "weights", r"\operatorname{softmax}\left( \text{masked} \right)"),
        ("plain", "output", r"\text{weights} \, V"), ("heads", "output", r"\text{concatenated} \, W_O"),
        ("heads", "concatenated", r"\left[ \text{head output}^{(1)} \mid \text{head output}^{(2)} \right]"),
    ],
)  # fmt: skip
def test_each_stage_has_the_equation_of_its_settings(name: str, stage: str, equation: str) -> None:
    traced = trace(every_form()[name])
    assert equation_of(traced, stage, traced.sizes.heads - 1) == equation


EXTREMES = (1e-300, 1e-9, 3.3333333e-7, 1.23456789e-5, 1 / 3, 1e5 + 1 / 3, 1e6, 1e300)


@pytest.mark.parametrize("value", EXTREMES)
@pytest.mark.parametrize("setting", ["temperature", "softcap", "scale", "less", "slopes", "base", "bias"])
def test_any_setting_is_written_in_signs_that_latex_knows(setting: str, value: float) -> None:
    plain = preset("two-heads")
    scenario = {
        "temperature": lambda: replace(plain, temperature=value),
        "softcap": lambda: replace(plain, softcap=value),
        "scale": lambda: replace(plain, scale=value),
        "less": lambda: replace(plain, scale=-value),
        "slopes": lambda: replace(plain, positions=Alibi(slopes=(min(value, 1e6),) * 2)),
        "base": lambda: replace(plain, positions=Rotary(base=max(value, 1.0001))),
        "bias": lambda: replace(plain, bias=np.full((plain.sizes.T, plain.sizes.S), -value)),
    }[setting]()
    text = export_text(trace(scenario), Order("latex"))
    assert balanced(text)
    assert not [sign for sign in text if ord(sign) > 126 and sign not in "“”–—"]
    for formula in DISPLAY.findall(text):
        assert "\\" not in "".join(ElementTree.fromstring(convert(ARRAY.sub("x", formula))).itertext())


@pytest.mark.parametrize(
    ("value", "formula"),
    [
        (1e-300, r"1 \times 10^{-300} \cdot \text{scores}"), (1e-9, r"1 \times 10^{-9} \cdot \text{scores}"),
        (1.23456789e-6, r"1.234568 \times 10^{-6} \cdot \text{scores}"), (0.5, r"0.5 \cdot \text{scores}"),
        (-3e-8, r"\left( -3 \times 10^{-8} \right) \cdot \text{scores}"),
        (1e300, r"1 \times 10^{300} \cdot \text{scores}"),
    ],
)  # fmt: skip
def test_a_setting_is_never_nearly_0(value: float, formula: str) -> None:
    assert equation_of(trace(replace(preset("by-hand"), scale=value)), "scaled", 0) == formula


def test_numbers_are_those_of_the_board_with_decimals_under_each_other() -> None:
    # Curriculum, unit 7: row 2 of the causal example is 0.670, 0.330, 0.
    text = export_text(trace(preset("by-hand-causal")), Order("latex", ("weights",), content="matrices"))
    _, body = ARRAY.findall(text)[0]
    assert numbers_in(body)[2] == [r"\texttt{b}", "0.670", "0.330", "0"]
    assert r"0\phantom{.000}" in body


def test_hidden_scores_are_minus_infinity() -> None:
    text = export_text(trace(preset("by-hand-causal")), Order("latex", ("masked",), content="matrices"))
    assert numbers_in(ARRAY.findall(text)[0][1])[1] == [r"\texttt{a}", "0.707", r"-\infty", r"-\infty"]


def test_without_labels_a_matrix_stands_in_brackets() -> None:
    text = export_text(trace(preset("by-hand")), Order("latex", ("weights",), content="matrices", labels=False))
    assert r"\left[\begin{array}{rrr}" in text
    assert "texttt" not in text


@pytest.mark.parametrize("decimals", [0, 1, 5])
def test_decimals_are_as_many_as_were_asked_for(decimals: int) -> None:
    order = Order("latex", ("weights",), content="matrices", decimals=decimals)
    body = ARRAY.findall(export_text(trace(preset("by-hand")), order))[0][1]
    cell = numbers_in(body)[2][3]
    assert cell == f"{0.575975345215362:.{decimals}f}"


def test_a_large_matrix_is_shortened_and_says_its_true_size() -> None:
    text = export_text(trace(large(64, 48)), Order("latex"))
    assert r"$64 \times 64$, shortened" in text
    assert r"\vdots" in text
    assert r"\cdots" in text
    assert all(columns.count("r") < 25 and body.count("\\\\") < 25 for columns, body in ARRAY.findall(text))


@pytest.mark.parametrize(
    ("names", "count", "shortened"), [(("weights",), 32, False), (("weights",), 33, True), ((), 32, True)]
)
def test_a_matrix_that_is_named_is_whole_up_to_32_keys(names: tuple[str, ...], count: int, shortened: bool) -> None:
    text = export_text(trace(large(count, 4)), Order("latex", names, content="matrices"))
    assert (r"\cdots" in ARRAY.findall(text.partition("% Weights")[2])[0][1]) is shortened


def test_a_large_matrix_is_whole_where_that_is_asked_for() -> None:
    order = Order("latex", ("scores",), content="matrices", whole=True)
    columns, body = ARRAY.findall(export_text(trace(large(64, 48)), order))[0]
    assert columns.count("r") == 64
    assert len(numbers_in(body)) == 64


def test_the_last_rows_and_columns_of_a_shortened_matrix_are_its_own() -> None:
    traced = trace(large(64, 48))
    order = Order("latex", ("scores",), content="matrices", decimals=6)
    rows = numbers_in(ARRAY.findall(export_text(traced, order))[0][1])
    corner = traced.at("scores", 0)[-1, -1]
    assert float(rows[-1][-1]) == pytest.approx(corner, abs=1e-6)
    assert float(rows[0][0]) == pytest.approx(traced.at("scores", 0)[0, 0], abs=1e-6)


def test_a_fragment_brings_the_command_for_code_points_only_where_it_needs_it() -> None:
    plain = export_text(trace(preset("by-hand")), Order("latex", content="matrices"))
    hard = export_text(trace(hard_scenario()), Order("latex", content="matrices"))
    assert "codepoint" not in plain
    assert hard.count("providecommand") == 1
    assert hard.index("providecommand") < hard.index(r"\codepoint{4F60")


def test_the_arithmetic_of_one_number_is_that_of_the_explanation() -> None:
    order = Order("latex", ("weights",), content="number", cell=Cell("weights", 0, 1, 2), standalone=True)
    text = export_text(trace(preset("by-hand")), order)
    assert r"\frac{8.342\ldots}{14.484\ldots} = 0.576" in text
    assert text.startswith("\\documentclass")


def test_a_worked_example_follows_its_query_to_the_largest_weight_and_the_output() -> None:
    text = export_text(trace(preset("by-hand")), Order("latex", query=1))
    assert r"\section*{Followed: query 2 “b”}" in text
    assert r"\paragraph{Weights: query 2 “b” looks at key 3 “c”}" in text
    assert r"= 1.720" in text  # its output, worked by hand: (1.720, 0.716)
    assert r"= 0.716" in text


def test_a_query_that_sees_no_key_is_said_where_its_numbers_would_stand() -> None:
    text = export_text(trace(every_form()["hidden row"]), Order("latex"))
    assert text.count("no visible key") + text.count("sees no key") >= 3
    assert r"\paragraph{Scores}" in text
