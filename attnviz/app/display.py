"""Whether there is a display to open a window on, asked before Qt, which ends the process where there is none."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from attnviz.engine.errors import AttentionError, Where

_X_PORT = 6000  # of display 0 on another machine
_PATIENCE = 3.0  # seconds for another machine to answer
_X_NAME = re.compile(r"(?:[a-z]+/)?(?P<host>.*):(?P<number>[0-9]{1,5})(?:\.[0-9]+)?")
_INSTEAD = "Set {}, or use a command without a window (attnviz --help)."


def check_display(environment: Mapping[str, str] = os.environ) -> None:
    """Raises AttentionError where no display is named, or where the one that is named does not answer."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or (platform and not platform.startswith("xcb")):
        return
    wayland = "" if platform else environment.get("WAYLAND_DISPLAY", "")
    display = environment.get("DISPLAY", "")
    if not wayland and not display:
        instead = _INSTEAD.format("DISPLAY or WAYLAND_DISPLAY")
        raise AttentionError(f"there is no display to open a window on. {instead}", Where("display"))
    if wayland and _wayland_answers(wayland, environment):
        return
    if display and _x_answers(display):
        return
    name, value = ("DISPLAY", display) if display else ("WAYLAND_DISPLAY", wayland)
    instead = _INSTEAD.format(f"{name} to one that does")
    raise AttentionError(f"the display {value!r} does not answer. {instead}", Where("display"))


def _wayland_answers(name: str, environment: Mapping[str, str]) -> bool:
    path = Path(environment.get("XDG_RUNTIME_DIR", "/")) / name  # an absolute name stays what it is
    import socket  # here, as below: most starts need none

    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(_PATIENCE)
            connection.connect(str(path))
    except OSError:
        return False
    return True


def _x_answers(display: str) -> bool:
    """True if an X client may connect: asked of the library through which Qt would, permission included."""
    found = _X_NAME.fullmatch(display)
    if found and found["host"] not in ("", "unix") and not _port_answers(found["host"], int(found["number"])):
        return False  # the library would wait for minutes
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will say which libraries it lacks
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _port_answers(host: str, number: int) -> bool:
    import socket

    try:
        with socket.create_connection((host.strip("[]"), _X_PORT + number), timeout=_PATIENCE):
            return True
    except (OSError, OverflowError, UnicodeError):
        return False
