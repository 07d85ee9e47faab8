"""Changes a finished PDF by an update at its end: new objects, or new versions of old ones; no byte of it is moved.

Source: ISO 32000-1, section 7.5.6, incremental updates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_END = re.compile(rb"trailer\s*<<(?P<fields>.*)>>\s*startxref\s+(?P<at>[0-9]+)\s+%%EOF\s*\Z", re.DOTALL)
_SIZE, _ROOT = re.compile(rb"/Size\s+([0-9]+)"), re.compile(rb"/Root\s+([0-9]+)\s+0\s+R")
_KEPT = re.compile(rb"/Info\s+[0-9]+\s+0\s+R|/ID\s*\[[^\]]*\]")


def size_of(pdf: bytes) -> int:
    """One more than the number of any object in it. Raises ValueError for a PDF that is not written as Qt writes them,
    as all that follow."""
    return int(_found(_SIZE, _end(pdf)["fields"], "size"))


def catalogue_of(pdf: bytes) -> tuple[int, bytes]:
    """The number of its catalogue, and that object's fields."""
    number = _found(_ROOT, _end(pdf)["fields"], "catalogue")
    start = pdf.rfind(b"\n%b 0 obj" % number)
    found = re.compile(rb"\n[0-9]+ 0 obj\s*<<(.*?)>>\s*endobj", re.DOTALL).match(pdf, max(start, 0))
    if found is None:
        raise ValueError("the PDF has no catalogue")
    return int(number), found[1]


def updated(pdf: bytes, objects: Mapping[int, bytes]) -> bytes:
    """The PDF with these objects by their numbers, each all that stands between "obj" and "endobj"."""
    end = _end(pdf)
    root, size = _found(_ROOT, end["fields"], "catalogue"), int(_found(_SIZE, end["fields"], "size"))
    parts, table, start = [pdf], [], len(pdf)
    for number, body in sorted(objects.items()):
        written = b"%d 0 obj\n%b\nendobj\n" % (number, body)
        table.append(b"%d 1\n%010d 00000 n \n" % (number, start))
        parts.append(written)
        start += len(written)
    kept = b" ".join(_KEPT.findall(end["fields"]))
    trailer = b"trailer\n<< /Size %d /Root %b 0 R /Prev %b %b >>\nstartxref\n%d\n%%%%EOF\n"
    last = trailer % (max(size, *(number + 1 for number in objects)), root, end["at"], kept, start)
    return b"".join((*parts, b"xref\n", *table, last))


def _end(pdf: bytes) -> re.Match[bytes]:
    end = _END.match(pdf, max(pdf.rfind(b"trailer"), 0))
    if end is None:
        raise ValueError("the PDF has no trailer")
    return end


def _found(pattern: re.Pattern[bytes], fields: bytes, what: str) -> bytes:
    found = pattern.search(fields)
    if found is None:
        raise ValueError(f"the PDF has no {what}")
    return found[1]
