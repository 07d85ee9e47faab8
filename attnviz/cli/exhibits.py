"""One exhibit of a laboratory drawn into a file, by the painter that the window uses, without a window."""

from __future__ import annotations

import os

from attnviz.cli.parsing import Arguments
from attnviz.cli.pictures import kind_of
from attnviz.cli.printing import put_file
from attnviz.engine.errors import AttentionError, Where
from attnviz.labs.protocol import Result


def draw_exhibit(result: Result, given: Arguments) -> int:
    """Writes the exhibit that was asked for. Raises AttentionError for an unknown one, or without a file."""
    if given.output is None:
        raise AttentionError("A figure needs a file. Say which with -o FILE.png, .svg or .pdf.", Where("output"))
    kind = kind_of(given.output)
    exhibit = next((one for one in result.exhibits if one.name == given.figure), None)
    if exhibit is None:
        names = ", ".join(one.name for one in result.exhibits)
        raise AttentionError(f"There is no exhibit {given.figure!r}. Choose one of: {names}.", Where("figure"))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # whatever display there may be: nothing is shown
    from attnviz.figures.export import ExportOptions, export_bytes
    from attnviz.figures.labs.drawing import Drawing

    data = export_bytes(Drawing(exhibit), ExportOptions(format=kind, theme=given.theme_asked or "light"))
    put_file(given.output, data, force=given.force)
    return 0
