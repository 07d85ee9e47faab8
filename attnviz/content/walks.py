"""A walk: what is shown at each press of a clicker, through the pipeline of a scenario or through a lesson."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from attnviz.content.colours import is_drawn_singly
from attnviz.content.lessons.expressions import reads
from attnviz.content.lessons.model import Build, Lesson, Place, Step
from attnviz.content.lessons.places import regions_of
from attnviz.content.lessons.steps import beginnings
from attnviz.content.lessons.unseen import not_yet
from attnviz.content.reveals import Reveal, unseen_at
from attnviz.content.wording import is_output, stage_title
from attnviz.engine.cells import Cell, Region
from attnviz.engine.dependencies import shape_of
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.stages import BY_NAME
from attnviz.engine.tracing import Trace, trace

PREDICT = "Predict first."
_ADJECTIVES = frozenset({"scaled", "capped", "biased", "tempered", "masked"})  # titles that want a noun in a sentence
CELL_BY_CELL = 6  # keys up to which a row is shown number by number rather than at once
_AT_ONCE = frozenset({"queries", "masked"})  # what the walk is about, and what is copied rather than computed


@dataclass(frozen=True)
class Beat:
    """What one press shows. It holds places and no numbers, so that an edit on the way changes what comes.

    step: the lesson's step, None in a walk of the pipeline; begins: whether the step's scenario is put before it.
    figure, head, query, cell: what to show and select, "" or None to leave it. veiled: to be predicted. reveal: how
    far; None for all. question: of the step, shown in place of the figure; answered: with its right choice. task: of
    the step, said in place of the caption.
    """

    title: str
    caption: str = ""
    notes: str = ""
    step: Step | None = None
    begins: bool = False
    figure: str = ""
    head: int | None = None
    query: int | None = None
    cell: Cell | None = None
    veiled: tuple[Place, ...] = ()
    reveal: Reveal | None = None
    question: int | None = None
    answered: bool = False
    task: int | None = None


def pipeline_walk(traced: Trace, *, head: int = 0, query: int = 1) -> tuple[Beat, ...]:
    """The pipeline stage by stage; from the scores on the query's row, number by number where it is short.

    A small scenario stands on the board; of a large one each stage stands alone, so that the last row can read it. One
    row of a very large one is thinner than a line: each stage is shown with all its rows.
    Weights from elsewhere are given, and the walk goes on with what is made of them.
    """
    title, large = traced.scenario.title, _is_large(traced)
    known = "weights" in dict(traced.scenario.given())
    steps = tuple(_built(traced, Beat("", figure="board", head=head, query=_row(traced, query)), "values"))
    given = Beat("What is given", title, figure="inputs", head=head, query=_row(traced, query), reveal=Reveal(""))
    board = replace(given, title=title or "Attention", caption="", figure="board")
    end = replace(board, reveal=None)
    if steps and traced.sizes.T > 1:
        end = replace(end, title="Every query at once", caption="Each row is computed in the same way.")
    if not large:
        return (given, board, *steps, end) if steps else (given, end)
    before = (replace(given, figure="weights"),) if known else ()
    if _is_map(traced) or not steps:
        return (*before, *steps)
    return (*before, *steps, replace(end, figure=steps[-1].figure if known else "weights"))


def _row(traced: Trace, query: int) -> int:
    """The query, or the last one where there are not so many."""
    return min(query, traced.sizes.T - 1)


def lesson_walk(lesson: Lesson) -> tuple[Beat, ...]:
    """Every step of a lesson, built up as it says; predictions and questions come before their answers."""
    return tuple(beat for beat, _ in played(lesson))


def begun(lesson: Lesson) -> Iterator[tuple[Step, Trace]]:
    """Each step with the trace of what it begins with."""
    traced: Trace | None = None
    for step, scenario in zip(lesson.steps, beginnings(lesson), strict=True):
        traced = trace(scenario, traced)
        yield step, traced


def played(lesson: Lesson) -> Iterator[tuple[Beat, Trace]]:
    """Each beat of a lesson with the trace that it is shown on, if nobody changes anything on the way."""
    for step, traced in begun(lesson):
        for beat in _step_beats(step, traced):
            yield beat, traced


def veiled_at(beat: Beat, traced: Trace) -> tuple[Region, ...]:
    """The cells of a beat that are to be predicted."""
    return existing(beat.veiled, traced)


def hidden_at(beat: Beat, traced: Trace, head: int) -> tuple[Region, ...]:
    """The cells that are not to be seen yet: not reached by the presses, or kept back by the lesson's step."""
    kept_back = not_yet(beat.step, traced) if beat.step is not None else ()
    return (*unseen_at(beat.reveal, traced, head), *kept_back)


