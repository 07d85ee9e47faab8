"""Lesson files: TOML that a teacher writes, read into a Lesson or refused with every mistake and its line."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path as FilePath

from attnviz.content.atomic import FileProblem, said
from attnviz.content.lessons.drafts import LessonDraft
from attnviz.content.lessons.entries import Entries, Written, syntax_fault
from attnviz.content.lessons.mistakes import BadLesson, Complaints, Mistake
from attnviz.content.lessons.model import Lesson
from attnviz.content.lessons.placing import placed
from attnviz.content.lessons.scenarios import ScenarioEntries
from attnviz.content.lessons.step_reader import StepReader
from attnviz.content.lessons.toml_lines import Lines, Path, lines_of
from attnviz.content.ordinary_files import opened, read_up_to
from attnviz.content.strict_json import brief

VERSION = 1
MOST_BYTES = 1 << 20
_KEYS = ("attnviz_lesson", "title", "unit", "summary", "scenario", "steps")
_MOST_DIGITS = re.compile(r"[0-9_]{1000,}")
# Tried at the first letter of a word only, so that a long word takes no longer than it must.
_ENDLESS_KEY = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){40}")
_LARGEST = 10**300
_DIGITS = "a number has too many digits. Shorten it."
_DEEP = "brackets or keys are nested too deeply. Make it flatter."


def read_lesson(path: str | os.PathLike[str]) -> Lesson:
    """The lesson of a file. Raises FileProblem for a file that cannot be read, BadLesson with all its mistakes."""
    text = read_text(path)
    lesson, mistakes = understand(text, FilePath(path).stem, FilePath(path).parent)
    if mistakes or lesson is None:
        raise BadLesson(str(path), mistakes)
    return Lesson(lesson.name, lesson.unit, lesson.title, lesson.summary, lesson.steps, FilePath(path))


def parse_lesson(text: str, name: str, folder: FilePath | None = None) -> Lesson:
    """The lesson that a text says. folder: where scenario files beside it lie. Raises BadLesson."""
    lesson, mistakes = understand(text, name, folder)
    if mistakes or lesson is None:
        raise BadLesson(name, mistakes)
    return lesson


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a lesson file. Raises FileProblem if it cannot be read, is larger than 1 MB or no UTF-8."""
    try:
        with opened(path) as file:
            data = read_up_to(file, MOST_BYTES + 1)
    except OSError as error:
        raise FileProblem(path, said(error)) from error
    return decoded(data, path)


def decoded(data: bytes, path: object) -> str:
    """The text of a lesson's bytes, without a byte order mark, its lines ended by "\\n". Raises FileProblem."""
    if len(data) > MOST_BYTES:
        raise FileProblem(path, "the file is larger than 1 MB. Choose a lesson.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FileProblem(path, "this text is UTF-16. Save it as UTF-8.")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(path, f"line {line} is not UTF-8. Save the file as UTF-8.") from error


def understand(text: str, name: str, folder: FilePath | None) -> tuple[Lesson | None, tuple[Mistake, ...]]:
    """The lesson as far as it can be read, and what is wrong with it; None where there is nothing to go on with."""
    draft, complaints = read_draft(text, name, folder)
    if draft is None:
        return None, complaints.sorted()
    lesson = placed(draft, complaints)
    return lesson, complaints.sorted()


def read_draft(text: str, name: str, folder: FilePath | None) -> tuple[LessonDraft | None, Complaints]:
    """The lesson's entries, each of the right kind, before its places are looked up in its scenarios."""
    try:
        values, lines = _parsed(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    except _Unreadable as fault:
        return None, Complaints(Lines(), [fault.mistake])
    complaints = Complaints(lines)
    top = Entries(values, (), complaints)
    if not _is_a_lesson(top):
        return None, complaints
    top.refuse_unknown(*_KEYS)
    scenarios = ScenarioEntries(folder)
    steps = [StepReader(entries, scenarios.read).read() for entries in top.tables("steps", "[[steps]]")]
    if not steps and isinstance(values.get("steps", []), list):
        complaints.add((), "the lesson has no steps. Begin one with [[steps]].")
    first = scenarios.read(top) if "scenario" in values else None
    if "scenario" not in values and steps and steps[0].step.scenario is None and steps[0].scenario_known:
        complaints.add((), 'the lesson has no scenario. Write one above its steps, such as scenario = "by-hand".')
    title, summary = top.text("title", required=True), top.text("summary")
    return LessonDraft(name, top.whole("unit", 0, 99) or 0, title, summary, steps, first), complaints


def _is_a_lesson(top: Entries) -> bool:
    version = top.values.get("attnviz_lesson")
    if "attnviz_lesson" not in top.values:
        top.complaints.add((), "attnviz_lesson is missing: this is no lesson. Begin it with attnviz_lesson = 1.")
    elif isinstance(version, bool) or not isinstance(version, int) or version < 1:
        top.add("attnviz_lesson", f"attnviz_lesson is {brief(version)}. Give the version of the format, 1.")
    elif version > VERSION:
        top.add(
            "attnviz_lesson",
            f"attnviz_lesson is {brief(version)}, a newer format than this program reads ({VERSION}). "
            "Update the program.",
        )
    else:
        return True
    return False


class _Unreadable(Exception):
    """No TOML: one mistake, beyond which nothing can be said."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.mistake = Mistake(line, text)


def _parsed(text: str) -> tuple[dict[str, object], Lines]:
    """The values and their lines. Raises _Unreadable."""
    if not text.strip():
        raise _Unreadable(1, "the file is empty. Write a lesson into it.")
    for pattern, words in ((_MOST_DIGITS, _DIGITS), (_ENDLESS_KEY, _DEEP)):
        found = pattern.search(text)  # before tomllib, which these would keep busy for minutes
        if found is not None:
            raise _Unreadable(text.count("\n", 0, found.start()) + 1, words)
    try:
        values, lines = tomllib.loads(text, parse_float=Written), lines_of(text)
    except tomllib.TOMLDecodeError as error:
        fault, line, column = syntax_fault(str(error))
        last = text.rstrip("\n").count("\n") + 1
        place = f" (column {column})" if column else ", at the end of the file"
        raise _Unreadable(
            line or last, f"this is no TOML: {fault[:1].lower()}{fault[1:]}{place}. Mend it there."
        ) from error
    except RecursionError as error:
        raise _Unreadable(1, _DEEP) from error
    endless = _endless(values, ())
    if endless is not None:
        raise _Unreadable(lines.of(endless), _DIGITS)
    return values, lines


def _endless(value: object, path: Path) -> Path | None:
    """The place of a whole number that no number format holds; None if there is none."""
    if isinstance(value, int):
        return path if abs(value) > _LARGEST else None
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return next((found for key, part in inner if (found := _endless(part, (*path, key))) is not None), None)
