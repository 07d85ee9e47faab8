"""What takes longer than half a second, how far it is, and a button that stops it: small, within the message bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

AFTER = 500  # milliseconds of unbroken work: what is done sooner says nothing
PAUSE = 200  # milliseconds without work that do not break it, so that nothing flickers from one run to the next
_NAME = "progress"
_WIDEST, _SHARE = 18, 0.35  # heights of its text that the words may always have, and their part of a wide window

Stop = Callable[[], object]


class Patience:
    """Lets the part that is done be shown once it takes longer than half a second."""

    def __init__(self) -> None:
        self._since = QElapsedTimer()

    def begin_anew(self) -> None:
        """What went on is over."""
        self._since.invalidate()

    def shown(self, part: float | None) -> float | None:
        """The part as it is to be shown, None for not yet and not any more. part: None at the end."""
        if part is None:
            self._since.invalidate()
        elif not self._since.isValid():
            self._since.start()
        return part if self._since.isValid() and self._since.elapsed() >= AFTER else None


class ProgressNote(QWidget):
    """Shows the newest of the things that go on; each is known by what stops it.

    Whoever begins something calls `tell`, again as it proceeds, and `end` when it is over. The button calls `stop` and
    takes it for over; who does not stop at once tells again. `turned` fires when the note comes and goes.
    """

    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(_NAME)
        self._going_on: dict[Stop, tuple[str, float | None]] = {}
        self._after = QTimer(self, singleShot=True, interval=AFTER)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._words = QLabel(self)
        self._words.setObjectName("progress.words")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar(self)
        self._bar.setObjectName("progress.bar")
        self._bar.setAccessibleName("Part that is done")
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 100)
        self._cancel = QToolButton(self)
        self._cancel.setObjectName("progress.cancel")
        self._cancel.setText("Stop")
        self._cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self._words, self._bar, self._cancel):
            row.addWidget(widget)
        self.hide()
        self._after.timeout.connect(self._appear)
        self._pause.timeout.connect(self._vanish)
        self._cancel.clicked.connect(self.cancel)

    @property
    def is_on(self) -> bool:
        """True while something goes on, shown or not."""
        return bool(self._going_on)

    def tell(self, what: str, part: float | None, stop: Stop) -> None:
        """Says in a few words what goes on and the part done, 0 to 1, None while nobody knows."""
        if not self._going_on and not self._pause.isActive():
            self._after.start()
        self._pause.stop()
        self._going_on[stop] = what, part
        self._write()
        if not self._after.isActive():
            self._appear()

    def end(self, stop: Stop) -> None:
        """That is over; what is not known changes nothing."""
        if self._going_on.pop(stop, None) is None:
            return
        if self._going_on:
            self._write()
        else:
            self._pause.start()

    def cancel(self) -> None:
        """Stops what is shown."""
        stop = next(reversed(self._going_on), None)
        if stop is not None:
            self.end(stop)
            stop()  # after it, for what waited behind that may have begun by then

    def _appear(self) -> None:
        if self._going_on and self.isHidden():
            self.show()
            self.turned.emit()
            if QAccessible.isActive():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleName()))

    def _vanish(self) -> None:
        self._after.stop()
        self.hide()
        self.turned.emit()

    def _write(self) -> None:
        """Of the newest; the words have no more room than they may take from what else the bar says."""
        what, part = next(reversed(self._going_on.values()))
        metrics = QFontMetrics(self._words.font())
        most = max(_WIDEST * metrics.height(), round(_SHARE * self.window().width()))
        self._words.setText(metrics.elidedText(what, Qt.TextElideMode.ElideRight, most))
        self._words.setToolTip(what if self._words.text() != what else "")
        self._bar.setFixedWidth(6 * metrics.height())
        self._bar.setFixedHeight(max(metrics.height() // 3, 6))
        self._bar.setUpdatesEnabled(False)  # else Qt (6.11) paints at once, and all else that waits to be painted too
        self._bar.setValue(0 if part is None else round(100 * part))
        self._bar.setUpdatesEnabled(True)
        self._cancel.setAccessibleName(f"Stop: {what}")
        self.setAccessibleName(what)


def note_of(widget: QWidget) -> ProgressNote:
    """The note of the window that the widget is in."""
    note = widget.window().findChild(ProgressNote, _NAME)
    assert note is not None, "only windows with a message bar have one"
    return note
