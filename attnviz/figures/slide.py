"""One slide of a presentation or a walk: a title, one figure as large as fits, and one line that says what happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from attnviz.content.explanation import explain
from attnviz.content.labels import isolated
from attnviz.content.lessons.model import Question
from attnviz.content.walks import Beat, existing, hidden_at, veiled_at
from attnviz.engine.cells import Cell
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.tracing import Trace
from attnviz.figures.compose import FIGURES, figure_of
from attnviz.figures.compose_making import FROM_INPUTS, figures_of_making
from attnviz.figures.figure import Figure, paint_figure
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.prose import prose
from attnviz.figures.slide_lab import LabPage, lab_page, paint_lab
from attnviz.figures.slide_question import paint_question
from attnviz.figures.steady import steady
from attnviz.figures.theme import Theme, font
from attnviz.figures.view import Selection, Veil, View

TITLE_PART, CAPTION_PART = 22.0, 24.0  # the slide's height over the height of the letters
_EXPONENT, _RAISE = 0.72, 0.38  # of the letters: their height in an exponent, and how far it is raised
_FEW = 64  # numbers of a map alone whose colours need no legend: all are written on a slide
LONGEST_TITLE = 90  # signs of a title


@dataclass(frozen=True)
class Run:
    """Words of a caption in the colour of a role; "plain" is the text's own. raised: an exponent."""

    text: str
    role: str = "plain"
    strong: bool = False
    raised: bool = False


@dataclass(frozen=True)
class Slide:
    """What one press of the clicker shows: a figure, a laboratory, or a question with its choices.

    count: "3 / 17", "" to leave it out. answered: the question shows its right choice, and why.
    """

    title: str
    figure: Figure | None
    caption: tuple[Run, ...] = ()
    count: str = ""
    question: Question | None = None
    answered: bool = False
    lab: LabPage | None = None

    @property
    def said(self) -> str:
        """The caption as one line of text: "e^2.121… = 8.342"."""
        marks = pairwise((Run(""), *self.caption))
        return "".join(f"^{run.text}" if run.raised and not before.raised else run.text for before, run in marks)


@dataclass(frozen=True)
class SlideLayout:
    """The places of a slide's parts."""

    title: QRectF
    figure: QRectF
    caption: QRectF


def slide_of(beat: Beat, trace: Trace, before: Selection, view: View, count: str = "") -> Slide:
    """The slide of a beat on a trace; its numbers are those of the trace, whatever was edited since."""
    if beat.question is not None and beat.step is not None:
        return Slide(beat.title, None, (), count, beat.step.questions[beat.question], beat.answered)
    if beat.step is not None and beat.step.lab:
        return Slide(beat.title, None, caption_of(beat, trace, view.decimals), count)
    selection = selection_of(beat, before, trace)
    view = replace(view, veil=veil_of(beat, trace, selection.head), decimals=decimals_of(beat, view.decimals))
    name = figure_name(beat, trace)
    figure = figure_of(name, trace, selection, view)
    if view.veil.unseen:  # what is to be predicted keeps its width to itself
        later = replace(view, veil=replace(view.veil, unseen=()))
        figure = steady(figure, lambda: figure_of(name, trace, selection, later))
    if isinstance(figure, LargeMap):
        # There are no numbers to tell what a colour means.
        figure = replace(figure, legend=True, minimap=False, viewport=None)
    elif isinstance(figure, Heatmap):
        figure = replace(figure, legend=figure.legend or figure.shape[0] * figure.shape[1] > _FEW, yields=True)
    return Slide(beat.title, figure, caption_of(beat, trace, view.decimals), count)


def decimals_of(beat: Beat, decimals: int) -> int:
    """As many as the beat's step asks for, else as given."""
    return decimals if beat.step is None or beat.step.decimals is None else beat.step.decimals


