"""Labels are shown literally: nothing invisible, nothing that turns its neighbours around, nothing cut."""

import pytest
from figure_scenes import HARD_LABELS, LIGHT

from attnviz.figures.labels import Ruler, every, isolated, quoted, ruler, visible
from attnviz.figures.theme import theme


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("cat", "cat"),
        ("new york", "new york"),
        (" cat", "␣cat"),
        ("  ", "␣␣"),
        ("a  b", "a ␣b"),
        ("a\nb", "a⏎b"),
        ("a\tb", "a⇥b"),
        ("", "(empty)"),
        ("<b>x</b>", "<b>x</b>"),
        ("\x00\x07", "␀␇"),
        ("\u202eabc", "\\u202eabc"),
        ("\ud800", "\\ud800"),
        ("\uffff", "\\uffff"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("a\u200bb", "a\\u200bb"),
        ("\u00a0x", "⍽x"),
    ],
)
def test_whatever_is_invisible_is_made_visible(label, shown):
    assert visible(label) == shown


def test_visible_labels_are_valid_xml():
    for label in HARD_LABELS:
        for sign in visible(label):
            code = ord(sign)
            assert code >= 0x20
            assert not 0xD800 <= code <= 0xDFFF
            assert code not in (0xFFFE, 0xFFFF)


def test_a_label_in_a_sentence_keeps_its_direction_to_itself():
    assert isolated("هذا") == "\u2068هذا\u2069"
    assert quoted(2, "هذا") == "2 “\u2068هذا\u2069”"
    assert quoted(2, "b") == "2 “b”"


def test_a_numbered_position_is_said_once():
    assert quoted(3, "3") == "3"


def test_a_label_of_a_million_letters_is_cut_before_it_is_measured():
    assert len(visible("x" * 1_000_000)) < 500


@pytest.mark.parametrize("label", [visible(label) for label in HARD_LABELS])
@pytest.mark.parametrize("room", [0, 3, 12, 40, 80])
def test_a_shortened_label_is_never_wider_than_its_room(label, room):
    measure = ruler(LIGHT.small_font)
    assert measure.width(measure.shortened(label, room)) <= room


def test_a_shortened_label_keeps_both_its_ends():
    short = ruler(LIGHT.small_font).shortened("Donaudampfschifffahrtsgesellschaftskapitän", 90)
    assert short.startswith("Dona")
    assert short.endswith("än")
    assert "…" in short


@pytest.mark.parametrize(
    ("count", "pitch", "needed", "step"),
    [(16, 20, 11, 1), (16, 11, 11, 1), (16, 6, 11, 2), (384, 1.5, 12, 10), (1, 0.1, 11, 1)],
)
def test_labels_are_thinned_to_each_1_2_5_10(count, pitch, needed, step):
    assert every(count, pitch, needed) == step


@pytest.mark.parametrize("size", ["normal", "large", "projector"])
def test_the_widest_label_is_the_widest_of_all_also_among_numbered_ones(size):
    numbered = (f"{number} w{number * 7 % 1000}" for number in range(1200))
    labels = (*numbered, "i" * 12, "\u0645\u062d\u0645\u062f 12")
    measure = ruler(theme("light", size).small_font)
    assert measure.widest(labels) == max(measure.width(label) for label in labels)


def test_thousands_of_numbered_labels_are_measured_as_a_few(monkeypatch):
    measure = Ruler(theme("light", "normal").small_font)
    measured = []
    width = Ruler.width
    monkeypatch.setattr(Ruler, "width", lambda self, text: measured.append(text) or width(self, text))
    measure.widest(tuple(f"t{number}" for number in range(4096)))
    assert len(measured) < 30


def test_lines_are_no_wider_than_their_room_and_hold_every_word():
    measure = ruler(LIGHT.small_font)
    text = "Every step from queries to output is on the screen."
    room = measure.width("Every step from") + 1
    lines = measure.lines(text, room)
    assert lines[0] == "Every step from"
    assert " ".join(lines) == text
    assert measure.widest(tuple(lines)) <= room


def test_a_no_break_space_holds_its_words_together_in_lines():
    measure = ruler(LIGHT.small_font)
    assert measure.lines("tiles of 75\u00a0×\u00a075", measure.width("tiles of 75") + 1) == [
        "tiles of",
        "75\u00a0×\u00a075",
    ]


def test_only_a_word_that_is_wider_than_a_line_is_shortened():
    measure = ruler(LIGHT.small_font)
    first, second = measure.lines(f"a {'w' * 40}", measure.width("w" * 10))
    assert first == "a"
    assert "…" in second
