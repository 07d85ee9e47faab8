"""What files are called that leave the window, unless somebody chooses otherwise."""

from __future__ import annotations

from attnviz.app.session import State


def named(state: State, name: str) -> str:
    """That name, with the layer, and the head that it has there, if the scenario was opened from a source.

    "weights-head-1" of the second head of layer 4 is "weights-layer-4-head-2".
    """
    place = state.place
    if place is None:
        return name
    stem, _, head = name.partition("-head-")
    if place.head is not None and state.trace.sizes.heads == 1:
        head = str(place.head + 1)
    return f"{stem}-layer-{place.layer + 1}{f'-head-{head}' if head else ''}"
