"""The scenario that a lesson or a step begins with: an example, a file beside the lesson, or fields in the lesson."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from attnviz.content.attn_fields import FIELDS, scenario_of
from attnviz.content.attn_file import decode, read
from attnviz.content.lessons.entries import Entries, plain
from attnviz.content.lessons.scenario_faults import faults
from attnviz.content.presets import PRESETS, preset
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError, Where
from attnviz.engine.scenario import Scenario


class ScenarioEntries:
    """Reads the entry "scenario" of a lesson or a step; each file only once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, Scenario] = {}

    def read(self, entries: Entries) -> Scenario | None:
        """The scenario that the entry names or holds; None with a mistake told if there is none."""
        value = entries.values["scenario"]
        if isinstance(value, str):
            return self._named(entries, value)
        if isinstance(value, dict):
            fields: dict[str, Any] = {"attnviz": 1} | cast(dict[str, Any], plain(value))
            wrong = tuple(faults(fields))
            for error in wrong:
                place = (*entries.path, "scenario", *_path(error.where, fields))
                entries.complaints.add(place, f"scenario: {error}")
            return None if wrong else scenario_of(fields)
        entries.add("scenario", f"scenario is {brief(value)}. Give the name of an example or a table of fields.")
        return None

    def _named(self, entries: Entries, name: str) -> Scenario | None:
        if name not in self._known:
            try:
                self._known[name] = self._load(name)
            except AttentionError as error:
                entries.add("scenario", f"scenario: {error}")
                return None
        return self._known[name]

    def _load(self, name: str) -> Scenario:
        """The file beside the lesson, else the example of that name. Raises AttentionError."""
        path = Path(name)
        usable = bool(name) and "\0" not in name and not path.is_absolute() and ".." not in path.parts
        if self._folder is not None and usable and (self._folder / path).is_file():
            return decode(read(self._folder / path), name)
        if name in {one.name for one in PRESETS}:
            return preset(name)
        raise AttentionError(
            f"there is no example {brief(name)} and no such file beside the lesson. Choose one of: "
            f"{', '.join(one.name for one in PRESETS)}.",
            Where("scenario"),
        )


def _path(where: Where, fields: Mapping[str, object]) -> tuple[str | int, ...]:
    """Where the fault lies among the fields, as exactly as the error says."""
    names = where.name.split(".")
    place = tuple(index for index in (where.head, where.row, where.column) if index is not None)
    inside = () if names[0] in fields or names[0] in FIELDS else ("inputs",)
    return (*inside, *names, *place)
