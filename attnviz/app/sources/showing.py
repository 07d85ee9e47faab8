"""Pushes what a source is and what a person chose to see of it into the parts of the room."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.app.session import State
from attnviz.app.sources.comparing import NO_MODEL, Comparing, speaks
from attnviz.app.sources.find_bar import MOST_LISTED, Heads
from attnviz.app.sources.gathered import Gathered
from attnviz.app.sources.looks import Looks
from attnviz.app.sources.room_layout import RoomLayout
from attnviz.content.sources.minilm import available
from attnviz.content.sources.saved import TensorSource
from attnviz.content.sources.source import Place
from attnviz.content.sources.strongest import strongest
from attnviz.figures.overview.composing import head_grid_of, labels_of, token_lines_of
from attnviz.figures.overview.overview import Overview
from attnviz.figures.theme import Theme

COMPUTING = "Computing…"
NOT_THERE = "There are no weights of this layer."
ALL_HIDDEN = "All tokens are hidden. Show some of them above."
_SAME = 1e-4  # what rounding may move a weight


@dataclass(frozen=True)
class Shown:
    """All that the room shows. hover: what the lines are of while the pointer is over a map."""

    gathered: Gathered | None
    looks: Looks
    state: State
    found: Heads | None = None
    hover: Looks | None = None
    running: bool = False


def show_room(parts: RoomLayout, shown: Shown, comparing: Comparing, look: Theme) -> None:
    """Shows everything; parts that look the same already repaint nothing."""
    gathered, looks = shown.gathered, shown.looks
    source = None if gathered is None else gathered.source
    there = available()
    parts.bar.show_source(source, speaks=speaks(source) or (source is None and there), words=_words(shown))
    parts.bar.begin.setVisible(there and source is not None and not speaks(source))
    cramped = parts.cramped(look)
    folded = cramped and not looks.unfolded
    labelled, saved = source is not None and bool(source.tokens), isinstance(source, TensorSource)
    parts.bar.show_fold(
        cramped and (labelled or saved), unfolded=looks.unfolded, hidden=len(looks.hidden), of_file=saved
    )
    parts.chips.show_tokens(source, looks.hidden, look)
    parts.chips.setVisible(labelled and not folded)
    parts.saved.show_source(source, gathered, looks.layer, look, folded=folded)
    if gathered is None:
        parts.missing.show_how(there, look)
        parts.front.setCurrentWidget(parts.empty)
        return
    if gathered.source.missing:
        parts.matrices.show_source(gathered.source, look, shown.state.view.decimals)
        parts.front.setCurrentWidget(parts.without)
        return
    parts.front.setCurrentWidget(parts.splitter)
    parts.fold(cramped)
    parts.show_look(look)
    parts.share(gathered.source.layers, gathered.source.heads, gathered.shape, look)
    _show_grid(parts, shown, look)
    parts.find.show_tokens(*labels_of(gathered.source, gathered.shape), looks.query, looks.key)
    parts.find.show_found(shown.found)
    parts.controls.show_looks(gathered.source, looks, look)
    parts.show_open(looks.place, look)
    parts.show_page(on_grid=looks.on_grid, comparing=looks.comparing, look=look)
    if looks.comparing:
        _show_contrast(parts, shown, comparing, look)
    else:
        show_lines(parts, shown, look)


def heads_of(gathered: Gathered | None, looks: Looks) -> Heads | None:
    """The heads by the weight between the two lit tokens, once both are chosen and all layers are there."""
    if gathered is None or looks.query is None or looks.key is None:
        return None
    if not gathered.complete:
        return Heads(whole=False)
    return Heads(strongest(gathered.source, looks.query, looks.key, gathered.there))


def searched(gathered: Gathered | None, looks: Looks) -> tuple[Heads | None, Looks]:
    """The heads that are found, and what is looked at then: the best of them, unless somebody chose one."""
    found = heads_of(gathered, looks)
    return found, looks.led_to(None if found is None else found.best)


def drawings_of(parts: RoomLayout, looks: Looks) -> dict[str, Overview]:
    """Every figure that is in sight, by its name."""
    beside = parts.contrast.view if looks.comparing else parts.lines.view
    views = [view for view, whole in ((parts.grid, parts.grid), (beside, parts.right)) if not whole.isHidden()]
    seen = parts.front.currentWidget() is parts.splitter
    return {view.name: view.figure for view in views if view.figure is not None and seen}


def show_lines(parts: RoomLayout, shown: Shown, look: Theme) -> None:
    """Shows the lines of the chosen heads, or of the one under the pointer."""
    gathered, looks = shown.gathered, shown.hover or shown.looks
    if gathered is None:
        return
    weights = gathered.weights(looks.layer)
    figure = None
    if weights is not None:
        made = token_lines_of(gathered.source, looks.layer, weights, looks.heads, looks.hidden)
        figure = replace(
            made, threshold=looks.threshold, query=looks.query, key=looks.key, decimals=shown.state.view.decimals,
            steady=True,
        )  # fmt: skip
        if not figure.shown_keys or not figure.shown_queries:
            parts.lines.show_lines(None, look, ALL_HIDDEN)
            return
    parts.lines.show_lines(figure, look, NOT_THERE if gathered.complete else COMPUTING)


def _show_grid(parts: RoomLayout, shown: Shown, look: Theme) -> None:
    gathered, view = shown.gathered, shown.state.view
    assert gathered is not None
    marked = tuple(one.place for one in shown.found.found[:MOST_LISTED]) if shown.found is not None else ()
    looks = shown.looks
    made = head_grid_of(
        gathered.source, gathered.layers, gathered.shape, whole_scale=looks.whole_scale, hidden=looks.hidden
    )
    figure = replace(
        made, opened=_opened(gathered, shown.state), lined=looks.places,
        cursor=looks.place, found=marked, query=looks.query, key=looks.key,
        colour_map=view.colour_map, decimals=view.decimals, legend=view.legend, coming=not gathered.complete,
        warned=gathered.uneven, wraps=True,
    )  # fmt: skip
    parts.grid.show_figure(figure, look)
    parts.scale.setChecked(not shown.looks.whole_scale)


def _opened(gathered: Gathered, state: State) -> Place | None:
    """The head that the document is, as long as its weights are those of the grid: an edited one is so no more."""
    place = state.opened
    if place is None or not gathered.holds(place) or "weights" not in state.trace.stages:
        return None
    layer, sizes = gathered.layers[place.layer], state.trace.sizes
    if layer is None or gathered.shape != (sizes.T, sizes.S) or place.head is None or gathered.large:
        return place if gathered.shape == (sizes.T, sizes.S) else None
    own = state.trace.peek("weights", 0)
    return place if own is not None and np.allclose(own, layer[place.head], atol=_SAME) else None


def _show_contrast(parts: RoomLayout, shown: Shown, comparing: Comparing, look: Theme) -> None:
    gathered = shown.gathered
    assert gathered is not None
    able = speaks(gathered.source)
    for widget in (parts.contrast.edit, parts.contrast.compute):
        widget.setEnabled(able)
    if not able:
        parts.contrast.show_sheet(None, look, NO_MODEL)
        return
    if gathered.complete:
        comparing.follow(gathered.source, shown.looks)
    done, sheet = comparing.compared, comparing.sheet()
    parts.contrast.show_sources(gathered.source, comparing.second, None if done is None else done.queries)
    if sheet is not None:
        sheet = replace(sheet, decimals=shown.state.view.decimals)
    parts.contrast.show_sheet(sheet, look, comparing.words())


def _words(shown: Shown) -> str:
    """What is being done, "" while nothing is."""
    if not shown.running:
        return ""
    count = 0 if shown.gathered is None or shown.gathered.complete else len(shown.gathered.there)
    return f"{COMPUTING} layer {count + 1}" if count else COMPUTING
