"""The scaling curves as a picture, drawn by the figures of the laboratories themselves."""

from __future__ import annotations

import numpy as np

from attnviz.figures.export import ExportOptions, export_bytes
from attnviz.figures.labs.drawing import Drawing
from attnviz.labs.exhibits import Axis, Plot, Series
from tools.bench.results import Curves
from tools.bench.tasks.applications import an_application

# What is shown, by its name in the curves; times alone, memory has its column in the table.
SHOWN = {
    "output": ("outputs, no weights kept", "output"),
    "weights": ("outputs and weights", "weights"),
    "picture": ("first picture", "values"),
    "export": ("PNG of a map", "keys"),
    "edit": ("edit to pixels", "queries"),
}
WIDTH = 820.0


def chart(curves: Curves, theme: str) -> bytes:
    """An SVG of seconds over tokens, both axes by powers of ten; dashed: growth with the square of the tokens."""
    an_application()
    sizes = np.array(curves.sizes, dtype=np.float64)
    own = tuple(Series(label, sizes, np.array(curves.values[name]), role) for name, (label, role) in SHOWN.items())
    last = curves.values["output"][-1]
    square = Series("T²", sizes, last * (sizes / sizes[-1]) ** 2, "input", dashed=True)
    plot = Plot(
        "scaling", "Seconds over the number of tokens",
        Axis("tokens T", log=True, ticks=tuple(sizes.tolist())), Axis("seconds", log=True), (*own, square),
        subtitle="8 heads × 64, d_model 512, float32",
    )  # fmt: skip
    options = ExportOptions(format="svg", theme="dark" if theme == "dark" else "light", width=WIDTH)
    return export_bytes(Drawing(plot), options)
