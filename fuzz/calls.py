"""Targets for wrong calls of the native core: valid arguments, changed as the bytes say.

The valid calls come from tests/faults/test_misuse.py, which changes them at random.
"""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from types import FrameType
from typing import Any

from tests.faults.misuse import Recipe, misused
from tests.faults.misuse_abstraction import (
    bucket_table_recipes,
    hand_index_recipes,
    strength_recipes,
)
from tests.faults.misuse_buckets import bucket_sampler_recipes
from tests.faults.misuse_child import WRONG
from tests.faults.misuse_clusters import cluster_recipes
from tests.faults.misuse_envs import env_recipes
from tests.faults.misuse_games import cfr_recipes
from tests.faults.misuse_hands import equity_recipes, evaluator_recipes, tree_recipes
from tests.faults.misuse_public import public_recipes
from tests.faults.misuse_searches import search_recipes
from tests.faults.misuse_spots import deal_recipes, range_recipes, row_recipes

from fuzz.target import ByteGenerator, Bytes, Target

_SECONDS = 2.0  # of CPU time, after which a call is interrupted
_SLOW = {"count_preflop_wins"}  # a minute with sanitizers, whatever its arguments
_GROUPS: dict[str, Callable[[], dict[str, Recipe]]] = {
    "evaluators": evaluator_recipes,
    "equity": equity_recipes,
    "tree": tree_recipes,
    "rows": row_recipes,
    "searches": search_recipes,
    "ranges": range_recipes,
    "cfr": cfr_recipes,
    "deals": deal_recipes,
    "bucket_sampler": bucket_sampler_recipes,
    "hand_index": hand_index_recipes,
    "bucket_tables": bucket_table_recipes,
    "strength": strength_recipes,
    "clusters": cluster_recipes,
    "tables": env_recipes,
    "public": public_recipes,
}


class _TookLongError(BaseException):
    """The call can be interrupted, as it has to be."""


def _ring(signum: int, frame: FrameType | None) -> None:
    raise _TookLongError


@cache
def _recipes(group: str) -> list[Recipe]:
    return [recipe for name, recipe in _GROUPS[group]().items() if name not in _SLOW]


def _check(group: str, data: bytes) -> None:
    choices = Bytes(data)
    recipe = choices.pick(_recipes(group))
    rng: Any = ByteGenerator(choices)
    arguments = misused(recipe.arguments(), rng)
    # The fuzzer has the other timer.
    message = ""
    before = signal.signal(signal.SIGVTALRM, _ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, _SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            recipe.call(**arguments)
    except _TookLongError:
        pass
    except WRONG:
        raise
    except Exception as error:
        message = str(error)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert "std::" not in message, f"an exception of C++ without a message: {message}"


def _target(group: str) -> Target:
    def check(data: bytes) -> None:
        _check(group, data)

    def seeds() -> Iterator[bytes]:
        for number in range(len(_recipes(group))):
            for step in (0, 7, 91):
                yield bytes([number, *((each * step) % 256 for each in range(1, 24))])

    return Target(group, check, seeds, is_native=True, max_bytes=256)


TARGETS: list[Target] = [_target(group) for group in _GROUPS]
