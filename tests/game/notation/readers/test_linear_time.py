"""Large hands are read in time that grows with their size, or refused at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from fifthstreet.game.notation import read_hands
from tests.game.notation.samples import sample
from tests.game.notation.texts import PHH, PLURIBUS, POKERSTARS

COUNT = 20_000
OHH, _ = json.JSONDecoder().raw_decode(sample("open_hand_history/cash.ohh"))


def stars(place: str, new: Callable[[int], str]) -> Callable[[int], str]:
    return lambda count: POKERSTARS.replace(place, new(count) + place)


def ohh(name: str, count: int) -> str:
    hand = {**OHH["ohh"]}
    if name == "players":
        more = [{"id": i, "seat": i, "name": f"x{i}", "starting_stack": 5} for i in range(count)]
        hand["players"] = hand["players"] + more
    else:
        hand["rounds"] = hand["rounds"] * (count // 10)
    return json.dumps({"ohh": hand})


# What grows, and whether the hand is refused.
TEXTS: dict[str, Callable[[int], str]] = {
    "seats": stars(
        "Seat 1: ann", lambda n: "".join(f"Seat {i}: x{i} ($9 in chips)\n" for i in range(9, n))
    ),
    "chat": stars("*** HOLE", lambda n: "hello: is: here\n" * n),
    "posts": stars("*** HOLE", lambda n: "big cat: posts big blind $2\n" * n),
    "boards": stars("*** SUMM", lambda n: "*** FLOP *** [2c 3c 4c]\n" * n),
    "shows": stars("*** SUMM", lambda n: "big cat: shows [2c 3c]\n" * n),
    "dotted key": lambda n: f"{PHH}\n{'a.' * n}a = 1",
    "quoted key": lambda n: PHH + "\n" + "'a' . " * n + "a = 1",
    "dotted header": lambda n: f"{PHH}\n[{'a.' * n}a]\nb = 1",
    "long key": lambda n: f"{PHH}\n{'a' * 20 * n} = [\n1]",
    "keys": lambda n: PHH + "".join(f"\na{i}.b = 1" for i in range(n)),
    "stacks": lambda n: PHH.replace("[100, 100]", f"[{'100, ' * n}100]"),
    "comments": lambda n: PHH.replace("'p2 f'", "'# hi', " * n + "'p2 f'"),
    "hands of a log line": lambda n: PLURIBUS.replace("|8s4c", "|" * n + "|8s4c"),
    "players": lambda n: ohh("players", n),
    "rounds": lambda n: ohh("rounds", n),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", TEXTS)
def test_time_grows_with_the_size(name: str) -> None:
    text = TEXTS[name](COUNT)
    start = time.process_time()
    reader = read_hands(text)
    found = len(list(reader)) + len(reader.errors)
    assert time.process_time() - start < 3  # quadratic time took 14 seconds and more
    assert found >= 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seats", "a hand must have at most 52 players"),
        ("stacks", "a hand must have at most 52 players, got 20001"),
        ("hands of a log line", "a hand must have at most 52 players, got 20006"),
        ("players", "a hand must have at most 52 players"),
        ("rounds", "a hand must have at most 52 runouts"),
        ("dotted key", "a key must have at most 100 parts"),
        ("dotted header", "a key must have at most 100 parts"),
    ],
)
def test_absurd_hands_are_refused(name: str, message: str) -> None:
    reader = read_hands(TEXTS[name](COUNT))
    assert list(reader) == []
    assert message in str(reader.errors[0])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("key", ["a." * 99 + "a", "'a b' . " * 99 + "a"])
def test_keys_with_fewer_parts_are_read(key: str) -> None:
    (hand,) = read_hands(f"{PHH}\n_{key} = 1" if key[0] == "a" else f"{PHH}\n{key} = 1")
    assert hand.variant == "NT"
