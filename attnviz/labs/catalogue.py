"""All laboratories, in the order in which the course meets them."""

from __future__ import annotations

from attnviz.engine.errors import AttentionError, Where
from attnviz.labs.circuits import Circuits
from attnviz.labs.cost import Cost
from attnviz.labs.decoding import Decoding
from attnviz.labs.masks import Masks
from attnviz.labs.mistakes import Mistakes
from attnviz.labs.mixture import Mixture
from attnviz.labs.one_query import OneQuery
from attnviz.labs.protocol import Lab
from attnviz.labs.root_d_k import RootDK
from attnviz.labs.shapes import Shapes
from attnviz.labs.tiled import Tiles
from attnviz.labs.turn_the_query import TurnTheQuery

LABS: tuple[Lab, ...] = (
    Mixture(),
    OneQuery(),
    TurnTheQuery(),
    RootDK(),
    Masks(),
    Shapes(),
    Cost(),
    Decoding(),
    Tiles(),
    Mistakes(),
    Circuits(),
)


def lab(name: str) -> Lab:
    """The laboratory of that name. Raises AttentionError if there is none."""
    found = next((one for one in LABS if one.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in LABS)
        raise AttentionError(f"There is no laboratory {name!r}. Choose one of: {names}.", Where("lab"))
    return found
