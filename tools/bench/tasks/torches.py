"""PyTorch's two ways: the fused call, which keeps no weights, and the steps one by one, which give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch.nn.functional import scaled_dot_product_attention

from tools.bench.tasks.engine import operands
from tools.bench.timing import middle

Tensors = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def fused(sizes: Sequence[int], threads: int) -> dict[str, float]:
    """scaled_dot_product_attention: seconds at each size."""
    return _timed(_fused, sizes, threads)


def explicit(sizes: Sequence[int], threads: int) -> dict[str, float]:
    """Product, scale, softmax, product, with the weights: seconds at each size."""
    return _timed(_explicit, sizes, threads)


def _timed(way: Callable[[Tensors, int], object], sizes: Sequence[int], threads: int) -> dict[str, float]:
    torch.set_num_threads(threads)
    return {f"seconds at {tokens}": middle(partial(way, _tensors(tokens))) for tokens in sizes}


def _fused(of: Tensors, _number: int) -> torch.Tensor:
    return scaled_dot_product_attention(*of)


def _explicit(of: Tensors, _number: int) -> tuple[torch.Tensor, torch.Tensor]:
    q, k, v = of
    weights = torch.softmax(q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5, dim=-1)
    return weights @ v, weights


def _tensors(tokens: int) -> Tensors:
    q, k, v = (torch.from_numpy(part[None]) for part in operands(tokens))
    return q, k, v
