"""Worksheets: pages that hold what they must, room to compute, the same file for the same seed."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.content.practice.hints import arithmetic_of, compact
from attnviz.content.practice.kinds import exercise, exercises
from attnviz.figures.fitting import natural_size
from attnviz.figures.grid import layout
from attnviz.figures.heatmap import Heatmap
from attnviz.figures.labels import ruler
from attnviz.figures.theme import Theme, font, theme
from attnviz.figures.worksheet import answer_key, squares, without_rounding, worksheet
from attnviz.figures.worksheet_pages import page_room, paged, undated
from attnviz.figures.worksheet_pieces import Piece, answer_tables, gap, given_tables, room, tables
from attnviz.figures.worksheet_words import latex_of, lines_of, with_formulas


def pages_of(pdf: bytes) -> int:
    """How many pages the file has."""
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


def nothing(height: float, stretch: float = 0.0) -> Piece:
    """A piece that paints nothing."""
    return Piece(height, lambda _painter, _place, _height: None, stretch)


def test_one_seed_makes_one_file_to_the_byte() -> None:
    made = exercises(7, 4)
    assert worksheet(made, 7) == worksheet(exercises(7, 4), 7)
    assert answer_key(made, 7) == answer_key(exercises(7, 4), 7)


def test_other_seeds_make_other_files() -> None:
    assert worksheet(exercises(7, 2), 7) != worksheet(exercises(8, 2), 8)


def test_no_date_is_left_in_the_file() -> None:
    dates = re.findall(rb"D:(\d{14})", worksheet(exercises(7, 1), 7))
    assert set(dates) == {b"20000101000000"}


def test_the_table_of_offsets_still_points_at_its_objects() -> None:
    pdf = worksheet(exercises(7, 2), 7)
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    assert pdf[start : start + 4] == b"xref"
    entries = re.findall(rb"(\d{10}) \d{5} n", pdf[start:])
    assert all(re.match(rb"\d+ 0 obj", pdf[int(offset) :]) for offset in entries if int(offset))


def test_a_file_from_another_time_zone_becomes_the_same() -> None:
    made = worksheet(exercises(7, 1), 7)
    at = made.index(b"/CreationDate (D:") + len(b"/CreationDate (")
    elsewhere = made[:at] + made[at:].replace(b"D:20000101000000Z", b"D:20261129101112Z", 1)
    assert undated(elsewhere) == made


def test_papers_have_their_own_size() -> None:
    a4, letter = (worksheet(exercises(7, 1), 7, paper) for paper in ("a4", "letter"))
    assert b"/MediaBox [0 0 595" in a4
    assert b"/MediaBox [0 0 612" in letter


def test_ten_exercises_take_several_pages() -> None:
    assert 3 <= pages_of(worksheet(exercises(7, 10), 7)) <= 7


def test_a_sheet_has_fonts_and_no_pictures() -> None:
    pdf = worksheet(exercises(7, 4), 7)
    assert b"/FontName" in pdf
    assert b"/Subtype /Image" not in pdf


def test_a_block_stays_whole_where_a_page_can_hold_it() -> None:
    blocks = [[nothing(60)], [nothing(30), nothing(30)]]
    assert [len(page) for page in paged(blocks, 100)] == [1, 2]


def test_a_block_longer_than_a_page_is_broken_between_pieces() -> None:
    assert [len(page) for page in paged([[nothing(40)] * 5], 100)] == [2, 2, 1]


def test_no_piece_reaches_over_the_end_of_its_page() -> None:
    for page in paged([[nothing(33), gap(5), nothing(28, 1.0)]] * 9, 100):
        assert all(placed.top + placed.height <= 100 + 1e-6 for placed in page)


def test_gaps_are_left_out_at_the_top_of_a_page() -> None:
    pages = paged([[nothing(90)], [gap(20), nothing(50)]], 100)
    assert [placed.top for placed in pages[1]] == [0.0]


def test_room_to_compute_takes_the_rest_of_its_page_up_to_half_its_height() -> None:
    assert paged([[nothing(70), nothing(20, 1.0)]], 95)[0][1].height == 25.0
    assert paged([[nothing(50), nothing(20, 1.0)]], 100)[0][1].height == 30.0


def test_every_exercise_has_room_to_compute() -> None:
    piece = room(5, theme(), 400.0)
    assert (piece.stretch, piece.height) == (5.0, pytest.approx(5 * 18.9 + 1))


def test_given_tables_hold_the_numbers_and_no_colour() -> None:
    made = exercise("score", 2)
    models = given_tables(made, 3)
    assert [model.title for model in models] == ["Queries", "Keys"]
    for model in models:
        assert model.face is not None
        assert {entry for row in model.face.entry_rows for entry in row} == {128}  # the paper's own


def test_answer_tables_hold_no_number() -> None:
    for name in ("projection", "weight", "masked", "concatenation"):
        for model in answer_tables(exercise(name, 3)):
            assert model.face is not None
            assert {text for row in model.face.texts for text in row} == {""}


def test_lines_are_no_wider_than_their_room() -> None:
    own = font(13)
    lines = lines_of(exercise("masked", 4).question, own, theme().palette.text, 200.0)
    assert len(lines) > 2
    space = ruler(own).width(" ")
    widths = [sum(run.width for word in line for run in word) + space * (len(line) - 1) for line in lines]
    assert max(widths) <= 200.0


@pytest.mark.parametrize(
    ("symbol", "latex"),
    [
        ("√d_k", r"\sqrt{d_{k}}"),
        ("√2", r"\sqrt{2}"),
        ("W_O", "W_{O}"),
        ("d_model", r"d_{\text{model}}"),
    ],
)
def test_symbols_are_set_as_formulas(symbol: str, latex: str) -> None:
    assert latex_of(symbol) == latex
    (line,) = lines_of(f"by {symbol}: what", font(13), theme().palette.text, 500.0)
    assert [run.picture is not None for word in line for run in word] == [False, True, False, False]


def test_labels_are_not_read_as_markdown() -> None:
    assert with_formulas("**a** of W_Q") == r"\*\*a\*\* of $W_{Q}$"


def test_what_is_asked_about_is_framed_where_more_is_printed() -> None:
    made = exercise("projection", 7)
    tokens = given_tables(made, 3)[0]
    assert [(frame.rows, frame.columns) for frame in tokens.frames] == [
        ((made.cells[0].row, made.cells[0].row + 1), (0, 2))
    ]


def test_of_scores_only_the_asked_row_is_printed() -> None:
    made = exercise("weight", 3)
    (scores,) = given_tables(made, 3)
    assert scores.row_labels == (made.scenario.query_labels[made.cells[0].row],)
    assert scores.values is not None
    assert scores.values.tolist() == [made.trace.at("masked", 0)[made.cells[0].row].tolist()]


def test_there_is_more_room_for_more_operations() -> None:
    assert squares(exercise("score", 3)) == 3
    assert squares(exercise("exponentials", 3)) == 5
    assert squares(exercise("score", 3)) < squares(exercise("weight", 3)) < 10


def test_the_key_says_what_is_left_without_rounding_only_where_it_differs() -> None:
    assert compact(exercise("score", 2))[0].startswith("Dot product:  ")
    for made in (exercise("masked", seed) for seed in range(20)):
        told = [f"{number:.3f}" for number in made.exact_answers]
        differs = told != [f"{number:.3f}" for number in made.answers]
        assert bool(without_rounding(made)) == differs


def test_the_key_speaks_of_no_rounding_where_the_sheet_itself_gives_rounded_numbers() -> None:
    concatenation = exercise("concatenation", 842012)
    heads = [concatenation.trace.at("head_output", head)[concatenation.cells[0].row] for head in (0, 1)]
    assert [row.tolist() for row in heads] == [[0.014, 0.496], [1.481, 3.947]]
    exponentials, output = exercises(1, 8)[3], exercises(1, 8)[5]
    assert exponentials.answers[1] == 4.112  # e^1.414 is 4.112, e^√2 would be 4.113
    assert [without_rounding(made) for made in (concatenation, exponentials, output)] == ["", "", ""]


def test_the_key_says_what_is_left_without_rounding_of_scores_that_are_whole_numbers() -> None:
    assert without_rounding(exercise("masked", 673789)) == "0.047, 0.953, 0 if nothing is rounded on the way"


def test_the_key_has_each_line_once() -> None:
    for name in ("weight", "masked", "concatenation", "exponentials"):
        for seed in range(10):
            lines = compact(exercise(name, seed))
            assert len(set(lines)) == len(lines)


def test_the_key_names_the_second_of_two_equal_shares() -> None:
    lines = compact(exercise("masked", 30))
    shares = [line for line in lines if line.endswith("1 ÷ 2 = 0.500")]
    assert len(shares) == 2
    assert shares[1].startswith("Key 2 “cat”, ")


def test_the_key_has_the_exponential_of_each_key_though_two_are_equal() -> None:
    own = [line.split(":")[0] for line in compact(exercise("masked", 30)) if "Exponential:" in line]
    assert own == [f"Key {place} “{token}”, Exponential" for place, token in ((1, "the"), (2, "cat"), (3, "sat"))]


def test_the_key_of_a_weight_has_each_step_down_to_the_quotient() -> None:
    made = exercise("weight", 2)
    ((_, lines),) = arithmetic_of(made)
    assert lines[-1][0] == "Its share of the sum"
    assert any("+" in line for _, line in lines)


def test_pages_leave_a_margin() -> None:
    size = page_room("a4")
    assert size.width() == pytest.approx((210 - 36) / 25.4 * 96, abs=1)
    assert size.height() < (297 - 36) / 25.4 * 96


def test_cells_to_be_filled_in_have_boxes_that_a_screen_shows(qapp: object) -> None:
    look = theme()
    model = answer_tables(exercise("weight", 3))[0]
    [line] = tables([model], look, 600)
    image = QImage(600, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with QPainter(image) as painter:
        line.paint(painter, QPointF(0, 0), line.height)
    dark = [y for y in range(int(line.height)) if image.pixelColor(_middle_of(model, look), y).lightness() < 100]
    assert len(dark) >= 2  # over and under the cell


def _middle_of(model: Heatmap, look: Theme) -> int:
    """Where the cell's left third is: beside whatever stands in it."""
    assert model.fit is not None
    size = natural_size(model, look, model.fit, title_width=True)
    cell = layout(model, QRectF(0, 0, size.width(), size.height()), look).cell_rect(0, 0)
    return int(cell.left() + cell.width() / 3)
