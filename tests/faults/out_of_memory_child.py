"""Let allocations of the native core fail, one after the other; arguments are FIRST, STEP and MOST.

Each recipe of a valid call runs with each of its allocations failing once, or with MOST of them,
evenly spaced. A line goes out before each recipe and after it.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import sys
import warnings
from typing import Any

from tests.faults.misuse import Recipe, text_of
from tests.faults.misuse_child import all_recipes, say

WARM_UPS = 3  # calls that fill caches
NEVER = 1 << 60


class Allocations:
    """The preloaded library that lets allocations fail."""

    def __init__(self) -> None:
        self._library: Any = ctypes.CDLL(None)
        self._library.fail_after.argtypes = [ctypes.c_long]
        self._library.allocations_made.restype = ctypes.c_long
        self._library.live_blocks.restype = ctypes.c_long

    def end_of(self, recipe: Recipe, number: int) -> str:
        """Make a call in which an allocation fails; return how it ended."""
        arguments = recipe.arguments()
        self._library.fail_after(number)
        try:
            recipe.call(**arguments)
        except MemoryError:
            return "refused"
        except BaseException as error:
            return f"wrong {text_of(error)}"
        finally:
            self._library.fail_after(-1)
        return "accepted"

    def count(self, recipe: Recipe) -> int:
        """Return the number of allocations of a call."""
        arguments = recipe.arguments()
        self._library.fail_after(NEVER)
        recipe.call(**arguments)
        made = int(self._library.allocations_made())
        self._library.fail_after(-1)
        return made

    def live(self) -> int:
        """Return the number of blocks that are not freed."""
        gc.collect()
        return int(self._library.live_blocks())


def run(name: str, recipe: Recipe, most: int, allocations: Allocations) -> None:
    """Let allocations of a recipe fail, and print what happened."""
    made = 0
    for _ in range(WARM_UPS):
        made = allocations.count(recipe)
    numbers = list(range(made))
    if made > most:
        numbers = sorted({round(k * (made - 1) / (most - 1)) for k in range(most)})
    ends = {"refused": 0, "accepted": 0}
    before = allocations.live()
    for number in numbers:
        end = allocations.end_of(recipe, number)
        if end not in ends:
            say("fault", name, f"allocation {number} of {made}: {end}")
            continue
        ends[end] += 1
    recipe.call(**recipe.arguments())
    left = allocations.live() - before
    if left > 0:
        say("fault", name, f"{left} blocks were not freed after {len(numbers)} failures")
    say("ended", ends["refused"], ends["accepted"], name)


def main() -> None:
    """Run every STEP-th recipe from FIRST on."""
    first, step, most = map(int, sys.argv[1:4])
    faulthandler.enable(all_threads=False)
    warnings.simplefilter("ignore")
    allocations = Allocations()
    for number, (name, recipe) in enumerate(all_recipes().items()):
        if number >= first and (number - first) % step == 0:
            say("case", number, name)
            run(name, recipe, most, allocations)
    say("finished")


if __name__ == "__main__":
    main()
