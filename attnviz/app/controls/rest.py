"""What of the controls for the scenario rests while a laboratory or an exercise does not follow them."""

from __future__ import annotations

from enum import Enum, auto


class Rest(Enum):
    """ALL: it has numbers of its own. MASKS: a laboratory experiments on the scenario under a mask of its own."""

    NOTHING = auto()
    MASKS = auto()
    ALL = auto()
