"""What a person may do, at random: each deed does one thing to the window and says what it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.session import Session
from attnviz.app.window import MainWindow
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.cells import Cell
from attnviz.engine.edits import set_cell
from tools.soak.scenarios import layer

# Those that leave the window, or ask the system for a dialog of its own.
NEVER = frozenset({"quit", "print", "full_screen", "model", "model_file", "present", "present_from_start", "save_walk"})
# Those that leave what is looked at for another room, which would be most of the time otherwise.
SELDOM = ("lab.", "lesson.", "practice", "welcome", "continue_course", "gallery", "new", "revert", "memory")
SMALL = (2, 3, 8, 16, 40, 90)
_NUMBERS = (0.0, 1.0, -1.0, 0.5, -2.25, 3e-4, 120.0)
_KEYS = (
    Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_1,
    Qt.Key.Key_Minus, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_Delete,
)  # fmt: skip


@dataclass
class Player:
    """A window, the numbers by which everything is chosen, and the most tokens that a document may have."""

    window: MainWindow
    random: Random
    largest: int

    @property
    def session(self) -> Session:
        """What the window shows now."""
        return self.window.session

    def act(self) -> str:
        """Does one thing; comes back with what it was."""
        deed = self.random.choices(list(DEEDS), weights=list(DEEDS.values()))[0]
        return f"{deed.__name__.strip('_')} {deed(self)}".rstrip()

    def commands(self) -> dict[str, QAction]:
        """Those of the window, by name, whether they may be chosen now or not."""
        found = {action.objectName(): action for action in self.window.findChildren(QAction)}
        named = {key.removeprefix("action."): one for key, one in found.items() if key.startswith("action.")}
        return {name: action for name, action in named.items() if name not in NEVER}

    def choose(self, name: str) -> str:
        """A command, if it may be chosen now."""
        action = self.commands().get(name)
        if action is not None and action.isEnabled():
            action.trigger()
        return name

    def rest(self) -> None:
        """Goes back to a small example, so that memory can be compared with that of other times."""
        self.window.show_document()
        self.session.look(tab="head", layout="auto", theme="light", text_size="normal", viewport=None)
        self.session.unpin()
        self.window.document.begin(preset("by-hand"))

    def figures(self) -> list[FigureView]:
        """Those that are seen."""
        found = self.window.findChildren(FigureView)
        return [figure for figure in found if figure.isVisible() and not figure.visibleRegion().isEmpty()]


def _edit(player: Player) -> str:
    scenario = player.session.state.scenario
    name, values = player.random.choice(list(scenario.inputs.items()))
    row = player.random.randrange(values.shape[-2] if values.ndim > 1 else 1)
    column, head = player.random.randrange(values.shape[-1]), 0 if values.ndim == 3 else None
    value = player.random.choice((*_NUMBERS, player.random.gauss(0, 1)))
    gesture = player.random.choice((None, None, "drag"))
    player.session.edit("Edit", lambda now: set_cell(now, name, row, column, value, head=head), gesture=gesture)
    return f"{name}[{row}, {column}] = {value:g}"


def _command(player: Player) -> str:
    offered = [name for name, action in player.commands().items() if action.isEnabled()]
    rare = player.random.random() < 0.1
    chosen = [name for name in offered if name.startswith(SELDOM) == rare] or offered
    return player.choose(player.random.choice(chosen))


def _undo(player: Player) -> str:
    stack, steps = player.session.undo_stack, player.random.randrange(1, 5)
    for _ in range(steps):
        stack.undo()
    for _ in range(player.random.randrange(steps + 1)):
        stack.redo()
    return str(steps)


def _size(player: Player) -> str:
    """Another document, small more often than large."""
    choice = player.random.random()
    if choice < 0.4:
        name = player.random.choice(PRESETS).name
        player.window.document.begin(preset(name))
        return name
    most = player.largest if choice > 0.9 else max(size for size in (*SMALL, 600) if size <= player.largest)
    tokens = player.random.choice([size for size in SMALL if size <= player.largest]) if choice < 0.75 else most
    width, heads = player.random.choice((4, 8, 16)), player.random.choice((1, 2, 4))
    player.window.document.begin(layer(tokens, width, heads, player.random.randrange(1000)))
    return f"{tokens} tokens, {heads} heads"


def _select(player: Player) -> str:
    trace = player.session.state.trace
    head, query = player.random.randrange(trace.sizes.heads), player.random.randrange(trace.sizes.T)
    stage = player.random.choice(trace.stages)
    rows, columns = trace.shape(stage)
    cell = Cell(stage, head, player.random.randrange(rows), player.random.randrange(columns))
    player.session.select(head=head, query=query, cell=player.random.choice((None, cell)))
    return f"head {head}, query {query}, {stage}"


def _look(player: Player) -> str:
    choices: dict[str, tuple[object, ...]] = {
        "tab": ("head", "heads", "concat"), "layout": ("auto", "board", "focus"), "decimals": (0, 2, 3, 6),
        "focus": player.session.state.trace.stages, "theme": ("light", "dark"), "numbers": (True, False),
        "text_size": ("normal", "normal", "large", "projector"), "shared_scale": (True, False),
    }  # fmt: skip
    name = player.random.choice(list(choices))
    value = player.random.choice(choices[name])
    player.session.look(**{name: value})
    return f"{name} {value}"


def _zoom(player: Player) -> str:
    figures = player.figures()
    if not figures:
        return "nothing"
    figure = player.random.choice(figures)
    for _ in range(player.random.randrange(1, 12)):
        place = _place(player, figure)
        by = QPoint(0, player.random.choice((-120, 120, 240)))
        kept = player.random.choice((Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier))
        button, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        where = QPointF(figure.mapToGlobal(place.toPoint()))
        QApplication.sendEvent(figure, QWheelEvent(place, where, QPoint(), by, button, kept, phase, False))
    return figure.objectName()


def _drag(player: Player) -> str:
    figures = player.figures()
    if not figures:
        return "nothing"
    figure = player.random.choice(figures)
    press, move, release = (
        QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease,
    )  # fmt: skip
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, button, held in ((press, left, left), (move, none, left), (move, none, left), (release, left, none)):
        place = _place(player, figure)
        where = QPointF(figure.mapToGlobal(place.toPoint()))
        QApplication.sendEvent(figure, QMouseEvent(kind, place, where, button, held, Qt.KeyboardModifier.NoModifier))
    return figure.objectName()


def _type(player: Player) -> str:
    target = QApplication.focusWidget() or player.window
    for _ in range(player.random.randrange(1, 5)):
        key = player.random.choice(_KEYS)
        text = chr(key) if key < 0x80 else ""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(target, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))
        target = QApplication.focusWidget() or player.window
    return target.objectName()


def _resize(player: Player) -> str:
    width, height = player.random.choice(((1366, 768), (1000, 640), (1920, 1080), (820, 600)))
    player.window.resize(width, height)
    return f"{width}×{height}"


def _present(player: Player) -> str:
    """The stage on a screen of its own, some steps of it, and back."""
    player.window.present()
    stages = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not player.window]
    for _ in range(player.random.randrange(4)):
        for stage in stages:
            key = player.random.choice((Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Right))
            QApplication.sendEvent(stage, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))
            QApplication.processEvents()
    player.window.presenting.end()
    return f"{len(stages)} windows"


def leave(player: Player) -> str:
    """Back to the document, from wherever one is."""
    player.window.show_document()
    return ""


def _place(player: Player, widget: QWidget) -> QPointF:
    return QPointF(player.random.uniform(0, widget.width()), player.random.uniform(0, widget.height()))


DEEDS: dict[Callable[[Player], str], int] = {
    _edit: 30, _command: 20, _undo: 8, _size: 6, _select: 12, _look: 10, _zoom: 8, _drag: 6, _type: 8, _resize: 2,
    leave: 3, _present: 1,
}  # fmt: skip
