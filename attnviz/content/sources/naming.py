"""What a scenario opened from a source is called, and how its name leads back to its place."""

from __future__ import annotations

import re

from attnviz.content.sources.source import Place, Source

_LONGEST_TEXT = 60
_PLACE = re.compile(r": layer ([0-9]{1,6})(?:, head ([0-9]{1,6}))?(?:: |$)")


def title_of(source: Source, place: Place) -> str:
    """The source, layer and head counted from 1, and the beginning of the sentence if there is one."""
    head = "" if place.head is None else f", head {place.head + 1}"
    text = " ".join(source.text.split())
    if len(text) > _LONGEST_TEXT:
        text = text[: _LONGEST_TEXT - 1].rstrip() + "…"
    return f"{source.title}: layer {place.layer + 1}{head}" + (f": “{text}”" if text else "")


def place_in(source: Source, title: str) -> Place | None:
    """The place whose scenario has exactly that title; None if this source has none."""
    found = _PLACE.search(title, len(source.title)) if title.startswith(source.title) else None
    if found is None:
        return None
    place = Place(int(found[1]) - 1, None if found[2] is None else int(found[2]) - 1)
    inside = 0 <= place.layer < source.layers and (place.head is None or 0 <= place.head < source.heads)
    return place if inside and title_of(source, place) == title else None
