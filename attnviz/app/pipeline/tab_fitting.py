"""How the tabs over the pipeline fit into their room: whole names, then numbers, then narrow ones; none is scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from attnviz.figures.labels import Ruler, ruler
from attnviz.figures.theme import SMALL_PX, Theme, font

AIR, TIGHT, LEAST = 10, 7, 4  # beside the text of a tab, where there is room, less, and hardly any
_LEAST_SHARE = 0.01  # pixels of a head's tab in a bar without any room


@dataclass(frozen=True)
class Fitted:
    """What is drawn on each tab, by its whole text, and how wide it is. `every`: which numbers have room, each nth."""

    drawn: dict[str, str]
    widths: dict[str, float]
    pixels: int
    air: int
    every: int = 1

    @property
    def measure(self) -> Ruler:
        """Measures the letters of a chosen tab, which are the widest."""
        return ruler(font(self.pixels, bold=True))


def fitted(texts: Sequence[str], heads: int, room: float, look: Theme) -> Fitted:
    """The first way in which all tabs stand side by side within `room`.

    texts: the whole text of each tab, those of the heads first. Where nothing else helps, the heads' tabs share what
    the last ones leave.
    """
    ways = _measured(tuple(texts), heads, look)
    for way in ways if heads * 2.0 * LEAST <= room else ():  # letters have no room, whatever they are
        if sum(way.widths.values()) <= room:
            return way
    return _squeezed(ways[-1].drawn, texts[:heads], room, ways[-1].pixels)


def whole_widths(shown: Fitted, texts: Sequence[str], heads: int) -> tuple[int, ...]:
    """The whole pixels of each tab; narrow ones of one width share what they have together."""
    widths = [shown.widths.get(text, 0.0) for text in texts]
    if shown.every == 1:
        return tuple(map(round, widths))
    shared = (int(width * (head + 1)) - int(width * head) for head, width in enumerate(widths[:heads]))
    return (*shared, *map(round, widths[heads:]))


def least_room(texts: Sequence[str], heads: int, look: Theme) -> float:
    """The least pixels in which no tab is narrower than its number or its shortest name."""
    return sum(_measured(tuple(texts), heads, look)[-1].widths.values())


@lru_cache(8)
def _measured(texts: tuple[str, ...], heads: int, look: Theme) -> tuple[Fitted, ...]:
    """The ways of `_ways` with their widths, which no room changes."""
    return tuple(
        Fitted(drawn, _widths(drawn, pixels, air), pixels, air) for drawn, pixels, air in _ways(texts, heads, look)
    )


def _ways(texts: tuple[str, ...], heads: int, look: Theme) -> tuple[tuple[dict[str, str], int, int], ...]:
    """What may be drawn on the tabs, in letters of how many pixels and with how much air, the roomiest way first."""
    small, least = (max(SMALL_PX, round(part * look.title_px)) for part in (0.8, 0.65))
    names = dict(zip(texts, texts, strict=True))
    # The titles under them tell the group too, and the way back to the grid the layer.
    alone = {text: text.partition(" · group")[0].partition(" of layer")[0] for text in texts}
    numbers = names | {text: alone[text].removeprefix("Head ") for text in texts[:heads]}
    after_first = numbers | {texts[0]: alone[texts[0]]}
    short = {text: drawn.removesuffix(" heads").removesuffix(" · W_O") for text, drawn in numbers.items()}
    # Where no other head stands beside it, a number alone says nothing.
    sole = ((short | {texts[0]: alone[texts[0]]}, small, TIGHT),) if heads == 1 else ()
    return (
        (names, look.title_px, AIR), (alone, look.title_px, AIR), (alone, small, TIGHT),
        (after_first, look.title_px, TIGHT), (after_first, small, TIGHT), *sole, (numbers, small, TIGHT),
        (short, small, LEAST), (short, least, LEAST),
    )  # fmt: skip


def _widths(drawn: dict[str, str], pixels: int, air: int) -> dict[str, float]:
    measure = ruler(font(pixels, bold=True))
    return {text: ceil(measure.width(shown)) + 2.0 * air for text, shown in drawn.items()}


def _squeezed(short: dict[str, str], heads: Sequence[str], room: float, pixels: int) -> Fitted:
    """Narrow tabs for the heads, of which only each nth shows its number."""
    wanted = _widths(short, pixels, LEAST)
    left = room - sum(width for text, width in wanted.items() if text not in heads)
    share = max(0.0, left / len(heads))  # less than a pixel where heads are more than these: the last tabs stay whole
    widest = max(wanted[text] for text in heads)
    widths = wanted | dict.fromkeys(heads, share)
    return Fitted(short, widths, pixels, LEAST, every=ceil(widest / max(share, _LEAST_SHARE)))
