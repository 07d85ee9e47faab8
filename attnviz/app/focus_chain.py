"""The chain along which Tab goes, walked without a trace."""

from __future__ import annotations

from collections.abc import Iterator

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
