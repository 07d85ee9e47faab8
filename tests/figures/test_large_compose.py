"""Large maps of a trace: their own numbers, hidden cells where a mask hides them, pictures that are made once."""

from dataclasses import replace

import numpy as np
import pytest
from figure_scenes import VIEW, painted, random_layer, selected

from attnviz import Direct, GivenWeights, Mask, Scenario, trace
from attnviz.engine.cells import Region
from attnviz.engine.errors import NotYet
from attnviz.engine.positions import Alibi
from attnviz.figures.comparison import side_by_side_of
from attnviz.figures.compose import figure_of
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.large.codes import MASKED
from attnviz.figures.large.compose_large import decimals_of
from attnviz.figures.large.differences import _kept, make_difference
from attnviz.figures.large.large_map import LargeMap
from attnviz.figures.large.picture import picture
from attnviz.figures.large.pictures import make, picture_of
from attnviz.figures.view import Veil, View
from attnviz.figures.viewport import Viewport

T, S = 90, 110


def layer(**settings):
    """Two heads of direct queries, keys and values, more queries × keys than a small map has."""
    numbers = np.random.default_rng(3)
    inputs = Direct(numbers.normal(size=(T, 6)), numbers.normal(size=(S, 6)), numbers.normal(size=(S, 6)))
    return Scenario(inputs, heads=2, **settings)


CUSTOM = np.random.default_rng(8).random((T, S)) < 0.7
CUSTOM[:, 0] = True
BIAS = np.where(np.random.default_rng(9).random((2, T, S)) < 0.2, -np.inf, 0.5)
BIAS[:, :, 0] = 0.0


@pytest.mark.parametrize("stage", ["weights", "exponentials", "masked"])
@pytest.mark.parametrize(
    "settings",
    [
        {"mask": Mask(causal=True)}, {"mask": Mask(causal=True, alignment="bottom_right", padding=(3, 109))},
        {"mask": Mask(window=(5, 2))}, {"mask": Mask(custom=CUSTOM, padding=(1,))}, {"bias": BIAS},
        {"bias": BIAS, "mask": Mask(causal=True)},
        {"positions": Alibi((0.5, 0.25)), "mask": Mask(causal=True)},
    ],
)  # fmt: skip
def test_masked_cells_are_those_that_softmax_does_not_see(stage, settings):
    traced = trace(layer(**settings))
    unseen = np.isneginf(traced.at("masked", 1))
    assert ((picture_of(traced, stage, 1).levels[0] == MASKED) == unseen).all()


def test_penalties_after_the_query_are_masked_where_a_mask_hides_them():
    traced = trace(layer(positions=Alibi((0.5, 0.25)), mask=Mask(causal=True)))
    unseen = np.isneginf(traced.at("masked", 1))
    assert ((picture_of(traced, "biased", 1).levels[0] == MASKED) == unseen).all()
    shown = traced.at("biased", 1)[~unseen]
    assert picture_of(traced, "biased", 1).ends == (shown.min(), shown.max())


def test_a_stage_of_many_cells_is_a_large_map_with_its_own_numbers():
    traced = trace(layer(mask=Mask(causal=True)))
    figure = figure_of("weights", traced, selected(query=7, head=1), VIEW)
    assert isinstance(figure, LargeMap)
    assert figure.values is traced.at("weights", 1)
    assert (figure.key, figure.head, figure.shape) == ("weights", 1, (T, S))
    assert figure.title == "Weights, head 2"


def test_a_small_stage_stays_a_heatmap():
    assert isinstance(figure_of("weights", random_layer(64, 4), selected(), VIEW), Heatmap)
    assert isinstance(figure_of("weights", random_layer(65, 4), selected(), VIEW), LargeMap)


def test_veiled_numbers_are_not_drawn_from_a_picture():
    veil = Veil((Region("weights", 0, (0, 1), (0, 1)),))
    assert isinstance(figure_of("weights", trace(layer()), selected(), View(veil=veil)), Heatmap)


def test_weights_evenly_coloured_go_from_0_to_the_largest_and_say_so():
    traced = trace(layer())
    figure = figure_of("weights", traced, selected(), View(colour_scale="linear"))
    largest = float(traced.at("weights", 0).max())
    assert figure.limits == figure.legend_ends == (0.0, largest)
    assert figure.legend_texts == ("0", "0.47")


def test_signed_scores_are_centred_on_0():
    traced = trace(layer())
    reach = float(np.abs(traced.at("scores", 0)).max())
    assert figure_of("scores", traced, selected(), VIEW).limits == (-reach, reach)


@pytest.mark.parametrize(("keys", "decimals"), [(10, 3), (128, 4), (1000, 4), (4096, 5)])
def test_an_even_share_of_many_keys_shows_two_digits(keys, decimals):
    assert decimals_of("weights", (7, keys), 3) == decimals
    assert len(f"{1 / keys:.{decimals}f}".lstrip("0.")) >= 2 or keys == 10


def test_a_picture_is_made_once():
    traced = trace(layer())
    assert picture_of(traced, "scores", 0) is picture_of(traced, "scores", 0)
    assert picture_of(traced, "scores", 0) is not picture_of(traced, "scores", 1)


