"""Spaces of Gymnasium for tables: observations as a dictionary of arrays, numbered actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.interop.env_table import EnvTable
from fifthstreet.interop.libraries import required

_spaces: Any = required("gymnasium.spaces", "Gymnasium")


def observation_space(table: EnvTable) -> Any:
    """Return the space of what a player observes; chips are bounded by those in play."""
    boxes = {
        name: _spaces.Box(least, most, shape, np.int64)
        for name, (shape, least, most) in table.shapes.items()
    }
    boxes["action_mask"] = _spaces.MultiBinary(table.menu.count)
    return _spaces.Dict(boxes)


def action_space(table: EnvTable) -> Any:
    """Return the space of numbered actions."""
    return _spaces.Discrete(table.menu.count)
