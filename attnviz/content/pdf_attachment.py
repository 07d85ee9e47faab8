"""A file attached to a finished PDF by an update at its end, so that any PDF reader can save it.

Source: ISO 32000-1, sections 7.5.6 (incremental updates), 7.7.4 (name dictionary) and 7.11.4 (embedded files). Qt could
attach it while it writes, but holds everything up while it packs millions of numbers.
"""

from __future__ import annotations

import re
import zlib

_TRAILER = re.compile(rb"trailer\s*<<(?P<fields>.*?)>>\s*startxref\s+(?P<at>[0-9]+)\s+%%EOF\s*\Z", re.DOTALL)
_SIZE, _ROOT = re.compile(rb"/Size\s+([0-9]+)"), re.compile(rb"/Root\s+([0-9]+)\s+0\s+R")
_KEPT = re.compile(rb"/Info\s+[0-9]+\s+0\s+R|/ID\s*\[[^\]]*\]")
_NAMES = re.compile(rb"/Names\s+[0-9]+\s+0\s+R")


def attached(pdf: bytes, name: str, kind: str, data: bytes) -> bytes:
    """The PDF, of which no byte is moved, with the file behind it. kind: its media type, such as application/json.

    Raises ValueError for a PDF that is not written as Qt writes them.
    """
    trailer = _TRAILER.search(pdf)
    size, root = (found.search(trailer["fields"]) if trailer else None for found in (_SIZE, _ROOT))
    if trailer is None or size is None or root is None:
        raise ValueError("the PDF has no trailer")
    catalog = re.search(rb"\n%b 0 obj\s*<<(?P<fields>.*?)>>\s*endobj" % root[1], pdf, re.DOTALL)
    if catalog is None:
        raise ValueError("the PDF has no catalogue")
    first = int(size[1])
    subtype = kind.replace("/", "#2F")
    packed = zlib.compress(data)
    objects = {
        int(root[1]): b"<<%b\n/Names << /EmbeddedFiles %d 0 R >>\n>>" % (_NAMES.sub(b"", catalog["fields"]), first + 2),
        first: b"<< /Type /EmbeddedFile /Subtype /%b /Filter /FlateDecode /Length %d /Params << /Size %d >> >>\n"
        b"stream\n%b\nendstream" % (subtype.encode(), len(packed), len(data), packed),
        first + 1: b"<< /Type /Filespec /F (%b) /UF (%b) /EF << /F %d 0 R >> >>"
        % (name.encode("ascii"), name.encode("ascii"), first),
        first + 2: b"<< /Names [(%b) %d 0 R] >>" % (name.encode("ascii"), first + 1),
    }
    return pdf + _update(objects, len(pdf), trailer, root[1])


def _update(objects: dict[int, bytes], start: int, trailer: re.Match[bytes], root: bytes) -> bytes:
    """The objects, where each of them lies, and the trailer that leads to those before."""
    parts, table = [], []
    for number, body in objects.items():
        written = b"%d 0 obj\n%b\nendobj\n" % (number, body)
        table.append(b"%d 1\n%010d 00000 n \n" % (number, start))
        parts.append(written)
        start += len(written)
    kept = b" ".join(_KEPT.findall(trailer["fields"]))
    end = b"trailer\n<< /Size %d /Root %b 0 R /Prev %b %b >>\nstartxref\n%d\n%%%%EOF\n"
    return b"".join((*parts, b"xref\n", *table, end % (max(objects) + 1, root, trailer["at"], kept, start)))
