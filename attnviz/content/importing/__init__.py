"""Other people's numbers: text, printouts, JSON and arrays are read, their conventions guessed, and placed.

Three steps, each pure, so that a dialog can take them anew at every click: `read` finds arrays, `suggest` says what
they may be, `plan` lays them and makes the scenario. What is named here is loaded when it is first asked for: a pane
that takes a pasted block needs one of the readers and none of the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnviz.content.importing.choices import Choice, Option
    from attnviz.content.importing.found import Found, FoundArray, FoundTexts, Reading
    from attnviz.content.importing.planning import place, plan
    from attnviz.content.importing.plans import TARGETS, Part, Placed, Plan, Preview
    from attnviz.content.importing.reading import read, read_path
    from attnviz.content.importing.suggesting import parts_of, suggest, targets_for

__all__ = [
    "TARGETS", "Choice", "Found", "FoundArray", "FoundTexts", "Option", "Part", "Placed", "Plan", "Preview", "Reading",
    "parts_of", "place", "plan", "read", "read_path", "suggest", "targets_for",
]  # fmt: skip
_HOMES = {
    "choices": ("Choice", "Option"),
    "found": ("Found", "FoundArray", "FoundTexts", "Reading"),
    "planning": ("place", "plan"),
    "plans": ("TARGETS", "Part", "Placed", "Plan", "Preview"),
    "reading": ("read", "read_path"),
    "suggesting": ("parts_of", "suggest", "targets_for"),
}


def __getattr__(name: str) -> object:
    """What is named here, from its own file."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
