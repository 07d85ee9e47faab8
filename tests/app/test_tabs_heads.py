"""The tab bar follows the heads, and a tab that is chosen changes what is shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from figure_scenarios import by_hand, given_weights, many_heads, shown_panel
from heads_on_a_sheet import many
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QTabBar, QToolButton
from pytestqt.qtbot import QtBot
from scripted import find, opened

from attnviz.app.pipeline.head_tabs import ALONE, JOINED, HeadTabs
from attnviz.app.pipeline.pipeline_panel import PipelinePanel
from attnviz.app.pipeline.tab_fitting import fitted, whole_widths
from attnviz.engine.edits import set_heads
from attnviz.figures.theme import theme


def tabs(panel: PipelinePanel) -> HeadTabs:
    found = panel.findChild(QTabBar, "tabs.heads")
    assert isinstance(found, HeadTabs)
    return found


def texts(panel: PipelinePanel) -> list[str]:
    return [tabs(panel).tabText(index) for index in range(tabs(panel).count())]


def choose(qtbot: QtBot, panel: PipelinePanel, text: str) -> None:
    bar = tabs(panel)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(texts(panel).index(text)).center())


def test_there_is_a_tab_for_each_head_one_for_all_and_one_for_the_concatenation(qtbot: QtBot) -> None:
    assert texts(shown_panel(qtbot, many_heads(2))) == ["Head 1", "Head 2", "All heads", "Concat · W_O"]


def test_a_heads_tab_selects_the_head_and_shows_its_figures(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3), 1000, 800)
    panel.session.look(tab="concat")
    choose(qtbot, panel, "Head 3")
    state = panel.session.state
    assert (state.view.tab, state.selection.head) == ("head", 2)
    weights = next(view for view in panel.area.shown_views() if view.name == "weights")
    assert weights.figure.values is state.trace.at("weights", 2)


def test_one_set_of_figures_serves_all_heads(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(3), 1000, 800)
    before = panel.area.shown_views()
    choose(qtbot, panel, "Head 2")
    assert all(one is other for one, other in zip(before, panel.area.shown_views(), strict=True))


def test_arrow_keys_walk_along_the_tabs(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    qtbot.keyClick(tabs(panel), Qt.Key.Key_Right)
    assert panel.session.state.selection.head == 1
    qtbot.keyClick(tabs(panel), Qt.Key.Key_Right)
    assert panel.session.state.view.tab == "heads"


def test_fewer_heads_take_their_tabs_away_and_leave_a_head_selected(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(6))
    choose(qtbot, panel, "Head 6")
    panel.session.edit("Heads", lambda scenario: set_heads(scenario, 2))
    assert texts(panel) == ["Head 1", "Head 2", "All heads", "Concat · W_O"]
    assert (panel.session.state.selection.head, tabs(panel).currentIndex()) == (1, 1)
    assert panel.session.state.view.tab == "head"


def test_more_heads_leave_all_heads_chosen(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    choose(qtbot, panel, "All heads")
    panel.session.edit("Heads", lambda scenario: set_heads(scenario, 4))
    assert tabs(panel).tabText(tabs(panel).currentIndex()) == "All heads"
    assert panel.session.state.view.tab == "heads"


def test_changing_the_heads_makes_one_state_and_no_more(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(6))
    choose(qtbot, panel, "Head 6")
    states: list[object] = []
    panel.session.changed.connect(lambda _old, new: states.append(new))
    panel.session.edit("Heads", lambda scenario: set_heads(scenario, 2))
    assert len(states) == 1


def test_without_values_there_is_nothing_to_concatenate(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, given_weights())
    assert texts(panel) == ["Head 1", "All heads"]
    panel.session.look(tab="concat")
    assert tabs(panel).currentIndex() == 0


def test_without_W_O_the_last_tab_does_not_name_it(qtbot: QtBot) -> None:
    assert texts(shown_panel(qtbot, by_hand()))[-1] == "Concat"


def test_twelve_heads_fit_into_750_pixels(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(12))
    bar = tabs(panel)
    assert all(bar.rect().contains(bar.tabRect(index)) for index in range(bar.count()))
    assert bar.tabText(11) == "Head 12"


@pytest.mark.parametrize("heads", [6, 12, 16, 64])
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_all_heads_and_the_concatenation_are_never_scrolled_away(qtbot: QtBot, heads: int, size: str) -> None:
    panel = shown_panel(qtbot, many_heads(heads, width=heads), 600, 560)
    panel.session.look(text_size=size)
    bar = tabs(panel)

    def inside() -> bool:
        return all(bar.rect().contains(bar.tabRect(index)) for index in range(bar.count()))

    qtbot.waitUntil(inside)
    places = [bar.tabRect(index) for index in range(bar.count())]
    assert all(one.right() < other.left() for one, other in pairwise(places))
    assert not any(button.isVisible() for button in bar.findChildren(QToolButton))


def test_the_tabs_keep_their_places_when_all_heads_are_shown(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(6), 620, 560)
    before = tabs(panel).width()
    choose(qtbot, panel, "All heads")
    assert tabs(panel).width() == before


def test_a_tab_that_shows_nothing_new_says_why(qtbot: QtBot) -> None:
    bar = tabs(shown_panel(qtbot, by_hand()))
    assert [bar.tabToolTip(index) for index in (1, 2)] == [ALONE, JOINED]


def test_a_number_on_a_tab_is_its_heads_whole_name_on_hover(qtbot: QtBot) -> None:
    bar = tabs(shown_panel(qtbot, many_heads(12), 600, 560))
    assert bar.tabToolTip(11) == "Head 12"


def test_opening_another_document_shows_its_tabs(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(6))
    choose(qtbot, panel, "Head 5")
    panel.session.open(by_hand())
    assert texts(panel) == ["Head 1", "All heads", "Concat"]
    assert tabs(panel).currentIndex() == 0


def test_the_line_under_the_tabs_is_whole_after_letters_grew_and_shrank(qtbot: QtBot) -> None:
    window = opened(qtbot, "trophy")
    window.resize(1366, 768)
    window.show()
    panel = find(window, "pipeline")
    start = panel.area.geometry().top()
    for size in ("projector", "normal"):
        window.session.look(text_size=size)
        qtbot.waitUntil(lambda size=size: (panel.area.geometry().top() == start) == (size == "normal"))
    QApplication.processEvents()
    line = panel.mapTo(window, QPoint(0, start - 1))
    seen = window.screen().grabWindow(window.winId()).toImage()  # what was painted bit by bit, not all anew
    assert len({seen.pixel(line.x() + x, line.y()) for x in range(panel.width())}) == 1


def underlined(panel: PipelinePanel) -> bool:
    """True if any tab has the line in the accent colour under it."""
    bar, accent = tabs(panel), panel.area._theme.palette.accent
    image = bar.grab().toImage()
    lowest = bar.tabRect(0).bottom() - 1
    return any(image.pixelColor(x, lowest) == accent for x in range(bar.width()))


@pytest.mark.parametrize("focus", ["output", "concatenated", "making.output", "X", "W_O", "inputs"])
def test_what_belongs_to_all_heads_stands_under_no_heads_tab(qtbot: QtBot, focus: str) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    panel.session.look(layout="focus", focus=focus)
    assert not underlined(panel)
    panel.session.look(tab="heads")
    assert underlined(panel)


@pytest.mark.parametrize("focus", ["weights", "head_output", "making.scores", "bars", "vectors"])
def test_what_belongs_to_a_head_stands_under_its_tab(qtbot: QtBot, focus: str) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    panel.session.look(layout="focus", focus=focus)
    assert underlined(panel)


def test_a_click_on_the_head_comes_back_from_the_output_of_all(qtbot: QtBot) -> None:
    panel = shown_panel(qtbot, many_heads(2))
    panel.session.look(layout="focus", focus="output")
    choose(qtbot, panel, "Head 1")
    assert panel.session.state.view.focus == "weights"
    assert underlined(panel)


def test_a_tab_of_many_is_looked_for_where_it_was(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = shown_panel(qtbot, many_heads(64, width=64))
    asked: list[int] = []
    monkeypatch.setattr(HeadTabs, "tabData", lambda bar, index: asked.append(index) or QTabBar.tabData(bar, index))
    tabs(panel).show_state(None, panel.session.state)
    assert len(asked) < 10 * 64


@pytest.mark.parametrize("tab", ["head", "heads", "concat"])
def test_hundreds_of_tabs_come_and_go_without_being_laid_out_for_each(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tab: str
) -> None:
    asked: list[int] = []
    hint = HeadTabs.tabSizeHint
    monkeypatch.setattr(HeadTabs, "tabSizeHint", lambda bar, index: asked.append(index) or hint(bar, index))
    panel = shown_panel(qtbot, many_heads(2, width=200))
    panel.session.look(tab=tab)
    for heads in (200, 2):
        asked.clear()
        panel.session.edit("heads", lambda scenario, heads=heads: set_heads(scenario, heads))
        QApplication.processEvents()
        assert tabs(panel).count() == heads + 2
        assert 0 < len(asked) < 20 * 200


@pytest.mark.parametrize("heads", [128, 512])
@pytest.mark.parametrize("size", ["normal", "projector"])
def test_the_last_tabs_are_whole_beside_more_heads_than_there_are_pixels(heads: int, size: str) -> None:
    names = [*(f"Head {number}" for number in range(1, heads + 1)), "All heads", "Concat · W_O"]
    for room in (420, 564, 700):
        shown = fitted(names, heads, room, theme("light", size, 768))
        widths = whole_widths(shown, names, heads)
        assert sum(widths) <= room
        assert all(
            width >= shown.measure.width(shown.drawn[name])
            for name, width in zip(names, widths, strict=True)
            if not name.startswith("Head")
        )


def test_a_head_bears_its_name_as_long_as_smaller_letters_leave_room_for_it() -> None:
    names, look = ["Head 1", "All heads", "Concat · W_O"], theme("light", "projector", 768)
    rooms = [room for room in range(150, 700) if fitted(names, 1, room, look).drawn["Head 1"] == "Head 1"]
    assert rooms == list(range(rooms[0], 700))
    shown = fitted(names, 1, rooms[0], look)
    assert shown.pixels < look.title_px


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
@pytest.mark.parametrize("heads", [1, 2, 12])
def test_what_stands_beside_the_tabs_is_written_as_large_as_they_are(qtbot: QtBot, heads: int, size: str) -> None:
    panel = shown_panel(qtbot, many_heads(heads), 620, 560)
    panel.session.look(text_size=size)
    assert {panel.board._letters, panel.focus._letters} == {tabs(panel).letters}


@pytest.mark.parametrize("width", range(1000, 1240, 40))
def test_the_number_of_no_head_touches_the_tab_behind_it(qtbot: QtBot, width: int) -> None:
    panel = shown_panel(qtbot, many(64), width, 970)
    panel.session.look(tab="concat", text_size="projector")
    bar = tabs(panel)
    picture, last = bar.grab().toImage(), bar.tabRect(63).right()
    middle = range(bar.height() // 3, 2 * bar.height() // 3)
    assert len({picture.pixel(x, y) for x in range(last - 2, last + 3) for y in middle}) == 1
