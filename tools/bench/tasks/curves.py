"""One size of the scaling curves: the engine, the first picture, an edit in the window, an export, and the memory."""

from __future__ import annotations

import attnviz
from tools.bench.tasks import engine, pictures
from tools.bench.timing import middle

_EDITS = 3


def at(tokens: int) -> dict[str, float]:
    """Everything of that size, 8 heads × 64 and d_model 512: seconds, and MB at the highest."""
    from attnviz.figures.compose import figure_of
    from attnviz.figures.export import ExportOptions, export_bytes
    from attnviz.figures.view import Selection, View
    from tools.bench.tasks import windows
    from tools.bench.tasks.applications import an_application

    an_application()
    alone = engine.output([tokens])
    found = {
        "output": alone[f"seconds at {tokens}"],
        "output memory": alone[f"growth at {tokens}"],
        "weights": engine.weights([tokens])[f"seconds at {tokens}"],
        "picture": pictures.ours(tokens)["seconds"],
    }
    traced = attnviz.trace(pictures.given(tokens))
    figure = figure_of("weights", traced, Selection(), View())
    found["export"] = middle(lambda _: export_bytes(figure, ExportOptions(format="png")), seconds=0.2)
    edited = windows.edits(tokens, count=_EDITS)
    return {**found, "edit": edited["seconds"], "opened": edited["opened"]}


def memory(tokens: int) -> dict[str, float]:
    """The window alone, opened and edited: MB at the highest."""
    from tools.bench.tasks import windows

    return {"peak": windows.edits(tokens, count=_EDITS)["peak"]}
