"""A Python list of texts, as `tokenizer.tokenize` prints it: ['the', 'cat']."""

from __future__ import annotations

import ast
import re

_LIST = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=\s*)?(?P<list>[\[(]\s*['\"])")
_MOST = 1 << 20  # characters


def quoted_texts(text: str) -> tuple[str, ...] | None:
    """The texts of the list, None if the text is no such list."""
    found = _LIST.match(text)
    if found is None or len(text) > _MOST:
        return None
    start = found.start("list")
    try:
        value = ast.literal_eval(text[start:].strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if isinstance(value, list | tuple) and value and all(isinstance(one, str) for one in value):
        return tuple(value)
    return None
