"""Files damaged as disks, editors and people damage them, each the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

_WORDS = (
    "1e999", "-1e999", "nan", "-inf", "inf", "1e-999", "9" * 400, "0x1F", "1_000", "1+2j", "--", "...", "1,5",
    "1.234,5", "\u22121", "1\u00a0234", "\u0661\u0662", "True", "null", '""', '"', "'", "[", "]", "[[", "]]", "{", "}",
    "(", ";", ",,", "\t", "\r", "\r\n", "\n\n", "\0", "\ufeff", "\u202e", "2147483648", "-1",
    "18446744073709551616", "1" + "0" * 30, "\\u0000", "\ud800", "#", "=1+1", "1e", ".", "-", "e5", "1.2.3", "1 2",
    "array(", "dtype=object", "|O", "<c16", "(1000000000,)", "__class__", "PK\x03\x04",
)  # fmt: skip
HOSTILE = (*(word.encode("utf-8", "surrogatepass") for word in _WORDS), b"\xff\xfe", b"\x80\x04", b"\x93NUMPY")
_SWAPS = (
    (b",", b";"), (b",", b"\t"), (b".", b","), (b"\n", b"\r\n"), (b"\n", b"\r"), (b" ", b"\t"), (b"1", b"0"),
    (b"-", "\u2212".encode()),
)  # fmt: skip
_MOST_BYTES = 1 << 16


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """The file with one to eight of its places damaged, mostly one; others: files from which pieces are put in."""
    for _ in range(1 + int(random.expovariate(1.2)) % 8):
        data = random.choice(_MUTATIONS)(data, others, random)
        if len(data) > _MOST_BYTES:
            data = data[:_MOST_BYTES]
    return data


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _span(data: bytes, random: Random) -> tuple[int, int]:
    start = _place(data, random)
    return start, min(len(data), start + 1 + int(random.expovariate(0.1)))


def _flip(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    if not data:
        return b"\x01"
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _byte(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    start, stop = _span(data, random)
    return data[:start] + data[stop:]


def _end(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    return data[: _place(data, random)]


def _double(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    start, stop = _span(data, random)
    return data[:stop] + data[start:stop] * random.choice((1, 1, 1, 2, 40)) + data[stop:]


def _splice(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(others)
    start, stop = _span(other, random)
    at = _place(data, random)
    return data[:at] + other[start:stop] + data[at:]


def _join(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(others)
    return data[: _place(data, random)] + other[_place(other, random) :]


def _hostile(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    at = _place(data, random)
    kept = at if random.random() < 0.5 else min(len(data), at + random.randrange(1, 5))
    return data[:at] + random.choice(HOSTILE) + data[kept:]


def _digit(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    """Another digit where one was: most files stay whole, and hold another number."""
    places = [at for at, one in enumerate(data[:4096]) if 48 <= one < 58]
    if not places:
        return data
    at = random.choice(places)
    return data[:at] + b"%d" % random.randrange(10 ** random.randrange(1, 4)) + data[at + 1 :]


def _swap(data: bytes, _others: Sequence[bytes], random: Random) -> bytes:
    one, other = random.choice(_SWAPS)
    return data.replace(one, other)


_Mutation = Callable[[bytes, Sequence[bytes], Random], bytes]
_MUTATIONS: tuple[_Mutation, ...] = (
    _digit,
    _digit,
    _digit,
    _flip,
    _byte,
    _cut,
    _end,
    _double,
    _splice,
    _join,
    _hostile,
    _hostile,
    _swap,
)
