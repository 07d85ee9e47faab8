"""Arguments of a kind that has no meaning are refused in words, never by an error from deep inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from examples import by_hand, two_heads

from attnviz import Alibi, AttentionError, GivenWeights, Mask, Rotary, Scenario, trace
from attnviz.engine import edits
from attnviz.engine.cells import Cell
from attnviz.engine.decoding import decode
from attnviz.engine.derivation import derive
from attnviz.engine.errors import FieldError, Where
from attnviz.engine.links import feeds, query_path, sources

HERE = by_hand()
Refused = Callable[[], Any]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Mask(alignment=np.array(["a", "b"])), "mask.alignment"),  # type: ignore[arg-type]
        (lambda: Mask(alignment=["top_left"]), "mask.alignment"),  # type: ignore[arg-type]
        (lambda: Mask(padding=np.array(1)), "mask.padding"),  # type: ignore[arg-type]
        (lambda: Mask(padding=np.array([[0, 1]])), "mask.padding"),  # type: ignore[arg-type]
        (lambda: Mask(custom=HERE.matrix("X")), "mask.custom holds float64"),
        (lambda: Mask(custom=np.frombuffer(b"\0\1" * 2, np.uint8).reshape(2, 2)), "mask.custom holds uint8"),
        (lambda: GivenWeights(np.frombuffer(b"\1" * 8, np.bool_).reshape(2, 2, 2)), "weights holds bool"),
        (lambda: GivenWeights(np.frombuffer(bytes(64), np.complex64).reshape(2, 2, 2)), "weights holds complex64"),
        (lambda: GivenWeights(np.frombuffer(bytes(64), "M8[s]").reshape(2, 2, 2)), "weights holds datetime64"),
        (lambda: trace(None), "Scenario"),  # type: ignore[arg-type]
        (lambda: trace("by-hand"), "Scenario"),  # type: ignore[arg-type]
        (lambda: trace(HERE, HERE), "Trace"),  # type: ignore[arg-type]
        (lambda: trace(HERE).at("weights", 0.5), "head is 0.5"),  # type: ignore[arg-type]
        (lambda: trace(HERE).at("weights", "1"), "head is '1'"),  # type: ignore[arg-type]
        (lambda: sources(trace(HERE), Cell("weights", 0, 0.5, 0)), "row is 0.5"),  # type: ignore[arg-type]
        (lambda: feeds(trace(HERE), Cell("weights", 0, 0, 1.0)), "column is 1.0"),  # type: ignore[arg-type]
        (lambda: derive(trace(HERE), Cell("weights", 0.0, 0, 0)), "head is 0.0"),  # type: ignore[arg-type]
        (lambda: query_path(trace(HERE), 0, 1.5), "query is 1.5"),  # type: ignore[arg-type]
        (lambda: query_path(trace(HERE), 0, 9), "no query 10"),
        (lambda: query_path(trace(HERE), 3, 0), "no head 4"),
        (lambda: edits.set_cell(HERE, "X", 0.5, 0, 1), "row is 0.5"),  # type: ignore[arg-type]
        (lambda: edits.set_cell(HERE, "X", 0, "0", 1), "column is '0'"),  # type: ignore[arg-type]
        (lambda: edits.set_cell(HERE, "X", True, 0, 1), "row is True"),
        (lambda: edits.set_cell(HERE, "X", 0, 0, None), "None"),  # type: ignore[arg-type]
        (lambda: edits.set_block(two_heads(bias=np.zeros((2, 3, 3))), "bias", 0, 0, [[1]], head=0.5), "head is 0.5"),  # type: ignore[arg-type]
        (lambda: edits.set_token(HERE, "tokens", 0.0, "x"), "token is 0.0"),  # type: ignore[arg-type]
        (lambda: edits.set_token(HERE, "tokens", 0, 5), "label 1 is 5"),  # type: ignore[arg-type]
        (lambda: edits.insert(HERE, "T", 1.0), "position is 1.0"),  # type: ignore[arg-type]
        (lambda: edits.remove(HERE, "T", None), "position is None"),  # type: ignore[arg-type]
        (lambda: edits.toggle_padding(HERE, 1.0), "key is 1.0"),  # type: ignore[arg-type]
        (lambda: edits.paint_custom(HERE, 1.0, 1, False), "query is 1.0"),  # type: ignore[arg-type]
        (lambda: edits.paint_custom(HERE, 1, 1.0, False), "key is 1.0"),  # type: ignore[arg-type]
        (lambda: edits.paint_custom(HERE, 1, 1, "no"), "visible is 'no'"),  # type: ignore[arg-type]
        (lambda: edits.show_a_key(HERE, 0.5), "query is 0.5"),  # type: ignore[arg-type]
        (lambda: edits.remove_head(two_heads(), 0.5), "head is 0.5"),  # type: ignore[arg-type]
        (lambda: edits.set_heads(two_heads(), 2.0), "heads is 2.0"),  # type: ignore[arg-type]
        (lambda: edits.set_kv_heads(two_heads(), "1"), "kv_heads is '1'"),  # type: ignore[arg-type]
        (lambda: edits.set_positions(HERE, "alibi"), "positions is 'alibi'. Give Rotary(), Alibi() or None."),  # type: ignore[arg-type]
        (lambda: edits.set_window(HERE, 3), "mask.window"),  # type: ignore[arg-type]
        (lambda: edits.set_window(HERE, (1.0, 2)), "mask.window holds 1.0"),  # type: ignore[arg-type]
        (lambda: edits.set_window(HERE, np.array(1)), "mask.window"),  # type: ignore[arg-type]
        (lambda: edits.set_softcap(HERE, "2"), "softcap is '2'"),  # type: ignore[arg-type]
        (lambda: edits.set_bias(HERE, [[True] * 3] * 3), "bias, row 1, column 1 is True"),
        (lambda: edits.make_cross(HERE, (1, 2)), "source_tokens, label 1 is 1"),  # type: ignore[arg-type]
        (lambda: edits.make_cross(HERE, 5), "source_tokens"),  # type: ignore[arg-type]
        (lambda: edits.make_cross(HERE, "xy"), "source_tokens"),
        (lambda: decode(edits.set_mask(HERE, causal=True), 3), "chunks"),  # type: ignore[arg-type]
        (lambda: decode(None), "Scenario"),  # type: ignore[arg-type]
        (lambda: Rotary(base="10"), "positions.base is '10'"),  # type: ignore[arg-type]
        (lambda: Rotary(base=10**400), "positions.base is too large"),
        (lambda: Rotary(pairing=np.array(["half"])), "positions.pairing"),  # type: ignore[arg-type]
        (lambda: Rotary(start=True), "positions.start is True"),
        (lambda: Rotary(width="2"), "positions.width is '2'"),  # type: ignore[arg-type]
        (lambda: Rotary(frequencies=0.5), "positions.frequencies"),  # type: ignore[arg-type]
        (lambda: Alibi(np.ones((1, 1))), "positions.slopes"),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused_in_words(call: Refused, words: str) -> None:
    with pytest.raises(AttentionError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_numpy_whole_numbers_are_positions_like_any_other() -> None:
    one = np.int64(1)
    assert edits.set_cell(HERE, "X", one, one, 5) == edits.set_cell(HERE, "X", 1, 1, 5)
    assert edits.toggle_padding(HERE, one) == edits.toggle_padding(HERE, 1)
    assert trace(two_heads()).at("weights", one) is not None


@pytest.mark.parametrize("text", ["\ud83d", "a\udc00", "\ud83d\ude00"])
def test_half_a_character_in_a_label_is_refused_with_the_label(text: str) -> None:
    with pytest.raises(
        FieldError, match=r"^tokens, label 2 holds half a character \(\\ud[0-9a-f]{3}\)\. Write it whole\.$"
    ) as caught:
        by_hand(tokens=("a", text, "c"))
    assert caught.value.where == Where("tokens", 1)
    with pytest.raises(FieldError, match="source_tokens, label 1 "):
        by_hand(source_tokens=(text, "b", "c"))
    with pytest.raises(FieldError, match="title holds half a character"):
        by_hand(title=text)
    with pytest.raises(FieldError, match="tokens, label 1 "):
        edits.set_token(HERE, "tokens", 0, text)


def test_whole_characters_beyond_the_basic_ones_are_labels() -> None:
    assert by_hand(tokens=("😀", "𝒳", "c")).tokens == ("😀", "𝒳", "c")


def test_a_label_that_is_no_text_is_named() -> None:
    with pytest.raises(FieldError, match=r"tokens, label 2 is 5\. Give a text\."):
        by_hand(tokens=("a", 5, "c"))


def test_texts_and_formats_of_numpy_are_those_of_python() -> None:
    theirs = by_hand(title=np.str_("t"), tokens=tuple(np.array(["a", "b", "c"])), dtype=np.str_("float32"))
    ours = by_hand(title="t", dtype="float32")
    assert theirs == ours
    assert {type(label) for label in theirs.tokens or ()} == {str}
    assert Mask(alignment=np.str_("bottom_right")) == Mask(alignment="bottom_right")  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.float32, np.dtype("float32")])
def test_a_number_format_may_be_named_as_numpy_does(dtype: Any) -> None:
    assert by_hand(dtype=dtype) == by_hand(dtype="float32")


@pytest.mark.parametrize("dtype", [np.float16, float, np.dtype("int64"), 5])
def test_other_formats_are_refused(dtype: Any) -> None:
    with pytest.raises(FieldError, match="Make it float64 or float32"):
        by_hand(dtype=dtype)


@pytest.mark.parametrize(
    "mask", [Mask(causal=True), Mask(alignment="bottom_right"), Mask(padding=(0,)), Mask(custom=[[True, True]])]
)
def test_given_weights_take_no_mask_but_the_default(mask: Mask) -> None:
    with pytest.raises(FieldError, match="mask does not apply to given weights") as caught:
        Scenario(GivenWeights([[[0.5, 0.5]]]), mask=mask)
    assert caught.value.where == Where("mask")


@pytest.mark.parametrize("name", ["weights", "scores", "queries", "output", "concatenated"])
def test_results_cannot_be_made_writable(name: str) -> None:
    for values in (getattr(trace(two_heads()), name), trace(two_heads()).at(name)):
        with pytest.raises(ValueError, match="WRITEABLE"):
            values.flags.writeable = True
