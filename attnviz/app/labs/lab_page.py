"""The page with a result's exhibits: placed by the figures' own layout, scrolled before they shrink too far."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from attnviz.app.labs.exhibit_pictures import PicturesInTurns
from attnviz.app.labs.exhibit_view import MARGIN, ExhibitView
from attnviz.app.labs.lab_sheet import Sheet
from attnviz.app.labs.run_words import BEFORE
from attnviz.app.own_turn import OwnTurn
from attnviz.figures.labs.alike import alike
from attnviz.figures.labs.banded_page import Leaf, leaf_page
from attnviz.figures.labs.drawing import Drawing
from attnviz.figures.labs.fold import between_rows
from attnviz.figures.labs.low_room import is_lowered
from attnviz.figures.labs.pairs import is_paired
from attnviz.figures.labs.result_page import PageLayout, page_layout
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
        self.pictures = PicturesInTurns(self, self.views.values)
        self.turn = OwnTurn(self, lambda: self._lay_out(self._sheet.theme, now=True))

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
        self._leaf = min(self._leaf, max(len(leaves) - 1, 0))
        self._parameters, self._values = parameters, values
        self._sheet.wear(look, "")
        if given == before:  # only the room may be another one
            self._show_views()
            self._lay_out_soon()
        elif not leaves or not self._lay_out(look):
            self._show_views()
            self._lay_out(look)
        self.pictures.begin()  # not only where one is seen to be lacking: nothing may be painted meanwhile

    def _show_views(self) -> None:
        """A view for each drawing, of this cut where there are several."""
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
        self._lay_out(self._sheet.theme)

    def wait_for_room(self) -> None:
        """Places nothing before `arrange_anew`: on its way into sight a page has several rooms one after the other."""
        self._waits = True
        self._sheet.resize(0, 0)

    def arrange_anew(self) -> None:
        """Places all as if it had never stood in another room."""
        waited, self._waits = self._waits, False
        if waited or self._kept or self._crowded:
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
            self._lay_out(self._sheet.theme)

    def _lay_out_soon(self, *, now: bool = False) -> None:
        """The same in the next turn: an edge that is dragged moves on meanwhile, and all else is placed by then."""
        if now or not self.isVisible():
            self._lay_out(self._sheet.theme)
        else:
            self.turn.start()

    def _lay_out(self, look: Theme, *, now: bool = False) -> bool:
        """Places the exhibits where that changes anything; True if another cut's views are shown for it.

        While the window is not painted only if it must be now.
        """
        if not (now or self.updatesEnabled()):
            self.turn.come()
            return False
        room = QSizeF(self.maximumViewportSize())
        if self._leaves:
            measured = tuple(drawing for leaf in self._leaves for drawing in leaf.measured)
        else:
            measured = self._widest or self._drawings
        told = bool(self._widest), tuple(leaf.bands for leaf in self._leaves)
        reasons = (room.toTuple(), look, told, *(_measures(drawing) for drawing in measured))
        waits = self._held or self._waits or not self.isVisible()  # out of sight the room is a stand-in
        if waits or reasons == self._laid_out_for:
            return False
        self._laid_out_for = reasons
        if self._leaves:
            measured, page, room = self._leaf_page(look, room)
        else:
            page, room = self._free_page(measured, look, room)
        self._sheet.page = page
        self._place(measured, page, room, look)
        return bool(self._leaves)

    def _leaf_page(self, look: Theme, room: QSizeF) -> tuple[tuple[Drawing, ...], PageLayout, QSizeF]:
        """The cut that fits, and its page."""
        self._leaf, page = leaf_page(self._leaves, room, look, scrolls=self._scrolls)
        if self._scrolls and page.size.height() > room.height() + 0.5:
            room = self._beside_bar(room)
            self._leaf, page = leaf_page(self._leaves, room, look)
            page = between_rows(self._leaves[self._leaf].measured, page, room.height())
        self._first, self._kept = "", False
        self._show_views()
        return self._leaves[self._leaf].measured, page, room

    def _free_page(self, measured: tuple[Drawing, ...], look: Theme, room: QSizeF) -> tuple[PageLayout, QSizeF]:
        first = next((drawing.key for drawing in self._drawings), "")
        # Another part of a laboratory is another page; the same one stays as it is. What is arranged for all steps has
        # one arrangement, whatever was seen before.
        present = self._sheet.page if first == self._first and not self._widest else None
        self._first, self._kept = first, present is not None
        page = page_layout(measured, room, look, present, scrolls=self._scrolls)
        if self._scrolls and page.size.height() > room.height() + 0.5:
            room = self._beside_bar(room)
            page = between_rows(measured, page_layout(measured, room, look, present), room.height())
        return page, room

    def _is_cut(self, page: PageLayout, room: QSizeF) -> bool:
        """True if not even the first line of the page is whole: its axes come before what is said below.

        Pages without lines are some figures high as a rule; there it counts in a low room, as in a lesson.
        """
        if not self._leaves:
            low = room.height() < _LOW * page.theme.small_px
            return low and any(rect.bottom() > room.height() + 0.5 for rect in page.rects[:1])
        return any(page.rects[place].bottom() > room.height() + 0.5 for place in self._leaves[self._leaf].bands[0])

    def _beside_bar(self, room: QSizeF) -> QSizeF:
        return QSizeF(room.width() - self.verticalScrollBar().sizeHint().width(), room.height())

    def _place(self, measured: tuple[Drawing, ...], page: PageLayout, room: QSizeF, look: Theme) -> None:
        """Gives each view its place and its letters."""
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


def _measures(drawing: Drawing) -> tuple[object, ...]:
    """What the place of an exhibit depends on, as far as it changes while a value is dragged."""
    exhibit = drawing.exhibit
    sizes: tuple[object, ...] = ()
    for name in ("values", "labels", "series", "boxes", "lines", "rows", "columns", "broken"):
        found = getattr(exhibit, name, None)
        if found is not None:
            # Lines of a program are never dragged: another one of as many lines may need more room.
            sizes = (*sizes, found if name == "lines" else getattr(found, "shape", None) or len(found))
    words = exhibit.title, drawing.subtitle, getattr(exhibit, "side", "")
    return type(exhibit).__name__, exhibit.name, *words, drawing.decimals, sizes
