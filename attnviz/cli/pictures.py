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
from attnviz.cli.printing import check_files, complain, put_file, remark
from attnviz.content.atomic import shown
from attnviz.content.attn_file import encode, load
from attnviz.content.carrying import MOST_CARRIED
from attnviz.content.strict_json import brief
from attnviz.engine.errors import AttentionError, FieldError, NoSuchStage, Where
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import Trace, trace

if TYPE_CHECKING:
    from attnviz.figures.export import ExportOptions
    from attnviz.figures.figure import Figure
    from attnviz.figures.view import Selection
    from attnviz.figures.viewport import Viewport

MOST_LINES = 700  # tokens; with more the picture would be longer than pictures can be
_MUCH = 2 << 20  # bytes of a scenario that make a picture too large to be sent or put on a slide without a thought
_WIDTH = re.compile(r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?) ?(?P<unit>px|mm)?")
_ENDINGS = ", ".join(f".{kind}" for kind in PICTURES)


def render(given: Arguments) -> int:
    """Draws one figure of each scenario into a PNG, SVG or PDF file."""
    assert given.output is not None
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    if len(given.scenarios) > 1 or is_folder(given.output):
        return render_all(given, picture_of)
    kind = kind_of(given.output, given.format)
    check_files(given.output, force=given.force)
    put_file(given.output, picture_of(given.scenarios[0], given, kind), force=given.force)
    return 0


def picture_of(source: str, given: Arguments, kind: PictureFormat) -> bytes:
    """The figure of one scenario. Raises AttentionError that names the scenario."""
    scenario = load(source)
    try:
        return _picture(trace(scenario), given, kind)
    except AttentionError as error:
        raise named(error, source) from error


def _picture(traced: Trace, given: Arguments, kind: PictureFormat) -> bytes:
    from attnviz.figures.compose import composed_figures, figure_of
    from attnviz.figures.compose_making import is_making
    from attnviz.figures.export import export_bytes
    from attnviz.figures.export_options import check_options
    from attnviz.figures.large.followed import filed
    from attnviz.figures.overview.composing import LINES
    from attnviz.figures.view import View

    options = _options(given, kind)
    check_options(options)  # here, before anything is computed
    selection = _selection(traced, given)
    if given.figure not in composed_figures(traced) and not is_making(given.figure):
        _check_stage(traced, given.figure, selection.head)
    if given.figure == LINES:
        _check_lines(traced, None if given.head is None else selection.head)
    view = View(
        theme=given.theme,
        colour_map=_map(given),
        shared_scale=not given.own_scale,
        colour_scale=given.colours or "auto",
        decimals=decimals_for(traced.scenario, given.decimals),
        viewport=_part(traced, given),
    )
    head = None if given.head is None else selection.head
    figure = filed(figure_of(given.figure, traced, selection, view, head), chosen=given.query is not None)
    _check_numbers(figure, traced)
    _check_large(figure, given)
    return export_bytes(figure, options, _carried(traced.scenario, given))


def _check_numbers(figure: Figure, traced: Trace) -> None:
    """Raises AttentionError where a part of the figure has no numbers; nothing is computed that no part of it shows."""
    parts = (figure, *getattr(figure, "panels", ()))
    reason = next((part.dim_reason for part in parts if getattr(part, "dim_reason", "")), "")
    if reason:
        raise traced.compute() or AttentionError(reason, Where("figure"))


def _check_large(figure: Figure, given: Arguments) -> None:
    """Raises FieldError where --rows, --columns or --colours would change nothing."""
    from attnviz.figures.large.large_map import LargeMap
    from attnviz.figures.large.pictures import POSITIVE

    maps = [part for part in (figure, *getattr(figure, "panels", ())) if isinstance(part, LargeMap)]
    if given.colours and not any(part.key in POSITIVE for part in maps):
        what = "weights and exponentials of more than 64×64 cells, or 256 rows or columns"
        raise FieldError(f"--colours is of {what}. Leave it out.", Where("colours"))
    pairs = [part for part in maps if (part.row_words, part.column_words) == ("queries", "keys")]
    for name in ("rows", "columns"):
        if getattr(given, name) and not pairs:
            what = "maps of queries and keys with more than 64×64 cells, or 256 rows or columns"
            raise FieldError(f"--{name} is of {what}. Leave it out.", Where(name))


def _part(traced: Trace, given: Arguments) -> Viewport | None:
    """The rows and columns that were asked for, None for all. Raises FieldError for those that do not exist."""
    from attnviz.figures.viewport import cropped

    if given.rows is None and given.columns is None:
        return None
    shape = traced.sizes.T, traced.sizes.S
    ends = []
    for name, asked, most in (("rows", given.rows, shape[0]), ("columns", given.columns, shape[1])):
        first, last = asked or (1, most)
        if last > most:
            raise FieldError(f"There are {most} {name}, and --{name} goes to {last}. End by {most}.", Where(name))
        ends.append((first - 1, last))
    return cropped(shape, *ends)


def _check_lines(traced: Trace, head: int | None) -> None:
    """Raises AttentionError for more tokens than lines have room for, and for weights that do not exist."""
    size = traced.sizes
    check_line_count(max(size.T, size.S), "Draw the map: --figure weights.")
    for own in range(size.heads) if head is None else (head,):
        traced.at("weights", own)


def check_line_count(tokens: int, remedy: str) -> None:
    """Raises FieldError for more tokens than lines between them have room for."""
    if tokens > MOST_LINES:
        raise FieldError(
            f"Lines are drawn between up to {MOST_LINES} tokens, and here are {tokens}. {remedy}", Where("figure")
        )


def _carried(scenario: Scenario, given: Arguments) -> bytes | None:
    """The scenario's file for the picture; None where it is not wanted, and where it is too large, which is said."""
    if given.no_scenario:
        return None
    custom = scenario.mask.custom
    size = sum(values.nbytes for _, values in scenario.given()) + (0 if custom is None else custom.nbytes)
    if size <= MOST_CARRIED:
        carried = encode(scenario)
        if len(carried) >= _MUCH and len(given.scenarios) == 1:
            size = len(carried) >> 20
            remark(f"The picture carries its scenario, {size} MB, so that it opens again. --no-scenario leaves it out.")
        return carried
    complain(f"the picture does not carry its scenario, which takes {size >> 20} MB.")
    return None


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
    from attnviz.figures.view import Selection, usual_query

    size = traced.sizes
    head = 1 if given.head is None else given.head
    query = usual_query(size.T) + 1 if given.query is None else given.query
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
        cell=given.cell,
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
