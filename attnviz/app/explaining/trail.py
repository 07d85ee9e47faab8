"""The way from the number that was asked for down to the inputs: one cell for each operand that was followed."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.engine.cells import Cell

MOST = 32  # cells; of a longer way the beginning is let go


@dataclass(frozen=True)
class Trail:
    """Cells, the one asked for first and the selected one last; empty where none is selected."""

    cells: tuple[Cell, ...] = ()

    @property
    def here(self) -> Cell | None:
        """Where it ends."""
        return self.cells[-1] if self.cells else None

    @property
    def before(self) -> Cell | None:
        """Where Back leads."""
        return self.cells[-2] if len(self.cells) > 1 else None

    def follow(self, cell: Cell) -> Trail:
        """One operand further; back to it if it is on the way already."""
        if cell in self.cells:
            return Trail(self.cells[: self.cells.index(cell) + 1])
        return Trail((*self.cells, cell)[-MOST:])

    def at(self, cell: Cell | None) -> Trail:
        """The trail once that cell is selected: cut there if it is on the way, else a new one."""
        if cell is None:
            return Trail()
        if cell == self.here:
            return self
        return self.follow(cell) if cell in self.cells else Trail((cell,))
