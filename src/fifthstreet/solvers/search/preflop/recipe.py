"""Recipes of preflop games, as TOML files; docs/reference/files.md lists the fields."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.abstraction import flop_subset
from fifthstreet.cards import MaskArray, parse_mask
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import list_field, number_field, table_field
from fifthstreet.solvers.search.preflop.game import PreflopGame
from fifthstreet.tree import NO_RAKE, STREET_NAMES, Rake, TreeRules, natural_chip

# Of games that a CPU solves in minutes.
DEFAULT_RECIPE: dict[str, Any] = {
    "stack": 20,
    "blinds": [0.5, 1],
    "ante": 0,
    "flops": 10,
    "sizes": {
        "preflop": {"raise": "2x, a"},
        "flop": {"bet": "50%"},
        "turn": {"bet": "75%"},
    },
    "tree": {"max_raises": [2, 1, 1, 0], "removed": ["r:b2:b4", "r:c:b2:b4"]},
}
PREFLOP_DEPTHS = ("hand", "street")
_FIELDS = (*DEFAULT_RECIPE, "rake")
_TREE_FIELDS = ("max_raises", "added", "removed", "add_allin", "force_allin", "merge", "chip")


def read_recipe(path: str | Path) -> dict[str, Any]:
    """Return the fields of a recipe file, not yet validated.

    Args:
        path: A file in TOML.

    Raises:
        InputError: If the file is not TOML.
        OSError: If the file cannot be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # also numbers with thousands of digits
        raise InputError(f"{path}: {error}") from None


def game_of(recipe: Mapping[str, Any], *, depth: str = "hand") -> PreflopGame:
    """Return the game of a recipe.

    Args:
        recipe: Fields that docs/reference/files.md lists; missing top-level fields are from
            `DEFAULT_RECIPE`.
        depth: `hand` for a game with the recipe's flops; `street` for a game that ends where the
            flop is dealt, whatever its flops and the bets on them are.

    Raises:
        InputError: If a field is unknown or wrong; the message names the field.

    >>> game = game_of({"stack": 10, "sizes": {"preflop": {"raise": "a"}}, "tree": {}, "flops": 25})
    >>> [game.tree.path(line) for line in game.lines], len(game.boards)
    (['r:c:k'], 25)
    """
    if depth not in PREFLOP_DEPTHS:
        raise InputError(f"depth must be {' or '.join(PREFLOP_DEPTHS)}, got {depth!r}")
    _check_names("recipe", recipe, _FIELDS)
    fields = {**DEFAULT_RECIPE, **recipe}
    stack, ante = number_field("stack", fields["stack"]), number_field("ante", fields["ante"])
    blinds = [number_field("blinds", blind) for blind in list_field("blinds", fields["blinds"])]
    tree = dict(table_field("tree", fields["tree"]))
    _check_names("tree", tree, _TREE_FIELDS)
    sizes = table_field("sizes", fields["sizes"])
    _check_names("sizes", sizes, STREET_NAMES)
    chip = tree.pop("chip", None)
    rules = TreeRules.from_dict(
        {
            "stacks": [stack, stack],
            "blinds": blinds,
            "antes": [ante, ante] if ante else [],
            "first_street": 0,
            "sizes": [{name: table_field(f"sizes.{name}", menu) for name, menu in sizes.items()}],
            "chip": natural_chip([stack, ante, *blinds]) if chip is None else chip,
            **tree,
        }
    )
    rake = table_field("rake", fields.get("rake", {}))
    _check_names("rake", rake, ("rate", "cap"))
    numbers = {name: number_field(f"rake.{name}", value) for name, value in rake.items()}
    taken = Rake(**numbers) if rake else NO_RAKE
    if depth == "street":
        return PreflopGame(rules, rake=taken)
    return PreflopGame(rules, *_flops(fields["flops"]), taken)


def _flops(given: Any) -> tuple[MaskArray, Any]:
    """Return flops and their weights: a subset by its size, or flops that are listed."""
    if isinstance(given, int) and not isinstance(given, bool):
        subset = flop_subset(given)
        return subset.boards, subset.counts
    names = list_field("flops", given)
    if not names or not all(isinstance(name, str) for name in names):
        raise InputError(
            f"flops must be a number or a list like ['AsKd2c', '7h7d2c'], got {given!r}"
        )
    return np.array([parse_mask(name) for name in names], np.uint64), np.ones(len(names), np.int64)


def _check_names(name: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    if unknown := set(table) - set(known):
        raise InputError(f"fields of {name} must be {', '.join(known)}, got {min(unknown)!r}")
