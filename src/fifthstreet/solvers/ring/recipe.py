"""Recipes of tables before the flop, as TOML files; docs/reference/files.md lists the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import list_field, number_field, table_field
from fifthstreet.solvers.ring.game import RingGame
from fifthstreet.tree import NO_RAKE, Rake, TreeRules, natural_chip, position_names

_OUT_OF_POSITION = {"raise": "3x r1, 4x r2, 2.3x r3, a r4+"}
# A cash game of six seats.
RING_RECIPE: dict[str, Any] = {
    "seats": 6,
    "stack": 100,
    "blinds": [0.5, 1],
    "ante": 0,
    "sizes": {"preflop": {"raise": "2.5x r1, 3x r2, 2.3x r3, a r4+"}},
    "tree": {"max_raises": 4, "cold_calls": [0, 2, 1, 0], "force_allin": 0.3},
}
_RING_POSITIONS = {"SB": _OUT_OF_POSITION, "BB": _OUT_OF_POSITION}  # of the default sizes
_ONLY_RING = ("seats", "stacks", "positions", "payouts")
_FIELDS = (*RING_RECIPE, "stacks", "positions", "rake", "payouts")
_TREE_FIELDS = (
    *("max_raises", "cold_calls", "added", "removed", "add_allin", "force_allin", "merge", "chip"),
)


def is_ring_recipe(recipe: Mapping[str, Any]) -> bool:
    """Return whether a recipe is of a table with a given number of seats.

    Args:
        recipe: Fields of a recipe.
    """
    return not set(recipe).isdisjoint(_ONLY_RING)


def ring_game_of(recipe: Mapping[str, Any]) -> RingGame:
    """Return the table of a recipe.

    Args:
        recipe: Fields that docs/reference/files.md lists; missing top-level fields are from
            `RING_RECIPE`.

    Raises:
        InputError: If a field is unknown or wrong; the message names the field.

    >>> game = ring_game_of({"seats": 6, "stack": 40})
    >>> game.tree.actions(0), game.seats
    (('f', 'b2.5'), 6)
    """
    fields = table_field("recipe", {**RING_RECIPE, **recipe}, _FIELDS)
    stacks = _stacks(fields, recipe)
    seats = len(stacks)
    names = position_names(seats)
    ante = number_field("ante", fields["ante"])
    blinds = [number_field("blinds", blind) for blind in list_field("blinds", fields["blinds"])]
    tree = dict(table_field("tree", fields["tree"], _TREE_FIELDS))
    sizes = table_field("sizes", fields["sizes"], ("preflop",))
    everyone = table_field("sizes.preflop", sizes.get("preflop", {}))
    given: Mapping[str, Any] = _RING_POSITIONS if "sizes" not in recipe and seats > 2 else {}
    own = table_field("positions", fields.get("positions", given), names)
    rows = [
        {"preflop": {**everyone, **table_field(f"positions.{name}", own.get(name, {}))}}
        for name in names
    ]
    chip = tree.pop("chip", None)
    rules = TreeRules.from_dict(
        {
            "stacks": stacks,
            "blinds": blinds,
            "antes": [ante] * seats if ante else [],
            "first_street": 0,
            "last_street": 0,
            "sizes": rows,
            "chip": natural_chip([*stacks, ante, *blinds]) if chip is None else chip,
            **tree,
        }
    )
    rake = table_field("rake", fields.get("rake", {}), ("rate", "cap"))
    numbers = {name: number_field(f"rake.{name}", value) for name, value in rake.items()}
    payouts = list_field("payouts", fields.get("payouts", []))
    prizes = tuple(number_field("payouts", prize) for prize in payouts)
    return RingGame(rules, Rake(**numbers) if rake else NO_RAKE, prizes)


def _stacks(fields: Mapping[str, Any], recipe: Mapping[str, Any]) -> list[float]:
    """Return the stacks from the first seat after the button on."""
    if "stacks" in recipe:
        if "stack" in recipe:
            raise InputError("a recipe must have stack or stacks, not both")
        stacks = list_field("stacks", fields["stacks"])
        if "seats" in recipe and fields["seats"] != len(stacks):
            raise InputError(
                f"stacks must be one for each of {fields['seats']!r} seats, got {len(stacks)}"
            )
        found = [number_field("stacks", stack) for stack in stacks]
        position_names(len(found))  # refuses other numbers
        return found
    seats = fields["seats"]
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise InputError(f"seats must be a whole number, got {seats!r}")
    position_names(seats)
    return [number_field("stack", fields["stack"])] * seats
