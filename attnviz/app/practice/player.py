"""Sets exercises one after the other: which comes next, what was answered, hints, and the score."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from attnviz.app.session import Session, State
from attnviz.content.practice.exercise import Exercise
from attnviz.content.practice.hints import Line, arithmetic_of, hints, short_name
from attnviz.content.practice.judging import Judgement
from attnviz.content.practice.kinds import KINDS, exercise, possible_kinds
from attnviz.content.practice.score import Attempt, Score
from attnviz.engine.cells import Cell
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.scenario import Scenario
from attnviz.figures.compose_exercise import exercise_name
from attnviz.figures.view import Entry, Veil

Source = Literal["new", "scenario"]
SEEDS = 1_000_000


class FixedSession(Session):
    """A session whose scenario is the exercise's: its numbers are looked at and never changed."""

    def edit(
        self,
        label: str,  # noqa: ARG002
        change: Callable[[Scenario], Scenario],  # noqa: ARG002
        *,
        gesture: Hashable = None,  # noqa: ARG002
    ) -> bool:
        """Refuses: the question is about these numbers."""
        reason = "The numbers of an exercise stay as they are. Leave practice to change yours."
        self._become(replace(self.state, refused=FieldError(reason, Where("practice"))))
        return False


@dataclass(frozen=True)
class FieldAnswer:
    """What was typed into a field, and what came of it."""

    text: str
    judgement: Judgement


