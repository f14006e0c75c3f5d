"""Run misuses in a process of its own; arguments are SEED, ROUNDS, FIRST and STEP.

A line goes out before each case and after it, so that the parent knows which one ended the process.
A call that takes long must be interruptible.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import sys
import warnings
from types import FrameType

import numpy as np

from tests.faults.misuse import Recipe, cases_of, misused, text_of
from tests.faults.misuse_abstraction import (
    bucket_table_recipes,
    hand_index_recipes,
    strength_recipes,
)
from tests.faults.misuse_buckets import bucket_sampler_recipes
from tests.faults.misuse_clusters import cluster_recipes
from tests.faults.misuse_envs import env_recipes
from tests.faults.misuse_games import cfr_recipes
from tests.faults.misuse_hands import equity_recipes, evaluator_recipes, tree_recipes
from tests.faults.misuse_multiway import multiway_recipes
from tests.faults.misuse_public import public_recipes
from tests.faults.misuse_ring import ring_recipes
from tests.faults.misuse_searches import search_recipes
from tests.faults.misuse_spots import (
    deal_recipes,
    range_recipes,
    row_recipes,
)

WRONG = (SystemError, AssertionError, RecursionError)  # or an exception of C++ without a message
MEMORY = 3 << 30  # bytes of address space, beyond which allocations fail
SECONDS = 3


class TookLongError(BaseException):
    """The alarm rang, and Python could answer it."""


def _ring(signum: int, frame: FrameType | None) -> None:
    raise TookLongError


def all_recipes() -> dict[str, Recipe]:
    """Return the recipes of all calls."""
    return {
        **evaluator_recipes(),
        **equity_recipes(),
        **tree_recipes(),
        **row_recipes(),
        **search_recipes(),
        **multiway_recipes(),
        **ring_recipes(),
        **range_recipes(),
        **cfr_recipes(),
        **deal_recipes(),
        **bucket_sampler_recipes(),
        **hand_index_recipes(),
        **bucket_table_recipes(),
        **strength_recipes(),
        **cluster_recipes(),
        **env_recipes(),
        **public_recipes(),
    }


def outcome_of(recipe: Recipe, seed: int) -> str:
    """Make a misuse of a recipe, and say how the call ended."""
    arguments = misused(recipe.arguments(), np.random.default_rng(seed))
    signal.alarm(SECONDS)
    try:
        recipe.call(**arguments)
    except TookLongError:
        return "long"
    except Exception as error:
        is_wrong = isinstance(error, WRONG) or "std::" in str(error)
        return f"wrong {text_of(error)}" if is_wrong else "refused"
    finally:
        signal.alarm(0)
    return "accepted"


def main() -> None:
    """Run every STEP-th case from FIRST on."""
    seed, rounds, first, step = map(int, sys.argv[1:5])
    limit_memory()
    faulthandler.enable(all_threads=False)
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, _ring)
    recipes = all_recipes()
    if first == 0:  # every recipe has to be valid, or its misuses mean nothing
        for name, recipe in recipes.items():
            say("valid", name)
            recipe.call(**recipe.arguments())
    for number, (name, case_seed) in enumerate(cases_of(recipes, seed, rounds)):
        if number < first or (number - first) % step:
            continue
        say("case", number, name)
        say("ended", number, outcome_of(recipes[name], case_seed))
    say("finished")


def say(*words: object) -> None:
    """Write a line to the parent."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def limit_memory() -> None:
    """Let huge allocations fail, except under sanitizers, which reserve terabytes."""
    if "san" not in os.environ.get("LD_PRELOAD", ""):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
