"""The forms of attention on the board and in the plane: what is added, what turns, and whose keys a head reads."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, degrees, hypot, pi, sin

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz.content.presets import preset
from attnviz.content.stage_formulas import formula_of
from attnviz.engine.cells import Cell
from attnviz.engine.errors import NoSuchStage
from attnviz.engine.mask import Mask
from attnviz.engine.positions import Alibi, Rotary
from attnviz.engine.scenario import Scenario
from attnviz.engine.tracing import trace
from attnviz.figures.compose import board_of, composed_figures, figure_of, heatmap_of, vectors_of
from attnviz.figures.compose_making import MAKING
from attnviz.figures.compose_rotation import MOST_PAIRS, rotation_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.theme import theme
from attnviz.figures.vector_labels import place_labels
from attnviz.figures.vectors import Vectors, plane_layout
from attnviz.figures.view import Selection, View

HAND = preset("by-hand")
THIRD = Rotary(frequencies=(pi / 3,))


def keys_on_board(scenario: Scenario) -> list[str]:
    board = board_of(trace(scenario), Selection(0, 1), View())
    return [panel.key for panel in board.panels if isinstance(panel, Heatmap)]


def rotation(scenario: Scenario, **selected: object) -> Vectors:
    return rotation_of(trace(scenario), Selection(0, 1, **selected), View())


def test_queries_and_keys_stand_beside_what_they_become() -> None:
    names = keys_on_board(replace(HAND, positions=THIRD))
    assert names[:6] == ["queries", "rotated_queries", "keys", "rotated_keys", "values", "scores"]


def test_what_wide_heads_become_has_labels_of_its_own() -> None:
    board = board_of(trace(replace(preset("two-heads"), heads=1, positions=Rotary())), Selection(0, 1), View())
    (rotated,) = (panel for panel in board.panels if isinstance(panel, Heatmap) and panel.key == "rotated_keys")
    assert (rotated.title, rotated.row_labels) == ("Rotated keys", ("the", "cat", "drinks", "milk"))


def test_without_positions_the_board_is_as_it_was() -> None:
    assert keys_on_board(HAND) == [
        "queries", "keys", "values", "scores", "scaled", "masked", "exponentials", "weights", "output",
    ]  # fmt: skip


def test_what_is_added_stands_before_the_biased_scores() -> None:
    both = replace(HAND, positions=Alibi((0.5,)), bias=np.zeros((3, 3)), softcap=4.0, temperature=2.0)
    assert keys_on_board(both)[3:11] == [
        "scores", "scaled", "capped", "alibi", "bias", "biased", "tempered", "masked",
    ]  # fmt: skip


def test_the_penalty_is_a_map_of_slope_times_distance() -> None:
    figure = heatmap_of("alibi", trace(replace(HAND, positions=Alibi((0.5,)))), Selection(0, 1), View())
    np.testing.assert_array_equal(figure.values, [[0, 0.5, 1], [-0.5, 0, 0.5], [-1, -0.5, 0]])
    assert (figure.title, figure.formula, figure.role) == ("ALiBi", "0.5 × (key − query)", "scores")
    assert figure.row_labels == figure.column_labels == ("a", "b", "c")


def test_a_bias_of_each_head_is_shown_for_the_selected_one() -> None:
    bias = np.stack([np.zeros((4, 4)), np.eye(4)])
    traced = trace(replace(preset("two-heads"), bias=bias))
    figure = heatmap_of("bias", traced, Selection(1, 0), View())
    np.testing.assert_array_equal(figure.values, np.eye(4))
    assert figure.head == 1
    assert heatmap_of("bias", trace(replace(HAND, bias=np.zeros((3, 3)))), Selection(), View()).head is None


@pytest.mark.parametrize(
    ("scenario", "stage", "formula"),
    [
        (replace(HAND, positions=THIRD), "scores", "R Q (R K)ᵀ"),
        (HAND, "scores", "Q Kᵀ"),
        (replace(HAND, positions=Alibi((0.5,))), "biased", "scaled + ALiBi"),
        (replace(HAND, bias=np.zeros((3, 3))), "biased", "scaled + bias"),
        (replace(HAND, positions=Alibi((0.5,)), bias=np.zeros((3, 3))), "biased", "scaled + ALiBi + bias"),
        (replace(HAND, mask=Mask(window=(1, 0))), "masked", "window → −∞"),
        (replace(HAND, mask=Mask(causal=True, window=(1, 0))), "masked", "causal, window → −∞"),
    ],
)
def test_formulas_say_what_is_computed_here(scenario: Scenario, stage: str, formula: str) -> None:
    assert formula_of(trace(scenario), stage, 0, 3) == formula


def test_what_the_window_hides_is_hatched() -> None:
    figure = heatmap_of("masked", trace(preset("sliding-window")), Selection(0, 1), View())
    assert figure.face is not None
    assert figure.face.hidden is not None
    np.testing.assert_array_equal(~figure.face.hidden, np.eye(5, dtype=bool) | np.eye(5, k=-1, dtype=bool))


@pytest.mark.parametrize(("head", "heads"), [(0, "1 and 2"), (1, "1 and 2"), (2, "3 and 4"), (3, "3 and 4")])
def test_titles_say_whose_keys_a_head_reads(head: int, heads: str) -> None:
    traced = trace(preset("grouped-query"))
    assert heatmap_of("keys", traced, Selection(head, 0), View(), compact=True).title == f"Keys of heads {heads}"
    assert heatmap_of("queries", traced, Selection(head, 0), View(), compact=True).title == "Queries"


def test_heads_with_keys_of_their_own_have_no_groups() -> None:
    assert heatmap_of("keys", trace(preset("two-heads")), Selection(1, 0), View(), compact=True).title == "Keys"


def test_a_stage_stands_beside_what_it_is_computed_from() -> None:
    turned = trace(replace(HAND, positions=THIRD))
    making = figure_of(f"{MAKING}scores", turned, Selection(0, 1), View())
    assert [panel.key for panel in making.panels] == ["rotated_queries", "rotated_keys", "scores"]
    far = trace(replace(HAND, positions=Alibi((0.5,)), bias=np.zeros((3, 3))))
    making = figure_of(f"{MAKING}biased", far, Selection(0, 1), View())
    assert [panel.key for panel in making.panels] == ["scaled", "alibi", "bias", "biased"]


def test_the_plane_shows_the_query_before_and_after_turning() -> None:
    before, after = rotation(replace(HAND, positions=THIRD)).arrows
    assert before.tip == (1, 1)
    # (1, 1) turned by 60°: (cos 60° − sin 60°, sin 60° + cos 60°).
    assert after.tip == pytest.approx((cos(pi / 3) - sin(pi / 3), sin(pi / 3) + cos(pi / 3)))
    assert after.label == "turned 60°"


def test_turning_keeps_the_length_and_adds_the_angle() -> None:
    before, after = rotation(replace(HAND, positions=THIRD)).arrows
    assert hypot(*after.tip) == pytest.approx(hypot(*before.tip))
    assert degrees(atan2(after.tip[1], after.tip[0]) - atan2(before.tip[1], before.tip[0])) == pytest.approx(60)


def test_the_key_is_shown_when_one_of_its_numbers_is_selected() -> None:
    figure = rotation(replace(HAND, positions=THIRD), cell=Cell("rotated_keys", 0, 2, 1))
    assert figure.title == "Key 3 “c” at position 2"
    assert figure.arrows[0].tip == (1, 2)
    assert figure.arrows[1].label == "turned 120°"


def test_beyond_one_turn_the_rest_is_told_too() -> None:
    far = replace(HAND, positions=Rotary(start=7, frequencies=(pi / 3,)))
    assert rotation(far).arrows[1].label == "turned 480° = 120°"


def test_pairs_are_told_by_their_numbers_and_only_a_few_are_drawn() -> None:
    two = rotation(replace(preset("two-heads"), heads=1, positions=Rotary("interleaved")))
    assert [arrow.label for arrow in two.arrows[::2]] == ["pair 1", "pair 2"]
    # “cat” asks with (2, 0, 0, 2): interleaved pairs are (2, 0) and (0, 2).
    assert [arrow.tip for arrow in two.arrows[::2]] == [(2, 0), (0, 2)]
    many = rotation(replace(preset("trophy"), positions=Rotary()))
    assert len(many.arrows) == 2 * MOST_PAIRS
    assert many.formula == f"pairs 1 to {MOST_PAIRS} of {preset('trophy').sizes.d_k // 2}"


def test_the_angle_is_drawn_from_the_first_arrow_on() -> None:
    (arc,) = rotation(replace(HAND, positions=THIRD)).arcs
    assert degrees(arc.start) == pytest.approx(45)
    assert degrees(arc.turn) == pytest.approx(60)
    assert arc.points(3)[0] == pytest.approx((arc.radius * cos(pi / 4), arc.radius * sin(pi / 4)))


def test_the_first_position_turns_nothing_and_has_no_arc() -> None:
    figure = rotation_of(trace(replace(HAND, positions=THIRD)), Selection(0, 0), View())
    assert figure.arcs == ()
    assert figure.arrows[0].tip == figure.arrows[1].tip


def test_only_scenarios_with_rotary_positions_have_this_figure() -> None:
    assert "rotation" not in composed_figures(trace(HAND))
    assert "rotation" in composed_figures(trace(preset("rotary")))
    with pytest.raises(NoSuchStage, match="no rotary positions"):
        figure_of("rotation", trace(HAND), Selection(), View())


@pytest.mark.parametrize("size", [(300, 220), (150, 160), (600, 600)])
def test_the_angle_is_told_in_any_room(size: tuple[int, int]) -> None:
    figure, rect = rotation(preset("rotary")), QRectF(0, 0, *size)
    plane = plane_layout(figure, rect, theme())
    assert any("30°" in label.text for label in place_labels(plane, figure, rect))


def test_the_query_stands_among_keys_as_scores_compare_them() -> None:
    figure = vectors_of(trace(replace(HAND, positions=THIRD)), Selection(0, 1), View(), what="keys")
    assert isinstance(figure, Vectors)
    turned = trace(replace(HAND, positions=THIRD))
    assert figure.arrows[1].tip == pytest.approx(tuple(turned.rotated_keys[0, 1]))
    assert figure.arrows[-1].tip == pytest.approx(tuple(turned.rotated_queries[0, 1]))


@pytest.mark.parametrize("name", ["alibi", "biased"])
def test_what_the_mask_will_hide_is_hatched_in_the_penalties_already(name: str) -> None:
    figure = heatmap_of(name, trace(preset("alibi")), Selection(0, 1), View())
    assert figure.face is not None
    assert figure.face.hidden is not None
    np.testing.assert_array_equal(figure.face.hidden, np.triu(np.ones((4, 4), dtype=bool), 1))
    assert figure.face.limits[1] <= 3.079  # the largest penalty of a key that nobody sees sets no scale
