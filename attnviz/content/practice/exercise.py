"""One exercise: a question about a scenario, the cells or fields that take the answer, and what must not be shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from attnviz.content.practice.judging import Judgement, judge, judge_whole
from attnviz.content.practice.paper import decimals_of
from attnviz.engine.cells import Cell, Region
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace


@dataclass(frozen=True)
class Field:
    """A whole number that is typed beside a word, such as "rows". mistakes: (value, sentence) of the classic ones."""

    label: str
    answer: int
    mistakes: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Sized:
    """A matrix of which only the shape matters: its name, and the name and length of each axis."""

    label: str
    axes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class Exercise:
    """A question with its answer, made once from a seed or from somebody's scenario.

    kind: a name of KINDS. seed: None where the scenario was given. question: one or two plain sentences. cells: to be
    typed into, in reading order. unseen: whole stages that come later and would give the answer away. given: the
    stages and inputs that the question starts from, as a worksheet prints them. fields: answers that stand in no
    figure; then there are no cells. steps: their arithmetic, line by line; the arithmetic of cells explains itself.
    head: whose numbers they are. tab: where the window shows them. boxes: the matrices that a question about sizes
    speaks of; answer_box: the one that it asks for, to be shown once it is answered.
    """

    kind: str
    seed: int | None
    scenario: Scenario
    question: str
    cells: tuple[Cell, ...] = ()
    unseen: tuple[Region, ...] = ()
    given: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    steps: tuple[str, ...] = ()
    head: int = 0
    tab: str = "head"
    boxes: tuple[Sized, ...] = ()
    answer_box: Sized | None = None
    title: str = field(default="", compare=False)

    @cached_property
    def trace(self) -> Trace:
        """The scenario's intermediates."""
        return trace(self.scenario)

    @property
    def asked(self) -> tuple[Region, ...]:
        """The cells to be typed into, as the veil takes them."""
        return tuple(
            Region(cell.name, cell.head, (cell.row, cell.row + 1), (cell.column, cell.column + 1))
            for cell in self.cells
        )

    @property
    def answers(self) -> tuple[float, ...]:
        """The right numbers, in the order of cells, or of fields: what comes of the numbers that are shown."""
        return self._numbers(self.trace)

    @property
    def exact_answers(self) -> tuple[float, ...]:
        """The same numbers when nothing is rounded on the way."""
        return self._numbers(self.trace.exact)

    @property
    def decimals(self) -> int:
        """With how many decimals its numbers are written, and to which each result is rounded."""
        return decimals_of(self.scenario)

    def _numbers(self, traced: Trace) -> tuple[float, ...]:
        if self.fields:
            return tuple(float(each.answer) for each in self.fields)
        return tuple(float(traced.at(cell.name, cell.head)[cell.row, cell.column]) for cell in self.cells)

    def judge(self, place: int, text: str) -> Judgement:
        """What came of `text` typed into the cell or field of that number. Raises BadNumber if it is no number."""
        if self.fields:
            one = self.fields[place]
            return judge_whole(one.answer, text, dict(one.mistakes))
        return judge(self.trace, self.cells[place], text)

    def hides(self, cell: Cell) -> bool:
        """True if that number is asked for or comes after what is asked for."""
        return any(
            (region.name, region.head) == (cell.name, cell.head) and region.holds(cell.row, cell.column)
            for region in (*self.asked, *self.unseen)
        )
