"""The explanation of the selected number on the clipboard: as plain text, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from attnviz.app.explaining.masking import masked
from attnviz.app.session import Session, State
from attnviz.content.explanation_parts import Depth, Explanation
from attnviz.content.wording import cell_name
from attnviz.engine.errors import NotYet

Kind = Literal["text", "markdown", "latex"]
KINDS: dict[Kind, str] = {"text": "Plain &Text", "markdown": "&Markdown", "latex": "&LaTeX"}


def explanation_text(state: State, kind: Kind) -> str:
    """The explanation of the selected cell at the depth that is shown, complete; "" where none is selected."""
    from attnviz.content.explanation import explain  # only those who copy wait for them
    from attnviz.content.explanation_text import as_latex, as_markdown, as_text

    cell = state.selection.cell
    if cell is None:
        return ""
    told = masked(explain(state.trace, cell, state.view.decimals, terms=None), state.trace, state.view.veil)
    writers: dict[Kind, Callable[[Explanation, Depth], str]] = {
        "text": as_text, "markdown": as_markdown, "latex": as_latex,
    }  # fmt: skip
    return writers[kind](told, state.view.depth)


def copy_explanation(session: Session, kind: Kind) -> str:
    """Puts it on the clipboard, and says what was put there, or what it waits for; "" where no number is selected."""
    state = session.state
    try:
        text = explanation_text(state, kind)
    except NotYet as error:  # it is being computed from now on
        return str(error)
    if not text or state.selection.cell is None:
        return ""
    data = QMimeData()
    data.setText(text)
    if kind == "markdown":
        data.setData("text/markdown", text.encode())
    QGuiApplication.clipboard().setMimeData(data)
    name = {"text": "plain text", "markdown": "Markdown", "latex": "LaTeX"}[kind]
    return f"Copied as {name}: {cell_name(state.trace, state.selection.cell)}."
