"""Every fault of a scenario that is written into a lesson is told, at the line of its own field."""

from __future__ import annotations

from attnviz.content.lessons.checking import check_lesson

LESSON = 'attnviz_lesson = 1\ntitle = "a"\n[[steps]]\ntitle = "b"\ntext = "c"\n[steps.scenario]\n'
BEFORE = LESSON.count("\n")
MATRICES = '[steps.scenario.inputs]\nkind = "direct"\nQ = [[1, 2],\n  [3, 4]]\nK = [[1, 2]]\nV = [[1]]\n'


def _lines(scenario: str) -> list[int]:
    """The lines of the mistakes, counted from the first one of the scenario's own."""
    return [mistake.line - BEFORE for mistake in check_lesson(LESSON + scenario, "mine", None)]


def test_a_right_scenario_has_no_faults() -> None:
    assert _lines(MATRICES) == []


def test_every_wrong_setting_is_told_at_its_line() -> None:
    wrong = 'temperature = "hot"\nnope = 3\npencil = 99\ntokens = ["a", 3]\nsoftcap = -1\n'
    assert _lines(wrong + MATRICES) == [1, 2, 3, 4, 5]


def test_every_wrong_matrix_is_told_at_its_line() -> None:
    matrices = MATRICES.replace("[3, 4]", "[3]").replace("K = [[1, 2]]", 'K = [["a"]]').replace("[[1]]", "[]")
    assert _lines(matrices) == [4, 5, 6]


def test_settings_are_told_beside_wrong_matrices() -> None:
    assert _lines("dtype = 3\nscale = nan\n" + MATRICES.replace('"direct"', '"driect"')) == [1, 2, 4]


def test_a_mask_has_each_of_its_faults_told() -> None:
    mask = "[steps.scenario.mask]\ncausal = 3\nbogus = 1\npadding = [9]\ncustom = [[1]]\n"
    assert _lines(MATRICES + mask) == [8, 9, 10, 11]


def test_a_missing_matrix_is_told_and_the_others_are_looked_at() -> None:
    assert _lines(MATRICES.replace("V = [[1]]\n", "").replace("K = [[1, 2]]", "K = [[nan, true]]")) == [1, 5]
