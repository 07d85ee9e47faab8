"""Figures need fonts, and fonts need an application."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication

from attnviz.figures.theme import font


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> QApplication:
    """Qt aborts at the first font without one."""
    return qapp


@pytest.fixture
def known_font() -> None:
    """Stored pictures were painted with DejaVu Sans."""
    family = QFontInfo(font(12)).family()
    if family != "DejaVu Sans":
        pytest.fail(f"The font is {family}, the stored pictures need DejaVu Sans. Install fonts-dejavu-core.")
