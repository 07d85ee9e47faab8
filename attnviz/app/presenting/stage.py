"""The big screen: the present slide and nothing else, driven by clicker, keys and mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QCursor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app.pipeline.mask_painting import PAINTABLE, toggle
from attnviz.app.presenting.following import Following
from attnviz.app.presenting.lab_place import LabPlace
from attnviz.app.presenting.motion import Motion
from attnviz.app.presenting.number_edit import NumberEdit
from attnviz.app.presenting.presentation import Presentation
from attnviz.app.presenting.spotlight import Spotlight
from attnviz.app.presenting.stage_keys import StageKeys
from attnviz.app.presenting.strip import Strip
from attnviz.app.presenting.waiting import Waiting
from attnviz.app.session import State
from attnviz.engine.cells import Cell
from attnviz.figures.figure import cell_rect, hit
from attnviz.figures.slide import Run, Slide, paint_slide, slide_layout, title_end
from attnviz.figures.theme import Theme, theme
from attnviz.figures.veil import veiled

IDLE = 2500  # milliseconds without the mouse after which pointer and strip go
STRIP_LETTERS = 52  # the screen's height over the letters of the strip
STRIP_PART = 0.1  # of the height, above which the mouse calls the strip


class Stage(QWidget):
    """Shows a presentation. Its keys are its own, so that no other window's shortcuts are in the way.

    A click on a number that is given edits it, on a computed one explains it, with Ctrl hides that key from that query
    or shows it, anywhere else steps on; the right button steps back. `left` fires when the presentation is to end.
    """

    left = Signal()

    def __init__(self, presentation: Presentation, *, motion: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presenter.stage")
        self.setAccessibleName("Presentation")
        self.setWindowTitle("attnviz: presentation")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.presentation = presentation
        self.motion = Motion(self, on=motion)
        self.lab = LabPlace(presentation.session, self)
        self.spotlight = Spotlight(self)
        self.strip = Strip(self)
        self._edit: NumberEdit | None = None
        self._keys = StageKeys(self)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE)
        self._idle.timeout.connect(self._rest)
        self._hand: QPoint | None = None  # where the mouse was when it last moved
        self.slide: Slide = presentation.slide()
        self._place = presentation.place
        self._following = Following(presentation, self)
        self._waiting = Waiting(presentation.session, self)
        presentation.moved.connect(self._move)
        presentation.session.changed.connect(self._change)
        for key, run in ((Qt.Key.Key_PageDown, presentation.next), (Qt.Key.Key_PageUp, presentation.back)):
            # Above whatever has the keyboard, since sliders and lists in a laboratory page with these keys.
            shortcut = QShortcut(key, self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._page, run))
        self._move()

    @property
    def look(self) -> Theme:
        """Letters that the last row can read."""
        return theme(self.presentation.session.state.view.theme, "projector", self.height())

    def figure_place(self) -> QRectF:
        """Where the figure is painted."""
        return slide_layout(self.slide, QRectF(self.rect())).figure

    def place_of(self, cell: Cell) -> QRectF | None:
        """Where a number is painted; None if it is not on the slide."""
        if self.slide.figure is None:
            return None
        return cell_rect(self.slide.figure, self.figure_place(), cell, self.look)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The number under a point; None for one that is not shown yet."""
        if self.slide.figure is None or self.presentation.blank:
            return None
        cell = hit(self.slide.figure, self.figure_place(), point, self.look)
        state = self.presentation.session.state
        return None if cell is None or veiled(state.trace, state.view.veil, cell) is not None else cell

    def edit(self, cell: Cell) -> None:
        """Opens the line over a number that is given."""
        place = self.place_of(cell)
        if place is None:
            return
        self._edit = NumberEdit(self.presentation.session, cell, place, self.look, self)
        self._edit.done.connect(self._edited)
        self._edit.refused.connect(self._refuse)
        self._edit.show()
        self._edit.setFocus()

    def toggle_mask(self) -> None:
        """What if one forgets the mask? With it beside without it, and back."""
        self.presentation.ask_mask(not self.presentation.asks_mask)

    def toggle_spotlight(self) -> None:
        """Darkens all but a circle around the pointer, or no longer."""
        self.spotlight.turn(on=not self.spotlight.on)
        self.place_strip()
        self.strip.show_state(lab=self.lab.is_shown)

    def zoom_at(self, point: QPointF) -> None:
        """Shows the stage under the point alone; the whole figure again if it was alone."""
        presentation = self.presentation
        cell = None if self.slide.figure is None else hit(self.slide.figure, self.figure_place(), point, self.look)
        if presentation.zoomed:
            presentation.zoom("")
        elif cell is not None:
            presentation.zoom(cell.name)
        elif presentation.beat.reveal is not None and presentation.beat.reveal.stage:
            presentation.zoom(presentation.beat.reveal.stage)

    def leave(self) -> None:
        """Asks for the end."""
        self.left.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Black, or the slide with what moves."""
        with QPainter(self) as painter:
            if self.presentation.blank:
                painter.fillRect(self.rect(), Qt.GlobalColor.black)
                return
            paint_slide(painter, QRectF(self.rect()), self.slide, self.look)
            self._waiting.paint(painter, self.figure_place(), self.slide, self.look)
            self.motion.paint(painter, self.look)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What clickers send, and the keys of the other presenters."""
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A number is edited or explained; elsewhere the left button steps on, the right one back."""
        if event.button() == Qt.MouseButton.RightButton or event.button() == Qt.MouseButton.BackButton:
            self.presentation.back()
        elif event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.ForwardButton):
            cell = self.cell_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
            painted = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if cell is not None and painted and cell.name in PAINTABLE:
                toggle(self.presentation.session, cell)
            elif cell is None:
                self.presentation.next()
            elif self._is_given(cell):
                self.edit(cell)
            else:
                self.presentation.explain(None if self.presentation.explained == cell else cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The pointer shows while it moves, the strip while it moves near the top."""
        self.spotlight.show_at(event.position())
        if not self._stirs(event.globalPosition().toPoint()):
            return
        self.unsetCursor()
        self._idle.start()
        on_strip = self.strip.isVisible() and self.strip.geometry().contains(event.position().toPoint())
        at_top = on_strip or event.position().y() < STRIP_PART * self.height()
        if (at_top, at_top) != (self.strip.called, self.strip.isVisible()):
            self.strip.call(at_top)

    def showEvent(self, event: QShowEvent) -> None:
        """The strip says at the beginning which keys there are; the light begins where the pointer is."""
        super().showEvent(event)
        self.spotlight.show_at(QPointF(self.mapFromGlobal(QCursor.pos())))
        self.strip.show()
        self.place_strip()
        self._idle.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The strip stays at the top, a laboratory in the figure's place."""
        super().resizeEvent(event)
        self.place_strip()
        self.spotlight.setGeometry(self.rect())
        self.lab.stand(self.figure_place())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the window ends the presentation."""
        self.lab.close_down()
        self.left.emit()
        super().closeEvent(event)

    def place_strip(self) -> None:
        """At the right of the title, where there is nothing to click; over it only the dark."""
        end = title_end(self.slide, QRectF(self.rect()))
        if not self.strip.stand(self.width(), letters=round(self.height() / STRIP_LETTERS), title=end):
            self.strip.hide()
        self.strip.raise_()
        self.spotlight.raise_()

    def stay(self) -> None:
        """The strip is in use: it stays as long as after a move."""
        self._idle.start()

    def _page(self, run: Callable[[], None]) -> None:
        """A clicker's press, after what is being typed was taken over."""
        if self._edit is not None:
            self._edit.clearFocus()
        run()

    def _stirs(self, place: QPoint) -> bool:
        """Whether the mouse is moved: a hand that rests on it, or a stage that opens under it, moves nothing."""
        stirs = self._hand is not None and (place - self._hand).manhattanLength() >= QApplication.startDragDistance()
        if stirs or self._hand is None:
            self._hand = place
        return stirs

    def _is_given(self, cell: Cell) -> bool:
        scenario = self.presentation.session.state.scenario
        return any(cell.name == name for name, _ in scenario.given())

    def _move(self) -> None:
        old, self.slide = self.slide, self.presentation.slide()
        self._place = self.presentation.place
        step = self.presentation.beat.step
        show = self.presentation
        covered = show.blank or show.asks_mask
        self.lab.show_lab(step, self.figure_place(), question=self.slide.question is not None, covered=covered)
        self.strip.show_state(lab=self.lab.is_shown)
        self.place_strip()
        self.motion.go(old, self.slide, self.presentation.session.state.trace, self.place_of)
        self._describe()
        self.update()

    def _change(self, _old: State, _new: State) -> None:
        """An edit: the same slide with other numbers. On the way to another slide nothing is shown yet."""
        if self.presentation.place != self._place:
            return
        self.slide = self.presentation.slide()
        self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(f"{self.slide.count}: {self.slide.title}. {self.slide.said}")

    def _refuse(self, reason: str) -> None:
        """Why what was typed is no number; "" once it is."""
        slide = self.presentation.slide()
        self.slide = replace(slide, caption=(Run(reason, "error"),)) if reason else slide
        self.update()

    def _edited(self) -> None:
        self._edit = None
        self.setFocus()

    def _rest(self) -> None:
        if self._edit is None:
            self.strip.call(False)
            self.setCursor(Qt.CursorShape.BlankCursor)
