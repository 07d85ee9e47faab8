"""A 16×16 annotated heatmap as a PNG file, ours and matplotlib's."""

from __future__ import annotations

from attnviz.engine.edits import set_cell
from attnviz.engine.tracing import trace
from attnviz.figures.compose import figure_of
from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.view import Selection, View
from tools.bench.tasks.applications import an_application
from tools.bench.tasks.matplotlib_maps import AnnotatedMaps
from tools.bench.tasks.scenarios import grown
from tools.bench.timing import middle

SIDE = 700.0  # pixels
_SIZES = (16, 16, 4)  # tokens, dimensions, heads


def ours() -> dict[str, float]:
    """Our export, the figure made anew each time: seconds."""
    an_application()
    scenario = grown(*_SIZES)
    traces = [trace(set_cell(scenario, "X", 0, 0, 0.5 + 0.01 * number)) for number in range(40)]
    options = ExportOptions(format="png", width=SIDE)

    def export(number: int) -> None:
        export_bytes(figure_of("weights", traces[number % len(traces)], Selection(), View()), options)

    return {"seconds": middle(export, warm_up=2)}


def matplotlibs() -> dict[str, float]:
    """savefig of a figure that is there already: seconds."""
    scenario = grown(*_SIZES)
    maps = AnnotatedMaps([trace(scenario).at("weights", 0)], scenario.query_labels, round(SIDE), round(SIDE))
    return {"seconds": middle(lambda _: maps.png(), warm_up=2)}
