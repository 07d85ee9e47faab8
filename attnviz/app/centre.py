"""What stands between the toolbar and the message bar: columns, a laboratory or the first screen, and a panel below."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from attnviz.app.controls.pages import Pages
from attnviz.app.focus_chain import last_or_first

HANDLE = 8
BELOW_PART = 0.4  # of the height for a panel below, until somebody moves the border
MOST_PART = 0.45  # the same for a panel that knows how high its text is
JUMP = 150  # pixels, more than a hand drags an edge between two pictures


@runtime_checkable
class Fitting(Protocol):
    """A panel that is as high as what stands in it."""

    def height_wanted(self, width: int) -> int:
        """What it needs in that width."""
        ...


class Centre(QSplitter):
    """One thing in front above, and below it a lesson or a practice, or nothing.

    `turned` fires when another thing stands in front or below, `jumping` before all of it gets quite another size, as
    in a window that is maximised. The border between them can be moved and is kept. What is made inside `above` or
    `beneath` is dressed once: in another place every widget of it would be dressed anew.
    """

    turned = Signal()
    jumping = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setObjectName("centre")
        self.setChildrenCollapsible(False)
        self.setHandleWidth(HANDLE)
        self.above = Pages(self)
        self.above.setObjectName("centre.above")
        self.beneath = Pages(self)
        self.beneath.setObjectName("centre.below")
        self.addWidget(self.above)
        self.addWidget(self.beneath)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self.beneath.hide()
        self._columns: QWidget | None = None
        self._placed_by_hand = False
        self.splitterMoved.connect(self._keep_place)

    def hold(self, columns: QWidget) -> None:
        """Takes what stands in front unless something else is asked for; made inside `above`, it keeps its style."""
        self._columns = columns
        self.above.addWidget(columns)

    @property
    def front(self) -> QWidget | None:
        """What stands in front: the columns at first."""
        return self.above.currentWidget()

    @property
    def below(self) -> QWidget | None:
        """The panel below, None where there is none."""
        return self.beneath.currentWidget() if not self.beneath.isHidden() else None

    @property
    def placed_by_hand(self) -> bool:
        """True once somebody moved the border."""
        return self._placed_by_hand

    def show_columns(self) -> None:
        """Brings inputs, pipeline and inspector to the front."""
        assert self._columns is not None
        self.show_in_front(self._columns)

    def show_in_front(self, thing: QWidget) -> None:
        """Puts a widget in the place of the columns; it belongs here from then on."""
        if self.above.indexOf(thing) < 0:
            self.above.addWidget(thing)
        if self.above.currentWidget() is not thing:
            self.above.setCurrentWidget(thing)
            self.turned.emit()

    def show_below(self, panel: QWidget | None) -> None:
        """Puts a panel below, or takes away the one that is there."""
        if panel is self.below:
            return
        if panel is None:
            self.take_keyboard()  # before Qt gives it to what comes next, a box of the toolbar
            self.beneath.hide()
        else:
            if self.beneath.indexOf(panel) < 0:
                self.beneath.addWidget(panel)
            self.beneath.setCurrentWidget(panel)
            self.beneath.show()
            self.share()
        self.turned.emit()

    def take_keyboard(self) -> None:
        """Gives the keyboard back to what had it last of all that stands in front, unless it is there."""
        now = self.window().focusWidget()
        target = None if now is not None and self.above.isAncestorOf(now) else last_or_first(self.above)
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def restore(self, state: QByteArray) -> None:
        """Puts the border where it was."""
        self._placed_by_hand = self.restoreState(state)

    def reset(self) -> None:
        """Lets the border follow the window again."""
        self._placed_by_hand = False
        self.share()

    def share(self) -> None:
        """Gives the panel below what it needs, within reason, unless the border was placed by hand."""
        panel = self.below
        if panel is None or self._placed_by_hand or self.height() < 2 * HANDLE:
            return
        if isinstance(panel, Fitting):
            wanted = min(panel.height_wanted(self.width()), round(self.height() * MOST_PART))
        else:
            wanted = round(self.height() * (panel.property("part_of_height") or BELOW_PART))
        height = min(max(wanted, panel.minimumSizeHint().height()), self.height() // 2)
        self.setSizes([self.height() - height - HANDLE, height])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares anew in another window size."""
        step = event.size() - event.oldSize()
        if self.isVisible() and max(abs(step.width()), abs(step.height())) > JUMP:
            self.jumping.emit()
        super().resizeEvent(event)
        self.share()

    def _keep_place(self) -> None:
        self._placed_by_hand = True
