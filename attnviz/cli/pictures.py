"""The verb that draws: one figure of a scenario into a file, by the painter that the window uses, without a window."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attnviz.cli.batch import is_folder, render_all
from attnviz.cli.endings import check_ending
from attnviz.cli.numbers import decimals_for, named
from attnviz.cli.parsers import PICTURES, PictureFormat
from attnviz.cli.parsing import Arguments
from attnviz.cli.printing import put_file
from attnviz.content.atomic import shown
from attnviz.content.attn_file import encode, load
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError, FieldError, NoSuchStage, Where
from attnviz.engine.tracing import Trace, trace

if TYPE_CHECKING:
    from attnviz.figures.export import ExportOptions
    from attnviz.figures.view import Selection

_WIDTH = re.compile(r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?) ?(?P<unit>px|mm)?")
_ENDINGS = ", ".join(f".{kind}" for kind in PICTURES)


def render(given: Arguments) -> int:
    """Draws one figure of each scenario into a PNG, SVG or PDF file."""
    assert given.output is not None
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    if len(given.scenarios) > 1 or is_folder(given.output):
        return render_all(given, picture_of)
    put_file(
        given.output, picture_of(given.scenarios[0], given, kind_of(given.output, given.format)), force=given.force
    )
    return 0


def picture_of(source: str, given: Arguments, kind: PictureFormat) -> bytes:
    """The figure of one scenario. Raises AttentionError that names the scenario."""
    scenario = load(source)
    try:
        return _picture(trace(scenario), given, kind)
    except AttentionError as error:
        raise named(error, source) from error


def _picture(traced: Trace, given: Arguments, kind: PictureFormat) -> bytes:
    from attnviz.figures.colour_maps import colour_map
    from attnviz.figures.compose import composed_figures, figure_of
    from attnviz.figures.compose_making import is_making
    from attnviz.figures.export import export_bytes
    from attnviz.figures.view import View

    colour_map(_map(given), given.theme, signed=True)  # refused here, before anything is painted
    selection = _selection(traced, given)
    if given.figure not in composed_figures(traced) and not is_making(given.figure):
        _check_stage(traced, given.figure, selection.head)
    else:
        problem = traced.compute()
        if problem is not None:
            raise problem
    view = View(
        theme=given.theme,
        colour_map=_map(given),
        shared_scale=not given.own_scale,
        decimals=decimals_for(traced.scenario, given.decimals),
    )
    head = None if given.head is None else selection.head
    figure = figure_of(given.figure, traced, selection, view, head)
    carried = None if given.no_scenario else encode(traced.scenario)
    return export_bytes(figure, _options(given, kind), carried)


def _check_stage(traced: Trace, name: str, head: int) -> None:
    """Raises AttentionError for a name that is no figure, and for a stage that has no numbers to draw."""
    from attnviz.figures.compose import composed_figures

    try:
        traced.at(name, head)
    except NoSuchStage as error:
        given = (own for own, _ in traced.scenario.given())
        figures = ", ".join(dict.fromkeys((*composed_figures(traced), *traced.stages, *given)))
        known = f"This scenario has no figure {brief(name)}. Choose one of: {figures}; or making.STAGE."
        raise NoSuchStage(known, Where(name)) from error


def _selection(traced: Trace, given: Arguments) -> Selection:
    """The head and query of the figure; as in the window, the second query unless another is asked for."""
    from attnviz.figures.view import Selection

    size = traced.sizes
    head = 1 if given.head is None else given.head
    query = min(2, size.T) if given.query is None else given.query
    for word, number, most in (("head", head, size.heads), ("query", query, size.T)):
        if number > most:
            raise NoSuchStage(f"There is no {word} {number}. Choose one from 1 to {most}.", Where(word))
    return Selection(head - 1, query - 1)


def _options(given: Arguments, kind: PictureFormat) -> ExportOptions:
    from attnviz.figures.export import ExportOptions

    width, unit = _width(given.width)
    if kind != "png":
        for name, value in (("dpi", given.dpi), ("scale", given.scale)):
            if value is not None:
                raise FieldError(f"--{name} is of a PNG and does not apply to {kind}. Leave it out.", Where(name))
    return ExportOptions(
        format=kind,
        width=width,
        unit=unit,
        dpi=given.dpi,
        scale=1.0 if given.scale is None else given.scale,
        transparent=given.transparent,
        font_points=given.font,
        colour_map=_map(given),
        title=not given.no_title,
        legend=not given.no_legend,
        numbers=not given.no_numbers,
        theme=given.theme,
    )


def _map(given: Arguments) -> str:
    """The name of the colour map; a hyphen, which keyboards have, serves for the dash in it."""
    return given.colour_map.replace("-", "–")


def kind_of(output: str, asked: str | None = None) -> PictureFormat:
    """The picture's format: the one that was asked for, else by the ending of its file's name."""
    ending = asked or Path(output).suffix[1:].lower()
    for kind in PICTURES:
        if ending == kind:
            check_ending(output, kind, asked=asked is not None)
            return kind
    raise FieldError(f"{shown(output)}: a picture's name ends in {_ENDINGS}. Choose one of them.", Where("output"))


def _width(text: str | None) -> tuple[float | None, Literal["px", "mm"]]:
    """The number and unit of "640", "640px" or "160mm"."""
    if text is None:
        return None, "px"
    found = _WIDTH.fullmatch(text)
    if found is None:
        typed = repr(text if len(text) <= 40 else f"{text[:37]}...")
        raise FieldError(f"width is {typed}. Give pixels or millimetres, such as 640 or 160mm.", Where("width"))
    return float(found["number"]), "mm" if found["unit"] == "mm" else "px"
