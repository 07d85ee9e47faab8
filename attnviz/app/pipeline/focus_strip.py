"""Small pictures of all stages under the one in focus; choosing one brings it to the front."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QWidget

from attnviz.app.own_turn import OwnTurn
from attnviz.app.pipeline.figure_looks import area_theme
from attnviz.app.pipeline.in_focus import behind_stages, front_stages, strip_stages
from attnviz.app.pipeline.map_moving import has_map
from attnviz.app.pipeline.pending_marks import is_old
from attnviz.app.pipeline.stage_button import AIR, LEAST_WIDTH, TIGHT, StageButton
from attnviz.app.session import Session, State
from attnviz.app.watching import Watching
from attnviz.content.wording import stage_title
from attnviz.figures.compose import map_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.codes import FIRST
from attnviz.figures.large.compose_large import BEFORE
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.powers import positive_powers
from attnviz.figures.theme import SMALL_PX, Theme, font
from attnviz.figures.view import Selection

EDGE = 8
PICTURE = 44  # the height of a picture at normal size
LOW = 32  # lines of small letters: in a panel that is lower a large map has the room of the pictures
LEAST_PART = 0.8  # of the text size, below which names are shortened rather than made smaller
NARROWER = 0.7  # of their width: what pictures give up for letters of at least that part
BARE = 6  # pixels around a name without a picture
GAP, SHORT_ARROW, NO_ARROW = 16, 10, 2  # between two buttons, for an arrow, and where names need its room
_AIRS = AIR, TIGHT  # within a button
_AT_PICTURE, _AT_NAME = 0.62, 0.5  # of a button's height: where an arrow points to
_POINTS = 64  # along a picture at most, of which the least is looked for
_WIDE = 1.25  # keys for each query, from which on a map is wide rather than high
PARALLEL = frozenset({"keys", "values", "alibi", "bias"})  # stand beside what is before them and do not come from it
SHORT = {
    "queries": "Q", "keys": "K", "values": "V", "rotated_queries": "R Q", "rotated_keys": "R K",
    "exponentials": "exp", "head_output": "Output",
}  # fmt: skip


class FocusStrip(QWidget, Watching):
    """One button for each stage of the selected head, in reading order; arrow keys walk along them."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pipeline.strip")
        self.setAccessibleName("Stages")
        self._group = QButtonGroup(self)
        self._buttons: dict[str, StageButton] = {}
        self._theme = area_theme(self, session.state)
        self._bare = False  # names alone
        self._short = False  # of room for pictures
        self._gap = GAP
        self._turn = OwnTurn(self, self._show_all)
        self.watch(session)

    def show_state(self, old: State | None, new: State) -> None:
        """Shows the stages, each with its picture, and which one is in front; of a large scenario in the next turn."""
        if not self.isVisible() or new.only_moved(old):
            return
        if self._looks(new) == (self._theme, self._bare) and _same_pictures(old, new):
            return
        if old is None or not new.trace.defers:
            self._turn.take()
        else:
            self._turn.start()

    def _show_all(self) -> None:
        new = self.session.state
        if not self.isVisible():
            return
        self._theme, self._bare = self._looks(new)
        stages, front, behind = strip_stages(new), front_stages(new), behind_stages(new)
        self._group.setExclusive(False)  # what is in front may be no stage, or several: then none is let go by itself
        for name in stages:
            button = self._button(name)
            picture = _picture(name, new)
            button.show_picture(picture, self._theme, chosen=name in front, behind=name in behind, bare=self._bare)
        self._group.setExclusive(True)
        for name, button in self._buttons.items():
            button.setVisible(name in stages)
        self._place(stages)
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """As high as a picture with its name, or as the name alone; shown or not, before it is laid out too."""
        look, bare = self._looks(self.session.state)
        return QSize(400, self._height_of(look, bare=bare))

    def heights(self) -> tuple[int, int]:
        """How high it is with pictures, as far as it has any, and how high with names alone."""
        look, bare = self._looks(self.session.state, short=False)
        return self._height_of(look, bare=bare), self._height_of(look, bare=True)

    def follow_room(self, *, short: bool | None = None) -> None:
        """Has pictures or names alone as the panel is high or low; short: the figure needs the room of the pictures."""
        self._short = self._short if short is None else short
        state = self.session.state
        if (self._theme, self._bare) != self._looks(state):
            self.show_state(None, state)

    def _height_of(self, look: Theme, *, bare: bool) -> int:
        picture = 0.0 if bare else _height(look) + 2 * AIR
        return round(picture + ruler(look.small_font).height) + 2 * AIR + (BARE if bare else 0)

    def _looks(self, state: State, *, short: bool | None = None) -> tuple[Theme, bool]:
        look, panel = area_theme(self, state), self.parentWidget()
        low = panel is not None and panel.height() < LOW * look.small_px
        high = state.trace.sizes.S <= _WIDE * state.trace.sizes.T  # a wide map leaves room below anyway
        return look, (self._short if short is None else short) or (low and high and has_map(state))

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what happened while hidden."""
        super().showEvent(event)
        self.show_state(None, self.session.state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width anew."""
        super().resizeEvent(event)
        self._place(strip_stages(self.session.state))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel, with a thin line above."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.palette.panel)
            painter.fillRect(QRectF(EDGE, 0, self.width() - 2 * EDGE, 1), self._theme.palette.border)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._theme.pen(self._theme.palette.soft, 1.0))
            shown = pairwise(strip_stages(self.session.state) if self._gap > NO_ARROW else ())
            for before, after in shown:
                if after not in PARALLEL and before in self._buttons and after in self._buttons:
                    ends = self._buttons[before].geometry(), self._buttons[after].geometry()
                    _paint_arrow(painter, *ends, self._gap, down=_AT_NAME if self._bare else _AT_PICTURE)
            if is_old(self.session.state):
                self._paint_mark(painter)

    def _paint_mark(self, painter: QPainter) -> None:
        """What the pictures are of, at the end of the strip, in letters of a title where there is room."""
        end = max((own.geometry().right() for own in self._buttons.values() if own.isVisibleTo(self)), default=0)
        room = self.width() - EDGE - end - 2 * AIR
        for letters in (self._theme.title_font, self._theme.small_font):
            measure = ruler(letters)
            if measure.width(BEFORE) <= room:
                painter.setFont(letters)
                painter.setPen(self._theme.palette.accent)
                baseline = (self.height() + measure.figure_height) / 2
                painter.drawText(QPointF(self.width() - EDGE - measure.width(BEFORE), baseline), BEFORE)
                return

    def follow(self, before: QWidget) -> None:
        """Puts the buttons after that widget for the Tab key, in reading order."""
        for name in strip_stages(self.session.state):
            QWidget.setTabOrder(before, self._button(name))
            before = self._button(name)

    def _button(self, name: str) -> StageButton:
        button = self._buttons.get(name)
        if button is None:
            button = self._buttons[name] = StageButton(name, self)
            self._group.addButton(button)
            button.clicked.connect(lambda _=False, stage=name: self.session.look(layout="focus", focus=stage))
        return button

    def _place(self, stages: tuple[str, ...]) -> None:
        """Each button as wide as its name and its picture need, in the largest letters with which all fit.

        Else with short names, then with shorter arrows and narrower pictures rather than much smaller letters, at last
        without arrows between them. Pictures of one shape are of one size.
        """
        room = self.width() - 2 * EDGE
        sizes = range(self._theme.small_px, SMALL_PX - 1, -1)
        titles = [stage_title(self.session.state.trace, name) for name in stages]
        short = [SHORT.get(name, title) for name, title in zip(stages, titles, strict=True)]
        pictures = [0.0 if self._bare else self._button(name).picture_width(_height(self._theme)) for name in stages]
        large = [pixels for pixels in sizes if pixels >= LEAST_PART * self._theme.small_px]
        narrower = [min(width, NARROWER * max(pictures)) for width in pictures]
        tries = [(pictures, titles, pixels, AIR, GAP) for pixels in large]
        tries += [(pictures, short, pixels, air, GAP) for air in _AIRS for pixels in large]
        tries += [(own, short, pixels, TIGHT, SHORT_ARROW) for own in (pictures, narrower) for pixels in large]
        tries += [(pictures, short, pixels, air, GAP) for air in _AIRS for pixels in sizes]
        tries += [(pictures, short, pixels, TIGHT, NO_ARROW) for pixels in sizes]
        _, captions, pixels, air, gap = next((own for own in tries if sum(_widths_of(*own)) <= room), tries[-1])
        for most in range(ceil(max(pictures)), LEAST_WIDTH - 1, -1):  # names stay whole, and pictures become narrower
            if sum(_widths_of(pictures, captions, pixels, air, gap)) <= room:
                break
            pictures = [min(width, float(most)) for width in pictures]
        wanted = _widths_of(pictures, captions, pixels, air, gap)
        share = min(1.0, room / sum(wanted))
        self._gap = gap
        left = float(EDGE)
        for name, title, caption, width in zip(stages, titles, captions, wanted, strict=True):
            button = self._button(name)
            place = QRectF(left, AIR + 2, width * share - gap, self.height() - AIR - 4).toRect()
            if button.geometry() != place:
                button.setGeometry(place)
            button.show_caption(caption, pixels, title)
            left += width * share
        buttons = [self._button(name) for name in stages]
        for button in buttons:
            button.limit_picture(min(own.width() for own in buttons if own.shape == button.shape))


