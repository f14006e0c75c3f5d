"""Sizes of the game of a spot, and buckets of its hands, over HTTP."""

from __future__ import annotations

from typing import Any

import httpx
import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe, board_strengths
from fifthstreet.cards import parse_hole
from fifthstreet.solvers.abstracted import spot_buckets
from fifthstreet.solvers.game_size import game_size, reduction_steps
from fifthstreet.solvers.postflop import Spot, estimate, make_spot

FIELDS: dict[str, Any] = {
    "board": "QsJh2h7c",
    "pot": 100,
    "stack": 200,
    "ranges": {"oop": "AA,KQs,JTs:0.5,T9s", "ip": "QQ,AJs,66"},
    "sizes": {"turn": {"bet": "50%", "raise": "60%"}, "river": {"bet": "50%", "raise": "60%"}},
    "tree": {"max_raises": 1},
}


@pytest.fixture
def spot() -> Spot:
    return make_spot(FIELDS)


def test_sizes_are_those_of_the_package(reader: httpx.Client, spot: Spot) -> None:
    found = reader.post("/abstraction/sizes", json={"spot": FIELDS, "buckets": 20}).json()
    alone, together = reduction_steps(spot, buckets=20, flops=49)
    assert [each["name"] for each in found["alone"]] == [each.name for each in alone]
    assert [each["name"] for each in found["together"]] == [each.name for each in together]
    menu = next(each for each in found["alone"] if each["name"] == "action menu")
    assert menu["information_sets"] == game_size(spot).information_sets
    assert menu["is_upper_limit"] is False
    assert found["together"][-1]["is_upper_limit"] is True


def test_ways_have_the_memory_of_their_solves(reader: httpx.Client, spot: Spot) -> None:
    ways = reader.post("/abstraction/sizes", json={"spot": FIELDS}).json()["ways"]
    assert [each["river_buckets"] for each in ways] == [None, 127, 63, 31, 15]
    for way in ways:
        size = estimate(spot, river_buckets=way["river_buckets"])
        assert way["information_sets"] == size.information_sets
        assert way["bytes"]["int16"] == size.bytes["int16"] + size.tree_bytes
    river = FIELDS | {"board": "QsJh2h7c4d"}
    ways = reader.post("/abstraction/sizes", json={"spot": river}).json()["ways"]
    assert [each["river_buckets"] for each in ways] == [None]


def test_hands_of_a_bucket_are_together_in_the_package(reader: httpx.Client, spot: Spot) -> None:
    question = {"spot": FIELDS, "method": "ehs-percentile", "buckets": 4, "player": "oop"}
    found = reader.post("/abstraction/buckets", json=question).json()
    labels = spot_buckets(spot, StreetRecipe("ehs-percentile", 4)).labels[0][0][0]
    pairs = {
        (labels[hand], bucket)
        for hand, bucket in zip(found["hands"], found["buckets"], strict=True)
    }
    assert len(pairs) == len(found["facts"]) == 4
    strengths = np.asarray(board_strengths("QsJh2h7c").ehs)
    assert found["strengths"] == pytest.approx([float(strengths[hand]) for hand in found["hands"]])
    means = [each["ehs"] for each in found["facts"]]
    assert means == sorted(means)
    assert sum(each["combos"] for each in found["facts"]) == pytest.approx(
        spot.live_ranges[0].combos
    )
    aces = found["names"].index("AdAc") if "AdAc" in found["names"] else -1
    assert found["hands"][aces] == parse_hole(found["names"][aces])


@pytest.mark.parametrize("method", ["lossless", "ehs2", "emd", "potential-aware", "warm-up"])
def test_every_method_divides_all_hands(reader: httpx.Client, spot: Spot, method: str) -> None:
    question = {"spot": FIELDS, "method": method, "buckets": 3, "player": "ip"}
    found = reader.post("/abstraction/buckets", json=question).json()
    assert method in found["methods"]
    assert (
        len(found["buckets"])
        == len(found["hands"])
        == np.count_nonzero(spot.live_ranges[1].weights)
    )
    assert set(found["buckets"]) == set(range(1, len(found["facts"]) + 1))
    assert found["ehs_error"] >= 0


def test_a_method_of_another_street_is_refused(reader: httpx.Client) -> None:
    question = {"spot": FIELDS, "method": "ochs"}
    reply = reader.post("/abstraction/buckets", json=question)
    assert reply.status_code == 400
    assert "method must be one of lossless, ehs" in reply.json()["detail"]
