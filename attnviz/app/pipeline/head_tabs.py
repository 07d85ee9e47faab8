"""The tab bar over the pipeline: one tab for each head, one for all heads, one for concatenation and W_O."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QTabBar, QWidget

from attnviz.app.pipeline.figure_looks import area_theme
from attnviz.app.pipeline.in_focus import FALLBACK
from attnviz.app.pipeline.tab_fitting import LEAST, Fitted, fitted, least_room, whole_widths
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.wording import head_title, is_output, shared_by
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font

Place = tuple[str, int | None]  # the tab of the view, and the head where it has one

LINE = 2.5  # under the chosen tab
_FEW = 8  # tabs that change are laid out one by one
ALONE = "There is only one head: these are its weights."
JOINED = "With one head and no W_O there is nothing to join: the output is the head's own."


class HeadTabs(QTabBar, Watching):
    """Follows the number of heads, the selected head and the view's tab; a chosen tab changes those.

    Where many heads would not fit, their tabs are drawn as numbers alone, so that the last two are always in sight.
    `lettered` tells that they are written in other letters.
    """

    lettered = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tabs.heads")
        self.setAccessibleName("Heads")
        self.setAccessibleDescription("One tab for each head, one for all heads, one for concatenation and W_O")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._applies = True  # what is shown belongs to the chosen tab
        self._theme: Theme = area_theme(self, session.state)
        texts = [text for _, text in _places(session.state)]
        self._fitted: Fitted = fitted(texts, session.state.trace.sizes.heads, self.width(), self._theme)
        self._sizes: tuple[QSize, ...] = ()  # of each tab
        self._height = 0
        self.currentChanged.connect(self._choose)
        self.tabBarClicked.connect(self._come_back)
        self.watch(session)
        self.show_state(None, session.state)

    def show_state(self, old: State | None, new: State) -> None:
        """Offers the tabs that this scenario has and shows the chosen one."""
        look = area_theme(self, new)
        if look != self._theme:
            self._theme = look
            self._measure()
            self.update()
        places = _places(new)
        if old is not None and places == _places(old) and _shown(old) == _shown(new) and _alike(old, new):
            return
        self._measure(tuple(text for _, text in places))  # before tabs are added, which ask for their sizes at once
        texts = [self.tabText(index) for index in range(self.count())]
        kept = sum(one == other for one, (_, other) in zip(texts, places, strict=False))
        with self._laid_out_once(max(len(texts), len(places)) - kept):
            self._offer(new, places)

    def _offer(self, new: State, places: list[tuple[Place, str]]) -> None:
        """Gives each tab its place in order; what is too few or too many is added or taken away at the end."""
        for index, (place, text) in enumerate(places):
            if index == self.count():
                self.addTab(text)
            elif self.tabText(index) != text:
                self.setTabText(index, text)
            if self.tabData(index) != place:
                self.setTabData(index, place)
            self.setTabToolTip(index, _hint(new, place, text))
        wanted = next((index for index, (place, _) in enumerate(places) if place == _shown(new)), None)
        if wanted is not None and wanted != self.currentIndex():
            self.setCurrentIndex(wanted)
        while self.count() > len(places):
            self.removeTab(self.count() - 1)

    @contextmanager
    def _laid_out_once(self, many: int) -> Iterator[None]:
        """Tabs change here and are laid out afterwards. many: how many of them.

        A bar that is seen lays all of them out for each one, which of hundreds takes a second (Qt 6.11); one that is
        not remembers that it has to.
        """
        waits = many > _FEW and self.isVisible()
        if waits:  # hiding it would send the keyboard elsewhere
            self.setAttribute(Qt.WidgetAttribute.WA_WState_Visible, False)
        try:
            yield
        finally:
            if waits:
                self.setAttribute(Qt.WidgetAttribute.WA_WState_Visible, True)
                self.updateGeometry()
                self.update()

    @property
    def letters(self) -> int:
        """The pixels of its letters, fewer where names have no room else."""
        return self._fitted.pixels

    @property
    def least_room(self) -> float:
        """The least pixels in which each tab can be read and hit."""
        state = self.session.state
        return least_room([text for _, text in _places(state)], state.trace.sizes.heads, area_theme(self, state))

    def apply(self, applies: bool) -> None:
        """Whether what is shown belongs to the chosen tab: the output of all heads is shown under none."""
        if applies != self._applies:
            self._applies = applies
            self.update()

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as what is drawn on it needs, and at whole pixels, so that tabs of one width stay in the room.

        The bar asks this of all tabs whenever it is laid out, of hundreds a thousand times.
        """
        return self._sizes[index] if index < len(self._sizes) else QSize(0, self._height)

    def minimumSizeHint(self) -> QSize:
        """Tabs fit themselves to the room, so they ask for none."""
        return QSize(60, super().minimumSizeHint().height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """A tab is never narrower than its text."""
        return self.tabSizeHint(index)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Plain texts, the chosen one bold on a line in the accent colour."""
        with QPainter(self) as painter:
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

    def _measure(self, texts: tuple[str, ...] | None = None) -> None:
        """Chooses between names and numbers anew."""
        known = tuple(self.tabText(index) for index in range(self.count())) if texts is None else texts
        heads = sum(text.startswith("Head ") for text in known)
        now = fitted(known, heads, self.width(), self._theme)
        self._height = round(ruler(font(self._theme.title_px, bold=True)).height) + 14
        sizes = tuple(QSize(width, self._height) for width in whole_widths(now, known, heads))
        if (now, sizes) != (self._fitted, self._sizes):
            before, self._fitted, self._sizes = self._fitted.pixels, now, sizes
            if now.pixels != before:
                self.lettered.emit()
            self.setIconSize(QSize(self._theme.title_px, self._theme.title_px))  # makes QTabBar ask for sizes again

    def _paint_tab(self, painter: QPainter, index: int) -> None:
        palette, shown = self._theme.palette, self._fitted
        current = index == self.currentIndex()
        chosen = current and self._applies
        place = self.tabData(index)
        head = None if place is None else place[1]
        if head is not None and head % shown.every and not current:
            return
        measure = shown.measure if chosen else ruler(font(shown.pixels))
        area = QRectF(self.tabRect(index))
        if area.right() < 0 or area.left() >= self.width():  # beyond what is seen of very many
            return
        text = shown.drawn.get(self.tabText(index), self.tabText(index))
        width, line_width = measure.width(text), area.width() - 2 * shown.air
        if shown.every > 1:
            line_width = max(line_width, area.width())
            chosen_area = QRectF(self.tabRect(self.currentIndex()))
            covered = abs(area.center().x() - chosen_area.center().x()) < width + shown.air
            end = self.tabRect(self.session.state.trace.sizes.heads - 1).right() - LEAST  # clear of the word behind it
            beyond = area.center().x() + width / 2 > end
            if not chosen and head is not None and (head % shown.every or covered or beyond):
                return
        painter.setFont(measure.font)
        hovered = self.underMouse() and area.contains(QPointF(self.mapFromGlobal(self.cursor().pos())))
        painter.setPen(palette.text if chosen or hovered else palette.soft)
        left = max(0.0, area.center().x() - width / 2)
        painter.drawText(QPointF(left, area.center().y() + measure.figure_height / 2), text)
        if chosen:
            line = QRectF(area.center().x() - line_width / 2, area.bottom() - LINE, line_width, LINE)
            painter.fillRect(line, palette.accent)
        if current and self.hasFocus():
            painter.setPen(self._theme.pen(palette.accent, 1.5))
            painter.drawRoundedRect(area.adjusted(2, 2, -2, -4), 3, 3)

    def _come_back(self, index: int) -> None:
        """A click on the head whose tab is chosen, while something else is shown, brings it back."""
        if index == self.currentIndex() and not self._applies:
            self.session.look(focus=FALLBACK)

    def _choose(self, index: int) -> None:
        """A tab that the state already names was set by `show_state`; any other was chosen by hand."""
        place = self.tabData(index)
        if place is None or place == _shown(self.session.state):
            return
        tab, head = place
        if head is not None:
            self.session.select(head=head)
        self.session.look(tab=tab)


def has_output(state: State) -> bool:
    """True if there is anything to concatenate: given weights without values end at the weights."""
    return "concatenated" in state.trace.stages


def shown_tab(state: State) -> str:
    """The tab that can be shown: a scenario without an output has no concatenation."""
    return "head" if state.view.tab == "concat" and not has_output(state) else state.view.tab


def choice(state: State) -> tuple[object, ...]:
    """What tabs and switches say that is shown: other figures under them would contradict them."""
    tab, view = shown_tab(state), state.view
    return (tab, view.layout, view.focus, state.selection.head) if tab == "head" else (tab,)


def _shown(state: State) -> Place:
    tab = shown_tab(state)
    return tab, state.selection.head if tab == "head" else None


def _places(state: State) -> list[tuple[Place, str]]:
    """The tabs of a scenario in order, each with its text."""
    places: list[tuple[Place, str]] = [
        (("head", head), head_title(state.trace, head)) for head in range(state.trace.sizes.heads)
    ]
    opened = state.place
    if opened is not None and opened.head is not None and len(places) == 1:  # which is not the first of its model
        places = [(places[0][0], f"Head {opened.head + 1} of layer {opened.layer + 1}")]
    places.append((("heads", None), "All heads"))
    if has_output(state):
        with_matrix = getattr(state.scenario.inputs, "W_O", None) is not None
        places.append((("concat", None), "Concat · W_O" if with_matrix else "Concat"))
    return places


def _alike(old: State, new: State) -> bool:
    """True if the hints of the tabs are the same."""
    return (is_output(old.trace), old.trace.sizes) == (is_output(new.trace), new.trace.sizes)


def _hint(state: State, place: Place, text: str) -> str:
    """Why a tab shows nothing new; else its whole name, which may be drawn as a number."""
    if place[0] == "heads" and state.trace.sizes.heads == 1:
        return ALONE
    if place[1] is not None and state.trace.sizes.kv_heads != state.trace.sizes.heads:
        return f"{text}: reads {shared_by(state.trace, place[1])}"
    return JOINED if place[0] == "concat" and is_output(state.trace) else text
