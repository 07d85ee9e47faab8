"""What a file's name says of the file: an ending that promises another kind of file is refused, not written over."""

from __future__ import annotations

from pathlib import Path

from attnviz.content.atomic import shown
from attnviz.engine.errors import FieldError, Where

KINDS = {
    ".png": "png", ".svg": "svg", ".pdf": "pdf", ".gif": "gif", ".csv": "csv", ".tsv": "tsv", ".json": "json",
    ".npz": "npz", ".npy": "npy", ".tex": "latex", ".latex": "latex", ".md": "markdown", ".markdown": "markdown",
    ".html": "html", ".htm": "html", ".attn": "scenario", ".py": "program", ".toml": "lesson",
}  # fmt: skip


def check_ending(output: str | None, kind: str, *, asked: bool = False, also: tuple[str, ...] = ()) -> None:
    """Raises FieldError where the file's name promises another kind than `kind`. Other endings say nothing.

    asked: the kind was asked for with --format. also: kinds whose endings fit as well.
    """
    promised = None if output is None else KINDS.get(Path(output).suffix.lower())
    if promised is None or promised == kind or promised in also:
        return
    said = f"--format says {kind}" if asked else f"what is written is {_ARTICLES.get(kind, kind)}"
    remedy = "Make them agree." if asked else "Choose another name."
    raise FieldError(f"{shown(output)}: the name says {promised} but {said}. {remedy}", Where("output"))


_ARTICLES = {"scenario": "a scenario (.attn)", "program": "a program (.py)"}
