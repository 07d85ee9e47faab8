"""Answers at random to what the window asks a person, so that no dialog waits for one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from attnviz.app.dialogs.export_choice import ExportChoice, as_shown, exhibit_shown
from attnviz.app.dialogs.numbers_dialog import NumbersChoice
from attnviz.app.labs.lab_exports import Exhibiting
from attnviz.app.session import State
from attnviz.content.presets import PRESETS
from attnviz.engine.scenario import Scenario
from tools.soak.scenarios import layer

FORMATS = ("png", "svg", "pdf")  # one after the other
_SMALL = (3, 8, 24)  # tokens of a new document


class Answers:
    """Stands for `Questions`. What is not listed here is answered with None: the person thought better of it."""

    def __init__(self, random: Random, folder: Path) -> None:
        self._random = random
        self._folder = folder
        self._formats = cycle(FORMATS)
        self.faults: list[str] = []  # of which the window would have told

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *_about, **_further: None

    def fault(self, summary: str, _log: Path) -> None:
        """What nobody expected."""
        self.faults.append(summary)

    def unsaved(self, _name: str | None) -> str:
        """Nothing here is worth saving."""
        return "discard"

    def replace(self, _path: Path) -> bool:
        """Files are written again and again."""
        return True

    def files_to_import(self, _folder: Path) -> list[Path]:
        """Nothing was chosen."""
        return []

    def resize(self, _text: str, _verb: str) -> bool:
        """Whether a paste of another size changes the matrix."""
        return self._random.random() < 0.5

    def seed(self, last: int) -> int:
        """Other numbers each time."""
        return last + 1

    def number(self, _title: str, _label: str, _text: str) -> float:
        """A number that suits a temperature, a scale and a soft cap."""
        return self._random.choice((0.25, 0.5, 1.0, 2.0, 30.0))

    def tokens(self, _title: str, _label: str, suggested: str) -> tuple[str, ...]:
        """The tokens that were suggested."""
        return tuple(suggested.split()) or ("a", "b")

    def preset(self, _view: object, _opened: str) -> str:
        """An example of the gallery."""
        return self._random.choice(PRESETS).name

    def new_scenario(self) -> Scenario:
        """A new document."""
        return layer(self._random.choice(_SMALL), 8, self._random.choice((1, 2, 4)), self._random.randrange(1000))

    def file_to_save(self, _suggestion: Path, suffix: str) -> Path:
        """One file of each kind, in a folder that goes when all is over."""
        return self._folder / f"soak{suffix}"

    def export_figure(self, state: State, figure: str, _last: Mapping[str, Any]) -> ExportChoice:
        """The figure that is shown, in one of the formats."""
        return as_shown(state, figure, self._looks())

    def export_exhibit(self, _state: State, lab: Exhibiting, _last: Mapping[str, Any]) -> ExportChoice:
        """The exhibit in use."""
        return exhibit_shown(lab, self._looks())

    def export_numbers(self, _state: State, stage: str) -> NumbersChoice:
        """The stage that is shown, one head of it."""
        return NumbersChoice(stage, 0, "csv")

    def progress(self, _text: str, _count: int) -> Callable[[int], bool]:
        """Nobody stops it."""
        return lambda _done: True

    def _looks(self) -> dict[str, object]:
        return {"format": next(self._formats), "scale": self._random.choice((1.0, 2.0))}
