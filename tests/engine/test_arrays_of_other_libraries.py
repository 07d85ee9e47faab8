"""What other libraries call arrays: taken where NumPy can take it, else refused in words with what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from attnviz import AttentionError, Direct, Mask, Projected, Rotary, Scenario, attention
from attnviz.engine.edits import toggle_padding
from attnviz.engine.errors import FieldError, Where

EYE = np.eye(2)


class Like:
    """An array of another library, by the one method that NumPy asks for; it may fail as theirs do."""

    def __init__(self, values: Any = None, error: Exception | None = None, **told: object) -> None:
        self.values, self.error = values, error
        self.__dict__.update(told)

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray:
        if self.error is not None:
            raise self.error
        return np.asarray(self.values)


# Any: NumPy takes such arrays by their method, whatever a type checker thinks of them.
def like(values: Any = None, error: Exception | None = None, **told: object) -> Any:
    """An array of another library."""
    return Like(values, error, **told)


def _message(make: Callable[[], object]) -> tuple[str, Where]:
    with pytest.raises(AttentionError) as caught:
        make()
    assert isinstance(caught.value, FieldError)
    assert "\n" not in str(caught.value)
    return str(caught.value), caught.value.where


def test_an_array_of_another_library_is_taken_by_its_numbers() -> None:
    output, _ = attention(like(EYE), like(EYE), like([[3.0, 4.0], [3.0, 4.0]]))
    np.testing.assert_allclose(output, [[3, 4], [3, 4]])


def test_a_tensor_that_tracks_gradients_is_refused_with_the_call_that_helps() -> None:
    tracked = like(error=RuntimeError("Can't call numpy() on Tensor that requires grad."), requires_grad=True)
    message = "is a tensor that PyTorch tracks for gradients. Give {0}.detach()."
    assert _message(lambda: attention(EYE, tracked, EYE)) == (f"k {message.format('k')}", Where("k"))
    assert _message(lambda: Direct(tracked, EYE, EYE)) == (f"Q {message.format('Q')}", Where("Q"))


def test_tensors_in_a_list_are_named_as_such() -> None:
    tracked = like(error=RuntimeError("requires grad"), requires_grad=True)
    message, _ = _message(lambda: attention(EYE, EYE, [tracked, tracked]))
    assert message == "v holds tensors that PyTorch tracks for gradients. Give each of them as tensor.detach()."


def test_a_tensor_of_bfloat16_is_refused_with_the_call_that_helps() -> None:
    half = like(error=TypeError("Got unsupported ScalarType BFloat16"), dtype="torch.bfloat16")
    message, where = _message(lambda: Projected(half, EYE, EYE, EYE))
    assert message == "X is a tensor in bfloat16, which NumPy lacks. Give X.float()."
    assert where == Where("X")


@pytest.mark.parametrize(
    "error",
    [
        TypeError("can't convert cuda:0 device type tensor to numpy.\nUse Tensor.cpu()"),
        RuntimeError("Array has been deleted."),
        BufferError("cannot export"),
        AttributeError("no buffer"),
    ],
)
def test_whatever_the_other_library_says_is_told_in_one_line(error: Exception) -> None:
    reason = str(error).splitlines()[0].rstrip(".")
    message, where = _message(lambda: attention(like(error=error), EYE, EYE))
    assert message == f"q is of type Like: {reason}. Give a NumPy array of real numbers."
    assert where == Where("q")


def test_a_mask_of_another_library_is_refused_by_its_own_name() -> None:
    odd = like(error=RuntimeError("not on this device"))
    assert _message(lambda: attention(EYE, EYE, EYE, odd))[1] == Where("allowed")
    assert _message(lambda: Mask(custom=odd))[1] == Where("mask.custom")


def test_a_setting_that_is_an_array_is_named_in_one_line() -> None:
    message, _ = _message(lambda: attention(EYE, EYE, EYE, scale=like(np.ones((3, 3)))))
    assert message == "scale is of type Like. Give a number."


@pytest.mark.parametrize(
    "make",
    [
        lambda: Scenario(Direct(EYE, EYE, EYE), heads=10**5000),
        lambda: Scenario(Direct(EYE, EYE, EYE), kv_heads=-(10**5000)),
        lambda: Scenario(Direct(EYE, EYE, EYE), mask=Mask(padding=(10**5000,))),
        lambda: Scenario(Direct(EYE, EYE, EYE), mask=Mask(window=(10**5000, None))),
        lambda: Rotary(start=10**5000),
        lambda: Rotary(width=10**5000),
        lambda: toggle_padding(Scenario(Direct(EYE, EYE, EYE)), 10**5000),
    ],
)
def test_a_number_of_thousands_of_digits_is_told_by_how_long_it_is(make: Callable[[], object]) -> None:
    assert "is a whole number of about 5" in _message(make)[0].replace("holds", "is")


def test_numbers_are_read_while_another_thread_loads_masked_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy.ma", ModuleType("numpy.ma"))  # as it is before its first line has run
    output, _weights = attention([[1.0]], [[2.0]], [[3.0]])
    assert output.tolist() == [[3.0]]
