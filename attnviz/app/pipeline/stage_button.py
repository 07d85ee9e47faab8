"""A button of the strip of stages: a stage's name over its picture in colours."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from attnviz.app.pipeline.figure_looks import same
from attnviz.content.stage_formulas import sentence_of, title_of
from attnviz.figures.figure import paint_figure
from attnviz.figures.heatmap import Fit, Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.theme import SMALL_PX, Theme, font

AIR, TIGHT, FRAME = 6, 2, 3.5
CORNER = 7.0  # pixels of the sides of a frame that are drawn at its corners
LEAST_WIDTH = 10  # pixels of a picture of few columns and very many rows


class StageButton(QAbstractButton):
    """A stage's name over its picture in colours."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture: Heatmap | LargeMap | None = None
        self._behind = self._bare = False
        self._letters = SMALL_PX
        self._limit = 0.0  # of the picture's width
        self._theme: Theme | None = None
        self._kept: tuple[tuple[object, ...], QPixmap] | None = None  # how it was painted last, and of what
        self.setObjectName(f"strip.{name}")
        self.setText(title_of(name))
        self._title, self._sentence = title_of(name), sentence_of(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_picture(
        self, picture: Heatmap | LargeMap, look: Theme, *, chosen: bool, behind: bool = False, bare: bool = False
    ) -> None:
        """Paints that picture; nothing is repainted if it looks the same.

        behind: the stage in front is computed from this one. bare: its name alone.
        """
        if self.isChecked() != chosen:
            self.setChecked(chosen)
        if self._behind != behind:
            self._behind = behind
            self.setAccessibleDescription("Operand of the stage in front" if behind else "")
            self._explain()
            self.update()
        if self.picture is not None and (look, bare) == (self._theme, self._bare) and same(picture, self.picture):
            return
        self.picture, self._theme, self._bare, self._kept = picture, look, bare, None
        self.update()

    def show_caption(self, caption: str, pixels: int, title: str) -> None:
        """Writes that name, the stage's title or a short one, in letters of that size."""
        if self.accessibleName() != f"Show {title}":
            self.setAccessibleName(f"Show {title}")
            self._title = title
            self._explain()
        if (caption, pixels) != (self.text(), self._letters):
            self._letters = pixels
            self.setText(caption)
            self.update()

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of its picture."""
        return (0, 0) if self.picture is None else self.picture.shape

    def picture_width(self, height: float) -> float:
        """What a picture of that height needs, with its air; those that are wider than high are made narrower."""
        rows, columns = self.shape
        return max(height * min(1.0, columns / max(rows, 1)), LEAST_WIDTH) + 2 * TIGHT

    def limit_picture(self, width: float) -> None:
        """Makes its picture no wider than in a button of that width, for all of one shape to be alike."""
        if width != self._limit:
            self._limit = width
            self.update()

    def picture_place(self) -> QRectF:
        """Where there is room for the picture, under the name."""
        area, top = QRectF(self.rect()), ruler(font(self._letters)).height + 8
        beside = TIGHT + max(0.0, (area.width() - self._limit) / 2)
        return area.adjusted(beside, top, -beside, -AIR - 2)

    def _explain(self) -> None:
        """What it is, on hover."""
        made = " What is in front is computed from it." if self._behind else ""
        self.setToolTip(f"{self._title}: {self._sentence}{made}")

    def nextCheckState(self) -> None:
        """A click asks for the stage; only the state checks the button."""

    def sizeHint(self) -> QSize:
        """Room for a name and a picture."""
        return QSize(60, 60)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The name over the picture: on a filled tab if it is in front, in four corners if that is computed from it.

        A whole frame, or a name in colour, would look chosen as well.
        """
        if self._theme is None or self.picture is None:
            return
        with QPainter(self) as painter:
            ratio = self.devicePixelRatioF()
            in_pixels = ratio % 1 == 0 and abs(painter.deviceTransform().m11()) == ratio  # in its size, on whole ones
            if in_pixels and isinstance(self.picture, LargeMap):
                painter.drawPixmap(0, 0, self._painted(ratio, self._theme, self.picture))
            else:  # small maps keep by themselves what stands around them
                self._paint(painter, self._theme, self.picture)

    def _painted(self, ratio: float, look: Theme, picture: LargeMap) -> QPixmap:
        """It as it looks now, on the panel's colour, as it stands on the strip.

        Kept while it looks the same: a window that is resized by hand is painted anew in each step.
        """
        looks = (
            self.size(), ratio, self.isChecked(), self.underMouse(), self.hasFocus(), self._behind, self.text(),
            self._letters, self._limit,
        )  # fmt: skip
        if self._kept is not None and self._kept[0] == looks:
            return self._kept[1]
        image = QPixmap(self.size() * ratio)
        image.setDevicePixelRatio(ratio)
        image.fill(look.palette.panel)
        with QPainter(image) as painter:
            self._paint(painter, look, picture)
        self._kept = looks, image
        return image

    def _paint(self, painter: QPainter, look: Theme, picture: Heatmap | LargeMap) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, small = look.palette, ruler(font(self._letters, bold=self.isChecked()))
        area, role = QRectF(self.rect()), look.role(picture.role)
        top = small.height + 8
        if self.isChecked():
            self._paint_tab(painter, area, area.height() if self._bare else top - 2)
        elif self.underMouse():
            painter.fillRect(area, palette.hover)
        name = small.shortened(self.text(), area.width())
        painter.setFont(small.font)
        painter.setPen(palette.panel if self.isChecked() else palette.soft)
        above = (area.height() - small.height) / 2 if self._bare else 3.0  # a name alone is level with the arrows
        painter.drawText(QPointF((area.width() - small.width(name)) / 2, above + small.ascent), name)
        frame = area
        if not self._bare:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            place = _paint_small(painter, self.picture_place(), picture, look)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = place.adjusted(-FRAME, -FRAME, FRAME, FRAME)
        if self._behind and not self.isChecked():
            painter.setPen(look.pen(role, 1.6))
            _paint_corners(painter, frame & area.adjusted(1, 1, -1, -1))
        if self.hasFocus():
            painter.setPen(look.pen(palette.accent, 2.0))
            painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _paint_tab(self, painter: QPainter, area: QRectF, height: float) -> None:
        """A tab in the colour of the role, and the ground under the picture."""
        assert self._theme is not None
        assert self.picture is not None
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.palette.hover)
        painter.drawRoundedRect(area, 4, 4)
        painter.setBrush(self._theme.role(self.picture.role))
        painter.drawRoundedRect(QRectF(area.left(), area.top(), area.width(), height), 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_small(painter: QPainter, room: QRectF, picture: Heatmap | LargeMap, look: Theme) -> QRectF:
    """The map in the middle of its room and as high as it; cells are square where that is not too wide. Its place."""
    rows, columns = picture.shape
    side = room.height() / rows
    across = min(room.width() / columns, max(side, LEAST_WIDTH / columns))
    width = across * columns
    if isinstance(picture, LargeMap):
        from attnviz.figures.large.painter import paint_map

        width = round(width)
        place = QRectF(round(room.center().x() - width / 2), room.top(), width, round(room.height()))
        paint_map(painter, place, picture, look)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(look.pen(look.palette.border, 1.0))  # what is nearly 0 throughout is no empty place
        painter.drawRect(place.adjusted(-1, -1, 0, 0))
        return place
    place = QRectF(room.center().x() - width / 2 - 1, room.top(), width + 3, room.height() + 3)
    paint_figure(painter, place, replace(picture, fit=Fit(0, across, side, False)), look)
    return QRectF(place.left() + 1, place.top(), width, room.height())


def _paint_corners(painter: QPainter, frame: QRectF) -> None:
    """The corners of a frame alone."""
    length = min(CORNER, frame.width() / 3, frame.height() / 3)
    for x, across in ((frame.left(), length), (frame.right(), -length)):
        for y, down in ((frame.top(), length), (frame.bottom(), -length)):
            painter.drawPolyline([QPointF(x + across, y), QPointF(x, y), QPointF(x, y + down)])