def _same_pictures(old: State | None, new: State) -> bool:
    """True if both show the same stages of the same head; which of its numbers is selected is not seen in them."""
    if old is None or old.trace is not new.trace or old.problem is not new.problem or is_old(old) != is_old(new):
        return False
    same_head = old.arrived == new.arrived and old.selection.head == new.selection.head
    return same_head and replace(old.view, viewport=new.view.viewport) == new.view


def _widths_of(pictures: list[float], captions: list[str], pixels: int, air: int, gap: int) -> tuple[float, ...]:
    """What each caption and picture needs in letters of that size, with air within and a gap between the buttons."""
    return _widths(tuple(pictures), tuple(captions), pixels, air, gap)


@lru_cache(256)
def _widths(
    pictures: tuple[float, ...], captions: tuple[str, ...], pixels: int, air: int, gap: int
) -> tuple[float, ...]:
    """The same, known from the last time: whoever resizes a window tries the same ones at each step."""
    measure = ruler(font(pixels, bold=True))  # so that nothing moves when one is chosen
    least = 2.0 * pixels if gap == GAP else 0.0
    names = (max(ceil(measure.width(caption)), least) + 2 * air for caption in captions)
    return tuple(max(name, picture) + gap for name, picture in zip(names, pictures, strict=True))


