"""A presentation under way: which press of the clicker is shown, on a session of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from attnviz.app.session import Session, State
from attnviz.content.lessons.expressions import holds
from attnviz.content.lessons.model import Lesson, Step
from attnviz.content.lessons.steps import beginnings
from attnviz.content.walks import Beat, lesson_walk, pipeline_walk
from attnviz.engine.cells import Cell
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.slide import Run, Slide, decimals_of, selection_of, slide_of, veil_of, with_lab
from attnviz.figures.slide_mask import mask_comparison
from attnviz.figures.view import Selection, Veil, View


class Presentation(QObject):
    """Steps through beats. Numbers stay live: edits go to `session`, and what was edited in a step stays with it.

    `moved` fires when another beat is shown, or the same one otherwise: blank, zoomed, with a number explained. The
    present slide changes with `session.changed` too.
    """

    moved = Signal()

    def __init__(
        self,
        beats: tuple[Beat, ...],
        session: Session,
        beginnings: tuple[Scenario, ...] = (),
        edited: Mapping[int, Scenario] | None = None,
    ) -> None:
        super().__init__()
        self.beats = beats
        self.session = session
        self.blank = False
        self.zoomed = ""  # the stage that is shown alone, in place of the beat's figure
        self.explained: Cell | None = None  # the number whose arithmetic stands at the foot, in place of the beat's
        self.asks_mask = False  # what if one forgets the mask?
        self.place = 0
        self._beginnings = beginnings
        self._decimals = session.state.view.decimals
        self._edited = dict(edited or {})  # a lesson's steps as they were left
        self._enter(None)
        session.changed.connect(self._follow)

    @property
    def beat(self) -> Beat:
        """What is shown."""
        return self.beats[self.place]

    @property
    def step_of_steps(self) -> tuple[int, int] | None:
        """The lesson's step from 0 and how many there are; None where no lesson is presented."""
        step = self.beat.step
        return None if step is None else (self._number(step), len(self._beginnings))

    @property
    def at_end(self) -> bool:
        """True on the last beat."""
        return self.place == len(self.beats) - 1

    @property
    def goes_on_alike(self) -> bool:
        """True where the next press shows more of the same scenario."""
        return not self.at_end and self.beats[self.place + 1].step is self.beat.step

    def next(self) -> None:
        """One press on. At the end nothing, so that a press too many ends no talk."""
        self.go(self.place + 1)

    def back(self) -> None:
        """One press back."""
        self.go(self.place - 1)

    def go(self, place: int) -> None:
        """Shows that beat, the first or last if there is none; on a black screen it only brings the picture back."""
        if self.blank:
            self.show_blank(False)
            return
        old, self.place = self.place, min(max(place, 0), len(self.beats) - 1)
        self.zoomed, self.explained, self.asks_mask = "", None, False
        self._enter(old)
        self.moved.emit()

    def show_blank(self, on: bool) -> None:
        """Turns the screen black, or back."""
        if on != self.blank:
            self.blank = on
            self.moved.emit()

    def zoom(self, stage: str) -> None:
        """Shows one stage alone; for "" or the same stage again the beat's own figure."""
        self.zoomed = "" if stage == self.zoomed else stage
        self.moved.emit()

    def explain(self, cell: Cell | None) -> None:
        """Says at the foot how a number was made; None goes back to the beat's own words."""
        self.explained = cell
        self.session.select(cell=self.beat.cell if cell is None else cell)
        self.moved.emit()

    def ask_mask(self, on: bool) -> None:
        """Shows weights and output with the mask beside those without it, or the beat again."""
        self.asks_mask = on
        self.moved.emit()

    def slide(self) -> Slide:
        """What is on the screen now."""
        state = self.session.state
        beat = self.beat
        if self.asks_mask:
            board, told = mask_comparison(state.trace, state.selection, replace(state.view, veil=Veil()))
            return Slide("What if one forgets the mask?", board, (Run(told),))
        if beat.task is not None and beat.step is not None and holds(beat.step.tasks[beat.task].goal, state.trace):
            beat = replace(beat, caption=f"✓ {beat.caption}")
        if self.zoomed:
            beat = replace(beat, figure=self.zoomed)
        if self.explained is not None:
            beat = replace(beat, cell=self.explained, caption="")
        slide = slide_of(beat, state.trace, state.selection, state.view, f"{self.place + 1} / {len(self.beats)}")
        wrong = state.refused or state.problem
        if wrong is not None and slide.question is None:
            return replace(slide, caption=(Run(str(wrong), "error"),))
        return slide

    def following(self) -> Slide | None:
        """What the next press shows; None at the end."""
        if self.at_end:
            return None
        beat, state = self.beats[self.place + 1], self.session.state
        traced = state.trace
        if beat.step is not None and not self.goes_on_alike:
            traced = trace(self._scenario_of(beat.step))
            slide = slide_of(beat, traced, Selection(0, min(1, traced.sizes.T - 1)), _plain(state.view))
        else:
            slide = slide_of(beat, traced, state.selection, state.view)
        return with_lab(slide, beat, traced, state.view.decimals)

    def _enter(self, old: int | None) -> None:
        """Puts the session to what the beat needs, and no more."""
        beat, session = self.beat, self.session
        before = self.beats[old].step if old is not None else None
        if beat.step is not None and beat.step is not before:
            if before is not None:
                self._edited[self._number(before)] = session.state.scenario
            session.open(self._scenario_of(beat.step))
        self._show(beat)

    def _show(self, beat: Beat) -> None:
        session = self.session
        traced = session.state.trace
        chosen = selection_of(beat, session.state.selection, traced)
        cell = chosen.cell if self.explained is None else self.explained
        session.select(head=chosen.head, query=chosen.query, cell=cell, lit=chosen.lit)
        usual = self._decimals if traced.scenario.pencil is None else traced.scenario.pencil
        session.look(veil=veil_of(beat, traced, chosen.head), decimals=decimals_of(beat, usual))

    def _follow(self, old: State, new: State) -> None:
        """After an edit other cells may be there to be veiled."""
        if new.trace is not old.trace and new.trace.sizes != old.trace.sizes:
            self._show(self.beat)

    def _scenario_of(self, step: Step) -> Scenario:
        number = self._number(step)
        return self._edited.get(number, self._beginnings[number])

    def _number(self, step: Step) -> int:
        """The step's place in its lesson."""
        steps = list(dict.fromkeys(id(beat.step) for beat in self.beats))
        return steps.index(id(step))


def present_lesson(lesson: Lesson, view: View, step: int = 0, own: Scenario | None = None) -> Presentation:
    """A lesson from one of its steps on, in a session of its own; own: that step's scenario as it was changed."""
    first = beginnings(lesson)
    session = Session(first[0], view=_plain(view))
    presentation = Presentation(lesson_walk(lesson), session, first, {} if own is None else {step: own})
    wanted = lesson.steps[step]
    presentation.go(next(place for place, beat in enumerate(presentation.beats) if beat.step is wanted))
    return presentation


def present_scenario(state: State) -> Presentation:
    """The pipeline of a scenario, the selected head and query, in a session of its own."""
    session = Session(state.scenario, view=_plain(state.view))
    selection = state.selection
    return Presentation(pipeline_walk(session.state.trace, head=selection.head, query=selection.query), session)


def _plain(view: View) -> View:
    """The looks of a view for the last row, with nothing that belongs to the window alone."""
    return View(
        theme=view.theme, decimals=view.decimals, legend=False, colour_map=view.colour_map, text_size="projector"
    )
