"""Buckets of the hands of a spot on its board, from weak to strong."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import (
    RECIPES,
    CardAbstraction,
    StreetRecipe,
    board_strengths,
    cached_file,
)
from fifthstreet.cards import hole_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted import spot_boards, spot_buckets, spot_hands
from fifthstreet.solvers.postflop import RIVER, SEATS, Spot
from fifthstreet.tree import STREET_NAMES

_FLOP = STREET_NAMES.index("flop")
_LATER = StreetRecipe("lossless", 1)  # of streets that are not shown, which costs the least
_NEXT = StreetRecipe("ehs", 30)  # of streets whose buckets make the features
_WARM_UP, _POTENTIAL = "warm-up", "potential-aware"
_ON_RIVERS = ("lossless", "ehs", "ehs-percentile", "ehs2", "ochs", _WARM_UP)
_BEFORE = ("lossless", "ehs", "ehs-percentile", "ehs2", "emd", "histogram-l2", _POTENTIAL)


def methods_on(street: int) -> list[str]:
    """Return the methods that divide the hands of a street; named recipes if they are built."""
    own = _ON_RIVERS if street == RIVER else _BEFORE
    extra = (_WARM_UP,) if _FLOP < street < RIVER else ()
    return [*own, *extra, *built_recipes(street)]


def built_recipes(street: int) -> list[str]:
    """Return the names of card abstractions in the user's cache that divide a street's hands."""
    name = STREET_NAMES[street]
    return [
        recipe
        for recipe, content in RECIPES.items()
        if getattr(content, name) is not None and cached_file(content).is_file()
    ]


def bucket_data(spot: Spot, player: int, method: str, buckets: int) -> dict[str, Any]:
    """Return the bucket of each hand of a player on the board of a spot, and facts about each.

    Buckets are numbered from 1, from weak to strong by their mean hand strength (EHS).
    """
    labels = _labels(spot, method, buckets)[player]
    (board,) = spot_boards(spot)[0].tolist()
    strengths = np.asarray(board_strengths(board).ehs, dtype=np.float64)
    hands = np.flatnonzero(spot_hands(spot, player, np.array([board], dtype=np.uint64))[0])
    weights = np.asarray(spot.ranges[player].weights, dtype=np.float64)[hands]
    ranked, facts = _ranked(labels[hands], strengths[hands], weights)
    spread = sum(each["combos"] * each["ehs_error"] ** 2 for each in facts)
    return {
        "player": SEATS[player],
        "street": STREET_NAMES[spot.street],
        "methods": methods_on(spot.street),
        "hands": hands.tolist(),
        "names": [hole_text(int(hand)) for hand in hands],
        "weights": weights.tolist(),
        "strengths": strengths[hands].tolist(),
        "buckets": ranked.tolist(),
        "facts": facts,
        "ehs_error": float(np.sqrt(spread / max(weights.sum(), 1e-12))),
    }


def _labels(spot: Spot, method: str, buckets: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the buckets of both players' hands on the board of a spot.  [1326] each"""
    accepted = methods_on(spot.street)
    if method not in accepted:
        street = STREET_NAMES[spot.street]
        raise InputError(
            f"method must be one of {', '.join(accepted)} on the {street}, got {method!r}"
        )
    if method in RECIPES:
        found = spot_buckets(spot, _loaded(method))
    else:
        names = STREET_NAMES[spot.street :]
        first = StreetRecipe(method, buckets, restarts=3)
        later = {_POTENTIAL: _NEXT, _WARM_UP: first}.get(method, _LATER)
        found = spot_buckets(spot, dict.fromkeys(names, later) | {names[0]: first})
    oop, ip = found.labels[0]
    return oop[0], ip[0]


@lru_cache(maxsize=1)
def _loaded(name: str) -> CardAbstraction:
    return CardAbstraction.load(cached_file(RECIPES[name]))


def _ranked(
    labels: NDArray[Any], strengths: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.int64], list[dict[str, Any]]]:
    """Number the buckets from 1 by mean strength; return the numbers of hands, and facts."""
    groups = []
    for label in np.unique(labels):
        chosen = labels == label
        total = float(weights[chosen].sum())
        mean = float(np.average(strengths[chosen], weights=weights[chosen]))
        squares = np.average((strengths[chosen] - mean) ** 2, weights=weights[chosen])
        groups.append((mean, float(np.sqrt(squares)), total, chosen))
    groups.sort(key=lambda group: group[0])
    ranked = np.zeros(len(labels), np.int64)
    facts = []
    for number, (mean, error, total, chosen) in enumerate(groups, 1):
        ranked[chosen] = number
        facts.append(
            {
                "bucket": number,
                "hands": int(chosen.sum()),
                "combos": total,
                "ehs": mean,
                "ehs_error": error,
            }
        )
    return ranked, facts
