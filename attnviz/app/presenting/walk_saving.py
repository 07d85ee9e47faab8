"""Saves a walk of the lesson or scenario that is shown: an animated GIF, or numbered PNGs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize

from attnviz.app.controls.messages import Message
from attnviz.app.presenting.playing import Playing
from attnviz.app.session import State
from attnviz.content import atomic
from attnviz.content.ordinary_files import there
from attnviz.content.several import write_several
from attnviz.engine.errors import AttentionError
from attnviz.figures.theme import ThemeName

if TYPE_CHECKING:
    from attnviz.app.dialogs.questions import Questions
    from attnviz.app.settings import Settings
    from attnviz.figures.walk import Frame

SIZE = QSize(1280, 720)


def save_walk(state: State, playing: Playing | None, questions: Questions, settings: Settings) -> Message | None:
    """Asks for a file and writes it; comes back with what happened, None if nothing was wanted."""
    from attnviz.figures.walk import lesson_frames, pipeline_frames

    name = playing.lesson.name if playing is not None else (state.scenario.title or "walk")
    path = questions.walk_file(settings.folder / f"{_file_name(name)}.gif")
    if path is None:
        return None
    try:
        if playing is not None:
            frames = lesson_frames(playing.lesson, decimals=state.view.decimals)
        else:
            chosen = state.selection
            frames = pipeline_frames(state.scenario, head=chosen.head, query=chosen.query, decimals=state.view.decimals)
        return _write(path, frames, state.view.theme, questions, settings)
    except AttentionError as error:
        return Message(str(error))


def _write(
    path: Path, frames: tuple[Frame, ...], look: ThemeName, questions: Questions, settings: Settings
) -> Message | None:
    from attnviz.figures.walk import gif_of, numbered, png_of

    single = path.suffix.lower() == ".gif"
    names = (path,) if single else numbered(path, len(frames))
    for name in names:
        atomic.check_place(name, replace=True)  # before all of them are drawn
    taken = next((name for name in names if there(name)), None)
    if taken is not None and not questions.replace(taken):
        return None
    tell = questions.progress("Drawing the walk", len(frames))
    pictures: list[bytes] = []
    if single:
        stopped = False

        def told(done: int) -> bool:
            nonlocal stopped
            stopped = not tell(done)
            return not stopped

        pictures.append(gif_of(frames, SIZE, look, told))
        if stopped:
            return Message("Stopped. Nothing was saved.", "done")
    else:
        for number, frame in enumerate(frames, start=1):
            pictures.append(png_of(frame.slide, SIZE, look))
            if not tell(number):
                return Message("Stopped. Nothing was saved.", "done")
    write_several(dict(zip(names, pictures, strict=True)), replace=True)
    settings.folder = path.parent
    last = f" to {names[-1].name}" if len(names) > 1 else ""
    return Message(f"Saved {names[0].name}{last} in {path.parent}.", "done")


def _file_name(title: str) -> str:
    """The title without what a file's name cannot hold."""
    kept = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in title).strip(" .")
    return kept[:80] or "walk"