def existing(places: tuple[Place, ...], traced: Trace) -> tuple[Region, ...]:
    """The cells of those places that are there: an edit on the way may have taken some away."""
    found: list[Region] = []
    for place in places:
        with contextlib.suppress(NoSuchStage):
            found += regions_of(place, traced)
    return tuple(found)


def _step_beats(step: Step, trace: Trace) -> Iterator[Beat]:
    query = step.query if step.query is not None else min(1, trace.sizes.T - 1)
    caption = step.claims[0].text if step.claims else ""
    start = Beat(
        step.title, caption, step.notes, step, figure=step.figure, head=step.head, query=step.query, cell=step.cell
    )
    beats: list[Beat] = []
    if step.blank and not step.lab:
        beats.extend(_uncovered(trace, start))
    elif step.build and not step.lab:
        beats.extend(_built(trace, replace(start, head=step.head or 0, query=query), step.build))
        beats.append(start)
    else:
        beats.append(start)
    for number in range(len(step.questions)):
        beats.extend(replace(start, question=number, answered=answered) for answered in (False, True))
    for number, task in enumerate(step.tasks):
        asked = replace(start, caption=task.text, task=number, cell=None)
        beats.append(asked if step.lab or _is_large(trace) else replace(asked, figure=_watched(task.goal, trace)))
    yield replace(beats[0], begins=True)
    yield from beats[1:]


def _uncovered(trace: Trace, start: Beat) -> Iterator[Beat]:
    """All that is to be predicted covered, then uncovered: number by number or row by row as the step builds up.

    One stage of a small scenario stands on the board, where what it is computed from can be seen.
    """
    assert start.step is not None
    build, claims = start.step.build, start.step.claims
    parts = tuple(part for place in start.step.blank for part in _parts(place, trace, build))
    names = {part.name for part in parts}
    if not _is_large(trace):
        start = replace(start, figure=_figure_with_operands(start.figure, names, trace))
    claim = next((claim.text for claim in claims if any(name in claim.of for name in names)), "")
    start = replace(start, caption=claim)
    yield replace(start, veiled=parts, caption=_asked(parts, trace), cell=None)
    for number, part in enumerate(parts if build else parts[-1:], start=1):
        one = build and part.row is not None and part.column is not None
        left = parts[number:] if build else ()
        yield replace(
            start, veiled=left, caption="" if one else start.caption, cell=_cell(part, trace) if one else None
        )
    if build and start.caption:
        yield start


def _watched(goal: str, trace: Trace) -> str:
    """The inputs, which can be changed, over the stages that a task's goal speaks of: by default the weights."""
    stages = dict.fromkeys(region.name for region in reads(goal, trace) if region.name in trace.stages)
    return ".".join(("from_inputs", *(stages or ("weights",))))


