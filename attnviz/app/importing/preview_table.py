"""A table that shows a matrix as it was understood; only what is in sight is written."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from attnviz.app.importing.preview_cells import HIDE, PreviewCells
from attnviz.app.style_sheet import mixed
from attnviz.figures.colour_maps import BLACK, WHITE, colour_map, text_colour
from attnviz.figures.labels import isolated, ruler, visible
from attnviz.figures.theme import Theme, font

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_ROOT = QModelIndex()
_WIDEST = 12.0  # of a column, in letters
_LARGEST = 2.4  # times the usual size: how far the numbers of a small matrix grow into the room that they have
_LABELS = 0.7  # of the numbers' size


class PreviewModel(QAbstractTableModel):
    """The cells of a preview as Qt asks for them."""

    def __init__(self, look: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.cells = PreviewCells()
        self._look = look
        self.label_font = look.small_font

    def show_cells(self, cells: PreviewCells) -> None:
        """Shows another table."""
        self.beginResetModel()
        self.cells = cells
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """The rows of the matrix."""
        return 0 if parent.isValid() else self.cells.shape[0]

    def columnCount(self, parent: Index = _ROOT) -> int:
        """The columns of the matrix."""
        return 0 if parent.isValid() else self.cells.shape[1]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """The number, rounded; its colour; and what is wrong with a faulty cell, for those who cannot see colours."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Role.DisplayRole:
            text = self.cells.text(row, column)
            return visible(text) if self.cells.values is None and text else text
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role in (Role.BackgroundRole, Role.ForegroundRole):
            return self._colours(row, column)[role == Role.ForegroundRole]
        if role == Role.AccessibleDescriptionRole and self.cells.is_faulty(row, column):
            return "This cannot be read."
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """The label of a row or column, literally, or its number."""
        if role == Role.FontRole:  # the header's own font does not come through its style sheet
            return self.label_font
        if role not in (Role.DisplayRole, Role.AccessibleTextRole):
            return None
        text = self.cells.label(section, 0 if orientation == Qt.Orientation.Vertical else 1)
        return isolated(visible(text))

    def _colours(self, row: int, column: int) -> tuple[QColor, QColor]:
        palette = self._look.palette
        if self.cells.is_faulty(row, column):
            return palette.error, text_colour(palette.error)
        if self.cells.is_sum(column):
            return palette.panel, palette.error if self.cells.is_off(row, column) else palette.soft
        entry = self.cells.entry(row, column)
        if entry is not None:
            colours = colour_map("auto", self._look.name, signed=self.cells.signed)
            return colours.colours[entry], WHITE if colours.light_text[entry] else BLACK
        if self.cells.values is not None and self.cells.text(row, column) == HIDE:
            return mixed(palette.panel, palette.soft, 0.25), palette.text
        return palette.panel, palette.text


class PreviewTable(QTableView):
    """Scrolls, is walked with the arrow keys, and cannot be edited."""

    def __init__(self, name: str, look: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._sample: tuple[str, ...] = ()
        self.cells_model = PreviewModel(look, self)
        self.setModel(self.cells_model)
        self.setObjectName(name)
        self.setAccessibleName("Preview")
        self.setFont(font(look.number_px))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setMinimumSectionSize(1)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
            header.setFont(look.small_font)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        colours = look.palette
        soft = colours.soft.name()
        ground = colours.background.name()  # not transparent: the tracks of scroll bars would be black
        self.setStyleSheet(
            f"QTableView {{ background: {ground}; border: 1px solid {ground}; border-radius: 0; }}"
            f"QTableView:focus {{ border: 1px solid {colours.accent.name()}; }}"
            "QHeaderView, QTableCornerButton::section { background: transparent; border: none; }"
            f"QHeaderView::section {{ background: transparent; color: {soft}; border: none; padding: 0 6px; }}"
        )

    def show_cells(self, cells: PreviewCells) -> None:
        """Shows a table, at the faulty cell if it has one."""
        self.cells_model.show_cells(cells)
        self._sample = cells.sample()
        self._fit()
        if cells.faulty is not None:
            row, column = cells.faulty
            index = self.cells_model.index(row, column or 0)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Numbers grow and shrink with the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Cells as large as fit without scrolling, between the usual size and the largest."""
        cells = self.cells_model.cells
        rows, columns = cells.shape
        usual = self._look.number_px
        sizes = range(math.floor(_LARGEST * usual), usual, -1)
        px = next((px for px in sizes if self._fits(px, rows, columns)), usual)
        width, height = self._section(px)
        if px != self.font().pixelSize():
            self.setFont(font(px))
            self.cells_model.label_font = font(self._label_px(px))
            for header in (self.horizontalHeader(), self.verticalHeader()):
                header.setFont(self.cells_model.label_font)
        self.horizontalHeader().setDefaultSectionSize(width)
        self.verticalHeader().setDefaultSectionSize(height)

    def _fits(self, px: int, rows: int, columns: int) -> bool:
        """True if all cells and labels fit with numbers of so many pixels; asks nothing of what is shown now."""
        width, height = self._section(px)
        letters = ruler(font(self._label_px(px)))
        beside = letters.widest(tuple(map(visible, self.cells_model.cells.labels(0)))) + 20
        return columns * width + beside <= self.width() and rows * height + 1.6 * letters.height <= self.height()

    def _label_px(self, px: int) -> int:
        return max(self._look.small_px, round(_LABELS * px))

    def _section(self, px: int) -> tuple[int, int]:
        """How wide and high a cell is with numbers of so many pixels."""
        cells = self.cells_model.cells
        measure, small = ruler(font(px)), ruler(font(self._label_px(px)))
        heads = tuple(map(visible, cells.labels(1)))
        width = min(max(measure.widest(self._sample), small.widest(heads)), _WIDEST * px)
        return math.ceil(width + px * 1.2), math.ceil(measure.height * 1.6)

    def sizeHint(self) -> QSize:
        """Room for about eight rows and columns."""
        header = self.horizontalHeader()
        return QSize(8 * header.defaultSectionSize(), 8 * self.verticalHeader().defaultSectionSize())
