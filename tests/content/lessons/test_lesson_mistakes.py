"""Every way in which a lesson can be wrong is told, with its line and one thing to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from attnviz.content.atomic import FileProblem
from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.mistakes import BadLesson, Mistake
from attnviz.content.lessons.reader import parse_lesson, read_lesson
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.scenario import Scenario

GOOD = """\
attnviz_lesson = 1
title = "One row"
scenario = "by-hand"

[[steps]]
title = "Look"
text = "Hello."
"""
BEFORE = GOOD.count("\n")  # lines that stand before what a test adds


def _labs(name: str, values: Mapping[str, object], _scenario: Scenario) -> Mapping[str, Any]:
    """Stands in for the laboratories."""
    if name != "mixture":
        raise FieldError(f"There is no laboratory {name!r}.", Where("lab"))
    if "speed" in values:
        raise FieldError("There is no parameter 'speed'.", Where("speed"))
    return {"weights": [0.2, 0.3, 0.5]}


def _mistakes(text: str) -> tuple[Mistake, ...]:
    found = check_lesson(text, "mine", None, _labs)
    assert all("\n" not in mistake.text and mistake.text.endswith((".", "?")) for mistake in found)
    return found


def _only(text: str, line: int, words: str) -> None:
    found = _mistakes(text)
    assert [mistake.line for mistake in found] == [line], found
    assert re.search(words, found[0].text), found[0].text


def test_a_good_lesson_has_no_mistakes() -> None:
    assert _mistakes(GOOD) == ()


@pytest.mark.parametrize(
    ("added", "line", "words"),
    [
        # the step's own entries; `added` follows text = "Hello."
        ('figrue = "weights"', 1, "Did you mean figure"),
        ("figure = 3", 1, "figure is 3. Give a text"),
        ('figure = "wieghts"', 1, "no figure .*Choose one of: .*weights"),
        ('figure = "biased"', 1, "no figure"),
        ('figure = "weights"\nlab = "mixture"', 2, "a figure or a laboratory"),
        ('lab = "mixtur"', 1, "no laboratory"),
        ('lab = "mixture"\nlab_set = { speed = 1 }', 2, "no parameter"),
        ("lab_set = { degrees = 45 }", 1, "Give lab as well"),
        ("lab_set = 3", 1, "Give a table"),
        ('lab = "mixture"\nblank = ["weights[1,1]"]', 2, "a laboratory stands in their place"),
        ("head = 2", 1, "head is 2, but the scenario has 1 head"),
        ("head = 0", 1, "whole number from 1"),
        ("head = 1.0", 1, "whole number from 1"),
        ("query = 4", 1, "query is 4, but the scenario has 3 queries"),
        ("query = true", 1, "whole number"),
        ('cell = "weights[4,1]"', 1, "no row 4"),
        ('cell = "weights[2,*]"', 1, "more than one cell"),
        ('cell = "wieghts[2,1]"', 1, "Did you mean weights"),
        ('cell = "weights[2,1] + 1"', 1, "no place"),
        ('highlight = ["X[1,1]", "X[9,1]"]', 1, "no row 9"),
        ('highlight = [\n  "X[1,1]",\n  "X[1,9]",\n]', 3, "no column 9"),
        ("highlight = [1]", 1, "entry 1 is 1. Give a text"),
        ("highlight = 3", 1, "Give a list"),
        ('blank = ["output@2[1,1]"]', 1, "no heads"),
        ('build = "colums"', 1, "rows, stages or values"),
        ('scenario = "by-foot"', 1, "no example"),
        ('scenario = "/etc/passwd"', 1, "no example"),
        ("scenario = 3", 1, "name of an example or a table"),
        ("set = 3", 1, "Give a table"),
        ("set = { temperatur = 2.0 }", 1, "temperatur cannot be set"),
        ("set = { temperature = 0.0 }", 1, "above 0"),
        ("set = { temperature = nan }", 1, "finite|temperature"),
        ("set = {\n}", 1, "no TOML"),
        ("set = { pencil = 99 }", 1, "decimals from 0 to 12"),
        ("set = { heads = 3 }", 1, "cannot be cut into 3 heads"),
        ("set = { mask.causal = 1 }", 1, "true or false"),
        ('set = { "mask.padding" = [7] }', 1, "hides key 8 of 3"),
        ('set = { "mask.custom" = [[true]] }', 1, "1×1 but the scores are 3×3"),
        ('set = { "X[9,9]" = 1.0 }', 1, "row 9"),
        ('set = { "X[1,*]" = 1.0 }', 1, "more than one cell"),
        ('set = { "X[1,1]" = "a" }', 1, "Give a number"),
        ('set = { "weights[1,1]" = 1.0 }', 1, "weights is computed"),
        ("set = { W_Q = [[1.0]] }", 1, "Make them equal"),
        ("set = { W_Q = [[1.0, nan], [0, 1]] }", 1, "W_Q, row 1, column 2"),
        # prose
        ('notes = "What is {weights[9,9]}?"', 1, "no row 9"),
        ('notes = "What is {weigths[1,1]}?"', 1, "Did you mean weights"),
        ('notes = "What is {weights[1,1]?"', 1, "begins with { and does not end"),
        ('notes = "That costs $5."', 1, "begins with \\$ and does not end"),
        ('notes = "A [[query."', 1, "begins with \\[\\[ and does not end"),
        ('notes = "A [[qwery]]."', 1, "no term .*Did you mean \\[\\[query\\]\\]"),
        ('notes = """\nOne.\nTwo.\n{1/0}\n"""', 4, "divides by 0"),
        ("notes = '''\nOne.\n\n$\\frac{1}{2}$ {1/0} '''", 4, "divides by 0"),
        ('notes = "{lab.weights}"', 1, "Give the step a laboratory"),
        # claims
        ("[[steps.claims]]", 1, "text is missing"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"', 1, "is is missing"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = 4', 4, '"T" is 3. Correct the number'),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = "three"', 4, "Give a number, a row"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = nan', 4, "no finite number"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = [[1, 2], [3]]', 4, "not equally long"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = [[[1]]]', 4, "too deeply"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = 3\nwithin = 0', 5, "above 0"),
        ('[[steps.claims]]\ntext = "T"\nof = "T"\nis = 3\nsuorce = "a"', 5, "Did you mean source"),
        ('[[steps.claims]]\ntext = "T"\nof = "T +"\nis = 3', 3, "too early"),
        ('[[steps.claims]]\ntext = "T"\nof = "biased[1,1]"\nis = 3', 3, "has no value: .*no stage"),
        ('[[steps.claims]]\ntext = "T"\nof = "weights[2,3]"\nis = 0.577', 4, "is 0.575975345215"),
        ('[[steps.claims]]\ntext = "T"\nof = "weights[2,*]"\nis = [0.284, 0.140, 0.577]', 4, "is \\(0.28"),
        ('[[steps.claims]]\ntext = "T"\nof = "causal"\nis = true', 4, "is false"),
        ("claims = 3", 1, "Begin each with"),
        ("claims = [3]", 1, "entry 1 is 3"),
        # questions
        ('[[steps.questions]]\nask = "Why?"', 1, "0 of at least 2 choices"),
        ('[[steps.questions]]\nask = "A?"\nchoices = [{ text = "a", right = true, why = "b" }]', 3, "1 of at least 2"),
        (
            '[[steps.questions]]\nask = "Why?"\nchoices = [\n{ text = "a", why = "b" },\n{ text = "c", why = "d" } ]',
            3,
            "0 choices are right",
        ),
        (
            '[[steps.questions]]\nask = "Why?"\nchoices = [\n{ text = "a", right = true, why = "b" },\n'
            '{ text = "c", right = true, why = "d" } ]',
            3,
            "2 choices are right",
        ),
        (
            '[[steps.questions]]\nask = "A?"\nchoices = [\n{ text = "a", right = true, why = "b" },\n{ text = "c" } ]',
            5,
            "why is missing",
        ),
        (
            '[[steps.questions]]\nask = "Why?"\nchoices = [\n{ text = "a", right = true, why = "b" },\n'
            '{ text = "a", why = " " } ]',
            5,
            "why is empty|twice",
        ),
        # tasks
        ('[[steps.tasks]]\ntext = "Do."', 1, "goal is missing"),
        ('[[steps.tasks]]\ntext = "Do."\ngoal = "weights[1,1]"', 3, "is a number, not a condition"),
        ('[[steps.tasks]]\ntext = "Do."\ngoal = "weights[1,1] >"', 3, "too early"),
        ('[[steps.tasks]]\ntext = "Do."\ngoal = "T = 3"', 3, "reached before the step begins"),
        ('[[steps.tasks]]\ntext = "Do."\ngoal = "T and causal"', 3, "joins conditions"),
        ('[[steps.tasks]]\ntext = "Do."\ngoal = "lab.x > 3"', 3, "no number lab.x"),
        # steps
        ('[[steps]]\ntext = "No title."', 1, "title is missing"),
        ('[[steps]]\ntitle = ""\ntext = "A."', 2, "title is empty"),
        ('[[steps]]\ntitle = "Empty"', 1, "this step is empty"),
    ],
)  # fmt: skip
def test_a_mistake_has_its_line_and_a_remedy(added: str, line: int, words: str) -> None:
    found = _mistakes(f"{GOOD}{added}\n")
    assert {mistake.line for mistake in found} == {BEFORE + line}, found
    assert any(re.search(words, mistake.text) for mistake in found), found


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "empty"),
        ("\n\n", 1, "empty"),
        ('title = "A"', 1, "attnviz_lesson is missing"),
        ("attnviz_lesson = 2", 1, "newer format"),
        ('attnviz_lesson = "1"', 1, "version of the format"),
        ('attnviz_lesson = 1\ntitle = "A"\nscenario = "by-hand"', 1, "no steps"),
        (GOOD.replace('title = "One row"\n', ""), 1, "title is missing"),
        (GOOD.replace('"by-hand"', '"by-foot"'), 3, "no example"),
        (GOOD.replace('scenario = "by-hand"\n', ""), 1, "no scenario"),
        (GOOD.replace("[[steps]]", "[steps]"), 5, "Begin each with"),
        (GOOD.replace('title = "One row"', 'title = "One row"\nunit = -1'), 3, "from 0 to 99"),
        (GOOD.replace('title = "Look"', 'title = "Look'), 6, "no TOML"),
        (GOOD + 'text = "Again."\n', 8, "no TOML.*overwrite"),
        (GOOD + 'notes = """\nopen\n', 9, "no TOML"),
        (GOOD + "x = 1" + "0" * 5000, 8, "too many digits"),
        (GOOD + "x = " + "[" * 100_000, 1, "too deeply"),
        (GOOD + "a." * 1000 + "b = 1", 8, "too deeply"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_lesson_says_so(text: str, line: int, words: str) -> None:
    _only(text, line, words)


def test_every_mistake_of_a_file_is_told_from_top_to_bottom() -> None:
    text = GOOD + (
        'figure = "wrong"\nquery = 9\n[[steps.claims]]\ntext = "T"\nof = "T"\nis = 4\n'
        '[[steps]]\ntitle = "Two"\ntext = "{1/0} and {2/0}"\nhead = 5\n'
    )
    assert [mistake.line for mistake in _mistakes(text)] == [8, 9, 13, 16, 16, 17]


def test_what_a_step_does_not_set_goes_on_from_the_step_before() -> None:
    text = GOOD + (
        'set = { temperature = 2.0 }\n[[steps]]\ntitle = "Two"\ntext = "Still {temperature}."\n'
        '[[steps.claims]]\ntext = "Two"\nof = "temperature"\nis = 2\n'
    )
    assert _mistakes(text) == ()


def test_numbers_of_a_laboratory_are_checked_when_it_can_be_run() -> None:
    text = GOOD + 'lab = "mixture"\n[[steps.claims]]\ntext = "T"\nof = "lab.weights"\nis = [0.2, 0.3, 0.4]\n'
    assert [mistake.line for mistake in _mistakes(text)] == [12]
    assert check_lesson(text, "mine", None, None) == ()


def test_a_scenario_may_be_written_into_the_lesson() -> None:
    own = '[scenario]\ntokens = ["a"]\n[scenario.inputs]\nkind = "direct"\nQ = [[1.0]]\nK = [[2]]\nV = [[3.5]]\n'
    text = GOOD.replace('scenario = "by-hand"\n', "").replace("\n[[steps]]", own + "[[steps]]", 1)
    scenario = parse_lesson(text, "mine").steps[0].scenario
    assert scenario is not None
    assert scenario.matrix("V").tolist() == [[3.5]]


def test_a_mistake_in_a_scenario_of_its_own_has_the_line_of_its_row() -> None:
    own = '[scenario.inputs]\nkind = "direct"\nQ = [[1.0],\n  ["x"]]\nK = [[2]]\nV = [[3.5]]\n'
    text = GOOD.replace('scenario = "by-hand"\n', "").replace("\n[[steps]]", own + "[[steps]]", 1)
    _only(text, 6, "Q, row 2, column 1")


def test_a_scenario_may_be_a_file_beside_the_lesson(tmp_path: Path) -> None:
    (tmp_path / "mine.attn").write_text('{"attnviz": 1, "inputs": {"kind": "weights", "weights": [[[1]]]}}', "utf-8")
    text = GOOD.replace("by-hand", "mine.attn")
    assert parse_lesson(text, "mine", tmp_path).steps[0].scenario is not None
    _only(text, 3, "no example")  # without a folder


def test_a_scenario_outside_the_lessons_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "mine.attn").write_text('{"attnviz": 1, "inputs": {"kind": "weights", "weights": [[[1]]]}}', "utf-8")
    folder = tmp_path / "lessons"
    folder.mkdir()
    with pytest.raises(BadLesson, match="no example"):
        parse_lesson(GOOD.replace("by-hand", "../mine.attn"), "mine", folder)


