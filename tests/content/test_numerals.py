"""Numbers as people type them, and as they are shown."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.content.numerals import (
    BadNumber,
    format_in_sum,
    format_number,
    format_result,
    format_results,
    format_setting,
    full,
    grouped,
    in_full,
    is_rounded,
    parse_number,
    sure,
)
from attnviz.engine.errors import AttentionError
from attnviz.engine.pencil import rounded


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0), ("12", 12.0), ("-3", -3.0), ("+3", 3.0), ("0.5", 0.5), (".5", 0.5), ("5.", 5.0), ("0,5", 0.5),
        (",5", 0.5), ("-0,25", -0.25), ("1e-3", 0.001), ("1E3", 1000.0), ("1,5e2", 150.0), ("\u22122", -2.0),
        ("1e\u22123", 0.001), ("\u00a07\u00a0", 7.0), ("\ufeff7\u200b", 7.0), (" 1 + 2 ", 3.0),
    ],
)  # fmt: skip
def test_a_typed_number_means_what_it_says(text: str, value: float) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/sqrt(2)", 0.7071067811865475), ("√2/2", 0.7071067811865476), ("2√2", 2.8284271247461903),
        ("pi/4", 0.7853981633974483), ("π", 3.141592653589793), ("2^3", 8.0), ("2**3", 8.0), ("2^-1", 0.5),
        ("-2^2", -4.0), ("2^3^2", 512.0), ("(1+2)*3", 9.0), ("7-2-1", 4.0), ("8/2/2", 2.0), ("--2", 2.0),
        ("e^0", 1.0), ("exp(0)", 1.0), ("ln(1)", 0.0), ("log(1)", 0.0), ("log10(1000)", 3.0), ("log2(8)", 3.0),
        ("sin(0)", 0.0), ("cos(0)", 1.0), ("tan(0)", 0.0), ("abs(-2)", 2.0), ("√(9+16)", 5.0), ("√√16", 2.0),
        ("2(3+1)", 8.0), ("2 pi", 6.283185307179586), ("sqrt(2,25)", 1.5), ("3×2", 6.0), ("6÷4", 1.5), ("2·3", 6.0),
        ("PI", 3.141592653589793), ("2exp(0)", 2.0), ("1−2", -1.0), ("√0", 0.0),
    ],
)  # fmt: skip
def test_an_expression_is_computed(text: str, value: float) -> None:
    assert parse_number(text) == pytest.approx(value, abs=1e-15, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Nothing"), ("   ", "Nothing"), ("abc", "abc"), ("1/", "missing after “/”"), ("*2", "missing before “*”"),
        ("(1", "closing bracket"), ("1)", "one too many"), ("sqrt 2", "brackets"), ("1 000", "side by side"),
        ("1.234,5", "decimal mark"), ("1,234,567", "decimal mark"), ("1..2", "decimal mark"), (".", "no digits"),
        ("inf", "finite"), ("-Infinity", "finite"), ("nan", "finite"), ("−∞", "finite"), ("1e999", "too large"),
        ("1e-999", "too small"), ("1/0", "Division by 0"), ("sqrt(-1)", "no real value"), ("√(-1)", "no real value"),
        ("ln(0)", "no real value"), ("0^-1", "negative power"), ("(-8)^(1/3)", "real power"), ("2e", "2*e"),
        ("2e+", "2*e"), ("1/2√2", "Use brackets"), ("1/2pi", "Use brackets"), ("0x10", "x10"), ("1_000", "“_”"),
        ("50%", "“%”"), ("__import__('os')", "“_”"), ("1\u200b2", "ZERO WIDTH SPACE"), ("[1]", "“[”"),
        ("True", "True"), ("1;2", "“;”"), ("x", "x"), ("²", "“²”"), ("2²", "“²”"), ("٣", "“٣”"),
    ],
)  # fmt: skip
def test_what_is_no_number_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNumber) as caught:
        parse_number(text)
    assert reason in str(caught.value)


def test_a_refusal_is_an_attention_error_with_a_place() -> None:
    with pytest.raises(AttentionError) as caught:
        parse_number("x")
    assert caught.value.where.name == "number"


@pytest.mark.parametrize(
    "text", ["9^9^9^9", "9**9**9**9", "exp(exp(exp(9)))", "10^400", "9" * 198 + "^9", "1e308*10", "1e308+1e308"]
)
def test_a_tower_of_powers_is_refused_at_once(text: str) -> None:
    with pytest.raises(BadNumber, match="too large"):
        parse_number(text)


@pytest.mark.parametrize("text", ["1+" * 500 + "1", "0" * 201 + "x"])
def test_an_endless_text_is_refused(text: str) -> None:
    with pytest.raises(BadNumber, match="longer than"):
        parse_number(text)


@pytest.mark.parametrize("text", ["(" * 99 + "1" + ")" * 99, "-" * 150 + "1", "√" * 150 + "1", "2^" * 90 + "1"])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(BadNumber, match="nested too deeply"):
        parse_number(text)


def test_minus_zero_is_read_as_zero() -> None:
    assert math.copysign(1.0, parse_number("-0")) == 1.0


@given(st.text(max_size=40))
def test_any_text_is_a_finite_number_or_refused(text: str) -> None:
    try:
        value = parse_number(text)
    except BadNumber:
        return
    assert math.isfinite(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_full_text_of_a_number_reads_back_as_that_number(value: float) -> None:
    assert parse_number(full(value)) == value


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_the_full_text_of_a_float32_reads_back_as_that_float32(value: float) -> None:
    assert np.float32(parse_number(full(np.float32(value)))) == np.float32(value)


def test_full_shows_every_digit_and_a_float32_only_its_own() -> None:
    assert full(1 / math.sqrt(2)) == "0.7071067811865475"
    assert full(np.float32(0.1)) == "0.1"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1.0, 3, "1"), (0.5, 3, "0.5"), (-2.0, 3, "−2"), (0.0, 3, "0"), (-0.0, 3, "0"), (0.67, 3, "0.67"),
        (0.669762, 3, "0.670"), (0.2840, 3, "0.284"), (0.28399540974126003, 3, "0.284"), (1 / 3, 2, "0.33"),
        (-0.0001, 3, "≈0"), (0.0001, 4, "0.0001"), (0.00001, 5, "0.00001"), (10.0, 3, "10"), (1200.0, 0, "1200"),
        (0.5, 0, "1"), (1.4, 0, "1"), (-0.25, 1, "−0.3"), (2.0005, 3, "2.001"), (2.000499999999999, 3, "2.001"),
        (999999.5, 1, "999999.5"), (1e6, 3, "1×10⁶"), (12300000.0, 3, "1.23×10⁷"), (12345678.9, 3, "1.235×10⁷"),
        (-1e300, 3, "−1×10³⁰⁰"), (-np.inf, 3, "−∞"), (np.inf, 3, "∞"), (0.30000000000000004, 3, "0.300"),
    ],
)  # fmt: skip
def test_a_number_is_shown_short_if_exact_and_with_all_decimals_if_rounded(
    value: float, decimals: int, text: str
) -> None:
    assert format_number(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.5, 3, "0.500"), (0.14, 3, "0.140"), (-2.0, 3, "−2"), (1.0, 3, "1"), (0.0, 3, "0"), (-0.0, 3, "0"),
        (2.5, 0, "3"), (1.7200000000000002, 3, "1.720"), (1e7 + 0.5, 2, "1.00×10⁷"), (-np.inf, 3, "−∞"),
        (1e-9, 2, "≈0"), (np.float32(0.1), 3, "0.100"), (12345.25, 3, "12345.250"),
    ],
)  # fmt: skip
def test_a_result_is_short_if_it_is_whole_and_else_has_all_its_decimals(value: float, decimals: int, text: str) -> None:
    assert format_result(value, decimals) == text


def test_a_float32_is_exact_if_its_own_shortest_form_is() -> None:
    assert format_number(np.float32(0.1), 3) == "0.1"
    assert not is_rounded(np.float32(0.1), 3)


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [(0.67, 3, False), (0.669762, 3, True), (1.0, 0, False), (1.5, 0, True), (1234567.0, 2, True), (-np.inf, 3, False)],
)
def test_is_rounded_says_whether_digits_are_missing(value: float, decimals: int, expected: bool) -> None:
    assert is_rounded(value, decimals) is expected


def test_a_rounded_operand_ends_in_an_ellipsis() -> None:
    assert format_in_sum(math.sqrt(2), 3) == "1.414…"
    assert format_in_sum(2.0, 3) == "2"


@given(st.floats(min_value=-1e5, max_value=1e5, allow_nan=False), st.integers(0, 8))
def test_what_is_shown_is_what_the_pencil_would_write(value: float, decimals: int) -> None:
    shown = float(format_number(value, decimals).replace("−", "-").replace("≈", ""))
    assert shown == pytest.approx(float(rounded(np.array([value]), decimals)[0]), abs=1e-12, rel=1e-12)


def test_a_matrix_is_formatted_cell_by_cell() -> None:
    assert format_results(np.array([[1.0, -0.5], [1 / 3, -np.inf]]), 3) == (("1", "−0.500"), ("0.333", "−∞"))
    assert format_results(np.array([[0.1]], dtype=np.float32), 3) == (("0.100",),)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (4096, "4096"), (10_000, "10\u202f000"), (-1_048_576, "−1\u202f048\u202f576")]
)
def test_large_whole_numbers_are_grouped_by_what_nobody_reads_as_a_decimal_mark(number: int, text: str) -> None:
    assert grouped(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.1253517471925912e-07, "1.125…×10⁻⁷"), (-1.1253517471925912e-07, "−1.125…×10⁻⁷"), (2e-5, "2×10⁻⁵"),
        (0.00062, "6.2×10⁻⁴"), (1 - 1.1253517471925912e-07, "0.9999999…"), (-(1 - 1e-9), "−0.999999999"),
        (1.0, "1"), (0.0, "0"), (1.0001, "1.000…"), (0.9994, "0.999…"), (2 * math.sin(math.pi / 6), "1"),
    ],
)  # fmt: skip
def test_an_operand_is_never_written_as_the_0_or_1_that_it_only_comes_near(number, text):
    assert format_in_sum(number, 3) == text


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.000096973, 5, "9.70…×10⁻⁵"), (0.00000715, 5, "7.15×10⁻⁶"), (0.00077582, 5, "0.000776…"),
        (0.00077582, 3, "7.76…×10⁻⁴"), (-0.0019634, 3, "−1.96…×10⁻³"), (0.012345, 3, "0.0123…"), (0.0125, 3, "0.0125"),
        (1 / 3, 3, "0.333…"), (0.0567, 2, "0.057…"), (12.5, 0, "13…"), (0.0, 3, "0"), (0.00099996, 3, "1.00…×10⁻³"),
    ],
)  # fmt: skip
def test_an_operand_has_three_figures_where_so_many_are_asked_for(value: float, decimals: int, text: str) -> None:
    assert format_in_sum(value, decimals, figures=3) == text
    assert in_full(value, decimals) == text.replace("…", "")


def test_a_power_of_ten_is_that_of_the_digits_beside_it() -> None:
    assert format_in_sum(9.9999999e-5, 3) == "1.000…×10⁻⁴"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.5, 3, "0.5"), (0.0, 3, "0"), (2 / 3, 3, "0.667"), (0.0123, 3, "0.012"), (0.00123456, 3, "1.235×10⁻³"),
        (1e-9, 6, "1×10⁻⁹"), (-1e-9, 6, "−1×10⁻⁹"), (1e-300, 3, "1×10⁻³⁰⁰"), (0.001, 3, "0.001"),
        (1e300, 3, "1×10³⁰⁰"), (0.25, 0, "2.5×10⁻¹"), (0.5, 0, "5×10⁻¹"), (np.float32(1e-9), 6, "1×10⁻⁹"),
    ],
)  # fmt: skip
def test_a_setting_shows_at_least_two_of_its_digits(value: float, decimals: int, text: str) -> None:
    assert format_setting(value, decimals) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [("1.05×10⁶", 1.05e6), ("−2×10⁻³", -2e-3), ("9,70 × 10⁻⁵", 9.7e-5), ("2·10⁻³+1", 1.002)],
)
def test_numbers_are_read_as_results_are_written(text: str, value: float) -> None:
    assert parse_number(text) == value


def below(whole: float, rounding: float) -> float:
    return whole - rounding


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (below(1, 1.5e-14), "1"), (-(1 + 4e-15), "−1"), (below(3000, 1e-10), "3000"), (2 * math.sin(math.pi / 6), "1"),
        (np.float32(below(1, 9e-7)), "1"), (np.float32(1 + 2.4e-7), "1"),
    ],
)  # fmt: skip
def test_a_sum_that_rounding_alone_keeps_from_a_whole_number_is_written_as_that(number: float, text: str) -> None:
    assert (format_result(number, 3), format_in_sum(number, 3), in_full(number, 3)) == (text, text, text)
    assert sure(number) == text + ".0"


def as_typed(text: str) -> str:
    """A written number as Python reads it."""
    return text.replace("×10", "e").translate(str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789"))


@pytest.mark.parametrize("number", [below(1, 1e-12), below(1, 1.1e-7), 1 + 1e-11, 2e-15, -3e-13])
def test_a_number_that_is_another_one_is_not_written_as_a_whole_one(number: float) -> None:
    assert is_rounded(number, 3)
    assert format_result(number, 3) in ("1.000", "≈0")
    assert format_in_sum(number, 3) not in ("1", "0", "−0")
    assert float(as_typed(sure(number))) == pytest.approx(float(number), rel=1e-14)


def test_decimals_that_tell_it_from_a_whole_number_are_written() -> None:
    assert format_result(np.float32(1 + 6e-7), 3) == "1"
    assert format_result(np.float32(1 + 6e-7), 7) == "1.0000006"
    assert format_in_sum(np.float32(-58666.71484375), 0) == "−58667…"


def test_what_was_given_keeps_its_digits() -> None:
    assert format_in_sum(below(1, 1.5e-14), 3, given=True).startswith("0.9999999999999")


@pytest.mark.parametrize("number", [2 / 3, 0.24999999999999997, np.float32(1 / 3), -1e300, 1e-300])
def test_a_number_by_itself_has_all_its_digits(number: float) -> None:
    assert type(number)(as_typed(sure(number))) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (np.float32(9.843443e-05), "9.843443×10⁻⁵"), (-2.5e-7, "−2.5×10⁻⁷"), (1e300, "1×10³⁰⁰"), (-0.25, "−0.25"),
        (0.0, "0.0"),
    ],
)  # fmt: skip
def test_a_number_by_itself_has_its_power_and_sign_as_all_results_do(number: float, text: str) -> None:
    assert sure(number) == text
