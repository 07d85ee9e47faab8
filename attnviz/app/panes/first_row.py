"""Which row of a table is the first in sight."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

from attnviz.app.panes.cell_sizes import shown_rows


class FirstRow:
    """Stays the first while rows and table get another height one after the other: between the two there may be less
    to scroll by, which Qt would not take back.
    """

    def __init__(self, table: QTableView) -> None:
        self._table = table
        self._wanted = -1  # until the table is as high as its rows
        self._followed = -1

    @property
    def now(self) -> int:
        """It, from 0."""
        return self._table.verticalScrollBar().value() if self._wanted < 0 else self._wanted

    def put(self, row: int) -> None:
        """Has that row be the first, as far as the rows after it fill the table."""
        self._wanted = row
        self.settle()

    def settle(self) -> None:
        """After another height of the table."""
        if self._wanted >= 0:
            self._table.verticalScrollBar().setValue(self._wanted)
            self._wanted = -1 if self._table.height() == self._table.minimumHeight() else self._wanted

    def follow(self, row: int) -> None:
        """Brings another row to sight, once; columns stay where they are. row: -1 where none is followed."""
        if row != self._followed and row >= 0 and self._table.isVisible():
            self._followed = row
            last = shown_rows(self._table.model().rowCount()) - 1
            self.put(min(max(self.now, row - last), row))
