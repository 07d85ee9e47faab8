"""A list of texts as Python or JSON writes it, such as what `tokenizer.tokenize` prints: ['the', 'cat']."""

from __future__ import annotations

import ast
import json
import re
import warnings

_LIST = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=\s*)?(?P<list>[\[(]\s*['\"])")
_MOST = 1 << 20  # characters


def quoted_texts(text: str) -> tuple[str, ...] | None:
    """The texts of the list, None if the text is no such list. What both can read is read as JSON."""
    found = _LIST.match(text)
    if found is None or len(text) > _MOST:
        return None
    body = text[found.start("list") :].strip()
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        try:
            with warnings.catch_warnings():  # about escapes such as \\d, which is how people write them
                warnings.simplefilter("ignore", SyntaxWarning)
                warnings.simplefilter("ignore", DeprecationWarning)
                value = ast.literal_eval(body)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    if isinstance(value, list | tuple) and value and all(isinstance(one, str) for one in value):
        return tuple(value)
    return None
