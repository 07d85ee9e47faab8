"""A lesson keeps back the stages that would give away what it is about to ask."""

from __future__ import annotations

import attnviz
from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.model import Step
from attnviz.content.lessons.reader import parse_lesson
from attnviz.content.lessons.unseen import not_yet
from attnviz.engine.cells import Region

_PAGE = 'attnviz_lesson = 1\ntitle = "One page"\nscenario = "{}"\n[[steps]]\ntitle = "Here"\n{}\n'


def _step(extra: str, scenario: str = "by-hand") -> Step:
    return parse_lesson(_PAGE.format(scenario, extra), "page", None).steps[0]


def _kept_back(extra: str, scenario: str = "by-hand") -> tuple[str, ...]:
    return tuple(region.name for region in not_yet(_step(extra, scenario), attnviz.trace(attnviz.load(scenario))))


def test_until_keeps_back_every_stage_after_it() -> None:
    assert _kept_back('until = "masked"') == ("exponentials", "weights", "head_output", "concatenated", "output")


def test_until_inputs_keeps_back_every_stage() -> None:
    assert _kept_back('until = "inputs"')[0] == "queries"


def test_a_prediction_keeps_back_what_is_computed_from_it() -> None:
    assert _kept_back('blank = ["exponentials[2,*]"]') == ("weights", "head_output", "concatenated", "output")


def test_of_several_predicted_stages_the_last_counts() -> None:
    assert _kept_back('blank = ["weights[1,*]", "exponentials[1,*]"]')[0] == "head_output"


def test_a_step_that_asks_nothing_shows_everything() -> None:
    assert _kept_back('figure = "weights"') == ()


def test_every_head_is_kept_back_and_the_concatenation_once() -> None:
    regions = not_yet(_step('until = "weights"', "two-heads"), attnviz.trace(attnviz.load("two-heads")))
    assert [(region.name, region.head) for region in regions] == [
        ("head_output", 0), ("head_output", 1), ("concatenated", None), ("output", None),
    ]  # fmt: skip


def test_a_stage_is_kept_back_whole() -> None:
    regions = not_yet(_step('until = "concatenated"', "two-heads"), attnviz.trace(attnviz.load("two-heads")))
    assert regions == (Region("output", None, (0, 4), (0, 4)),)


def test_until_names_a_stage_of_the_scenario() -> None:
    (mistake,) = check_lesson(_PAGE.format("by-hand", 'until = "tempered"'), "page")
    assert (mistake.line, "there is no stage" in mistake.text) == (6, True)
