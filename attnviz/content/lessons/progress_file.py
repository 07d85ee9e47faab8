"""The file that keeps a learner's progress: JSON, written whole, and put aside rather than lost when damaged."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attnviz.content.atomic import FileProblem, said, shown, write
from attnviz.content.attn_fields import scenario_of
from attnviz.content.attn_text import text_of
from attnviz.content.lessons.progress import LessonProgress, Progress, StepProgress
from attnviz.content.lessons.progress_texts import text_of_scenario
from attnviz.content.strict_json import brief, parse
from attnviz.engine.errors import AttentionError, FieldError, Where

VERSION = 1
MOST_BYTES = 64 << 20
_LARGEST = 1_000_000  # of any count in the file


class DamagedProgress(FileProblem):
    """A progress file that cannot be read. It was renamed, and `kept` is its new name."""

    def __init__(self, path: Path, kept: Path, reason: str) -> None:
        super().__init__(path, f"{reason} The file was kept as {shown(kept.name)}, and progress begins anew.")
        self.kept = kept


def read_progress(path: Path) -> Progress:
    """What the file holds; nothing yet if there is no file.

    Raises DamagedProgress after putting a file aside that holds no progress, FileProblem if it cannot be read at all.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return Progress()
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    try:
        return decode(data, path.name)
    except AttentionError as error:
        raise DamagedProgress(path, _put_aside(path), f"this is no progress that can be read ({error}).") from error


def write_progress(progress: Progress, path: Path) -> None:
    """Writes the file, whole or not at all, and its folder if need be. Raises FileProblem."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    write(path, encode(progress), replace=True)


def encode(progress: Progress) -> bytes:
    """The bytes of the file."""
    lessons = {name: _lesson_fields(one) for name, one in progress.lessons.items()}
    return text_of({"attnviz_progress": VERSION, "latest": progress.latest, "lessons": lessons}).encode()


def decode(data: bytes, name: str) -> Progress:
    """The progress that the bytes hold. Raises AttentionError that names the field."""
    if len(data) > MOST_BYTES:
        raise FileProblem(name, "the file is too large.")
    top = _table(parse(data, name), "the file")
    if _whole(top.get("attnviz_progress"), "attnviz_progress") != VERSION:
        raise _refused("attnviz_progress", top.get("attnviz_progress"), f"{VERSION}, the version that is known")
    lessons = {
        lesson: _lesson(_table(fields, lesson), lesson)
        for lesson, fields in _table(top.get("lessons", {}), "lessons").items()
    }
    return Progress(MappingProxyType(lessons), _text(top.get("latest", ""), "latest"))


def _lesson_fields(lesson: LessonProgress) -> dict[str, Any]:
    steps = {str(number): _step_fields(step) for number, step in lesson.steps.items()}
    return {"step": lesson.step, "finished": lesson.finished, "steps": steps}


def _step_fields(step: StepProgress) -> dict[str, Any]:
    scenario = None if step.scenario is None else text_of_scenario(step.scenario)
    return {
        "done": step.done,
        "answers": step.answers,
        "tasks": step.tasks,
        "revealed": step.revealed,
        "right": step.right,
        "predicted": step.predicted,
        "scenario": scenario,
    }


def _lesson(fields: Mapping[str, Any], name: str) -> LessonProgress:
    steps = {}
    for number, step in _table(fields.get("steps", {}), f"{name}.steps").items():
        where = f"{name}.steps.{number}"
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            raise _refused(where, number, "the number of a step")
        steps[int(number)] = _step(_table(step, where), where)
    finished = _flag(fields.get("finished", False), f"{name}.finished")
    return LessonProgress(_whole(fields.get("step", 0), f"{name}.step"), finished, MappingProxyType(steps))


def _step(fields: Mapping[str, Any], where: str) -> StepProgress:
    scenario = fields.get("scenario")
    answers = _list(fields.get("answers", []), f"{where}.answers")
    return StepProgress(
        done=_flag(fields.get("done", False), f"{where}.done"),
        scenario=None if scenario is None else scenario_of(scenario),
        answers=tuple(None if one is None else _whole(one, f"{where}.answers") for one in answers),
        tasks=tuple(_whole(one, f"{where}.tasks") for one in _list(fields.get("tasks", []), f"{where}.tasks")),
        revealed=_flag(fields.get("revealed", False), f"{where}.revealed"),
        right=_whole(fields.get("right", 0), f"{where}.right"),
        predicted=_whole(fields.get("predicted", 0), f"{where}.predicted"),
    )


def _put_aside(path: Path) -> Path:
    """Renames the file to the first free name beside it. Raises FileProblem if the system refuses."""
    number = 1
    while os.path.lexists(kept := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")):
        number += 1
    try:
        return path.rename(kept)
    except OSError as error:
        raise FileProblem(path, said(error)) from error


def _table(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _refused(name, value, "an object")
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _refused(name, value, "a list")
    return value


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise _refused(name, value, "a whole number from 0")
    return value


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise _refused(name, value, "true or false")
    return value


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _refused(name, value, "a text")
    return value


def _refused(name: str, value: object, wanted: str) -> FieldError:
    return FieldError(f"{name} is {brief(value)}, not {wanted}", Where(name))
