"""Whether the person asked the desktop for less motion; Qt 6.11 does not tell."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
from pathlib import Path

from PySide6.QtWidgets import QApplication, QStyle

_GNOME = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
_PATIENCE = 1.0  # seconds


def system_reduces_motion() -> bool:
    """True if the style, GNOME or KDE says that animations are off."""
    duration = QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
    return duration == 0 or _gnome_says_no() or _kde_says_no()


def _gnome_says_no() -> bool:
    if shutil.which(_GNOME[0]) is None:
        return False
    try:
        told = subprocess.run(_GNOME, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired):  # no answer is no wish
        return False
    return told.returncode == 0 and told.stdout.strip() == "false"


def _kde_says_no() -> bool:
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        parser.read(folder / "kdeglobals", encoding="utf-8")
        return parser.getfloat("KDE", "AnimationDurationFactor", fallback=1.0) == 0.0
    except (configparser.Error, ValueError, OSError):  # a file that cannot be read is no wish
        return False
