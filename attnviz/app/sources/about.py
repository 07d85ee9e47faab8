"""What stands beside the document, in a line: a model's name, how a file was read, what a checkpoint is."""

from __future__ import annotations

from attnviz.content.sources.checkpoint import CheckpointSource
from attnviz.content.sources.saved import TensorSource
from attnviz.content.sources.source import Source
from attnviz.engine.errors import counted


def about(source: Source | None) -> str:
    """The line; "" where there is nothing."""
    if source is None:
        return ""
    if isinstance(source, TensorSource):  # its name is the title of the grid
        return " ".join(filter(None, ("Saved weights.", source.note)))
    if isinstance(source, CheckpointSource):
        groups = f", {source.kv_heads} for keys and values" if source.kv_heads != source.heads else ""
        sizes = f"{counted(source.layers, 'layer')} × {counted(source.heads, 'head')}{groups}"
        return f"{source.title}: {source.family} layout, {sizes}, d_model {source.checkpoint.d_model}"
    return source.title


def file_note(source: Source | None) -> str:
    """What was assumed about a checkpoint; saved weights say it in `about`."""
    return "" if isinstance(source, TensorSource) else str(getattr(source, "note", ""))
