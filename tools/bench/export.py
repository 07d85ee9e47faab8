"""A 16×16 annotated heatmap as a PNG file, against matplotlib's savefig."""

from __future__ import annotations

from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import trace
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.view import Selection, View
from tools.bench.matplotlib_maps import AnnotatedMaps
from tools.bench.scenarios import grown
from tools.bench.timing import Times, take_turns

SIDE = 700.0  # pixels


def export_against_savefig(turns: int) -> tuple[Times, Times]:
    """Times of our export, figure made anew each time, and of savefig on a figure that is there already."""
    scenario = grown(16, 16, 4)
    traces = [trace(set_cell(scenario, "X", 0, 0, 0.5 + 0.01 * number)) for number in range(turns + 10)]
    maps = AnnotatedMaps([traces[0].at("weights", 0)], scenario.query_labels, round(SIDE), round(SIDE))
    options = ExportOptions(format="png", width=SIDE)

    def ours(number: int) -> None:
        export_bytes(figure_of("weights", traces[number], Selection(), View()), options)

    times = take_turns({"attnviz": ours, "matplotlib": lambda _: _keep(maps.png())}, turns)
    return times["attnviz"], times["matplotlib"]


def _keep(_: bytes) -> None:
    """The bytes are not needed."""
