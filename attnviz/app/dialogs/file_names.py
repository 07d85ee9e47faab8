"""What files are called that leave the window, unless somebody chooses otherwise."""

from __future__ import annotations

from attnviz.app.session import State
from attnviz.content.sources.source import Place


def named(state: State, name: str) -> str:
    """That name, with the layer, and the head that it has there, if the scenario was opened from a source.

    "weights-head-1" of the second head of layer 4 is "weights-layer-4-head-2".
    """
    place = state.place
    if place is None:
        return name
    stem, _, number = name.partition("-head-")
    if place.head is None or state.trace.sizes.heads > 1:
        place = Place(place.layer, int(number) - 1 if number else None)
    return f"{stem}-{stem_of(place)}"


def stem_of(place: Place) -> str:
    """What a file with that layer or head may be called, without its ending."""
    return f"layer-{place.layer + 1}" + ("" if place.head is None else f"-head-{place.head + 1}")
