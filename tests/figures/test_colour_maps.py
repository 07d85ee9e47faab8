"""Colours can be read, mean the same on both sides of zero, and are chosen by name."""

import itertools

import pytest
from PySide6.QtGui import QColor

from attnviz import AttentionError
from attnviz.figures.colour_maps import BLACK, CHOICES, MIDDLE, WHITE, colour_map, contrast, luminance, text_colour
from attnviz.figures.theme import PALETTES


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("signed", [True, False])
def test_cell_text_has_contrast_of_at_least_4_5_on_every_entry(choice, name, signed):
    chosen = colour_map(choice, name, signed=signed)
    assert len(chosen.colours) == 256
    assert min(contrast(colour, chosen.text(entry)) for entry, colour in enumerate(chosen.colours)) >= 4.5


def test_luminance_follows_wcag():
    assert luminance(QColor(255, 255, 255)) == pytest.approx(1.0)
    assert luminance(QColor(0, 0, 0)) == 0.0
    assert contrast(QColor(119, 119, 119), QColor(255, 255, 255)) == pytest.approx(4.48, abs=0.005)  # WCAG's known grey


def test_text_is_black_just_above_luminance_0_179_and_white_just_below():
    greys = [QColor(level, level, level) for level in range(256)]
    assert all((text_colour(grey) is BLACK) == (luminance(grey) > 0.179) for grey in greys)
    assert text_colour(QColor(0, 0, 0)) is WHITE


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_middle_of_the_diverging_map_is_the_panel(name):
    assert colour_map("auto", name, signed=True).colours[MIDDLE] == PALETTES[name].panel


def test_the_light_weight_map_begins_near_the_panel_and_gets_darker_all_the_way():
    colours = colour_map("auto", "light", signed=False).colours
    steps = [luminance(colour) for colour in colours]
    assert contrast(colours[0], PALETTES["light"].panel) < 1.1
    assert steps == sorted(steps, reverse=True)


def test_the_dark_weight_map_goes_from_the_panel_to_the_colour_of_weights():
    colours = colour_map("auto", "dark", signed=False).colours
    assert colours[0] == PALETTES["dark"].panel
    assert colours[255] == PALETTES["dark"].roles["weights"]


def test_the_dark_weight_map_gets_lighter_in_even_steps():
    colours = colour_map("auto", "dark", signed=False).colours
    # Lightness as CIE L* has it, which steps evenly where eyes do.
    steps = [116 * luminance(colour) ** (1 / 3) - 16 for colour in colours[16::16]]
    rises = [after - before for before, after in itertools.pairwise(steps)]
    assert min(rises) > 0.6 * max(rises)


def test_cividis_has_the_ends_of_its_publication():
    colours = colour_map("cividis", "light", signed=False).colours
    assert (colours[0].name(), colours[255].name()) == ("#00224e", "#fee838")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_roles_and_soft_text_can_be_read_on_the_panel(name):
    palette = PALETTES[name]
    for colour in (*palette.roles.values(), palette.text, palette.soft, palette.accent, palette.error):
        assert contrast(colour, palette.panel) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_hatch_lines_stand_out_from_the_panel(name):
    assert contrast(PALETTES[name].hatch, PALETTES[name].panel) >= 3.0


def test_an_unknown_map_is_refused_with_the_names_there_are():
    with pytest.raises(AttentionError, match="cividis"):
        colour_map("rainbow", "light", signed=False)
