"""A lesson made to keep the reader busy, to fill the memory or to break it is told what is wrong, and soon."""

from __future__ import annotations

import time

import pytest

from attnviz.content.lessons.checking import check_lesson
from attnviz.content.lessons.mistakes import Mistake
from attnviz.labs.running import numbers_of

STEP = 'attnviz_lesson = 1\ntitle = "a"\nscenario = "by-hand"\n[[steps]]\ntitle = "b"\n'
CLAIM = STEP + '[[steps.claims]]\ntext = "x"\nof = "weights[1,1]"\n'
SOON = 5  # seconds of computing: each of these took minutes, or all of the memory


def _mistakes(text: str) -> tuple[Mistake, ...]:
    begun = time.process_time()
    found = check_lesson(text, "bomb", None, numbers_of)
    assert time.process_time() - begun < SOON
    return found


@pytest.mark.parametrize(
    "sign", ["{ ", "$ ", "[[ ", "` `` ", "{a\n\n", "$x$ ", "{weights[1,1]} ", "[[softmx]] ", "\\\\"],
)  # fmt: skip
def test_prose_is_refused_beyond_many_pages(sign: str) -> None:
    text = STEP + f'text = """{sign * (500_000 // len(sign))}"""\n'
    assert [(one.line, one.text[:30]) for one in _mistakes(text)] == [(6, "text is longer than 20000 char")]


@pytest.mark.parametrize("sign", ["{ ", "$ ", "[[ ", "` `` ", "{a\n\n", "[[softmx]] ", "$x$ ", "{weights[1,1]} "])
def test_prose_that_opens_much_is_read_soon(sign: str) -> None:
    _mistakes(STEP + f'text = """{sign * (19_000 // len(sign))}"""\n')


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (STEP + 'text = "a"\n' + "x" * 500_000 + " = 1\n", 7),
        (STEP + f'text = "[[{"x" * 19_000}]]"\n', 6),
        (CLAIM.replace("weights[1,1]", "w" * 490) + "is = 1\n", 8),
        (
            STEP
            + 'text = "a"\n[steps.scenario]\ninputs = { kind = "direct", Q = [[1]], K = [[1]], V = [[1]], '
            + "x" * 500_000
            + " = 1 }\n",
            8,
        ),
    ],
    ids=["key", "term", "name", "field"],
)
def test_an_endless_name_is_no_other_ones_misspelling(text: str, line: int) -> None:
    assert [one.line for one in _mistakes(text)] == [line]


@pytest.mark.parametrize(
    "text",
    [
        CLAIM + "is = 1" + "0" * 400 + "\n",
        CLAIM + "is = 1\nwithin = 1" + "0" * 400 + "\n",
        CLAIM + "is = 0x" + "f" * 400 + "\n",
        STEP + 'text = "a"\nset = { temperature = 1' + "0" * 400 + " }\n",
        STEP + 'text = "a"\nset = { X = [[1' + "0" * 400 + ", 1]] }\n",
        STEP + 'text = "a"\nlab = "cost"\nlab_set = { T = 1' + "0" * 400 + " }\n",
        STEP + 'text = "a"\nlab = "mixture"\nlab_set = { weights = [1' + "0" * 400 + "] }\n",
        STEP + 'text = "a"\n[steps.scenario]\ninputs = { kind = "direct", Q = [[1' + "0" * 400 + "]] }\n",
    ],
)
def test_a_whole_number_beyond_every_format_is_told_at_its_line(text: str) -> None:
    line = next(row for row, words in enumerate(text.splitlines(), 1) if "0" * 400 in words or "f" * 400 in words)
    assert [(one.line, one.text) for one in _mistakes(text)] == [(line, "a number has too many digits. Shorten it.")]


@pytest.mark.parametrize("value", ["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "{ a = 1 }", "[{ a = 1 }]", "[]"])
@pytest.mark.parametrize(
    "entry",
    [
        *(f"set = {{ {name} = VALUE }}" for name in ("temperature", "heads", "pencil", "scale", "X", '"X[1,1]"',
                                                     '"mask.causal"', '"mask.padding"', '"mask.custom"')),
        *(f'lab = "{lab}"\nlab_set = {{ {name} = VALUE }}' for lab, name in (
            ("cost", "T"), ("cost", "dtype"), ("mixture", "temperature"), ("mixture", "weights"), ("masks", "causal"))),
    ],
)  # fmt: skip
def test_a_value_of_no_such_kind_is_one_mistake(entry: str, value: str) -> None:
    found = _mistakes(STEP + 'text = "a"\n' + entry.replace("VALUE", value) + "\n")
    if (entry, value) != ('set = { "mask.padding" = VALUE }', "[]"):
        assert [one.line for one in found] == [6 + entry.count("\n") + 1]


def test_a_false_claim_about_a_large_table_is_told_shortly() -> None:
    text = CLAIM.replace("by-hand", "trophy").replace("weights[1,1]", "weights") + "is = 1\n"
    assert [len(one.text) < 300 for one in _mistakes(text)] == [True]
