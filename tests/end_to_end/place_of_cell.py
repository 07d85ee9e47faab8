"""Prints where a cell of a pane lies inside the window: FILE WIDTH HEIGHT PANE ROW COLUMN. Runs offscreen.

The same window, document, size and font lay out the same on every screen, so this tells where to click on a real one.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QApplication, QTableView

from attnviz import load
from attnviz.app.session import Session
from attnviz.app.window import MainWindow


def main() -> None:
    """Builds the window, lays it out and asks the table for its cell."""
    file, width, height, pane, row, column = sys.argv[1:]
    application = QApplication([])
    session = Session(load(file))
    window = MainWindow(session)
    window.resize(int(width), int(height))
    window.show()
    for _ in range(50):
        QCoreApplication.processEvents()
    table = window.findChild(QTableView, pane)
    cell = table.visualRect(table.model().index(int(row), int(column)))
    place = table.viewport().mapTo(window, QPoint(cell.center()))
    print(place.x(), place.y())
    window.close()
    del window, session, application


if __name__ == "__main__":
    main()
