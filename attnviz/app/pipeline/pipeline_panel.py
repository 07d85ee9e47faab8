"""The pipeline of one layer: tabs for the heads, and under them the figures as a board or one in focus."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from attnviz.app.controls.pages import Pages
from attnviz.app.explaining.leaving import leaves
from attnviz.app.pipeline.coming import Coming
from attnviz.app.pipeline.figure_area import FigureArea
from attnviz.app.pipeline.figure_looks import area_theme
from attnviz.app.pipeline.figure_places import why_no_board
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.focus_strip import FocusStrip
from attnviz.app.pipeline.head_tabs import HeadTabs, shown_tab
from attnviz.app.pipeline.in_focus import focus_name, is_of_one_head, is_of_stages
from attnviz.app.pipeline.map_moving import can_move
from attnviz.app.pipeline.pending_marks import look_alike
from attnviz.app.pipeline.scale_box import ScaleBox
from attnviz.app.pipeline.text_switch import TextSwitch
from attnviz.app.session import Session, State
from attnviz.app.sources.way_back import WayBack
from attnviz.app.watching import Watching
from attnviz.figures.compose_parts import fits_board
from attnviz.figures.theme import Theme

if TYPE_CHECKING:
    from attnviz.app.pipeline.map_controls import MapControls

EDGE = 8
LEAST_FIGURE = 2.4  # times the strip's height
_AT_FOOT = Qt.AlignmentFlag.AlignBottom
ROW, OVER_ROWS = 13.5, 90  # pixels: a row with its name; title and names of columns
FEW_ROWS, LOW_ROW = 64, 0.5  # rows of which each is looked at, and how much of such a row they have beside pictures


class PipelinePanel(QWidget, Watching):
    """Everything between the inputs and the inspector.

    Esc goes back from focus to the board, and on the board lets the selected cell go. `inspect_asked` fires when
    somebody asks for the arithmetic of a cell, `bars_shown` when the weights' bars come onto the board or leave it,
    `menu_asked` when somebody wants to know what can be done with a figure, whose cell is selected by then.
    """

    inspect_asked = Signal()
    bars_shown = Signal(bool)
    menu_asked = Signal(object)  # where on the screen

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pipeline")
        self.setAccessibleName("Pipeline")
        self._theme = area_theme(self, session.state)
        self._with_bars: bool | None = None
        self._controls: MapControls | None = None  # from the first large scenario on
        self._line_at = 0
        self.way_back = WayBack(session, self)
        self.tabs = HeadTabs(session, self)
        self.board = TextSwitch("layout.board", "Board", "All stages with their numbers", self)
        self.focus = TextSwitch("layout.focus", "Focus", "One stage large, the others as a strip", self)
        self.scale = ScaleBox("heads.shared_scale", "Shared scale", self)
        self._switches = _pages(self, (self.board, self.focus), (self.scale,), ())
        self.area = FigureArea(session, self)
        self.strip = FocusStrip(session, self)
        self._coming = Coming(self.area, session)
        self._lay_out()
        self.tabs.lettered.connect(lambda: self._letter(self._theme))
        self.board.clicked.connect(self._to_board)
        self.focus.clicked.connect(lambda: self.session.look(layout="focus"))
        self.scale.clicked.connect(lambda on: self.session.look(shared_scale=on))
        self.area.inspect_asked.connect(self.inspect_asked)
        self.area.rearranged.connect(lambda: self.show_state(None, self.session.state))
        self.area.reordered.connect(self._order_tabs)
        self.watch(session)
        self.show_state(None, session.state)

    def set_session(self, session: Session) -> None:
        """Follows another session with all its parts."""
        for part in (self.way_back, self.tabs, self.area, self.strip):
            part.set_session(session)
        self._coming.follow(session)
        if self._controls is not None:
            self._controls.session = session
        super().set_session(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Offers the switches that the tab has and shows which are on."""
        if look_alike(old, new):
            return
        look = area_theme(self, new)
        tab, layout = shown_tab(new), self.area.layout_shown
        self.tabs.apply(tab != "head" or layout == "board" or is_of_one_head(new))
        for switch, on in (
            (self.board, layout == "board"),
            (self.focus, layout == "focus"),
            (self.scale, new.view.shared_scale and not new.view.why_own_scales),
        ):
            if switch.isChecked() != on:
                switch.setChecked(on)
        self._offer_scale(new.view.why_own_scales)
        if self._switches.currentIndex() != (page := ("head", "heads", "concat").index(tab)):
            self._switches.setCurrentIndex(page)
        for word in (self.board, self.focus):
            word.show_look(look)
        self._letter(look)
        with_strip = tab == "head" and layout == "focus" and is_of_stages(new) and self._fit_strip(new)
        if self.strip.isVisibleTo(self) != with_strip:
            self.strip.setVisible(with_strip)
        if look != self._theme:
            self._theme = look
            self.update()
        self._show_signs(new, look)
        with_bars = tab == "head" and layout == "board"
        if with_bars != self._with_bars:
            self._with_bars = with_bars
            self.bars_shown.emit(with_bars)

    def _letter(self, look: Theme) -> None:
        """What stands beside the tabs is written as large as these; its place and room stay."""
        room = look.small_px if look.text_size == "projector" else look.title_px
        self.scale.show_letters(self.tabs.letters or room, room)
        words = (self.board, self.focus) if self._controls is None else (self.board, self.focus, self._controls)
        for word in words:
            word.show_letters(self.tabs.letters)

    def _offer_scale(self, why_not: str) -> None:
        """One scale for all heads is to be had, or the switch says why it is not."""
        tip = why_not or "All heads on one colour scale, or each on its own"
        if self.scale.toolTip() != tip:
            self.scale.setToolTip(tip)
            self.scale.setAccessibleDescription(tip)
            self.scale.setEnabled(not why_not)

    @property
    def signs(self) -> tuple[QWidget, ...]:
        """What large maps are zoomed with, once there was one."""
        return () if self._controls is None else (self._controls,)

    def shown_figure(self) -> str:
        """The name of the figure to copy or export: the one where keys are in use, else what the tab shows.

        A click that selects a cell does not make less of what is seen.
        """
        focused = QApplication.focusWidget()
        own = isinstance(focused, FigureView) and focused.window() is self.window()
        if isinstance(focused, FigureView) and own and focused.has_ring and focused.name in self._exportable():
            return focused.name
        state = self.session.state
        tab = shown_tab(state)
        if tab == "head":
            return "board" if self.area.layout_shown == "board" else focus_name(state.trace, state.view)
        return tab

    @property
    def shows_bars(self) -> bool:
        """True while the weights' bars are on the board."""
        return bool(self._with_bars)

    def _exportable(self) -> tuple[str, ...]:
        given = (name for name, _ in self.session.state.scenario.given())
        return (*self.session.state.trace.stages, *given, "bars", "vectors")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Selects the cell under the pointer, so that what is copied is its stage, and asks for the menu."""
        under = self.childAt(event.pos())
        if not isinstance(under, FigureView):
            super().contextMenuEvent(event)
            return
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        cell = under.cell_at(QPointF(under.mapFrom(self, event.pos()))) if by_mouse else under.cursor_cell()
        if cell is not None:
            under.choose(cell)
        self.menu_asked.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc: off with what was switched on for a look, then from focus to the board, then to no selected cell."""
        state = self.session.state
        if leaves(self.session, event):
            event.accept()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif shown_tab(state) == "head" and self.area.layout_shown == "focus" and fits_board(state.trace):
            self._to_board()
        elif state.selection.cell is not None:
            self.session.select(cell=None)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel, with a thin line under the tabs."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.palette.panel)
            painter.fillRect(0, self.area.geometry().top() - 1, self.width(), 1, self._theme.palette.border)

    def event(self, event: QEvent) -> bool:
        """Draws the line under the tabs anew where they got another height, between and beside them too."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.area.geometry().top() != self._line_at:
            self._line_at = self.area.geometry().top()
            self.update(0, 0, self.width(), self._line_at)
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In projector size letters grow with the window."""
        super().resizeEvent(event)
        self.strip.follow_room()
        self.show_state(None, self.session.state)

    def sizeHint(self) -> QSize:
        """The size that it was drawn for."""
        return QSize(750, 560)

    def _show_signs(self, state: State, look: Theme) -> None:
        """The signs to zoom with, where there is a large map, and why there is no board.

        The tabs come first: all of these are in the menu too, and the wheel zooms.
        """
        zooms = can_move(state) and (shown_tab(state) != "head" or self.area.layout_shown == "focus")
        if self._controls is None and zooms:
            from attnviz.app.pipeline.map_controls import MapControls

            self._controls = MapControls(self.session, self)
            self._header.insertWidget(self._header.indexOf(self._switches), self._controls, 0, _AT_FOOT)
        if self._controls is not None:
            self._controls.show_part(state)
            self._controls.show_look(look)
            self._controls.show_letters(self.tabs.letters)
        no_board = why_no_board(state.scenario.sizes)
        self.board.explain(no_board)
        if not no_board and self._controls is None:  # nothing of it may give way, whatever room the tabs leave
            self._switches.setVisible(True)
            return
        left = self.width() - 3 * EDGE - self.tabs.least_room
        if self.way_back.isVisibleTo(self):
            left -= self.way_back.sizeHint().width()
        switches = self._switches.sizeHint().width()
        self._switches.setVisible(not no_board or switches <= left)
        if self._controls is not None:
            self._controls.setVisible(zooms and self._controls.sizeHint().width() + switches <= left)

    def _fit_strip(self, state: State) -> bool:
        """Names alone where the figure needs the room of the pictures: for names beside rows, or in a low window.

        False where not even these have room.
        """
        room, (pictures, names) = self.height() - self._switches.sizeHint().height(), self.strip.heights()
        rows, factor, least = state.trace.sizes.T, self._theme.factor, LEAST_FIGURE * pictures
        needed = rows * ROW * factor + OVER_ROWS
        fits = [room - strip > least and not room - strip < needed <= room for strip in (pictures, names)]
        fits[0] &= rows > FEW_ROWS or room - pictures >= (rows * LOW_ROW * ROW + OVER_ROWS) * factor
        self.strip.follow_room(short=not fits[0])
        return any(fits)

    def _to_board(self) -> None:
        """The automatic choice where that is the board, so that a smaller window may still turn to focus."""
        self.session.look(layout="auto" if self.area.board_is_legible() else "board")

    def _order_tabs(self) -> None:
        """The Tab key goes from the tabs along the switches to the figures, as they stand, and then to the strip."""
        views = self.area.shown_views()
        for before, after in pairwise((self.tabs, self.board, self.focus, self.scale, *views)):
            QWidget.setTabOrder(before, after)
        self.strip.follow(views[-1] if views else self.scale)

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        header = self._header = QHBoxLayout()
        whole.addLayout(header)
        header.setContentsMargins(EDGE, 0, EDGE, 0)
        header.setSpacing(0)
        header.addWidget(self.way_back, 0, Qt.AlignmentFlag.AlignVCenter)
        header.addWidget(self.tabs, 1, _AT_FOOT)
        header.addSpacing(EDGE)
        header.addWidget(self._switches, 0, _AT_FOOT)
        whole.addSpacing(1)
        whole.addWidget(self.area, 1)
        whole.addWidget(self.strip)
        self.strip.hide()


def _pages(parent: QWidget, *rows: tuple[QWidget, ...]) -> Pages:
    """Rows of widgets of which one is shown. All take the room of the widest, so that the tabs beside them stay."""
    pages = Pages(parent)
    for row in rows:
        page = QWidget(pages)
        line = QHBoxLayout(page)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addStretch(1)
        for widget in row:
            line.addWidget(widget)
        pages.addWidget(page)
    return pages
