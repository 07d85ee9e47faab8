"""A Qt application without a window, for scripts and commands that only paint."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QGuiApplication

_own: list[QGuiApplication] = []  # Qt needs it as long as fonts are used


def ensure_application() -> None:
    """Makes an offscreen application unless there is one; without one Qt aborts at the first font."""
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        _own.append(QGuiApplication(sys.argv[:1]))
