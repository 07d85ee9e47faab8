"""What notebooks print: arrays of NumPy, PyTorch and others, lists of Python, rows of MATLAB."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from one_array import one

from attnviz.content.importing import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("array([[1., 0.],\n       [0., 1.]])", [[1, 0], [0, 1]]),
        ("array([[1.00000000e+00, 2.5e-3]], dtype=float32)", [[1, 0.0025]]),
        ("[[ 1.  2.\n   3.]\n [ 4.  5.\n   6.]]", [[1, 2, 3], [4, 5, 6]]),
        ("tensor([[0.5000, -1.0000]], device='cuda:0', grad_fn=<SoftmaxBackward0>)", [[0.5, -1]]),
        ("tensor([[1., 2.]], dtype=torch.float64, requires_grad=True)", [[1, 2]]),
        ("Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", [[1, 2]]),
        ("<tf.Tensor: shape=(1, 2), dtype=float32, numpy=\narray([[1., 2.]], dtype=float32)>", [[1, 2]]),
        ("Array([[1., 2.]], dtype=float32)", [[1, 2]]),
        (
            "tensor([[[1, 2],\n         [3, 4]],\n\n        [[5, 6],\n         [7, 8]]])",
            [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        ),
        ("tensor([[ True, False],\n        [ True,  True]])", [[True, False], [True, True]]),
        ("[[0, -inf], [0, 0]]", [[0, -np.inf], [0, 0]]),
        ("[0.1, 0.2, 0.7]", [0.1, 0.2, 0.7]),
        ("[1 2; 3 4]", [[1, 2], [3, 4]]),
        ("Out[7]: array([[1, 2]])", [[1, 2]]),
        (">>> x\narray([[1, 2]])", [[1, 2]]),
        ("np.array([[1, 2], [3, 4]], dtype=np.float32);", [[1, 2], [3, 4]]),
    ],
)
def test_a_printout_is_read(text: str, expected: list[object]) -> None:
    values = one(text)
    np.testing.assert_array_equal(values, np.array(expected))
    assert values.dtype == (np.bool_ if isinstance(np.array(expected).flat[0], np.bool_) else np.float64)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("array([[0., 0., ..., 0.],\n [0., 0., ..., 0.]])", "set_printoptions"),
        ("array([[0., 1.],\n       ...,\n       [0., 1.]])", "set_printoptions"),
        ("[[1, 2], [3]]", "row 2 has 1 number but row 1 has 2"),
        ("[[[1, 2], [3, 4]], [[5, 6]]]", "matrix 2 has 1 row but matrix 1 has 2"),
        ("[[1, 2], [3, x]]", "row 2, column 2, “x”"),
        ("[[[1, 2], [3, 4]], [[5, 6], [7, nan]]]", "matrix 2, row 2, column 2"),
        ("[[1, nan]]", "finite"),
        ("array([[1.+2.j, 0.+0.j]])", "complex"),
        ("array([1.], dtype=complex64)", "complex"),
        ("masked_array(data=[[1, --]],\n             mask=[[False, True]],\n       fill_value=999999)", "masked"),
        ("array([1, None], dtype=object)", "Python objects"),
        ("array([(1, 2.)], dtype=[('a', '<i4'), ('b', '<f8')])", "structured"),
        ("np.exp([[1, 2]])", "beside them"),
        ("2 * [[1, 2]]", "beside them"),
        ("-[[1, 2]]", "beside them"),
        ("[[1, 2]] + 1", "beside them"),
        ("1e-2 *\n[[1, 2]]", "beside them"),
        ("[[1, 2], [3, 4]", "close in pairs"),
        ("[[1, 2]]]", "close in pairs"),
        ("[[], []]", "empty"),
        ("[[1, 2], 3]", "between brackets"),
        ("[[1, 2], [True, False]]", "another kind"),
        ("[[[[[[1]]]]]]", "nested more than 5"),
    ],
)
def test_what_is_no_array_of_real_numbers_is_refused(text: str, words: str) -> None:
    problem = read(text, "notebook").problem
    assert problem is not None
    assert words in str(problem)


def test_several_arrays_of_a_notebook_go_by_their_names() -> None:
    found = read("Q = np.array([[1, 2]])\nK = np.array([[3, 4], [5, 6]])\nprint done\nV [[7]]", "notebook")
    assert [(array.name, array.values.tolist()) for array in found.arrays] == [
        ("Q", [[1, 2]]), ("K", [[3, 4], [5, 6]]), ("V", [[7]]),
    ]  # fmt: skip
    assert found.skipped == ("Skipped the words “print done”.",)


def test_what_was_asked_at_a_prompt_is_the_name() -> None:
    found = read(">>> w_q\narray([[1., 2.]])\n>>> print(X)\n[[3. 4.]]\n", "notebook")
    assert [array.name for array in found.arrays] == ["w_q", "X"]


def test_a_parameter_of_torch_has_no_words_around_it() -> None:
    assert read("Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", "notebook").skipped == ()


_finite = st.floats(allow_nan=False, allow_infinity=False)
_numbers = arrays(np.float64, array_shapes(min_dims=1, max_dims=4, max_side=4), elements=_finite)


@given(_numbers)
@settings(max_examples=200)
def test_what_numpy_prints_in_full_comes_back_identical(values: np.ndarray) -> None:
    with np.printoptions(threshold=10**9, floatmode="unique", linewidth=60):
        np.testing.assert_array_equal(one(repr(values)), values)
        np.testing.assert_array_equal(one(str(values)), values)


@given(_numbers)
@settings(max_examples=100)
def test_a_python_list_comes_back_identical(values: np.ndarray) -> None:
    np.testing.assert_array_equal(one(repr(values.tolist())), values)


@given(arrays(np.bool_, array_shapes(min_dims=1, max_dims=3, max_side=4)))
@settings(max_examples=50)
def test_true_and_false_come_back_identical(values: np.ndarray) -> None:
    read_back = one(repr(values))
    np.testing.assert_array_equal(read_back, values)
    assert read_back.dtype == np.bool_