def _asked(parts: tuple[Place, ...], trace: Trace) -> str:
    """What is to be predicted: "Scores of “b”: Q Kᵀ. Predict first." """
    names = tuple(dict.fromkeys(part.name for part in parts if part.name in trace.stages))
    if not names:
        return PREDICT
    titles = [f"{stage_title(trace, name)}{' scores' if name in _ADJECTIVES else ''}" for name in names]
    what = f"{', '.join(titles[:-1])} and {titles[-1]}" if len(titles) > 1 else titles[0]
    rows = {part.row for part in parts}
    row = rows.pop() if len(rows) == 1 else None
    labels = trace.scenario.query_labels if BY_NAME[names[0]].axes[0] == "queries" else trace.scenario.key_labels
    whose = f" of “{labels[row]}”" if row is not None and row < len(labels) else ""
    own = "head_output" if names[0] == "output" and is_output(trace) else names[0]
    how = f": {BY_NAME[own].symbol}" if len(names) == 1 else ""
    return f"{what[0]}{what[1:].lower()}{whose}{how}. {PREDICT}"


def _figure_with_operands(figure: str, names: set[str], trace: Trace) -> str:
    """Where all that the covered numbers are computed from can be seen."""
    if names <= {"queries", "keys", "values"}:
        return "making.projections"
    stages = sorted(names & set(trace.stages))
    if len(stages) == 1 and figure in ("", "board", *stages):
        return f"making.{stages[0]}"
    return figure


def _is_large(trace: Trace) -> bool:
    """True if a board of it cannot be read from the last row."""
    return max(trace.sizes.T, trace.sizes.S) > CELL_BY_CELL


def _is_map(trace: Trace) -> bool:
    """True if its scores are drawn as a map, in which single rows cannot be told apart."""
    return not is_drawn_singly(trace.sizes.T, trace.sizes.S)


def _parts(place: Place, trace: Trace, build: Build) -> Iterator[Place]:
    """What is uncovered at one press: a number, a row, or all of the place."""
    rows, columns = shape_of(trace, place.name)
    if build not in ("values", "rows"):
        yield place
        return
    for row in range(rows) if place.row is None else (place.row,):
        if build == "rows" and place.column is None:
            yield replace(place, row=row)
            continue
        for column in range(columns) if place.column is None else (place.column,):
            yield replace(place, row=row, column=column)


def _cell(part: Place, trace: Trace) -> Cell | None:
    """The one number of a part; None if the scenario has no such place."""
    found = existing((part,), trace)
    return Cell(part.name, found[0].head, found[0].rows[0], found[0].columns[0]) if found else None


def _built(trace: Trace, start: Beat, build: Build) -> Iterator[Beat]:
    """The beats that lead to a figure shown whole, which is the last one if the figure is one stage."""
    query = start.query or 0
    at_once = _is_map(trace)
    only = query if build == "values" and not at_once else None
    for name in _steps_of(trace, start.figure):
        stage = BY_NAME[name]
        rows, columns = shape_of(trace, name)
        here = replace(start, title=stage_title(trace, name), caption=stage.sentence)
        if _is_large(trace):
            here = replace(here, figure=name)
        of_queries = stage.axes[0] == "queries" and not at_once
        if build == "rows" and of_queries:
            for row in range(rows):
                yield replace(here, reveal=Reveal(name, row), query=row)
        elif build == "values" and of_queries and name not in _AT_ONCE and columns <= CELL_BY_CELL:
            own = start.head if stage.per_head else None
            for column in range(columns):
                cell = Cell(name, own, query, column)
                yield replace(here, caption="", reveal=Reveal(name, query, column, only), cell=cell)
        else:
            yield replace(here, reveal=Reveal(name, only=only))


def _steps_of(trace: Trace, figure: str) -> tuple[str, ...]:
    """The stages that are worth a press: one that is shown elsewhere or only repeats the one before is none."""
    if figure in trace.stages:
        return (figure,)
    repeated = {"concatenated", *(name for name, _ in trace.scenario.given())}
    repeated |= {"head_output"} if is_output(trace) else set()
    if trace.scenario.mask.hides_nothing:
        repeated.add("masked")
    if trace.scenario.factor == 1.0:
        repeated.add("scaled")
    return tuple(name for name in trace.stages if name not in repeated)
