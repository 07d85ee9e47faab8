"""A walk as pictures: each press of the clicker is one slide, as numbered PNGs or as one animated GIF."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from attnviz.content.lessons.model import Lesson
from attnviz.content.walks import Beat, pipeline_walk, played
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace
from attnviz.figures.headless import ensure_application
from attnviz.figures.slide import Slide, paint_slide, selection_of, slide_of, with_lab
from attnviz.figures.theme import ThemeName, theme
from attnviz.figures.view import Selection, View

SECONDS_OF_A_NUMBER, SECONDS_OF_A_STAGE, SECONDS_OF_THE_END = 1.2, 2.0, 4.0
MOST_FRAMES = 400  # a GIF of more would take minutes and hundreds of megabytes
SMALLEST, LARGEST = 200, 4096  # pixels of a side


@dataclass(frozen=True)
class Frame:
    """One slide and how many seconds it stays."""

    slide: Slide
    seconds: float


def pipeline_frames(scenario: Scenario, *, head: int = 0, query: int = 1, decimals: int = 3) -> tuple[Frame, ...]:
    """The walk through one scenario. Raises AttentionError where it cannot be computed to the end."""
    traced = trace(scenario)
    problem = traced.compute()
    if problem is not None:
        raise problem
    beats = pipeline_walk(traced, head=head, query=query)
    return _frames(((beat, traced) for beat in beats), len(beats), decimals)


def lesson_frames(lesson: Lesson, *, decimals: int = 3) -> tuple[Frame, ...]:
    """The walk through a lesson, with its predictions and their answers; questions are left to the class."""
    states = [(beat, traced) for beat, traced in played(lesson) if beat.question is None]
    return _frames(states, len(states), decimals)


def png_of(slide: Slide, size: QSize, look: ThemeName = "light") -> bytes:
    """One slide as a PNG of that many pixels."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image_of(slide, size, look).save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(data.data())


def image_of(slide: Slide, size: QSize, look: ThemeName = "light") -> QImage:
    """One slide as an image of that many pixels."""
    ensure_application()
    _check_size(size)
    image = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_slide(painter, QRectF(0, 0, size.width(), size.height()), slide, theme(look, "projector", size.height()))
    return image


def gif_of(
    frames: Iterable[Frame], size: QSize, look: ThemeName = "light", progress: Callable[[int], bool] | None = None
) -> bytes:
    """All frames as an animated GIF that starts again at its end.

    progress: told how many are done; False stops. Raises AttentionError without Pillow, or for too many frames.
    """
    pillow = _pillow()
    frames = tuple(frames)
    if len(frames) > MOST_FRAMES:
        raise AttentionError(
            f"The walk has {len(frames)} pictures, and a GIF takes at most {MOST_FRAMES}. Write PNGs instead.",
            Where("walk"),
        )
    pictures = []
    for number, frame in enumerate(frames, start=1):
        png = png_of(frame.slide, size, look)
        pictures.append(pillow.open(io.BytesIO(png)).convert("P", palette=pillow.Palette.ADAPTIVE, colors=128))
        if progress is not None and not progress(number):
            break
    out = io.BytesIO()
    durations = [round(frame.seconds * 1000) for frame in frames[: len(pictures)]]
    pictures[0].save(
        out, format="GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=False
    )
    return out.getvalue()


def numbered(path: Path, count: int) -> tuple[Path, ...]:
    """The names of numbered pictures: walk.png gives walk-01.png, walk-02.png and so on."""
    digits = max(2, len(str(count)))
    return tuple(path.with_stem(f"{path.stem}-{number:0{digits}d}") for number in range(1, count + 1))


def _frames(states: Iterable[tuple[Beat, Trace]], count: int, decimals: int) -> tuple[Frame, ...]:
    return tuple(_each_frame(states, count, decimals))


def _each_frame(states: Iterable[tuple[Beat, Trace]], count: int, decimals: int) -> Iterator[Frame]:
    selection = Selection()
    for number, (beat, traced) in enumerate(states, start=1):
        selection = selection_of(beat, selection, traced)
        pencil = traced.scenario.pencil
        view = View(decimals=decimals if pencil is None else pencil, legend=False)
        slide = slide_of(beat, traced, selection, view, f"{number} / {count}")
        slide = with_lab(slide, beat, traced, view.decimals)
        last = number == count
        yield Frame(slide, SECONDS_OF_THE_END if last else _seconds(beat))


def _seconds(beat: Beat) -> float:
    return SECONDS_OF_A_NUMBER if beat.cell is not None and not beat.caption else SECONDS_OF_A_STAGE


def _check_size(size: QSize) -> None:
    if not (SMALLEST <= size.width() <= LARGEST and SMALLEST <= size.height() <= LARGEST):
        raise AttentionError(
            f"A picture of {size.width()} × {size.height()} pixels cannot be made. "
            f"Choose sides from {SMALLEST} to {LARGEST}.",
            Where("size"),
        )


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise AttentionError(
            "A GIF needs Pillow, which is not installed. Type: pip install pillow. Or write PNGs instead.", Where("gif")
        ) from error
    return Image
