"""Scenario files that must be refused in one line that names the file."""

from __future__ import annotations

import pytest

from attnviz.content.attn_file import decode
from attnviz.engine.errors import AttentionError


def refusal(content: str | bytes) -> AttentionError:
    """The error that a file "my.attn" of that content raises."""
    data = content.encode() if isinstance(content, str) else content
    with pytest.raises(AttentionError) as caught:
        decode(data, "my.attn")
    message = str(caught.value)
    assert message.startswith("my.attn: ")
    assert "\n" not in message
    return caught.value
