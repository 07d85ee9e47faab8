"""Areas are filled by the thread that paints them."""

from __future__ import annotations

import os

_WITHOUT = "QT_NO_GUI_THREADPOOL"  # Qt asks whether there is such a variable, once, when it first fills a large area


def fill_alone() -> None:
    """Has Qt share no painting among threads, unless its variable is set already.

    It would give each area of a hundred lines with a gradient, as every scroll bar's, to threads of its own and wait
    for them (6.11): dearer than to fill it, and beside a computation on all processors the window waits long.
    """
    os.environ.setdefault(_WITHOUT, "1")
