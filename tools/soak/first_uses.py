"""Everything once, always in the same order, so that nothing is loaded for the first time while memory is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tools.soak.answers import FORMATS
from tools.soak.deeds import DEEDS, SELDOM, Player, leave
from tools.soak.scenarios import layer

_TABS = ("heads", "concat", "head")
_THEMES = ("dark", "light")


def everything(player: Player) -> Iterator[Callable[[], str]]:
    """Deeds: each room and back, each command, each view of the largest document, and each kind of deed."""
    names = sorted(player.commands())
    for name in (name for name in names if name.startswith(SELDOM)):
        yield partial(player.choose, name)
        yield partial(leave, player)
    player.rest()
    yield from (partial(player.choose, name) for name in names if not name.startswith(SELDOM))
    player.rest()
    yield partial(_begin_largest, player)
    for tab in _TABS:
        for theme in _THEMES:
            yield partial(_look, player, tab, theme)
    yield from (partial(player.choose, "export") for _ in FORMATS)
    yield partial(player.choose, "copy_numbers")
    yield from (partial(deed, player) for deed in DEEDS)


def _begin_largest(player: Player) -> str:
    player.window.document.begin(layer(player.largest, 8, 2, 1))
    return f"{player.largest} tokens"


def _look(player: Player, tab: str, theme: str) -> str:
    player.session.look(tab=tab, theme=theme)
    return f"{tab}, {theme}"
