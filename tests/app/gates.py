"""Holds what is done beside the window back, so that a test can look at the window meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Gate:
    """Holds a call back until the test lets it go, and says on which thread it was made."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.entered = threading.Event()
        self.threads: list[str] = []

    def around(self, function: Callable[..., object]) -> Callable[..., object]:
        """The function, behind the gate."""

        def held(*given: object, **named: object) -> object:
            self.threads.append(threading.current_thread().name)
            self.entered.set()
            assert self.open.wait(10)
            return function(*given, **named)

        return held