def test_penalties_are_masked_anew_when_only_the_mask_changes():
    scenario = layer(positions=Alibi((0.5, 0.25)), mask=Mask(custom=CUSTOM))
    traced = trace(scenario)
    picture_of(traced, "biased", 1)
    for seed in range(4):
        custom = np.random.default_rng(seed).random((T, S)) < 0.5
        scenario = replace(scenario, mask=Mask(custom=custom))
        traced = trace(scenario, traced)
        assert ((picture_of(traced, "biased", 1).levels[0] == MASKED) == ~custom).all()
    assert len(traced.made("biased", 1)) == 3  # one picture, one without cells and one thumb, however many masks


def test_penalties_and_their_differences_are_hidden_anew_when_only_the_bias_changes():
    hidden = np.random.default_rng(7).random((T, S)) < 0.5
    pinned = trace(layer(positions=Alibi((0.5, 0.25)), mask=Mask(custom=~hidden)))
    traced = trace(layer(positions=Alibi((1.0, 1.0))))
    for expected in (np.zeros((T, S), bool), hidden, np.zeros((T, S), bool)):
        bias = np.where(expected, -np.inf, 0.0) if expected.any() else None
        traced = trace(replace(traced.scenario, bias=bias), traced)
        make_difference(traced, pinned, "alibi", 1)
        found = _kept("difference", traced, pinned, "alibi", 1)
        assert ((picture_of(traced, "alibi", 1).levels[0] == MASKED) == expected).all()
        assert ((found.picture.levels[0] == MASKED) == expected).all()


def test_a_deferred_trace_asks_for_pictures_and_never_makes_them():
    computing = trace(layer())
    deferred = computing.deferred()
    with pytest.raises(NotYet):
        picture_of(deferred, "weights", 1)
    with pytest.raises(NotYet):
        picture_of(deferred, "weights", 0, thumb=True)
    assert {(want.kind, want.name, want.head) for want in deferred.asked.missing} == {
        ("picture", "weights", 1), ("thumb", "weights", 0),
    }  # fmt: skip
    for want in tuple(deferred.asked.missing):
        make(want.kind, computing, want.name, want.head)
    again = computing.deferred()
    assert picture_of(again, "weights", 1).shape == (T, S)
    assert picture_of(again, "weights", 0, thumb=True).ends is not None


def test_of_a_deferred_trace_a_figure_says_that_it_is_on_its_way():
    figure = figure_of("weights", trace(layer()).deferred(), selected(), VIEW)
    assert isinstance(figure, LargeMap)
    assert figure.picture is None
    assert "being computed" in figure.dim_reason


def test_a_row_that_sees_no_key_dims_the_map_and_is_named():
    hidden = np.ones((T, S), dtype=bool)
    hidden[4] = False
    figure = figure_of("weights", trace(layer(mask=Mask(custom=hidden))), selected(), VIEW)
    assert figure.picture is None
    assert figure.dim_reason == "Row 5 sees no key."


def test_one_viewport_serves_maps_of_queries_and_keys():
    view = View(viewport=Viewport(10, 20, 30, 40))
    traced = trace(layer())
    assert figure_of("weights", traced, selected(), view).seen == Viewport(10, 20, 30, 40)
    wide = trace(Scenario(Direct(np.ones((90, 60)), np.ones((110, 60)), np.ones((110, 60)))))
    assert figure_of("Q", wide, selected(), view).seen == Viewport(10, 0, 30, 60)
    assert figure_of("K", wide, selected(), view).seen == Viewport(20, 0, 40, 60)


def test_moving_a_map_of_keys_moves_the_columns_of_the_others_only():
    wide = trace(Scenario(Direct(np.ones((90, 60)), np.ones((110, 60)), np.ones((110, 60)))))
    keys = figure_of("K", wide, selected(), View(viewport=Viewport(10, 20, 30, 40)))
    moved = keys.shared(keys.seen.panned(keys.shape, 5, 3), Viewport(10, 20, 30, 40), (90, 110))
    assert moved == Viewport(10, 25, 30, 40)


def test_given_weights_are_drawn_as_they_are():
    weights = np.random.default_rng(1).random((2, 80, 80))
    figure = figure_of("weights", trace(Scenario(GivenWeights(weights))), selected(head=1), VIEW)
    assert (figure.values == weights[1]).all()
    assert figure.picture.ends == (weights[1].min(), weights[1].max())


@pytest.mark.parametrize("name", ["X", "W_Q", "queries", "output", "concatenated"])
def test_every_matrix_of_many_cells_can_be_drawn(name):
    traced = random_layer(100, 80, heads=2)
    figure = figure_of(name, traced, selected(), VIEW)
    assert figure.shape == traced.shape(name)


def test_two_large_maps_stand_beside_each_other_on_one_scale():
    one, two = (figure_of("scores", trace(layer(scale=False)), selected(), VIEW) for _ in range(2))
    louder = figure_of("scores", trace(layer()), selected(), VIEW)
    both = side_by_side_of(replace(one, picture=picture(3 * one.values, signed=True)), louder)
    left, right = both.left.panels[0], both.right.panels[0]
    assert left.limits == right.limits
    assert left.legend_ends == right.legend_ends == pytest.approx((3 * two.values.min(), 3 * two.values.max()))
    painted(both, 900, 500)
