"""Damages the bytes of a file in the ways that readers trip over."""

from __future__ import annotations

import random


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some changed, removed, doubled, or replaced by numbers that readers trip over."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = (
            chance.randrange(len(found) + 1) if chance.random() < 0.5 else chance.randrange(min(len(found), 160) + 1)
        )
        match chance.randrange(5):
            case 0:
                found[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[place : place + chance.randint(1, 20)]
            case 2:
                found[place:place] = found[place : place + chance.randint(1, 40)]
            case 3:
                found[place : place + 8] = chance.choice([b"\xff" * 8, bytes(8), b"99999999", b"-1000000", b'[{"":[{'])
            case _:
                found = found[:place] or found
    return bytes(found)
