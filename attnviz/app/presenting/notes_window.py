"""The presenter's own window: notes, what comes next, and a clock, on the screen that the class does not see."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QElapsedTimer, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from attnviz.app.presenting.presentation import Presentation
from attnviz.figures.prose import prose, with_numbers
from attnviz.figures.slide import Slide, paint_slide
from attnviz.figures.theme import Theme, theme

_EDGE = 16
_SECOND = 1000


class NotesWindow(QWidget):
    """Follows a presentation; its keys go to the stage, so that the clicker works whichever window has them."""

    left = Signal()
    pressed = Signal(object)  # a QKeyEvent for the stage

    def __init__(self, presentation: Presentation, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presenter.notes")
        self.setAccessibleName("Presenter's notes")
        self.setWindowTitle("attnviz: presenter's notes")
        self.presentation = presentation
        self._running = QElapsedTimer()
        self._running.start()
        self.now, self.next = SlidePicture("Now", self), SlidePicture("Next", self)
        self.text = QTextBrowser(self)
        self.text.setObjectName("presenter.notes.text")
        self.text.setAccessibleName("Notes")
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.text.setStyleSheet(f"padding: {_EDGE}px;")
        self.where = QLabel(self)
        self.where.setObjectName("presenter.notes.step")
        self.clock = QLabel(self)
        self.clock.setObjectName("presenter.clock")
        self.clock.setAccessibleName("Clock")
        self._lay_out()
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._show_time)
        self._tick.start(_SECOND)
        presentation.moved.connect(self._show)
        presentation.session.changed.connect(lambda _old, _new: self._show_slides())
        self._show()
        self._show_time()

    def sizeHint(self) -> QSize:
        """As large as a small laptop's screen takes."""
        return QSize(1180, 700)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The clicker works here too."""
        self.pressed.emit(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing the notes ends the presentation."""
        self._tick.stop()
        self.left.emit()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        column.setSpacing(_EDGE)
        body = QHBoxLayout()
        column.addLayout(body, 1)
        body.setSpacing(_EDGE)
        pictures = QVBoxLayout()
        body.addLayout(pictures, 1)
        pictures.setSpacing(_EDGE)
        pictures.addWidget(self.now, 1)
        pictures.addWidget(self.next, 1)
        body.addWidget(self.text, 1)
        row = QHBoxLayout()
        column.addLayout(row)
        row.setSpacing(_EDGE)
        for name, text, run in (
            ("back", "Back", self.presentation.back),
            ("next", "Next", self.presentation.next),
            ("black", "Black", lambda: self.presentation.show_blank(not self.presentation.blank)),
        ):
            button = QPushButton(text, self)
            button.setObjectName(f"presenter.notes.{name}")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _on=False, run=run: run())
            row.addWidget(button)
        row.addWidget(self.where)
        row.addStretch(1)
        row.addWidget(self.clock)

    def _show(self) -> None:
        beat = self.presentation.beat
        state = self.presentation.session.state
        words = beat.notes
        if beat.step is not None and beat.step.text:
            words = f"{words}\n\n---\n\n{beat.step.text}" if words else beat.step.text
        steps = self.presentation.step_of_steps
        press = f"press {self.presentation.place + 1} of {len(self.presentation.beats)}"
        self.where.setText(press if steps is None else f"step {steps[0] + 1} of {steps[1]}, {press}")
        look = theme(state.view.theme, "large")
        words = with_numbers(words or beat.caption, state.trace, {}, state.view.decimals)
        self._document = prose(words, look, look.small_px + 5, max(200, self.text.viewport().width()))
        self.text.setDocument(self._document)
        self._show_slides()

    def _show_slides(self) -> None:
        state = self.presentation.session.state
        for picture, slide in (
            (self.now, None if self.presentation.blank else self.presentation.slide()),
            (self.next, self.presentation.following()),
        ):
            picture.show_slide(slide, theme(state.view.theme, "projector"))

    def _show_time(self) -> None:
        seconds = self._running.elapsed() // _SECOND
        now = QDateTime.currentDateTime().toString("HH:mm")
        self.clock.setText(f"{now}   {seconds // 60:02}:{seconds % 60:02} since the start")


class SlidePicture(QWidget):
    """A small picture of a slide under its word; black where there is none."""

    def __init__(self, word: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"presenter.notes.{word.lower()}.picture")
        self.setAccessibleName(word)
        self._word = word
        self.slide: Slide | None = None
        self._look: Theme | None = None

    def show_slide(self, slide: Slide | None, look: Theme) -> None:
        """Paints that slide from now on."""
        self.slide, self._look = slide, look
        self.setAccessibleDescription("" if slide is None else f"{slide.count} {slide.title}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The slide as the class sees it, small."""
        if self._look is None:
            return
        with QPainter(self) as painter:
            painter.setFont(self._look.grown(0.5).small_font)
            painter.setPen(self._look.palette.soft)
            line = painter.fontMetrics().height() + 4
            painter.drawText(0, line - 6, self._word)
            room = QRectF(0, line, self.width(), max(1, self.height() - line))
            width = min(room.width(), room.height() * 16 / 9)
            place = QRectF(room.left(), room.top(), width, width * 9 / 16)
            if self.slide is None:
                painter.fillRect(place, Qt.GlobalColor.black)
                return
            painter.setClipRect(place)
            scale = place.width() / 1280  # painted as on a screen of 1280 pixels, so that it is the same slide
            painter.translate(place.topLeft())
            painter.scale(scale, scale)
            paint_slide(painter, QRectF(0, 0, 1280, 720), self.slide, theme(self._look.name, "projector", 720))
            painter.resetTransform()
            painter.setPen(self._look.palette.border)
            painter.drawRect(place)