def with_lab(slide: Slide, beat: Beat, trace: Trace, decimals: int) -> Slide:
    """The slide with the laboratory of its step drawn, for pictures: on a stage it stands there live."""
    if beat.step is None or not beat.step.lab or slide.question is not None:
        return slide
    return replace(slide, lab=lab_page(beat.step, trace.scenario, decimals_of(beat, decimals)))


def figure_name(beat: Beat, trace: Trace) -> str:
    """The beat's figure, the board where it has none or where an edit took its stage away."""
    known = beat.figure in (*FIGURES, *figures_of_making(trace), *trace.stages) or beat.figure.startswith(FROM_INPUTS)
    known = known or any(beat.figure == name for name, _ in trace.scenario.inputs.items())
    return beat.figure if known else "board"


def veil_of(beat: Beat, trace: Trace, head: int) -> Veil:
    """What the beat has to be predicted, and what it has not reached."""
    return Veil(veiled_at(beat, trace), (), hidden_at(beat, trace, head))


def caption_of(beat: Beat, trace: Trace, decimals: int) -> tuple[Run, ...]:
    """The beat's sentence, else the last step of the arithmetic of its number."""
    if beat.caption or beat.cell is None:
        return (Run(beat.caption),) if beat.caption else ()
    try:
        return arithmetic_of(trace, beat.cell, decimals)
    except NoSuchStage:  # an edit on the way took the cell away
        return ()


def arithmetic_of(trace: Trace, cell: Cell, decimals: int) -> tuple[Run, ...]:
    """How a number was made, in one line: the step that made it, for a weight with the sum that it is divided by."""
    steps = explain(trace, cell, decimals).steps
    own = next((place for place, step in enumerate(steps) if step.cell == cell), len(steps) - 1)
    summed = own > 0 and steps[own - 1].cell is None
    last = steps[own - 1 : own + 1] if summed else steps[own : own + 1]
    runs: list[Run] = []
    for place, step in enumerate(last):
        runs += [Run("     ")] if place else []
        runs += [Run(part.text.replace("\n", "  "), part.role, part.strong) for part in step.numbers]
    return tuple(_exponents_raised(runs))


def _exponents_raised(runs: list[Run]) -> Iterator[Run]:
    """e^2.121 as one writes it; a power in brackets ends with them."""
    raised = False
    for run in runs:
        if run.text.endswith("e^"):
            yield replace(run, text=run.text.removesuffix("^"))
            raised = True
        elif run.text.endswith("e^("):
            yield replace(run, text=run.text.removesuffix("^("))
            yield replace(run, text="(", raised=True)
            raised = True
        else:
            raised = raised and not run.text.startswith((" =", " ÷"))
            yield replace(run, raised=raised)


def selection_of(beat: Beat, before: Selection, traced: Trace) -> Selection:
    """What the beat selects and lights; head and query stay as they were where it leaves them open."""
    head = before.head if beat.head is None else beat.head
    query = before.query if beat.query is None else beat.query
    # What a step points at gives way to what the number of the moment is made of.
    lit = existing(beat.step.lit, traced) if beat.step is not None and beat.cell is None else ()
    return Selection(min(head, traced.sizes.heads - 1), min(query, traced.sizes.T - 1), beat.cell, lit)


def slide_layout(slide: Slide, rect: QRectF) -> SlideLayout:
    """Title on top, caption at the foot, the figure in all that is left. Both lines keep their room when empty."""
    edge = rect.height() / 36
    inner = rect.adjusted(edge, edge * 0.6, -edge, -edge * 0.6)
    title_height = rect.height() / TITLE_PART * 1.5 if slide.title else 0.0
    caption_height = rect.height() / CAPTION_PART * 1.9
    title = QRectF(inner.left(), inner.top(), inner.width(), title_height)
    caption = QRectF(inner.left(), inner.bottom() - caption_height, inner.width(), caption_height)
    figure = QRectF(inner.left(), title.bottom(), inner.width(), caption.top() - title.bottom())
    return SlideLayout(title, figure, caption)