def _height(look: Theme) -> float:
    """The height of a picture: the strip leaves the room to the figure in focus."""
    return PICTURE * min(look.factor, 1.3)


def _picture(name: str, state: State) -> Heatmap | LargeMap:
    view, of = replace(state.view, viewport=None), Selection(state.selection.head)
    model = map_of(name, state.trace, of, view, compact=True, title="", formula="")
    if isinstance(model, LargeMap):
        return replace(
            _seen_small(model), row_labels=(), column_labels=(), frames=(), cursor=None, dim_reason="",
            pending=BEFORE if is_old(state) else model.pending,
        )  # fmt: skip
    return replace(
        model, row_labels=(), column_labels=(), legend=False, numbers=False, show_title=False, bands=(), frames=(),
        cursor=None, dim_reason="",
    )  # fmt: skip


def _seen_small(model: LargeMap) -> LargeMap:
    """The map on a scale that tells its points apart, each of which is the strongest of hundreds of cells.

    By powers of ten it begins with the least of the points, where the whole map's begins lower: else weights that are
    much alike would all be equally dark.
    """
    ends = model.picture.ends if model.picture is not None else None
    if model.picture is None or ends is None or not model.powers or model.least:
        return model
    points = next((level for level in model.picture.levels if max(level.shape) <= _POINTS), model.picture.levels[-1])
    least = float(model.picture.numbers[points[points >= FIRST].min()])
    return replace(model, limits=positive_powers((max(least, model.limits[0]), ends[1])))


def _paint_arrow(painter: QPainter, before: QRect, after: QRect, gap: int, *, down: float) -> None:
    """A thin arrow from one button to the next over most of that gap, at that part of their height."""
    middle, y = (before.right() + 1 + after.left()) / 2, before.top() + down * before.height()
    free = 3 if gap == GAP else 1
    start, tip = middle - gap / 2 + free, middle + gap / 2 - free
    painter.drawLine(QPointF(start, y), QPointF(tip, y))
    for side in (-3.0, 3.0):
        painter.drawLine(QPointF(tip, y), QPointF(tip - 3.5, y + side))
