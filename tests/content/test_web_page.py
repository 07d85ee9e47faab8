"""A page that stands alone: no script, no network; its numbers are the trace's and its colours the window's."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

import numpy as np
import pytest
from hard_labels import HARD, every_form, hard_scenario
from hypothesis import given
from hypothesis import strategies as st
from pages import Grid, Page
from PySide6.QtGui import QColor

from attnviz.content.attn_file import decode
from attnviz.content.documents.export import Order, export_text
from attnviz.content.documents.extract import extract
from attnviz.content.labels import visible
from attnviz.content.presets import PRESETS, preset
from attnviz.engine.errors import FieldError
from attnviz.engine.inputs import Projected
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.colour_maps import colour_map, contrast
from attnviz.figures.compose import heatmap_of
from attnviz.figures.view import Selection, View

ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "fieldset", "legend",
    "input", "label", "div", "figure", "figcaption", "table", "caption", "thead", "tbody", "tr", "th", "td", "h1", "h2",
    "h3", "p", "dl", "dt", "dd", "b", "bdi", "span", "i", "svg", "rect", "path", "text", "details", "summary", "pre",
}  # fmt: skip
RULE = re.compile(r"\.([sw])(\d+)\{background:#([0-9a-f]{6});color:#(000|fff)\}")


def page_of(scenario: Scenario, *names: str, head: int | None = None) -> Page:
    return Page(export_text(trace(scenario), Order("html", names, head, query=min(1, scenario.sizes.T - 1))))


def table(page: Page, title: str) -> Grid:
    return next(grid for grid in page.tables if grid.caption.startswith(title))


def noise(count: int, width: int, heads: int) -> Scenario:
    rng = np.random.default_rng(5)
    matrices = [rng.normal(size=(width, width)) for _ in range(3)]
    return Scenario(Projected(rng.normal(size=(count, width)), *matrices), heads=heads)


@pytest.mark.parametrize("name", [*every_form(), "hard", *(f"preset {one.name}" for one in PRESETS)])
def test_a_page_has_no_script_and_loads_nothing(name: str) -> None:
    scenario = (
        preset(name.removeprefix("preset ")) if name.startswith("preset ")
        else hard_scenario() if name == "hard" else every_form()[name]
    )  # fmt: skip
    page = page_of(scenario)
    assert set(page.tags) <= ELEMENTS
    names = {attribute for attribute, _ in page.attributes}
    assert not {one for one in names if one.startswith("on")} | names & {"src", "href", "style", "srcset", "action"}
    assert not re.search(r"url\(|@import|https?:", page.style)
    assert len(page.ids) == len(set(page.ids))


def test_its_policy_allows_its_own_style_sheet_and_nothing_else() -> None:
    page = page_of(preset("two-heads"))
    digest = base64.b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    policy = next(meta["content"] for meta in page.metas if meta.get("http-equiv") == "Content-Security-Policy")
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'"


def test_every_number_is_told_in_full_where_the_pointer_rests() -> None:
    traced = trace(preset("two-heads"))
    page = page_of(preset("two-heads"), "weights", head=1)
    told = [[cell.attributes["title"] for cell in row] for row in table(page, "Weights").body()]
    numbers = [[float(text.rpartition(": ")[2]) for text in row] for row in told]
    assert np.array_equal(np.array(numbers), traced.at("weights", 1))
    assert told[1][2].startswith("query 2 “cat”, key 3 “drinks”: ")


def test_cells_show_the_numbers_of_the_board() -> None:
    weights = table(page_of(preset("by-hand-causal")), "Weights")
    assert [[cell.text for cell in row] for row in weights.body()][:2] == [["1", "0", "0"], ["0.670", "0.330", "0"]]


def test_hidden_cells_are_hatched_and_said_to_be_hidden() -> None:
    page = page_of(preset("by-hand-causal"))
    for title, text in (("Masked", "−∞"), ("Exponentials", "0"), ("Weights", "0")):
        cell = table(page, title).body()[0][1]
        assert cell.attributes["class"].split()[0] == "x"
        assert (cell.text, cell.attributes["title"][-6:]) == (text, "hidden")
    assert "repeating-linear-gradient" in page.style


@pytest.mark.parametrize("stage", ["queries", "scores", "exponentials", "weights", "output"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_those_of_the_window(theme: str, stage: str) -> None:
    scenario = preset("two-heads")
    shown = heatmap_of(stage, trace(scenario), Selection(), View(theme=theme), 0)
    assert shown.face is not None
    colours = colour_map("auto", theme, signed=shown.face.diverging)
    page = page_of(scenario, stage, head=None if stage == "output" else 0)
    sheet = page.style.split("@media screen and (prefers-color-scheme:dark)")[theme == "dark"].split("@media")[0]
    rules = {f"{letter}{entry}": colour for letter, entry, colour, _ in RULE.findall(sheet)}
    for row, entries in zip(page.tables[0].body(), shown.face.entry_rows, strict=True):
        for cell, entry in zip(row, entries, strict=True):
            assert f"#{rules[cell.attributes['class'].split()[0]]}" == colours.colours[entry].name()


def test_numbers_can_be_read_on_every_colour_of_both_palettes() -> None:
    rules = RULE.findall(page_of(noise(16, 8, 2)).style)
    assert len(rules) > 100
    for _, _, background, text in rules:
        assert contrast(QColor(f"#{background}"), QColor(f"#{text}")) >= 4.5


def test_the_style_sheet_holds_each_colour_that_is_used_and_no_other() -> None:
    page = page_of(preset("by-hand"))
    used = {
        name
        for attribute, value in page.attributes
        if attribute == "class"
        for name in (value or "").split()
        if re.fullmatch(r"[sw]\d+", name)
    }
    assert {f"{letter}{entry}" for letter, entry, _, _ in RULE.findall(page.style)} == used


def test_the_followed_query_is_drawn_before_and_after_it_turns() -> None:
    # Query 2 stands at position 1 and is (2, 0), turned by 30°.
    page = export_text(trace(preset("rotary")), Order("html", query=1))
    plane = page.partition('<figure class="map plane')[2].partition("</figure>")[0]
    assert "Query 2 “b” at position 1" in plane
    assert re.findall(r"<text[^>]*>([^<]*)</text>", plane) == ["before", "turned", "30°"]
    arrows = re.findall(r'class="(?:before|turned)" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"', plane)
    x, y, across, up = np.array(arrows, dtype=float).T
    assert np.degrees(np.arctan2(y - up, across - x)) == pytest.approx([0, 30], abs=0.1)


def test_a_page_without_rotary_positions_has_no_plane() -> None:
    assert 'class="map plane' not in export_text(trace(preset("two-heads")), Order("html"))


def test_queries_and_keys_stand_beside_what_turning_makes_of_them() -> None:
    captions = [grid.caption.partition("  ")[0] for grid in page_of(preset("rotary")).tables]
    names = ("Queries", "Rotated queries", "Keys", "Rotated keys", "Values")
    places = [next(place for place, text in enumerate(captions) if text.startswith(name)) for name in names]
    assert places == sorted(places)


def test_legends_state_true_ends() -> None:
    scenario = preset("by-hand")
    labels = [value for name, value in page_of(scenario).attributes if name == "aria-label"]
    assert "Colours from 0 to 1" in labels  # weights
    assert "Colours from 0.707 to 2.828" in [
        value for name, value in page_of(preset("by-hand-causal"), "masked").attributes if name == "aria-label"
    ]


@pytest.mark.parametrize("name", ["two-heads", "cross-attention"])
def test_every_table_of_numbers_has_a_caption_and_headers_with_their_scope(name: str) -> None:
    page = page_of(preset(name))
    for grid in page.tables:
        headers = [cell for row in grid.rows for cell in row if cell.tag == "th"]
        assert headers
        assert {cell.attributes["scope"] for cell in headers} <= {"row", "col"}
    assert ("lang", "en") in page.attributes
    assert page.tags.count("title") == page.tags.count("h1") == 1


def test_labels_and_title_are_text_and_no_markup() -> None:
    scenario = hard_scenario()
    page = page_of(scenario)
    weights = table(page, "Weights")
    assert [row[0].text for row in weights.rows[1:]] == [visible(label) for label in HARD]
    assert "</style>" not in page.style
    assert visible(scenario.title) in page.text


@given(st.tuples(*[st.text(max_size=6)] * 3))
def test_any_labels_make_a_page_that_is_read(labels: tuple[str, ...]) -> None:
    if any("\ud800" <= sign <= "\udfff" for label in labels for sign in label):
        return
    page = page_of(replace(preset("by-hand"), tokens=labels, title=labels[0]), "weights")
    assert [row[0].text for row in page.tables[0].rows[1:]] == [visible(label).replace("\r", "\n") for label in labels]


def test_each_head_has_its_tab_and_its_section() -> None:
    page = page_of(preset("two-heads"))
    assert {"head-1", "head-2", "of-head-1", "of-head-2"} <= set(page.ids)
    assert page.attributes.count(("type", "radio")) == 2
    assert sum(grid.caption.startswith("Weights") for grid in page.tables) == 2
    assert "@supports selector(:has(*))" in page.style  # else all heads are shown


def test_what_alibi_adds_is_hatched_where_the_mask_will_hide_it() -> None:
    for title in ("ALiBi", "Biased"):
        first = table(page_of(preset("alibi")), title).body()[0]
        assert [cell.attributes["class"].split()[0] == "x" for cell in first] == [False, True, True, True]


def test_bars_of_hidden_keys_say_so() -> None:
    text = export_text(trace(preset("alibi")), Order("html", (), None, query=1))
    bars = text[text.index("What query 2") :]
    bars = bars[: bars.index("</table>")]
    assert re.findall(r"<td>([^<]*)</td></tr>", bars)[2:] == ["hidden", "hidden"]


def test_bars_are_as_long_as_the_weights() -> None:
    page = page_of(preset("by-hand"))
    widths = [float(value or 0) for name, value in page.attributes if name == "width" and value != "device-width"]
    weights = trace(preset("by-hand")).at("weights", 0)
    expected = np.concatenate([weights[1], weights[0], weights[2]]) * 100  # the followed query comes first
    assert np.allclose(widths, expected, atol=0.006)


def test_the_scenario_in_the_page_is_the_one_that_it_shows() -> None:
    scenario = preset("by-hand-causal")
    assert decode(page_of(scenario).plain.encode(), "page") == scenario


def test_the_row_of_a_token_lights_up_in_every_table_of_its_head() -> None:
    style = page_of(preset("by-hand")).style
    assert ".lit:has(tr.q2:hover) tr.q2{--row:var(--queries)}" in style
    assert ".lit:has(.k3:hover) td.k3{--col:var(--keys)}" in style


def test_a_query_that_sees_no_key_is_said_where_its_numbers_would_stand() -> None:
    page = page_of(every_form()["hidden row"])
    assert "visible key" in page.text or "sees no key" in page.text
    assert any(grid.caption.startswith("Scores") for grid in page.tables)


def test_a_page_for_64_tokens_is_whole_and_of_a_bearable_size() -> None:
    text = export_text(trace(noise(64, 16, 1)), Order("html"))
    assert len(text) < 6_000_000
    assert [len(row) for row in table(Page(text), "Weights").body()] == [64] * 64


def test_large_matrices_are_shortened_and_say_their_size() -> None:
    page = page_of(noise(200, 8, 2))
    weights = table(page, "Weights")
    assert "200×200, shortened" in weights.caption
    assert weights.body()[-1][-1].attributes["title"].startswith("query 200, key 200: ")


def test_so_many_numbers_that_a_page_is_of_no_use_are_refused_with_a_way_out() -> None:
    with pytest.raises(FieldError, match="Take one head, or fewer stages"):
        page_of(noise(64, 48, 48))


def test_one_stage_makes_a_page_of_one_stage() -> None:
    traced = trace(preset("two-heads"))
    page = page_of(preset("two-heads"), "weights")
    captions = [grid.caption for grid in page.tables if grid.caption]
    assert len(captions) == len(extract(traced, ("weights",)).heads_of("weights")) == 2