def test_reading_a_wrong_lesson_raises_all_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + 'figure = "wrong"\nquery = 9\n', "utf-8")
    with pytest.raises(BadLesson, match=r"mine\.toml:8: there is no figure .* \(1 more\)") as caught:
        read_lesson(path)
    assert [mistake.line for mistake in caught.value.mistakes] == [8, 9]


def test_a_false_claim_does_not_keep_a_lesson_from_being_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + '[[steps.claims]]\ntext = "T"\nof = "T"\nis = 4\n', "utf-8")
    assert read_lesson(path).steps[0].claims[0].equals == 4


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"#" * (1 << 20) + b"\n", "larger than 1 MB"),
        (b"title = \xff", "line 1 is not UTF-8"),
        (GOOD.encode() + b"# caf\xe9", "line 8 is not UTF-8"),
        ("title".encode("utf-16"), "UTF-16"),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    with pytest.raises(FileProblem, match=words):
        read_lesson(path)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match="no such file"):
        read_lesson(tmp_path / "none.toml")
    with pytest.raises(FileProblem, match="folder"):
        read_lesson(tmp_path)


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n")])
def test_a_byte_order_mark_and_windows_line_ends_are_read(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(change(GOOD + 'notes = """\nTwo\nlines"""\n').encode())
    assert read_lesson(path).steps[0].notes == "Two\nlines"


def test_lines_are_right_with_windows_line_ends_too() -> None:
    _only(GOOD.replace("\n", "\r\n") + 'notes = """\r\nOne.\r\n{1/0}\r\n"""', BEFORE + 3, "divides by 0")