def paint_slide(painter: QPainter, rect: QRectF, slide: Slide, theme: Theme) -> None:
    """Draws the slide in `rect` with its background."""
    painter.fillRect(rect, theme.palette.panel)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    places = slide_layout(slide, rect)
    _paint_title(painter, places.title, rect, slide, theme)
    if slide.question is not None:
        paint_question(painter, places.figure.united(places.caption), slide.question, theme, answered=slide.answered)
    elif slide.lab is not None:
        paint_lab(painter, places.figure, slide.lab, theme)
    elif slide.figure is not None:
        paint_figure(painter, places.figure, slide.figure, theme)
    _paint_caption(painter, places.caption, rect, slide, theme)


def title_end(slide: Slide, rect: QRectF) -> float:
    """Where the words of the slide's title end, if none are cut off."""
    measure = QFontMetricsF(_title_letters(rect))
    return slide_layout(slide, rect).title.left() + measure.horizontalAdvance(isolated(slide.title, LONGEST_TITLE))


def _title_letters(rect: QRectF) -> QFont:
    return font(round(rect.height() / TITLE_PART), bold=True)


def _paint_title(painter: QPainter, place: QRectF, rect: QRectF, slide: Slide, theme: Theme) -> None:
    letters = _title_letters(rect)
    small = font(max(11, round(rect.height() / 45)))
    count_width = QFontMetricsF(small).horizontalAdvance(slide.count)
    title = QRectF(place.left(), place.top(), place.width() - count_width - 12, place.height())
    metrics = QFontMetricsF(letters)
    shown = metrics.elidedText(isolated(slide.title, LONGEST_TITLE), Qt.TextElideMode.ElideRight, title.width())
    painter.setFont(letters)
    painter.setPen(theme.palette.text)
    painter.drawText(title, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
    painter.setFont(small)
    painter.setPen(theme.palette.soft)
    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, slide.count)


def _paint_caption(painter: QPainter, place: QRectF, rect: QRectF, slide: Slide, theme: Theme) -> None:
    """In the middle, in letters that shrink when a line is too long for the slide."""
    size = round(rect.height() / CAPTION_PART)
    if len(slide.caption) == 1 and slide.caption[0].role == "plain":
        _paint_sentence(painter, place, slide.caption[0].text, size, theme)
        return
    width = _width(slide.caption, size)
    if width > place.width():
        size = max(11, int(size * place.width() / width))
        width = _width(slide.caption, size)
    left = place.left() + max(0.0, (place.width() - width) / 2)
    line = QFontMetricsF(font(size))
    baseline = place.center().y() + (line.ascent() - line.descent()) / 2
    for run in slide.caption:
        letters = _letters(run, size)
        painter.setFont(letters)
        painter.setPen(theme.palette.error if run.role == "error" else theme.role(run.role))
        painter.drawText(QPointF(left, baseline - (_RAISE * size if run.raised else 0)), run.text)
        left += QFontMetricsF(letters).horizontalAdvance(run.text)


def _paint_sentence(painter: QPainter, place: QRectF, text: str, size: int, theme: Theme) -> None:
    """Words of a lesson, with its formulas."""
    for px in range(max(11, size), 10, -1):
        words = prose(text, theme, px, place.width())
        if words.size().height() <= place.height() or px == 11:
            break
    painter.save()
    left = place.left() + max(0.0, (place.width() - words.idealWidth()) / 2)
    painter.translate(left, place.top() + max(0.0, (place.height() - words.size().height()) / 2))
    words.drawContents(painter)
    painter.restore()


def _width(caption: tuple[Run, ...], size: int) -> float:
    return sum(QFontMetricsF(_letters(run, size)).horizontalAdvance(run.text) for run in caption)


def _letters(run: Run, size: int) -> QFont:
    return font(round(size * _EXPONENT) if run.raised else size, bold=run.strong)
