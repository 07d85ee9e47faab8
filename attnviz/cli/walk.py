"""The verb that writes a walk: one animated GIF, or numbered PNGs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.cli.numbers import decimals_for, named
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import check_files, put_file, put_files, remark
from attnviz.content.atomic import shown
from attnviz.content.attn_file import load
from attnviz.engine.errors import AttentionError, FieldError, NoSuchStage, Where, counted
from attnviz.engine.scenario import Scenario

if TYPE_CHECKING:
    from attnviz.figures.walk import Frame

MOST_TOKENS = 300  # queries, of which one has two pixels in a picture of the usual size


def walk(given: Arguments) -> int:
    """Writes every picture of the walk, or none."""
    assert given.output is not None
    ending = Path(given.output).suffix.lower()
    if ending not in (".gif", ".png"):
        raise FieldError(f"{shown(given.output)}: a walk is written as .gif or .png. Choose one.", Where("output"))
    if (given.scenario is None) == (given.lesson is None):
        raise FieldError("A walk goes through one thing. Give either a scenario or --lesson NAME.", Where("scenario"))
    for name in ("head", "query") if given.lesson is not None else ():
        if getattr(given, name) is not None:
            raise FieldError(f"--{name} does not apply to a lesson, which has its own. Leave it out.", Where(name))
    # Before minutes are spent on pictures; of numbered ones only the folder can be asked for yet.
    check_files(given.output, force=given.force or ending == ".png")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    try:
        frames = _frames(given)
    except AttentionError as error:
        raise named(error, given.scenario or given.lesson or "") from error
    _write(given, ending, frames)
    return 0


def _frames(given: Arguments) -> tuple[Frame, ...]:
    from attnviz.figures.walk import lesson_frames, pipeline_frames

    if given.lesson is not None:
        from attnviz.content.lessons.course import lesson

        return lesson_frames(lesson(given.lesson), decimals=3 if given.decimals is None else given.decimals)
    assert given.scenario is not None
    scenario = load(given.scenario)
    rows = scenario.sizes.T
    if rows > MOST_TOKENS:
        raise FieldError(
            f"A walk goes along one row, which among {rows} queries is too thin to be seen: up to {MOST_TOKENS}. "
            "Draw the map: attnviz render.",
            Where("scenario"),
        )
    head, query = _place(scenario, given)
    return pipeline_frames(scenario, head=head, query=query, decimals=decimals_for(scenario, given.decimals))


def _place(scenario: Scenario, given: Arguments) -> tuple[int, int]:
    """Head and query from 0; as in the window, the second query unless another is asked for."""
    size = scenario.sizes
    head = 1 if given.head is None else given.head
    query = min(2, size.T) if given.query is None else given.query
    for word, number, most in (("head", head, size.heads), ("query", query, size.T)):
        if number > most:
            raise NoSuchStage(f"There is no {word} {number}. Choose one from 1 to {most}.", Where(word))
    return head - 1, query - 1


def _write(given: Arguments, ending: str, frames: Sequence[Frame]) -> None:
    from PySide6.QtCore import QSize

    from attnviz.figures.walk import gif_of, numbered, png_of

    assert given.output is not None
    size = QSize(*given.size)
    remark(f"Drawing {counted(len(frames), 'picture')} …")
    if ending == ".gif":
        put_file(given.output, gif_of(frames, size, given.theme), force=given.force)
        remark(f"{shown(given.output)} is written.")
        return
    names = numbered(Path(given.output), len(frames))
    check_files(*map(str, names), force=given.force)
    pictures = [png_of(frame.slide, size, given.theme) for frame in frames]  # all of them before the first is written
    put_files(dict(zip(map(str, names), pictures, strict=True)), force=given.force)
    remark(f"{shown(str(names[0]))} to {shown(str(names[-1]))} are written.")
