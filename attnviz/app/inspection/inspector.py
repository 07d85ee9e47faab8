"""The page beside the pipeline: how the selected number came about, the query's bars, and its vectors."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from attnviz.app.explaining.choosing import choose
from attnviz.app.explaining.explain_bar import ExplainBar
from attnviz.app.explaining.leaving import leaves
from attnviz.app.explaining.shown import shown
from attnviz.app.explaining.trail import Trail
from attnviz.app.inspection.arithmetic_view import ArithmeticView
from attnviz.app.inspection.page import Page
from attnviz.app.inspection.page_formulas import FormulasAhead, Wish
from attnviz.app.inspection.page_ground import PageGround, page_theme
from attnviz.app.inspection.page_heights import (
    LEAST_GIVEN,
    Heights,
    has_plane,
    no_weights_yet,
    of_all_heads,
    rotation_height,
    shows_rotation,
    turns,
)  # fmt: skip
from attnviz.app.inspection.page_kept import PageKept
from attnviz.app.inspection.page_writer import formulas_of
from attnviz.app.inspection.planes import Planes
from attnviz.app.inspection.vector_view import VectorView
from attnviz.app.own_turn import OwnTurn
from attnviz.app.pipeline.figure_view import FigureView
from attnviz.app.pipeline.pending_marks import is_old
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.wording import head_name
from attnviz.engine.cells import Cell
from attnviz.figures.bars import Bars
from attnviz.figures.compose import components_of, figure_of
from attnviz.figures.compose_rotation import brief_rotation_title

EDGE, BESIDE_BAR = 10, 4
PATIENCE = 150  # milliseconds that the page before stays while numbers of the next are computed
_OF_A_HEAD = partial(figure_of, "bars"), partial(figure_of, "vectors")


class Inspector(QScrollArea, Watching):
    """Words and numbers on top, planes of vectors at the foot, whatever is shown.

    It scrolls before anything shrinks. Beside the concatenation, and under a number that is made of several heads'
    outputs, stands what all heads put out together. The weights' bars are left out while the board shows them.
    Of a large scenario a new state is taken up in a turn of its own, the newest of several: what is clicked or typed
    waits for no page.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(220)
        self._theme = page_theme(self, session.state)
        self._without_bars = False
        self._is_another = False  # the selected number, since a page was shown
        self._kept = PageKept()
        self._heights = Heights()
        self.page = PageGround(self._theme)
        self._trail = Trail()
        self.explain = ExplainBar(session, self.page)
        self.text = ArithmeticView(session, self.page)
        self.bars = FigureView(session, "bars", self.page, themed=page_theme)
        self.bars.setObjectName("inspector.bars")
        self.planes = Planes(self.page)
        self.turn = VectorView(session, "turn", self.planes, what="keys", themed=page_theme)
        self.rotation = FigureView(session, "rotation", self.page, themed=page_theme)
        self.rotation.setObjectName("inspector.rotation")
        self.vectors = VectorView(session, "vectors", self.planes, themed=page_theme)
        self.joined = FigureView(session, "output", self.page, themed=page_theme)
        self.joined.setObjectName("inspector.output")
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(lambda: self._take_turn(patient=False))
        self._formulas = FormulasAhead(self)
        self.own_turn = OwnTurn(self, self._take_turn)
        self._formulas.came.connect(self.own_turn.start)
        self._lay_out()
        self.setWidget(self.page)
        self.setFocusProxy(self.text)
        self.text.cursorPositionChanged.connect(self._follow_caret)
        self.text.menu.addMenu(self.explain.copies)
        self.text.followed.connect(self.follow)
        self.text.resized.connect(self.own_turn.come)
        self.explain.asked.connect(self.follow)
        for figure in self._figures():
            figure.inspect_asked.connect(self.text.setFocus)
        for plane in (self.turn, self.vectors):
            plane.held.connect(self.text.hold)
        self.watch(session)

    def set_session(self, session: Session) -> None:
        """Follows another session with all its figures."""
        for figure in self._figures():
            figure.session = session
        self.explain.session = self.text.session = session
        self._trail = Trail()
        super().set_session(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Takes up a state, or has it taken up in the next turn; nothing while hidden."""
        if not self.isVisible() or new.only_moved(old):
            return
        self._is_another = self._is_another or (old is not None and old.selection.cell != new.selection.cell)
        self._trail = self._trail.at(new.selection.cell)
        if old is not None and new.trace.defers:
            self.own_turn.start()
        elif self.updatesEnabled():
            self.own_turn.drop()
            self._take_up(new, anew=old is None)
        else:
            self.own_turn.come()

    def _take_up(self, new: State, *, anew: bool = False, patient: bool = True) -> None:
        """Writes the page and draws the figures that changed. anew: whatever they wait for; else numbers are waited for
        while it is patient, and formulas as long as they take.
        """
        look = page_theme(self, new)
        new_look = look != self._theme or anew
        if new_look:
            self._theme = look
            self.page.show_look(look)
            self.viewport().update()
        page = self._kept.of(new)
        ahead = self._wishes(page) if new.trace.defers else ()  # set on the worker: half of all that a page takes
        waits = not new_look and ((patient and self._waits(page, new)) or self._formulas.waits(ahead))
        if waits or (not self.updatesEnabled() and self._lacks_formulas(page)):
            return
        self.explain.show_state(new, self._trail, look)
        self.text.show_page(page, look)
        joined = of_all_heads(new)
        bars, vectors, output = self._heights.of(new, look, self.viewport().height())
        with_bars = not (self._without_bars or joined or no_weights_yet(new)) and new.problem is None
        mixed, rotated = "head_output" in new.trace.stages, shows_rotation(new) and not joined
        turned = rotated and new.selection.cell is not None  # the output is far away then
        self._name_figures(new)
        places = (
            (self.bars, with_bars, bars),
            (self.turn, turns(new) and not joined, round(LEAST_GIVEN * look.factor)),
            (self.rotation, rotated, rotation_height(new, look, self.viewport().height())),
            (self.vectors, mixed and not joined and not turned and has_plane(new), vectors),
            (self.joined, joined and new.problem is None, output),
        )
        for figure, there, least in places:
            if figure.minimumHeight() != least:
                figure.setMinimumHeight(least)
            if figure.isHidden() == there:
                figure.setVisible(there)
            figure.rest(page.waiting)
        one_size = with_bars and new.trace.sizes.d_v != 2  # of letters, where both are bars
        self.planes.stand(look, as_asked=(self.vectors,) if one_size else ())
        for figure, there, _least in places:  # not before all have their places: what is out of sight composes nothing
            if figure is not self.joined:
                figure.show_state(None, new)
            elif there:
                self.joined.show_figure(shown(new, partial(components_of, of_layer=True)), look, old=is_old(new))
        if self._is_another and not any(figure.hasFocus() for figure in self._figures()):
            self.verticalScrollBar().setValue(0)  # another number is read from its beginning
        self._is_another = False

    def _waits(self, page: Page, new: State) -> bool:
        """True while what is shown stays because other numbers will be there in a moment; not for long."""
        if not new.trace.defers or new.problem is not None:
            return False
        asked = (partial(components_of, of_layer=True),) if of_all_heads(new) else _OF_A_HEAD
        figures = [compose(new.trace, new.selection, new.view) for compose in asked]  # asks for all of them
        if not page.waiting and all(not isinstance(figure, Bars) or figure.values is not None for figure in figures):
            self._patience.stop()
            return False
        if not self._patience.isActive():
            self._patience.start()
        return True

    def _lacks_formulas(self, page: Page) -> bool:
        """True while the page's formulas are set in turns, since nothing is painted meanwhile."""
        lacking = self.text.rests = self._formulas.lacks(self._wishes(page))
        (self.own_turn.come if lacking else self.own_turn.drop)()
        return lacking

    def _take_turn(self, *, patient: bool = True) -> None:
        state, rests = self.session.state, self.text.rests  # which only a page in another look does
        if not self.isVisible():
            return
        if rests:
            self._formulas.set_some(self._wishes(self._kept.of(state)))
        elif patient and state.trace.defers and self._kept.write_ahead(state):  # half of all there is to do
            self.own_turn.start()
            return
        self._take_up(state, anew=rests, patient=patient)

    def _wishes(self, page: Page) -> tuple[Wish, ...]:
        return formulas_of(page, self._theme, self.text.viewport().width())

    def _name_figures(self, state: State) -> None:
        """Titles for where whole ones have no room: the query is named over the words already."""
        name, alone = head_name(state.selection.head), state.trace.sizes.heads == 1
        self.bars.brief_titles = (f"{name} looks at", "Looks at")[alone:]
        self.rotation.brief_titles = (brief_rotation_title(state.trace, state.selection),)
        self.turn.brief_titles, self.joined.brief_titles = ("Query and keys",), ("Output",)
        self.vectors.brief_titles = (f"{name}: output", "Output")[alone:]

    @property
    def trail(self) -> Trail:
        """The way from the number that was asked for to the selected one."""
        return self._trail

    def follow(self, cell: Cell) -> None:
        """Explains an operand, and remembers the way back."""
        self._trail = self._trail.follow(cell)
        choose(self.session, cell)

    def go_back(self) -> None:
        """One number back on the trail, if there is one."""
        if self._trail.before is not None:
            self.follow(self._trail.before)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc switches off what was switched on for a look."""
        if leaves(self.session, event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def leave_out_bars(self, shown_elsewhere: bool) -> None:
        """Whether the bars stand on the board already."""
        if self._without_bars != shown_elsewhere:
            self._without_bars = shown_elsewhere
            self._show_again()

    def _show_again(self) -> None:
        """Shows the same state in another way; of a large scenario in a turn of its own, as every state."""
        if self.session.state.trace.defers and self.isVisible():
            self.own_turn.start()
        else:
            self.show_state(None, self.session.state)

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what happened while hidden."""
        super().showEvent(event)
        self.show_state(None, self.session.state)

    def sizeHint(self) -> QSize:
        """The size that it was drawn for."""
        return QSize(330, 560)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page always leaves room for the scroll bar: nothing moves when it comes and goes, not even in passing."""
        self.page.setFixedWidth(max(1, self.width() - self.verticalScrollBar().sizeHint().width()))
        super().resizeEvent(event)
        if not self._heights.suit(self.viewport().height()) or page_theme(self, self.session.state) != self._theme:
            self._show_again()  # letters go by the window's size

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing is taken up out of sight."""
        super().hideEvent(event)
        self.own_turn.drop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel, also where the scroll bar would stand."""
        with QPainter(self.viewport()) as painter:
            painter.fillRect(self.viewport().rect(), self._theme.palette.panel)

    def _figures(self) -> tuple[FigureView, ...]:
        return self.bars, self.turn, self.rotation, self.vectors, self.joined

    def _follow_caret(self) -> None:
        """Scrolls to where the keyboard reads."""
        if self.text.hasFocus():
            seen = self.text.mapTo(self.page, self.text.cursorRect().center())
            self.ensureVisible(seen.x(), seen.y(), 0, 40)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.page)
        column.setContentsMargins(EDGE, EDGE, BESIDE_BAR, EDGE)
        column.setSpacing(EDGE)
        words = QVBoxLayout()
        column.addLayout(words)
        words.setSpacing(4)
        words.addWidget(self.explain)
        words.addWidget(self.text)
        column.addWidget(self.bars)
        column.addWidget(self.joined)
        column.addStretch(1)
        column.addWidget(self.rotation)
        for figure in (self.turn, self.vectors):
            figure.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            self.planes.add(figure)
        column.addWidget(self.planes, 2)
