"""The chain along which Tab goes, walked without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def chain_after(start: QWidget) -> Iterator[QWidget]:
    """The widgets after `start` in the Tab chain of its window, until it comes round again.

    PySide takes each of them for a child of the one that was asked; the window itself would belong to the last one,
    and never be freed. So each is given back to its own parent, for which Qt has nothing to do.
    """
    widget = _after(start)
    while widget is not None and widget is not start:
        yield widget
        widget = _after(widget)


def _after(widget: QWidget) -> QWidget | None:
    following = widget.nextInFocusChain()
    if following is not None:
        following.setParent(following.parentWidget())
    return following


def last_or_first(panel: QWidget) -> QWidget | None:
    """What had the keyboard last in the panel, if it can have it now, else the first thing that the Tab key reaches."""
    last = panel.focusWidget()
    within = (widget for widget in chain_after(panel) if panel.isAncestorOf(widget))
    return next((widget for widget in chain(filter(None, (last,)), (panel,), within) if _takes_focus(widget)), None)


def _takes_focus(widget: QWidget) -> bool:
    tabs = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(tabs) and widget.isEnabled() and widget.isVisibleTo(widget.window())
