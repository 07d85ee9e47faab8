"""Hints for an exercise and its whole arithmetic: the same explanation, opened a step at a time or at once."""

from __future__ import annotations

from collections.abc import Iterator

from attnviz.content.explanation import ExplainedStep, explain
from attnviz.content.labels import HEADING
from attnviz.content.practice.exercise import Exercise
from attnviz.content.wording import is_output, key_name, place_name, stage_title
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME

Line = tuple[str, str]  # what is done, and the arithmetic
_KEPT_BACK = "…?"


def hints(exercise: Exercise, place: int, decimals: int | None = None) -> tuple[Line, ...]:
    """The steps towards the answer of that number, one hint each; the last one keeps the result back."""
    if exercise.fields:
        return tuple(("", line) for line in exercise.steps[:-1])
    cell = exercise.cells[place]
    steps = _steps(exercise, cell, exercise.decimals if decimals is None else decimals)
    return tuple(
        (step.title, _without_result(step) if last else step.text)
        for step, last in ((step, number == len(steps) - 1) for number, step in enumerate(steps))
    )


def arithmetic_of(exercise: Exercise, decimals: int | None = None) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """The whole arithmetic: for each answer its name and its lines; a line that stood there already is left out."""
    if exercise.fields:
        answers = ", ".join(f"{each.label} {each.answer}" for each in exercise.fields)
        return ((answers, tuple(("", line) for line in exercise.steps)),)
    decimals = exercise.decimals if decimals is None else decimals
    found: list[tuple[str, tuple[Line, ...]]] = []
    told: set[tuple[Cell | None, str]] = set()  # what a line computes too: numbers of two keys may be equal
    for cell in exercise.cells:
        lines = [(step, line) for step in _steps(exercise, cell, decimals) for line in step.text.splitlines()]
        last = len(lines) - 1
        new = [
            (step.title, line) for at, (step, line) in enumerate(lines) if (step.cell, line) not in told or at == last
        ]
        told.update((step.cell, line) for step, line in lines)
        found.append((answer_name(exercise, cell), tuple(new)))
    return tuple(found)


def answer_name(exercise: Exercise, cell: Cell) -> str:
    """What one answer is: "Weights: query 2 “cat” looks at key 1 “the”"."""
    return f"{stage_title(exercise.trace, cell.name)}: {place_name(exercise.trace, cell)}"


def compact(exercise: Exercise, decimals: int | None = None) -> list[str]:
    """The whole arithmetic in few lines: each once, with what it computes in front."""
    found: list[str] = []
    for place, (_, lines) in enumerate(arithmetic_of(exercise, decimals)):
        name = "" if exercise.fields else short_name(exercise, place)
        if name and len(lines) == 1:
            found.append(f"{name}:  {lines[0][1]}")
            continue
        before = None
        for what, line in lines:
            if what and what == before:
                found[-1] += f",   {line}"
            else:
                text = f"{what}:  {line}" if what else line
                named = name and (before is None or text in found)  # equal shares have equal lines
                found.append(f"{name}{', ' if what else ':  '}{text}" if named else text)
            before = what
    return found


def short_name(exercise: Exercise, place: int) -> str:
    """What the answer at that place is called among several: "Key 3 “jam”", "Number 2"; nothing for the only one."""
    if len(exercise.cells) <= 1:
        return ""
    cell = exercise.cells[place]
    over_keys = BY_NAME[cell.name].axes[1] == "keys"
    name = key_name(exercise.trace, cell.column, HEADING) if over_keys else f"number {cell.column + 1}"
    return name[0].upper() + name[1:]


def _steps(exercise: Exercise, cell: Cell, decimals: int) -> list[ExplainedStep]:
    """The steps from what is given on; what is shown anyway, and what comes after the answer, is left out."""
    found: list[ExplainedStep] = []
    for step in explain(exercise.trace, cell, decimals).steps:
        if step.cell is not None and step.cell != cell and not _hidden(exercise, step.cell):
            found.clear()  # its number stands on the board: begin after it
            continue
        found.append(step)
        if any(part.strong for part in step.numbers):  # the answer: nothing after it is needed
            break
    return found


def _hidden(exercise: Exercise, cell: Cell) -> bool:
    if cell.name == "head_output" and is_output(exercise.trace):
        cell = Cell("output", None, cell.row, cell.column)
    return exercise.hides(cell)


def _without_result(step: ExplainedStep) -> str:
    """The arithmetic up to the number that was asked for."""
    before = "".join(_before_result(step)).rstrip().removesuffix("=").rstrip()
    return f"{before} = {_KEPT_BACK}" if before else ""


def _before_result(step: ExplainedStep) -> Iterator[str]:
    for part in step.numbers:
        if part.strong:
            return
        yield part.text
