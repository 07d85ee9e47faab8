"""Computes the second sentence and the comparison with the first, beside the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal, Slot

from attnviz.app.sources.looks import Looks
from attnviz.app.worker import Line, Told
from attnviz.content.contrast import Contrast, alike, contrasted
from attnviz.content.sources.source import Place, Source
from attnviz.engine.errors import AttentionError
from attnviz.figures.overview.contrast_sheet import ContrastSheet

NO_WORD = "The two sentences have no word in common. Choose a token of each above."
NO_MODEL = "A second sentence needs a model that reads sentences, not saved weights."


@runtime_checkable
class Speaking(Protocol):
    """A source that can be had for another sentence."""

    def with_text(self, text: str) -> Source:
        """The same model with that sentence."""
        ...


def speaks(source: Source | None) -> bool:
    """True if that source can read a sentence: of checkpoints, not all can."""
    return isinstance(source, Speaking) and bool(getattr(source, "speaks", True))


@dataclass(frozen=True, eq=False)
class Compared:
    """Two sources, the tokens that are compared, None where they have no word in common, and what came of it."""

    first: Source
    second: Source
    place: Place
    queries: tuple[int, int] | None
    contrast: Contrast | None


class Comparing(QObject):
    """`changed` fires when there is something else to be shown."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.second: Source | None = None
        self.compared: Compared | None = None
        self.problem = ""
        self._line = Line(self)
        self._line.told.connect(self._hear)
        self._asked: tuple[object, ...] = ()
        self._entering = 0  # the run that makes a second sentence: nothing that follows may take its place

    @property
    def running(self) -> bool:
        """True while something is computed."""
        return bool(self._line.running)

    def enter(self, first: Source | None, text: str, looks: Looks) -> None:
        """Computes a second sentence with the model of the first, and the comparison."""
        if not isinstance(first, Speaking) or not speaks(first):
            self.problem = NO_MODEL
            self.changed.emit()
            return
        speaking, source, place = first, first, looks.place
        self.problem, self._asked = "", ()
        self._entering = self._line.start(
            lambda _: _compared(source, speaking.with_text(text), place, looks.query, None)
        )
        self.changed.emit()

    def follow(self, first: Source | None, looks: Looks) -> None:
        """Compares anew where another head or other tokens are asked for."""
        asked = (first, self.second, looks.place, looks.query, looks.other_query)
        entering = self._entering == self._line.running != 0
        if first is None or self.second is None or asked == self._asked or entering:
            return
        self._asked = asked
        source, second = first, self.second
        self._line.start(lambda _: _compared(source, second, looks.place, looks.query, looks.other_query))

    def forget(self) -> None:
        """Another first sentence: the second one is kept, what was compared is not."""
        self.compared, self._asked, self.problem = None, (), ""

    def sheet(self) -> ContrastSheet | None:
        """The comparison as a figure, None while there is none."""
        done = self.compared
        if done is None or done.contrast is None:
            return None
        place = done.place
        return ContrastSheet(done.contrast, f"layer {place.layer + 1}, head {(place.head or 0) + 1}")

    def words(self) -> str:
        """What stands in place of the figure."""
        if self.problem:
            return self.problem
        if self.running and self.compared is None:
            return "Computing…"
        return NO_WORD if self.compared is not None and self.compared.queries is None else ""

    def close_down(self) -> None:
        """Stops, and waits for the worker to end."""
        self._line.close()

    @Slot(object)
    def _hear(self, told: Told) -> None:
        if isinstance(told.error, AttentionError):
            self.problem, self.compared = str(told.error), None
        elif isinstance(told.result, Compared):
            self.compared, self.second, self.problem = told.result, told.result.second, ""
        self.changed.emit()


def _compared(first: Source, second: Source, place: Place, query: int | None, other: int | None) -> Compared:
    """With the tokens that are asked for; what is not asked for is the word that both have."""
    common = alike(first, second, query)
    queries = common
    if query is not None and other is not None:
        queries = query, other
    elif other is not None and common is not None:
        queries = common[0], other
    contrast = None if queries is None else contrasted(first, second, place, queries)
    return Compared(first, second, place, queries, contrast)
