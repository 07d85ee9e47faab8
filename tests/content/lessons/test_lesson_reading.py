"""A lesson file read into steps, and what each step begins with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.lessons.claims import judge_claim
from attnviz.content.lessons.course import LESSONS, course, lesson
from attnviz.content.lessons.model import Choice, Claim, Place, Question, Step, Task
from attnviz.content.lessons.placing import FIGURES
from attnviz.content.lessons.reader import parse_lesson
from attnviz.content.lessons.steps import SETTABLE, begin, beginnings
from attnviz.content.presets import preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_mask
from attnviz.engine.tracing import trace
from attnviz.figures import compose

FULL = """\
attnviz_lesson = 1
title = "All entries"
unit = 7
summary = "One of each."
scenario = "two-heads"

[[steps]]
title = "First"
text = "Words."
notes = "For the teacher."
set = { "mask.causal" = true, temperature = 2.0 }
figure = "weights"
head = 2
query = 3
cell = "weights@2[2,1]"
highlight = ["queries@2[2,*]", "X"]
blank = ["weights[*,1]"]
build = "rows"

[[steps.claims]]
text = "Four words."
of = "T"
is = 4
source = "some.where"

[[steps.questions]]
ask = "How many?"
choices = [ { text = "4", right = true, why = "Count." }, { text = "5", why = "No." } ]

[[steps.tasks]]
text = "Take the mask off."
goal = "not causal"
hint = "The toolbar."

