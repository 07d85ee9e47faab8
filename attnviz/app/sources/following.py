"""How the tokens that are followed in the room and the selection in the document are the same."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from attnviz.app.panes.pane_theme import growth_of
from attnviz.app.session import Session, State
from attnviz.app.sources.looks import Looks
from attnviz.engine.cells import Cell
from attnviz.engine.stages import BY_NAME
from attnviz.figures.theme import Theme

_PROJECTED = 0.76  # of the letters of a figure that stands alone
_GROWS = 0.7  # of the window's growth


def followed(looks: Looks, old: State, new: State, shape: tuple[int, int]) -> Looks:
    """The choices after a change of the document: a query that was selected in an opened head is the lit one.

    A selected weight, or a number before it, lights its key too. shape: queries and keys of the source; what the
    document has beyond them, after an edit, lights nothing.
    """
    if new.opened is None or old.selection == new.selection:
        return looks
    cell = new.selection.cell
    key = looks.key
    if cell is not None and cell.name in BY_NAME and BY_NAME[cell.name].axes[-1] == "keys":
        key = cell.column
    query = new.selection.query
    return replace(looks, query=query if query < shape[0] else None, key=key if key is None or key < shape[1] else None)


def select_in(session: Session, looks: Looks) -> None:
    """Selects in the document what is followed: the query, and the weight between both where there are both."""
    state = session.state
    size, place = state.trace.sizes, state.opened
    if place is None or looks.query is None or looks.query >= size.T:
        return
    head = 0 if place.head is not None else min(looks.heads[0], size.heads - 1)
    if looks.key is None or looks.key >= size.S:
        session.select(query=looks.query, head=head)
    else:
        session.select(query=looks.query, head=head, cell=Cell("weights", head, looks.query, looks.key))


def wider(look: Theme, window: QWidget) -> Theme:
    """The theme in letters that grow with the window; of a projector's, tokens are what the last row reads."""
    if look.text_size == "projector":
        return look.grown(_PROJECTED)
    growth = growth_of(window)
    return look if growth == 1 else look.grown(1 + (growth - 1) * _GROWS)
