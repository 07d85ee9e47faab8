"""Pictures of the program at two sizes and in two themes; with --docs those of the README too."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from attnviz.app.presenting.presentation import present_lesson
from attnviz.app.presenting.stage import Stage
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.cli.command import main as attnviz
from attnviz.content.lessons.course import lesson
from attnviz.content.presets import preset
from attnviz.content.sources.source import Place
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_mask
from tools.long_scenario import long_scenario
from tools.small_png import png

ROOT = Path(__file__).parents[1]
SIZES = ((1366, 768), (1920, 1080))
THEMES = ("light", "dark")
IN_README = {
    "by-hand-1366x768-light": "window.png",
    "trophy-1366x768-dark": "trophy.png",
    "lesson-1366x768-light": "lesson.png",
    "mistakes-1366x768-light": "mistakes.png",
    "stage-1366x768-dark": "stage.png",
    "model-1366x768-light": "model.png",
    "thousands-1366x768-light": "thousands.png",
}
HEAVIEST = 200_000  # bytes of a picture in docs/
WEIGHTS = "Shares of one whole"  # the step of the lesson by-hand that the stage shows
SENTENCE = "The trophy did not fit in the suitcase because it was too big."
WALK = ("walk", "by-hand", "--size", "960x540", "--force", "-o")  # the animation of the README, docs/walk.gif
HEAVIEST_WALK = 1_000_000


def by_hand() -> Session:
    """The opening example with one weight explained: query 2 looks at key 3."""
    session = Session(preset("by-hand"))
    session.select(query=1, cell=Cell("weights", 0, 1, 2))
    return session


def two_heads_causal() -> Session:
    """All heads side by side under a causal mask."""
    session = Session(set_mask(preset("two-heads"), causal=True))
    session.look(tab="heads")
    return session


def trophy() -> Session:
    """A real head: what "it" looks at."""
    session = Session(preset("trophy"))
    labels = session.state.scenario.query_labels
    it, thing = labels.index("it"), labels.index("trophy")
    session.select(query=it, cell=Cell("weights", 0, it, thing))
    return session


def thousands() -> Session:
    """A head of 4,096 tokens, whole, with the row of one query."""
    session = Session(long_scenario())
    session.select(query=1800)
    return session


def all_of_thousands() -> Session:
    """All its heads."""
    session = thousands()
    session.look(tab="heads")
    return session


def stay(_window: MainWindow) -> None:
    """The document, as the window opens on it."""


def play(window: MainWindow) -> None:
    """The lesson that is worked with a pencil, at its first prediction."""
    window.start_lesson("by-hand")
    window.rooms.go_to_step(3)


def experiment(window: MainWindow) -> None:
    """The mask applied after softmax, beside the right way."""
    window.show_lab("mistakes", {"mistake": "mask-after"})


def ask_the_model(window: MainWindow) -> None:
    """All heads on the sentence of the trophy, and what "it" looks at in the head that finds it."""
    room = window.rooms.show_source()
    typed = room.findChild(QLineEdit, "source.sentence")
    assert isinstance(typed, QLineEdit)
    typed.setText(SENTENCE)
    typed.returnPressed.emit()
    while room.running or window.session.state.source is None:
        QApplication.processEvents()
    room.point_at(Place(3, 1))
    room.look(query=10, key=2)


def show_the_code(window: MainWindow) -> None:
    """The program beside the numbers, with the line of the selected weight."""
    window.menus.commands["code"].trigger()


@dataclass(frozen=True)
class Scene:
    """What is opened, where one goes from there, and whether the big screen is meant instead of the window."""

    session: Callable[[], Session] = by_hand
    go: Callable[[MainWindow], None] = stay
    on_stage: bool = False


SCENES = {
    "by-hand": Scene(),
    "two-heads-causal": Scene(two_heads_causal),
    "trophy": Scene(trophy),
    "welcome": Scene(go=MainWindow.show_welcome),
    "lesson": Scene(go=play),
    "mistakes": Scene(go=experiment),
    "model": Scene(go=ask_the_model),
    "code": Scene(go=show_the_code),
    "rotary": Scene(session=lambda: Session(preset("rotary"))),
    "practice": Scene(go=MainWindow.start_practice),
    "stage": Scene(on_stage=True),
    "thousands": Scene(thousands),
    "all-of-thousands": Scene(all_of_thousands),
}


def picture(scene: Scene, size: tuple[int, int], theme: str) -> QImage:
    """The scene as it looks once everything has been drawn."""
    session = scene.session()
    session.look(theme=theme)
    if scene.on_stage:
        return _stage(session, size)
    window = MainWindow(session, origin="by-hand")
    window.resize(*size)
    window.show()
    scene.go(window)
    image = _settled(window, session)
    session.undo_stack.setClean()
    _let_go(window)
    return image


def _stage(session: Session, size: tuple[int, int]) -> QImage:
    """The weights of the lesson that is worked with a pencil, once their row is told."""
    show = present_lesson(lesson("by-hand"), session.state.view)
    show.go(max(place for place, beat in enumerate(show.beats) if beat.title == WEIGHTS))
    stage = Stage(show, motion=False)
    stage.resize(*size)
    stage.show()
    stage.strip.hide()  # as it goes by itself while nobody moves the mouse
    image = _settled(stage, show.session)
    _let_go(stage)
    return image


def _settled(widget: QWidget, session: Session) -> QImage:
    end = time.monotonic() + 0.7  # zero-timers and the worker's results have arrived by then
    while (waits := session.busy or not widget.updatesEnabled()) or time.monotonic() < end:
        if waits:
            end = time.monotonic() + 0.7
        QApplication.processEvents()
        time.sleep(0.01)
    return widget.grab().toImage()


def _let_go(widget: QWidget) -> None:
    widget.close()
    widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def main(arguments: list[str]) -> int:
    """Draws all pictures to out/screenshots, and with --docs those of the README to docs/."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument("--docs", action="store_true", help="put those of the README into docs/ too")
    for_docs: bool = parser.parse_args(arguments).docs
    folder = ROOT / "out" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for name, scene in SCENES.items():
        for size in SIZES:
            for theme in THEMES:
                title = f"{name}-{size[0]}x{size[1]}-{theme}"
                data = png(picture(scene, size, theme))
                (folder / f"{title}.png").write_bytes(data)
                print(f"out/screenshots/{title}.png")
                if for_docs and title in IN_README:
                    _put(ROOT / "docs" / IN_README[title], data, HEAVIEST)
    if for_docs:
        moving = folder / "walk.gif"
        attnviz([*WALK, str(moving)])
        _put(ROOT / "docs" / "walk.gif", moving.read_bytes(), HEAVIEST_WALK)
    del application
    return 0


def _put(path: Path, data: bytes, heaviest: int) -> None:
    if len(data) > heaviest:
        raise SystemExit(f"{path.name} takes {len(data)} bytes, more than {heaviest}")
    path.write_bytes(data)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as settings:
        os.environ["ATTNVIZ_SETTINGS"] = str(Path(settings) / "attnviz.ini")
        sys.exit(main(sys.argv[1:]))
