"""The page with a result's exhibits: placed by the figures' own layout, scrolled before they shrink too far."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from attnviz.app.labs.exhibit_pictures import PicturesInTurns
from attnviz.app.labs.exhibit_view import MARGIN, ExhibitView
from attnviz.app.labs.lab_sheet import Sheet
from attnviz.app.labs.page_search import PageSearch
from attnviz.app.labs.run_words import BEFORE
from attnviz.app.own_turn import OwnTurn
from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.banded_page import Leaf
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.low_room import is_lowered
from attnviz.figures.labs.pairs import is_paired
from attnviz.figures.labs.result_page import PageLayout
from attnviz.figures.searching import Unfinished
from attnviz.figures.theme import Theme
from attnviz.labs.parameters import Parameter, Values

_GOOD = 0.85  # of their size at least, for letters on the big screen not to be called small
_LOW = 12.0  # small letters: what is said below has no room beside figures in so low a one


class LabPage(QScrollArea):
    """The signals are those of the exhibits. scrolls: what does not fit is scrolled; else all of it shrinks.

    `shrank` tells that letters became smaller than they should be.
    """

    wanted = Signal(str, object)
    taken = Signal(str)
    menu_asked = Signal(object)
    shrank = Signal()

    def __init__(self, parent: QWidget | None = None, *, scrolls: bool = True) -> None:
        super().__init__(parent)
        self._scrolls = scrolls
        if not scrolls:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setObjectName("lab.page")
        self.setAccessibleName("Exhibits")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sheet = Sheet(self)
        self.setWidget(self._sheet)
        self._before = QLabel(BEFORE, self)  # once for all, over them: it stays in its corner while they are scrolled
        self._before.setObjectName("lab.before")
        self._before.hide()
        self.views: dict[str, ExhibitView] = {}
        self._drawings: tuple[Drawing, ...] = ()
        self._widest: tuple[Drawing, ...] = ()  # stand-ins for them, none where the page is arranged for themselves
        self._leaves: tuple[Leaf, ...] = ()
        self._given: tuple[object, ...] = ()  # the last exhibits that were to be shown, and their looks
        self._leaf = 0  # the cut that is shown
        self._parameters: tuple[Parameter, ...] = ()
        self._values: Values = {}
        self._held = False
        self._first = ""  # the name of the exhibit that the page begins with
        self._kept = False  # whether it was arranged with an eye to how it was before
        self._crowded = False  # whether it has too little room
        self._waits = False  # whether its room is still to come
        self._around = QSize()  # what it stands in
        self._laid_out_for: tuple[object, ...] = ()
        self._search: PageSearch | None = None  # for another page, which takes turns
        self.pictures = PicturesInTurns(self, self.views.values)
        self.turn = OwnTurn(self, lambda: self._lay_out(now=True))

    def show_drawings(
        self,
        drawings: tuple[Drawing, ...],
        look: Theme,
        parameters: tuple[Parameter, ...],
        values: Values,
        widest: tuple[Drawing, ...] = (),
        leaves: tuple[Leaf, ...] = (),
    ) -> None:
        """Shows these exhibits; views of the same name stay, so that the keyboard and a drag stay with them.

        widest: stand-ins as large as the exhibits become in any step, for which the page is arranged once.
        leaves: smaller and smaller cuts of the same page, of which the first that fits is shown instead.
        """
        given = look, drawings, widest, leaves
        before, self._given = self._given, given
        self._drawings, self._widest, self._leaves = drawings, widest, leaves
        self._parameters, self._values = parameters, values
        self._sheet.wear(look, "")
        if given == before:  # only the room may be another one
            self._lay_out_soon()
        else:
            self._lay_out()
        self.pictures.begin()  # not only where one is seen to be lacking: nothing may be painted meanwhile

    def _show_views(self) -> None:
        """A view for each drawing, of this cut where there are several."""
        self._leaf = min(self._leaf, max(len(self._leaves) - 1, 0))
        drawings = self._drawings = self._leaves[self._leaf].drawings if self._leaves else self._drawings
        names = [drawing.key for drawing in drawings]
        for name in [name for name in self.views if name not in names]:
            view = self.views.pop(name)
            view.hide()
            view.deleteLater()
        for drawing in drawings:
            view = self.views.get(drawing.key) or self._new_view(drawing)
            view.show_drawing(drawing, self._sheet.page.theme, self._parameters, self._values)

    def show_sentence(self, text: str, look: Theme) -> None:
        """Shows a sentence instead of exhibits."""
        self.show_drawings((), look, (), {})
        self._sheet.wear(look, text)

    def set_old(self, old: bool) -> None:
        """Marks all exhibits as pictures of values that no longer hold, or takes that back."""
        self._before.setVisible(old and bool(self.views))
        self._place_mark()
        for view in self.views.values():
            view.set_old(old)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lays the page out anew: at once where what stands beside it took room or gave it, as with an edit."""
        if not (self._waits or self.verticalScrollBar().maximum() or self.horizontalScrollBar().maximum()):
            self._sheet.resize(self.maximumViewportSize())  # what was whole has no scroll bars meanwhile
        super().resizeEvent(event)
        place = self.parentWidget()
        around, self._around = self._around, self.size() if place is None else place.size()
        self._lay_out_soon(now=around == self._around)
        self._place_mark()

    def showEvent(self, event: QShowEvent) -> None:
        """Now the room is what it will be."""
        super().showEvent(event)
        self._laid_out_for = ()
        self._lay_out()

    def wait_for_room(self) -> None:
        """Places nothing before `arrange_anew`: on its way into sight a page has several rooms one after the other."""
        self._waits = True
        self._sheet.resize(0, 0)

    def arrange_anew(self) -> None:
        """Places all as if it had never stood in another room."""
        waited, self._waits = self._waits, False
        if waited or self._kept or self._crowded or self.turn.waits:
            self._first, self._laid_out_for = "", ()
            self._lay_out_soon(now=waited)

    def _place_mark(self) -> None:
        """In the upper right corner, in the letters of titles."""
        look = self._sheet.page.theme
        ground, ink = look.palette.panel.name(), look.palette.accent.name()
        letters = f"font-size: {look.title_font.pixelSize()}px; font-weight: bold"
        self._before.setStyleSheet(f"background: {ground}; color: {ink}; {letters}; padding: 2px 6px")
        self._before.adjustSize()
        self._before.move(self.viewport().width() - self._before.width() - 2, 1)
        self._before.raise_()

    def _new_view(self, drawing: Drawing) -> ExhibitView:
        view = ExhibitView(drawing, self._sheet.theme, self._sheet)
        view.wanted.connect(self.wanted)
        view.taken.connect(self.taken)
        view.menu_asked.connect(self.menu_asked)
        view.held.connect(self._hold)
        view.picture_lacking.connect(self.pictures.begin)
        self.views[drawing.key] = view
        view.show()
        return view

    def _hold(self, held: bool) -> None:
        """Nothing moves under the pointer while something is dragged."""
        self._held = held
        if not held:
            self._lay_out()

    def _lay_out_soon(self, *, now: bool = False) -> None:
        """The same in the next turn: an edge that is dragged moves on meanwhile, and all else is placed by then."""
        if now or not self.isVisible():
            self._lay_out()
        else:
            self.turn.start()

    def _lay_out(self, *, now: bool = False) -> None:
        """Shows the exhibits, each in its place; where that is another one, the page is searched for before.

        What takes long to find, or comes while the window is not painted, waits for its turn, unless this is one; until
        it is found the exhibits of before stay in their places.
        """
        first = next((drawing.key for drawing in self._drawings), "")
        # Another part of a laboratory is another page; the same one stays as it is. What is arranged for all steps has
        # one arrangement, whatever was seen before.
        present = self._sheet.page if first == self._first and not (self._widest or self._leaves) else None
        bar = self.verticalScrollBar().sizeHint().width() if self._scrolls else None
        room, look = QSizeF(self.maximumViewportSize()), self._sheet.theme
        wanted = PageSearch(self._drawings, self._widest, self._leaves, room, look, present=present, bar=bar)
        waits = self._held or self._waits or not self.isVisible()  # out of sight the room is a stand-in
        if waits or wanted.reasons == self._laid_out_for:
            self._search = None
            self._show_views()
            return
        if self._search is None or not self._search.has_turn(wanted):
            self._search = wanted
        search = self._search
        if not now and not (search.is_short and self.updatesEnabled()):
            self._take_turns()
            return
        try:
            leaf, page, room = search.found()
        except Unfinished:
            self._take_turns()
            return
        self._search, self._laid_out_for = None, search.reasons
        self._leaf, self._sheet.page = leaf, page
        self._kept = present is not None
        self._show_views()
        self._place(page, room)
        if wanted.reasons == search.reasons:
            self._first = "" if self._leaves else first
            return
        # An edge was dragged on meanwhile: this was no page that the next has to be like.
        if page.size.height() <= search.room.height():  # it is whole, and has no scroll bars till then
            self._sheet.resize(self.maximumViewportSize())
        self._lay_out()

    def _take_turns(self) -> None:
        """Goes on in the next turn, also while the window is not painted."""
        (self.turn.start if self.updatesEnabled() else self.turn.come)()

    def _is_cut(self, page: PageLayout, room: QSizeF) -> bool:
        """True if not even the first line of the page is whole: its axes come before what is said below.

        Pages without lines are some figures high as a rule; there it counts in a low room, as in a lesson.
        """
        if not self._leaves:
            low = room.height() < _LOW * page.theme.small_px
            return low and any(rect.bottom() > room.height() + 0.5 for rect in page.rects[:1])
        return any(page.rects[place].bottom() > room.height() + 0.5 for place in self._leaves[self._leaf].bands[0])

    def _place(self, page: PageLayout, room: QSizeF) -> None:
        """Gives each view its place and its letters."""
        measured = self._leaves[self._leaf].measured if self._leaves else self._widest or self._drawings
        look = self._sheet.theme
        over = page.size.height() > room.height() + 0.5
        needed = bool(self._widest) or is_paired(self._drawings) or self._is_cut(page, room)
        lowered = not self._leaves and is_lowered(measured[0], page.rects[0], page.theme) if measured else False
        self._crowded = page.theme.factor < _GOOD * look.factor or (over and needed) or lowered
        if self._crowded and self.isVisible():  # before that the room is a stand-in
            self.shrank.emit()
        for view in self.views.values():
            view.wear(page.theme)
        self._sheet.resize(page.size.expandedTo(room).toSize())
        limited = alike(measured, page.rects, page.theme)
        for drawing, limits, rect in zip(self._drawings, limited, page.rects, strict=True):
            self.views[drawing.key].limit(limits)
            place = rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN).toAlignedRect()
            self.views[drawing.key].setGeometry(place)
        # Qt tabs in the order in which widgets were made; exhibits come and go.
        views = [self.views[drawing.key] for drawing in self._drawings]
        for before, after in pairwise(views):
            QWidget.setTabOrder(before, after)
        self._sheet.update()
        if not self._before.isHidden():
            self._place_mark()
        self.pictures.begin()
