"""Whatever is read from a damaged solution is either refused in one line or as it was written."""

import json
import random
import struct
from collections.abc import Callable
from functools import partial
from hashlib import sha384
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, open_solution
from fifthstreet.support.storage.container import MAGIC
from tests.solvers.postflop.same import assert_same_bits
from tests.thoroughness import slow

RIVER_PATHS = ["r", "r:k:k", "r:b50:c", "r:a"]
TURN_PATHS = ["r", "r:k:k:n8c:k", "r:b12.5:c:n2c"]

Damage = Callable[[random.Random, bytearray], bytes]


def flip(dice: random.Random, content: bytearray) -> bytes:
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    return bytes(content)


def overwrite(dice: random.Random, content: bytearray) -> bytes:
    size = min(dice.choice((1, 8, 64, 4096)), len(content))
    first = dice.randrange(len(content) - size + 1)
    content[first : first + size] = dice.choice((bytes(size), dice.randbytes(size)))
    return bytes(content)


def cut(dice: random.Random, content: bytearray) -> bytes:
    return bytes(content[: dice.randrange(len(content))])


def cut_out(dice: random.Random, content: bytearray) -> bytes:
    first, last = sorted((dice.randrange(len(content)), dice.randrange(len(content))))
    return bytes(content[:first] + content[last:])


def swap(dice: random.Random, content: bytearray) -> bytes:
    first, second = (64 * dice.randrange(len(content) // 64) for _ in range(2))
    one, other = content[first : first + 64], content[second : second + 64]
    content[first : first + 64], content[second : second + 64] = other, one
    return bytes(content)


def insert(dice: random.Random, content: bytearray) -> bytes:
    at = dice.randrange(len(content) + 1)
    return bytes(content[:at] + dice.randbytes(dice.choice((1, 64))) + content[at:])


DAMAGES: list[Damage] = [flip, overwrite, cut, cut_out, swap, insert]


def read_all(path: Path, paths: list[str], original: Solution) -> int:
    """Read a file step by step and compare; return the number of steps that were not refused."""
    opened = open_solution(path)
    assert (opened.spot, opened.record) == (original.spot, original.record)
    assert opened.byte_error == original.byte_error
    done = 1
    for each in paths:
        node, message = attempt(partial(opened.node, each))
        if node is None:
            assert message.startswith(f"{path} is damaged")
            assert "\n" not in message
        else:
            assert_same_bits(node, original.node(each))
            done += 1
    return done


def attempt(read: Callable[[], Any]) -> tuple[Any, str]:
    """Return what was read, or None and the message of a ValueError."""
    try:
        return read(), ""
    except ValueError as error:
        return None, str(error)


def check_damages(
    content: bytes, folder: Path, paths: list[str], original: Solution, count: int
) -> tuple[int, int]:
    """Damage a file in many ways; return how many were opened, and how many were read in part."""
    dice = random.Random(1)
    opened = partly = 0
    path = folder / "damaged.solution"
    for number in range(count):
        damaged = DAMAGES[number % len(DAMAGES)](dice, bytearray(content))
        path.write_bytes(damaged)
        done, message = attempt(lambda: read_all(path, paths, original))
        if done is None:
            assert message.startswith(str(path))
            assert "\n" not in message
            continue
        opened += damaged != content
        partly += done <= len(paths)
    return opened, partly


@pytest.mark.parametrize("in_bytes", [False, True])
@pytest.mark.parametrize("count", [250, *slow(1_000)])
def test_damaged_rivers(in_bytes: bool, count: int, river: Solution, tmp_path: Path) -> None:
    path = tmp_path / "file"
    river.save(path, in_bytes=in_bytes)
    original = open_solution(path, verify=True)
    opened, partly = check_damages(path.read_bytes(), tmp_path, RIVER_PATHS, original, count)
    # Damage to tables is noticed when they are read, not when the file is opened.
    assert 0 < partly <= opened


@pytest.mark.parametrize("count", [30, *slow(120)])
def test_damaged_turns(turn: Solution, count: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    turn.save(path)
    opened, partly = check_damages(path.read_bytes(), tmp_path, TURN_PATHS, turn, count)
    assert 0 < partly <= opened


def test_damage_is_noticed_when_a_solution_is_saved_or_evaluated(
    river: Solution, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    river.save(path)
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    for read in (
        lambda: open_solution(path).save(tmp_path / "copy"),
        lambda: open_solution(path).rounded(),
        lambda: open_solution(path).ev,
        lambda: open_solution(path, verify=True),
    ):
        with pytest.raises(InputError, match=r"is damaged: .* does not match its hash"):
            read()
    assert not (tmp_path / "copy").exists()


# Headers with a valid hash, as only a program could write them.


def rewritten(content: bytes, data: Any) -> bytes:
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    text = json.dumps(data).encode()
    header = text.ljust(-(-len(text) // 64) * 64)
    prefix = MAGIC + struct.pack("<II", 3, len(header))
    return prefix + sha384(prefix + header).digest() + header + content[64 + length :]


def mutate(dice: random.Random, data: Any) -> Any:
    """Change a value somewhere in plain data."""
    if isinstance(data, dict) and data:
        name = dice.choice(sorted(data))
        if dice.random() < 0.15:
            return {key: value for key, value in data.items() if key != name}
        return data | {name: mutate(dice, data[name])}
    if isinstance(data, list) and data:
        at = dice.randrange(len(data))
        if dice.random() < 0.15:
            return data[:at] + data[at + 1 :]
        return [*data[:at], mutate(dice, data[at]), *data[at + 1 :]]
    return dice.choice([None, -1, 0, 10**12, 0.5, "", "x", [], {}, [1], True, float("inf")])


def test_forged_headers(river_file: Path) -> None:
    content = river_file.read_bytes()
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    data = json.loads(content[64 : 64 + length])
    dice = random.Random(2)
    refused = 0
    for _ in range(600):
        river_file.write_bytes(rewritten(content, mutate(dice, data)))
        node, message = attempt(lambda: open_solution(river_file).node("r"))
        assert "\n" not in message
        refused += node is None
    assert refused > 200
