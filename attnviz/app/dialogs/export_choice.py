"""What is to be exported: a figure by its name and the looks of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from attnviz.app.explaining.shown import as_exported
from attnviz.app.labs.lab_exports import Exhibiting
from attnviz.app.session import State
from attnviz.content.attn_file import encode
from attnviz.content.documents.extract import names_of
from attnviz.content.stage_formulas import title_of
from attnviz.content.tables import has_heads
from attnviz.figures.colour_maps import CHOICES
from attnviz.figures.compose import composed_figures, figure_of
from attnviz.figures.compose_exercise import is_exercise
from attnviz.figures.compose_making import MAKING, PROJECTIONS, figures_of_making
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.figure import Figure
from attnviz.figures.large.followed import filed
from attnviz.figures.view import usual_query

if TYPE_CHECKING:
    from attnviz.app.labs.lab_exports import OwnFigure

USUAL_SCALE = 2.0  # a picture of its own pixels is blurred on any slide
COMPOSED = {
    "board": "Board with all stages",
    "heads": "All heads side by side",
    "bars": "Weight bars of the query",
    "vectors": "Output and values as vectors",
    "concat": "Concat",
    "inputs": "Inputs side by side",
    "lines": "Lines from tokens to what they look at",
    "rotation": "How the query's pairs turn",
}
ALLOWED: dict[str, tuple[object, ...]] = {
    "format": ("png", "svg", "pdf"),
    "unit": ("px", "mm"),
    "theme": ("light", "dark"),
    "colour_map": CHOICES,
}

WHOLE = "whole"
TABLES = "Tables of the exercise"


@dataclass(frozen=True)
class ExportChoice:
    """A figure by its name, the head it is of where it is of one, and how its file is to look.

    whole: all of large maps, where the window shows a part of them.
    """

    figure: str
    head: int | None
    options: ExportOptions
    drawing: OwnFigure | None = None  # the figure of a room of its own instead of one of the scenario
    lab: str = ""
    whole: bool = False

    @property
    def name(self) -> str:
        """What the file is called unless somebody chooses otherwise."""
        figure = f"{self.lab}-{self.figure}" if self.lab else self.figure.replace(".", "-")
        return figure if self.head is None else f"{figure}-head-{self.head + 1}"

    def looks(self) -> dict[str, object]:
        """The options as plain values, to be remembered, and whether all of large maps is meant."""
        return {**asdict(self.options), WHOLE: self.whole}

    def figure_of(self, state: State) -> Figure:
        """The figure as the window shows it, selection included, in the export's own theme and colours."""
        if self.drawing is not None:
            return self.drawing
        view = replace(state.view, theme=self.options.theme, colour_map=self.options.colour_map)
        if self.whole:
            view = replace(view, viewport=None)
        selection = state.selection if self.head is None else replace(state.selection, head=self.head)
        compose = partial(figure_of, self.figure, head=self.head)
        figure = as_exported(replace(state, view=view, selection=selection), compose)
        usual = selection.cell is None and selection.query == usual_query(state.trace.sizes.T)
        return filed(figure, chosen=not usual)

    def bytes_of(self, state: State) -> bytes:
        """The content of the file. Raises AttentionError where there is no such figure or size.

        The scenario goes with it if it is wanted, but not while numbers are to be predicted: it would tell them.
        """
        veil = state.view.veil
        carries = self.options.carry and self.drawing is None and not (veil.regions or veil.unseen)
        scenario = encode(state.scenario) if carries else None
        return export_bytes(self.figure_of(state), self.options, scenario)


def choices_of(state: State) -> dict[str, str]:
    """Every figure that this scenario has, by name, with its title; composed ones first, before them an exercise."""
    mixed = "head_output" in state.trace.stages
    composed = {name: COMPOSED[name] for name in composed_figures(state.trace) if name != "vectors" or mixed}
    making = {name: _made(name) for name in figures_of_making(state.trace)}
    asked = {state.view.focus: TABLES} if is_exercise(state.view.focus, state.trace) else {}
    return asked | composed | {name: title_of(name) for name in names_of(state.trace)} | making


def _made(name: str) -> str:
    """The title of a stage beside its operands."""
    if name == PROJECTIONS:
        return "Queries, keys and values with their operands"
    return f"{title_of(name.removeprefix(MAKING))} with operands"


def as_shown(state: State, figure: str, looks: Mapping[str, object]) -> ExportChoice:
    """The figure that the window shows, with the looks of the last export."""
    return choice_of(state, figure, state.selection.head, remembered(looks))


def exhibit_shown(lab: Exhibiting, looks: Mapping[str, object]) -> ExportChoice:
    """The laboratory's exhibit in use, with the looks of the last export."""
    return ExportChoice(lab.shown(), None, remembered(looks), lab.drawings()[lab.shown()], lab.name)


def stage_of(figure: str) -> str:
    """The stage whose numbers a figure of one stage shows, beside its operands or alone."""
    return "queries" if figure == PROJECTIONS else figure.removeprefix(MAKING)


def choice_of(state: State, figure: str, head: int, options: ExportOptions) -> ExportChoice:
    """A choice that names a head only where the figure is of one and there are several."""
    several = state.scenario.sizes.heads > 1
    of_one = figure in ("board", "bars", "vectors", "rotation") or has_heads(state.trace, stage_of(figure))
    return ExportChoice(figure, head if several and of_one else None, options)


def whole_remembered(looks: Mapping[str, object]) -> bool:
    """Whether the last export was of all of large maps, of which the window showed a part; at first it is not."""
    return looks.get(WHOLE) is True


def remembered(looks: Mapping[str, object]) -> ExportOptions:
    """The options that plain values stand for; what is unknown or of the wrong kind is left at its default."""
    default = ExportOptions(scale=USUAL_SCALE)
    known: dict[str, Any] = {}
    for field in fields(ExportOptions):
        value, usual = looks.get(field.name), getattr(default, field.name)
        if field.name in ALLOWED:
            fits = value in ALLOWED[field.name]
        elif isinstance(usual, bool):
            fits = isinstance(value, bool)
        else:
            fits = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
        if fits:
            known[field.name] = value
    return replace(default, **known)
