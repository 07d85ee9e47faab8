"""A learner's progress: what is kept, and that nothing is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.lessons.course import lesson
from attnviz.content.lessons.progress import LessonProgress, Progress, StepProgress
from attnviz.content.lessons.progress_file import DamagedProgress, decode, encode, read_progress, write_progress
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.edits import set_cell, set_matrix


def _some() -> Progress:
    changed = set_cell(preset("by-hand"), "X", 0, 0, 0.1)
    step = StepProgress(done=True, scenario=changed, revealed=True, right=2, predicted=3).answered(1, 2).solved(0)
    begun = LessonProgress(3).with_step(0, step).with_step(2, StepProgress(tasks=(1,)))
    return Progress().with_lesson("by-hand", begun).with_lesson("/home/“me”/own.toml", LessonProgress(finished=True))


def test_what_is_saved_comes_back_identical() -> None:
    assert decode(encode(_some()), "progress.json") == _some()


@pytest.mark.parametrize("one", PRESETS, ids=lambda one: one.name)
def test_a_learners_scenario_comes_back_identical(one: object) -> None:
    scenario = preset(one.name)  # type: ignore[attr-defined]
    progress = Progress().with_lesson("a", LessonProgress().with_step(0, StepProgress(scenario=scenario)))
    assert decode(encode(progress), "p").of("a").at(0).scenario == scenario


def test_a_hiding_bias_in_a_learners_scenario_comes_back() -> None:
    scenario = set_matrix(preset("by-hand"), "bias", [[0, -float("inf"), 0]] * 3)
    progress = Progress().with_lesson("a", LessonProgress().with_step(0, StepProgress(scenario=scenario)))
    assert decode(encode(progress), "p") == progress


def test_the_first_answer_to_a_question_stays() -> None:
    step = StepProgress().answered(2, 1).answered(2, 0).answered(0, 3)
    assert step.answers == (3, None, 1)


def test_a_task_is_solved_once() -> None:
    assert StepProgress().solved(2).solved(0).solved(2).tasks == (0, 2)


def test_the_lesson_played_last_is_known() -> None:
    progress = _some()
    assert progress.latest == "/home/“me”/own.toml"
    assert progress.with_lesson("by-hand", progress.of("by-hand")).latest == "by-hand"
    assert progress.without(progress.latest).latest == ""


def test_steps_that_a_rewritten_lesson_no_longer_has_are_left_out() -> None:
    by_hand = lesson("by-hand")
    shorter = replace(by_hand, steps=by_hand.steps[:2])
    cut = _some().of("by-hand").fitted(shorter)
    assert (cut.step, set(cut.steps)) == (1, {0})


def test_answers_and_tasks_that_a_rewritten_step_no_longer_has_are_left_out() -> None:
    step = lesson("by-hand").steps[1]  # one question with three choices, no task
    assert StepProgress(answers=(3, 1), tasks=(0,)).fitted(step) == StepProgress(answers=(None,))
    assert StepProgress(answers=(2,)).fitted(step) == StepProgress(answers=(2,))


def test_nothing_is_known_of_a_lesson_that_was_not_begun() -> None:
    assert Progress().of("masks") == LessonProgress()
    assert LessonProgress().at(4) == StepProgress()
    assert _some().of("by-hand").done() == 1


def test_a_file_that_does_not_exist_is_no_progress(tmp_path: Path) -> None:
    assert read_progress(tmp_path / "progress.json") == Progress()


def test_progress_is_written_to_a_folder_that_may_not_exist_yet(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "progress.json"
    write_progress(_some(), path)
    write_progress(_some().without("by-hand"), path)
    assert read_progress(path) == _some().without("by-hand")
    assert [file.name for file in path.parent.iterdir()] == ["progress.json"]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b"{}", b'{"attnviz_progress": 2}', b'{"attnviz_progress": true}',
        b'{"attnviz_progress": 1, "latest": 3}', b'{"attnviz_progress": 1, "lessons": []}',
        b'{"attnviz_progress": 1, "lessons": {"a": 3}}', b'{"attnviz_progress": 1, "lessons": {"a": {"step": -1}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"step": 1.5}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"step": NaN}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"steps": {"x": {}}}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"steps": {"0": {"answers": ["b"]}}}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"steps": {"0": {"done": 1}}}}}',
        b'{"attnviz_progress": 1, "lessons": {"a": {"steps": {"0": {"scenario": {"attnviz": 1}}}}}}',
    ],
)  # fmt: skip
def test_a_damaged_file_is_kept_aside_and_named(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    path.write_bytes(data)
    with pytest.raises(DamagedProgress, match=r"progress-damaged-1\.json") as caught:
        read_progress(path)
    assert "\n" not in str(caught.value)
    assert caught.value.kept.read_bytes() == data
    assert read_progress(path) == Progress()


def test_a_second_damaged_file_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    for text in ("one", "two"):
        path.write_text(text, "utf-8")
        with pytest.raises(DamagedProgress):
            read_progress(path)
    assert {file.read_text("utf-8") for file in tmp_path.iterdir()} == {"one", "two"}


def test_a_folder_in_the_place_of_the_file_is_named_and_left(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="folder"):
        read_progress(tmp_path)
    assert tmp_path.is_dir()


def test_unknown_lessons_and_fields_do_no_harm() -> None:
    fields = json.loads(encode(_some()))
    fields["lessons"]["a lesson of tomorrow"] = {"step": 4, "mood": "good"}
    assert decode(json.dumps(fields).encode(), "p").of("a lesson of tomorrow").step == 4
