"""The words of the field, each with a sentence or two, as lessons link to them with [[term]]."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from attnviz.content.presets import resource_path


@dataclass(frozen=True)
class Entry:
    """A term, what it means in a sentence or two (Markdown), the unit that teaches it, and its other names."""

    term: str
    text: str
    unit: int
    also: tuple[str, ...]


def entry(term: str) -> Entry | None:
    """The entry of a term or of one of its other names, whatever its capitals; None if there is none."""
    found = GLOSSARY.get(term)
    return found if found is not None else _FOLDED.get(" ".join(term.split()).casefold())


def names() -> tuple[str, ...]:
    """All terms and their other names."""
    return tuple(name for one in GLOSSARY.values() for name in (one.term, *one.also))


def _read() -> Mapping[str, Entry]:
    with resource_path("lessons", "glossary.toml").open("rb") as file:
        terms = tomllib.load(file)
    entries = {
        term: Entry(term, fields["text"], fields.get("unit", 0), tuple(fields.get("also", ())))
        for term, fields in terms.items()
    }
    return MappingProxyType(entries)


GLOSSARY: Mapping[str, Entry] = _read()
_FOLDED: Mapping[str, Entry] = {
    " ".join(name.split()).casefold(): one for one in GLOSSARY.values() for name in (one.term, *one.also)
}
