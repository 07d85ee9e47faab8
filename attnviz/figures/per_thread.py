"""Things that are made once and handed out again, for each thread its own: fonts are not for two threads at once.

Qt keeps the engine that draws a font with it, and gives it another one when another thread uses it: two threads that
paint with the same font, one on the screen and one into a file, would change that under each other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


def kept_per_thread(most: int) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """As `lru_cache(most)`, with a memory for each thread, which goes when the thread ends."""

    def decorate(make: Callable[Given, Made]) -> Callable[Given, Made]:
        own = threading.local()

        @wraps(make)
        def kept(*args: Given.args, **named: Given.kwargs) -> Made:
            try:
                known = own.known
            except AttributeError:
                known = own.known = lru_cache(most)(make)
            return known(*args, **named)  # type: ignore[no-any-return]  # it is what `make` gives

        return kept

    return decorate
