"""What of the controls for the scenario rests while a laboratory stands in front that does not follow them."""

from __future__ import annotations

from enum import Enum, auto


class Rest(Enum):
    """ALL: the laboratory has numbers of its own. MASKS: it experiments on the scenario under a mask of its own."""

    NOTHING = auto()
    MASKS = auto()
    ALL = auto()