[[steps]]
title = "Second"
lab = "turn-the-query"
lab_set = { degrees = 45, keys = [[1.0, 0.5]] }
"""


@pytest.fixture
def first() -> Step:
    return parse_lesson(FULL, "full").steps[0]


def test_the_lesson_says_what_it_is() -> None:
    read = parse_lesson(FULL, "full")
    assert (read.name, read.unit, read.title, read.summary) == ("full", 7, "All entries", "One of each.")
    assert [step.line for step in read.steps] == [7, 35]


def test_words_and_figure_of_a_step_are_read(first: Step) -> None:
    assert (first.title, first.text, first.notes) == ("First", "Words.", "For the teacher.")
    assert (first.figure, first.build) == ("weights", "rows")


def test_a_step_shows_the_usual_decimals_unless_it_asks_for_others(first: Step) -> None:
    asked = parse_lesson(FULL.replace('build = "rows"', "decimals = 7"), "full").steps[0]
    assert (first.decimals, asked.decimals) == (None, 7)


def test_places_count_from_zero_once_read(first: Step) -> None:
    assert (first.head, first.query, first.cell) == (1, 2, Cell("weights", 1, 1, 0))
    assert first.lit == (Place("queries", 1, 1, None), Place("X", None, None, None))
    assert first.blank == (Place("weights", None, None, 0),)


def test_claims_questions_and_tasks_are_read(first: Step) -> None:
    (claim,) = first.claims
    assert (claim.text, claim.of, claim.equals, claim.source, claim.line) == ("Four words.", "T", 4.0, "some.where", 20)
    assert first.questions == (Question("How many?", (Choice("4", True, "Count."), Choice("5", False, "No."))),)
    assert first.tasks == (Task("Take the mask off.", "not causal", "The toolbar.", 30),)


def test_a_laboratory_gets_numbers_of_pythons_own() -> None:
    values = parse_lesson(FULL, "full").steps[1].lab_values
    assert values == {"degrees": 45, "keys": [[1.0, 0.5]]}
    assert type(values["keys"][0][0]) is float  # type: ignore[index]


def test_a_step_begins_with_its_settings_on_what_was_before(first: Step) -> None:
    scenario = begin(first, preset("by-hand"))
    assert scenario.title == preset("two-heads").title  # its own comes first
    assert (scenario.mask.causal, scenario.temperature) == (True, 2.0)
    assert beginnings(parse_lesson(FULL, "full"))[1] == scenario


@pytest.mark.parametrize(
    ("setting", "expression", "value"),
    [
        ('"mask.causal" = true', "count(masked = -inf)", 3), ("mask.causal = true", "count(masked = -inf)", 3),
        ('"mask.padding" = [1]', "weights[1,2]", 0), ("temperature = 2.0", "temperature", 2),
        ("temperature = 2", "temperature", 2),
        ("pencil = 3", "pencil", 3), ("scale = false", "scale", 1), ("scale = 0.25", "scale", 0.25),
        ("softcap = 2.0", "softcap", 2),
        ("heads = 2", "d_k", 1), ('"X[2,1]" = 7', "X[2,1]", 7), ("W_K = [[1, 0], [1, 1]]", "scores[2,*]", [1, 2, 3]),
        ("W_O = [[1], [1]]", "d_out", 1), ("b_Q = [5, 6]", "queries[1,*]", [6, 6]),
        ("bias = [[0, 0, 0], [1, 1, 1], [0, 0, 0]]", "biased[2,*] - scaled[2,*]", [1, 1, 1]),
        ('"mask.custom" = [[true, false, true], [true, true, true], [true, true, true]]', "weights[1,2]", 0),
    ],
)  # fmt: skip
def test_a_step_can_set_every_setting_matrix_and_cell(setting: str, expression: str, value: object) -> None:
    text = 'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n[[steps]]\ntitle = "B"\ntext = "C"\n'
    (scenario,) = beginnings(parse_lesson(f"{text}[steps.set]\n{setting}\n", "mine"))
    claim = Claim("", expression, value, 1e-12, "", 1)  # type: ignore[arg-type]
    assert judge_claim(claim, trace(scenario)).true


@pytest.mark.parametrize("setting", ["pencil", "softcap", "mask.custom"])
def test_what_may_be_absent_is_switched_off_with_false(setting: str) -> None:
    text = 'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n[[steps]]\ntitle = "B"\ntext = "C"\n'
    lesson = parse_lesson(f'{text}set = {{ "{setting}" = false }}\n', "mine")
    assert beginnings(lesson) == (preset("by-hand"),)
    assert setting in SETTABLE


@pytest.mark.parametrize(
    ("written", "value", "true"),
    [
        ("0.576", 0.5759, True), ("0.576", 0.5766, False), ("0.5760", 0.5759, False), ("1.125e-7", 1.12535e-7, True),
        ("1.125e-7", 1.126e-7, False), ("3", 3.0001, False), ("3.0", 3.04, True), ("0.2", 0.25, True),
        ("1_000.5", 1000.52, True),
        ("-inf", -np.inf, True), ("-inf", -1e300, False), ("1e3", 1000.4, False), ("1e-7", 1.4e-7, False),
        ("0.0", 1e-17, True),
    ],
)  # fmt: skip
def test_a_claim_holds_within_half_a_unit_of_its_last_decimal(written: str, value: float, true: bool) -> None:
    text = (
        'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n[[steps]]\ntitle = "B"\n[[steps.claims]]\ntext = "C"\n'
    )
    (step,) = parse_lesson(f'{text}of = "lab.x"\nis = {written}\n', "mine").steps
    assert judge_claim(step.claims[0], trace(preset("by-hand")), {"x": value}).true is true


def test_each_number_of_a_row_has_its_own_tolerance() -> None:
    text = (
        'attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"\n[[steps]]\ntitle = "B"\n[[steps.claims]]\ntext = "C"\n'
    )
    (step,) = parse_lesson(f'{text}of = "lab.x"\nis = [0.9997, 0.000335]\n', "mine").steps
    traced = trace(preset("by-hand"))
    assert judge_claim(step.claims[0], traced, {"x": [0.99966, 0.00033535]}).true
    assert not judge_claim(step.claims[0], traced, {"x": [0.99966, 0.00034]}).true


@pytest.mark.parametrize(("stated", "shown"), [(0.5, "0.576"), (0.576, "0.575975")])
def test_a_claim_that_is_not_true_shows_a_value_that_differs_from_what_it_states(stated: float, shown: str) -> None:
    verdict = judge_claim(Claim("", "weights[2,3]", stated, 1e-6, "", 1), trace(preset("by-hand")))
    assert (verdict.true, verdict.shown) == (False, shown)


def test_a_claim_without_a_value_says_why() -> None:
    hidden = trace(set_mask(preset("by-hand"), padding=(0, 1, 2)))
    verdict = judge_claim(Claim("", "weights[1,1]", 0.4, 0.1, "", 1), hidden)
    assert (verdict.true, verdict.value) == (False, None)
    assert "sees no key" in verdict.shown


def test_a_claim_of_another_shape_is_false() -> None:
    assert not judge_claim(Claim("", "weights", 1.0, 1.0, "", 1), trace(preset("by-hand"))).true


def test_a_table_of_one_row_may_be_stated_as_a_row() -> None:
    assert judge_claim(Claim("", "output", (1.2, 1.1), 1e-9, "", 1), trace(preset("mixture"))).true


def test_every_figure_that_can_be_drawn_can_be_named_by_a_step() -> None:
    assert set(FIGURES) == set(compose.FIGURES)


def test_a_lesson_is_found_by_name_unit_and_path() -> None:
    by_name = lesson("by-hand")
    assert lesson(2) is by_name
    assert lesson("2") is by_name
    assert lesson(LESSONS[1].path).title == by_name.title
    assert by_name in course()


def test_a_lesson_of_ones_own_is_found_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FULL, "utf-8")
    assert lesson(tmp_path / "mine.toml").name == "mine"
    assert lesson(str(tmp_path / "mine.toml")).path == tmp_path / "mine.toml"


@pytest.mark.parametrize("which", ["by-foot", 99, "99", ""])
def test_an_unknown_lesson_is_refused_with_the_names(which: str | int) -> None:
    with pytest.raises(FileProblem, match="2 by-hand"):
        lesson(which)
