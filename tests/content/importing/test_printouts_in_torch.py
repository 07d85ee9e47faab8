"""What PyTorch prints is read back."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from attnviz.content.importing import read


@pytest.mark.parametrize("shape", [(3,), (2, 3), (2, 3, 4), (2, 2, 3, 3)])
def test_what_torch_prints_comes_back_to_its_decimals(shape: tuple[int, ...]) -> None:
    tensor = torch.randn(shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    torch.set_printoptions(precision=12, profile=None)
    try:
        (array,) = read(repr(tensor), "notebook").arrays
    finally:
        torch.set_printoptions(profile="default")
    np.testing.assert_allclose(array.values, tensor.numpy(), atol=1e-11)


def test_a_tensor_with_its_gradient_comes_back() -> None:
    weights = torch.softmax(torch.tensor([[1.0, 2.0], [3.0, 1.0]], requires_grad=True), -1)
    (array,) = read(repr(weights), "notebook").arrays
    np.testing.assert_allclose(array.values, weights.detach().numpy(), atol=1e-4)


def test_a_tensor_that_is_too_large_to_be_printed_whole_is_refused_with_the_way_out() -> None:
    problem = read(repr(torch.zeros(100, 100)), "notebook").problem
    assert problem is not None
    assert "torch.set_printoptions(profile='full')" in str(problem)
