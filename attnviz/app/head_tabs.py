"""The tab bar over the pipeline: one tab for each head, one for all heads, one for concatenation and W_O."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QTabBar, QWidget

from attnviz.app.figure_view import theme_for
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.theme import Theme, font

Place = tuple[str, int | None]  # the tab of the view, and the head where it has one

AIR, TIGHT = 10, 7  # beside the text of a tab, where there is room and where there is none
LINE = 2.5  # under the chosen tab


class HeadTabs(QTabBar, Watching):
    """Follows the number of heads, the selected head and the view's tab; a chosen tab changes those.

    Where many heads would not fit, the tabs from the second on are drawn as their numbers alone.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tabs.heads")
        self.setAccessibleName("Heads")
        self.setAccessibleDescription("One tab for each head, one for all heads, one for concatenation and W_O")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._short = False
        self._theme: Theme = theme_for(self, session.state)
        self.currentChanged.connect(self._choose)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Offers the tabs that this scenario has and shows the chosen one."""
        look = theme_for(self, new)
        if look != self._theme:
            self._theme = look
            self._measure()
            self.update()
        places = _places(new)
        if old is not None and places == _places(old) and _shown(old) == _shown(new):
            return
        self._measure(tuple(text for _, text in places))
        for index, (place, text) in enumerate(places):
            known = self._index(place)
            if known is None:
                self.insertTab(index, text)
                self.setTabData(index, place)
            elif self.tabText(known) != text:
                self.setTabText(known, text)
        wanted = self._index(_shown(new))
        if wanted is not None and wanted != self.currentIndex():
            self.setCurrentIndex(wanted)
        kept = {place for place, _ in places}
        for index in reversed(range(self.count())):
            if self.tabData(index) not in kept:
                self.removeTab(index)

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as its text needs."""
        measure = self._measurer
        return QSize(round(measure.width(self._drawn(index))) + 2 * self._air, round(measure.height) + 14)

    def minimumTabSizeHint(self, index: int) -> QSize:
        """A tab is never narrower than its text."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Plain texts, the chosen one bold on a line in the accent colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(self.count()):
            self._paint_tab(painter, index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Chooses between whole names and numbers."""
        self.show_state(self.session.state, self.session.state)
        self._measure()
        super().resizeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls what is under it and does not change what is shown."""
        event.ignore()

    @property
    def _measurer(self) -> Ruler:
        return ruler(font(self._theme.title_px, bold=True))

    @property
    def _air(self) -> int:
        return TIGHT if self._short else AIR

    def _measure(self, texts: tuple[str, ...] | None = None) -> None:
        """Names are shortened as soon as they would not fit side by side."""
        known = tuple(self.tabText(index) for index in range(self.count())) if texts is None else texts
        wide = sum(self._measurer.width(text) + 2 * AIR for text in known)
        self._short = wide > self.width()
        self.setIconSize(QSize(self._theme.title_px, self._theme.title_px))  # makes QTabBar ask for sizes again

    def _drawn(self, index: int) -> str:
        place = self.tabData(index)
        if self._short and place is not None and place[1]:
            return str(place[1] + 1)
        return self.tabText(index)

    def _paint_tab(self, painter: QPainter, index: int) -> None:
        palette, chosen = self._theme.palette, index == self.currentIndex()
        measure = self._measurer if chosen else ruler(font(self._theme.title_px))
        area = QRectF(self.tabRect(index))
        text = self._drawn(index)
        painter.setFont(measure.font)
        hovered = self.underMouse() and area.contains(QPointF(self.mapFromGlobal(self.cursor().pos())))
        painter.setPen(palette.text if chosen or hovered else palette.soft)
        left = area.center().x() - measure.width(text) / 2
        painter.drawText(QPointF(left, area.center().y() + measure.figure_height / 2), text)
        if chosen:
            line = QRectF(area.left() + self._air, area.bottom() - LINE, area.width() - 2 * self._air, LINE)
            painter.fillRect(line, palette.accent)
            if self.hasFocus():
                painter.setPen(self._theme.pen(palette.accent, 1.5))
                painter.drawRoundedRect(area.adjusted(2, 2, -2, -4), 3, 3)

    def _choose(self, index: int) -> None:
        """A tab that the state already names was set by `show_state`; any other was chosen by hand."""
        place = self.tabData(index)
        if place is None or place == _shown(self.session.state):
            return
        tab, head = place
        if head is not None:
            self.session.select(head=head)
        self.session.look(tab=tab)

    def _index(self, place: Place) -> int | None:
        return next((index for index in range(self.count()) if self.tabData(index) == place), None)


def has_output(state: State) -> bool:
    """True if there is anything to concatenate: given weights without values end at the weights."""
    return "concatenated" in state.trace.stages


def shown_tab(state: State) -> str:
    """The tab that can be shown: a scenario without an output has no concatenation."""
    return "head" if state.view.tab == "concat" and not has_output(state) else state.view.tab


def _shown(state: State) -> Place:
    tab = shown_tab(state)
    return tab, state.selection.head if tab == "head" else None


def _places(state: State) -> list[tuple[Place, str]]:
    """The tabs of a scenario in order, each with its text."""
    places: list[tuple[Place, str]] = [(("head", head), f"Head {head + 1}") for head in range(state.trace.sizes.heads)]
    places.append((("heads", None), "All heads"))
    if has_output(state):
        with_matrix = getattr(state.scenario.inputs, "W_O", None) is not None
        places.append((("concat", None), "Concat · W_O" if with_matrix else "Concat"))
    return places
