"""Memory of large arrays goes back to the system as soon as they are let go."""

from __future__ import annotations

import ctypes
import sys

_LARGE = 1 << 22  # bytes: smaller ones take more time in pages of their own than they leave behind in one heap
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # M_… in glibc's malloc.h


def give_back_large() -> None:
    """Has arrays of 4 MB and more lie in pages of their own, which go back with each, and one heap hold the rest.

    glibc raises that size by itself, up to 32 MB: blocks of results then lie among small things, which hold on to
    hundreds of megabytes that nobody uses. It also has a heap for each thread, and each keeps what is free in it.
    Other systems' allocators are left as they are.
    """
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
        if set_option is not None:
            set_option(_MMAP_THRESHOLD, _LARGE)
            set_option(_ARENA_MAX, 1)
