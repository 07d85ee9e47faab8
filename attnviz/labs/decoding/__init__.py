"""Decoding token by token: what each step computes anew, what it reads from the cache, and what that saves."""

from attnviz.labs.decoding.lab import Decoding

__all__ = ["Decoding"]