class Practice(QObject):
    """`turned` fires when another exercise is set, `changed` when anything else about it is new.

    `turning` fires before the session shows the exercise that is set: what covers its figures spares computing them.
    """

    turning = Signal()
    turned = Signal()
    changed = Signal()

    def __init__(self, seed: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seed = seed
        self._number = 0
        self._own: Scenario | None = None
        self._suits: tuple[str, ...] | None = None  # the kinds that can be asked of it, once they were asked for
        self.kinds: tuple[str, ...] = tuple(kind.name for kind in KINDS)
        self.source: Source = "new"
        self.score = Score()
        self.done = False
        self.attempt = Attempt()
        self.hints: tuple[tuple[str, str, str], ...] = ()  # whose step, what is done, the arithmetic
        self.arithmetic: tuple[tuple[str, tuple[Line, ...]], ...] = ()  # all of it, once the answer is shown
        self.fields: dict[int, FieldAnswer] = {}
        self.latest: Entry | None = None  # what was typed last into a cell
        self._told: dict[int, int] = {}
        self._set(exercise(self.kinds[0], seed))
        self.session = FixedSession(self.exercise.scenario, self)
        self.session.changed.connect(self._hear)

    @property
    def possible(self) -> tuple[str, ...]:
        """The kinds that can be chosen: all with new numbers, else those that suit the scenario."""
        if self.source == "new" or self._own is None:
            return tuple(kind.name for kind in KINDS)
        if self._suits is None:
            self._suits = possible_kinds(self._own)
        return self._suits

    def begin(self, own: Scenario) -> None:
        """Starts with an exercise. own: the learner's scenario, which exercises may be about."""
        self._own, self._suits = own, None
        self._show()

    def choose(self, kinds: tuple[str, ...]) -> None:
        """Sets exercises of these kinds from now on; a new one at once if the present is none of them."""
        self.kinds = kinds
        if self.exercise.kind not in kinds:
            self.next()
        else:
            self.changed.emit()

    def draw_from(self, source: Source) -> None:
        """Takes new numbers, or those of the learner's scenario."""
        if source != self.source:
            self.source = source
            self.next()

    def next(self) -> None:
        """Sets the next exercise: the chosen kinds in turn. What was begun and not finished does not count."""
        kinds = [name for name in self.kinds if name in self.possible] or list(self.possible)
        kind = kinds[(kinds.index(self.exercise.kind) + 1) % len(kinds)] if self.exercise.kind in kinds else kinds[0]
        self._number += 1
        seed = (self._seed + self._number) % SEEDS
        self._set(exercise(kind, seed, self._own if self.source == "scenario" else None))
        self._show()

    def answer(self, place: int, text: str) -> Judgement:
        """Judges what was typed into a field. Raises BadNumber if it is no number."""
        judgement = self.exercise.judge(place, text)
        if self.fields.get(place) != FieldAnswer(text, judgement):
            self.fields[place] = FieldAnswer(text, judgement)
            self._judged((judgement,))
        return judgement

    def hint(self) -> None:
        """Opens one more step towards the first answer that is not right yet."""
        place = self._open_place()
        if place is None or self.done:
            return
        told = self._told.get(place, 0)
        lines = hints(self.exercise, place, self.session.state.view.decimals)
        if told < len(lines):
            self._told[place] = told + 1
            self.hints += ((self.name_of(place), *lines[told]),)
            self.attempt = replace(self.attempt, hints=self.attempt.hints + 1)
            self.session.look(veil=replace(self.session.state.view.veil, told=True))
            self.changed.emit()

    @property
    def can_hint(self) -> bool:
        """True while there is a step that was not told."""
        place = self._open_place()
        if place is None or self.done:
            return False
        return self._told.get(place, 0) < len(hints(self.exercise, place))

    def show_answer(self) -> None:
        """Lifts the veil; the exercise is done and not counted as right."""
        if self.done:
            return
        self.attempt = replace(self.attempt, shown=True)
        decimals = self.session.state.view.decimals
        self.arithmetic = arithmetic_of(self.exercise, decimals)
        self._finish()

    def name_of(self, place: int) -> str:
        """What the answer at that place is called among several."""
        return short_name(self.exercise, place)

    def _set(self, made: Exercise) -> None:
        self.exercise = made
        self.attempt, self.done, self.latest = Attempt(), False, None
        self.hints, self.arithmetic = (), ()
        self.fields, self._told = {}, {}

    def _show(self) -> None:
        """Puts the exercise's scenario into the session, its answers veiled and the first of them selected."""
        made, session = self.exercise, self.session
        self.turning.emit()
        session.open(made.scenario, self._arranged)
        self.turned.emit()

    def _arranged(self, state: State) -> State:
        """With the exercise's figure, what is asked for veiled and selected: shown in one go."""
        made = self.exercise
        first = made.cells[0] if made.cells else None
        veil = Veil(made.asked, (), made.unseen, told=False)
        view = replace(state.view, veil=veil, decimals=made.decimals, **_figure_of(made))
        selection = replace(state.selection, head=made.head, query=self._query(first), cell=first)
        return replace(state, view=view, selection=selection)

    def _query(self, cell: Cell | None) -> int:
        """The query of that cell's row; for a key or value the query that the same token has, if it has one."""
        if cell is None:
            return 0
        size, inputs = self.exercise.scenario.sizes, self.exercise.scenario.inputs
        own = cell.name not in ("keys", "values") or (size.T == size.S and getattr(inputs, "source", None) is None)
        return cell.row if own else 0

    def _open_place(self) -> int | None:
        """The first answer that is not right yet; where one of them is selected, that one."""
        right = self._right()
        count = len(self.exercise.fields or self.exercise.cells)
        selected = self.session.state.selection.cell
        if selected in self.exercise.cells and self.exercise.cells.index(selected) not in right:
            return self.exercise.cells.index(selected)
        return next((place for place in range(count) if place not in right), None)

    def _right(self) -> set[int]:
        if self.exercise.fields:
            return {place for place, own in self.fields.items() if own.judgement.verdict == "right"}
        cells = self.exercise.cells
        entries = self.session.state.view.veil.entries
        return {cells.index(own.cell) for own in entries if own.verdict == "right" and own.cell in cells}

    def _hear(self, old: State, new: State) -> None:
        before, now = old.view.veil.entries, new.view.veil.entries
        if before is now or self.done:
            return
        new_ones = [entry for entry in now if entry not in before]
        if new_ones:
            self.latest = new_ones[-1]
        self._judged(tuple(Judgement(entry.verdict, entry.note) for entry in new_ones))

    def _judged(self, judgements: tuple[Judgement, ...]) -> None:
        wrong = sum(each.verdict == "wrong" for each in judgements)
        self.attempt = replace(self.attempt, wrong=self.attempt.wrong + wrong)
        if len(self._right()) == len(self.exercise.fields or self.exercise.cells):
            self._finish()
        else:
            self.changed.emit()

    def _finish(self) -> None:
        self.done = True
        self.score = self.score.after(self.attempt)
        veil = self.session.state.view.veil
        # Solved answers stay with their ticks and the rest of the way appears; shown ones stand as plain numbers.
        self.session.look(veil=Veil() if self.attempt.shown else replace(veil, unseen=(), told=True))
        self.changed.emit()


def _figure_of(made: Exercise) -> dict[str, Any]:
    """The exercise's own tables, large; for questions about sizes whatever stood there, behind its boxes."""
    if not made.cells:
        return {"tab": made.tab, "layout": "auto"}
    return {"tab": "head", "layout": "focus", "focus": exercise_name(made.given, made.cells[0].name)}
