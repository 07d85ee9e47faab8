"""A Qt application without a window, for scripts and commands that only paint."""

from __future__ import annotations

import locale
import os
import sys

from PySide6.QtGui import QGuiApplication

_own: list[QGuiApplication] = []  # Qt needs it as long as fonts are used


def ensure_application() -> None:
    """Makes an offscreen application unless there is one; without one Qt aborts at the first font."""
    if QGuiApplication.instance() is None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        prefer_utf8()
        _own.append(QGuiApplication(sys.argv[:1]))


def prefer_utf8() -> None:
    """Gives the process a UTF-8 locale if it has another: Qt would take it anyway, and fill standard error first."""
    if sys.platform.startswith("linux") and locale.nl_langinfo(locale.CODESET).upper() not in ("UTF-8", "UTF8"):
        os.environ["LC_ALL"] = "C.UTF-8"
