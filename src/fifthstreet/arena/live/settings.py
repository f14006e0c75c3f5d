"""Settings of a table at which a person plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from fifthstreet.arena.live.stakes import MAX_SEATS, variant_info
from fifthstreet.errors import InputError
from fifthstreet.game import one_line

RESET, REBUY, FREEZEOUT = "reset", "rebuy", "freezeout"
STACK_RULES = {
    RESET: "all players start every hand with the same stack",
    REBUY: "stacks carry over; a player without chips buys a new stack",
    FREEZEOUT: "stacks carry over until the person is out or has all chips",
}
_MAX_NAME_LENGTH = 40


@dataclass(frozen=True)
class LiveSettings:
    """A table: the variant, the players, the stakes, and the seed of all cards."""

    agents: tuple[str, ...]  # of the other seats, as `create_agent` reads them
    variant: str = "nlhe"
    stakes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    stack: Any = None  # by default the variant's usual stack
    seed: int = 0
    stacks: str = RESET  # one of `STACK_RULES`
    person: str = "You"
    agent_names: tuple[str, ...] = ()  # as the table shows them; by default, `agents`

    def __post_init__(self) -> None:
        seats, info = 1 + len(self.agents), variant_info(self.variant)
        if not 2 <= seats <= min(MAX_SEATS, info.max_seats):
            raise InputError(f"{info.name} must have from 2 to {info.max_seats} seats, got {seats}")
        if self.stacks not in STACK_RULES:
            raise InputError(f"stacks must be one of {', '.join(STACK_RULES)}, got {self.stacks!r}")
        if self.agent_names and len(self.agent_names) != len(self.agents):
            count = len(self.agents)
            raise InputError(f"agent_names must have {count} names, got {len(self.agent_names)}")
        if not one_line(self.person).strip() or len(self.person) > _MAX_NAME_LENGTH:
            raise InputError(f"person must be a name of 1 to {_MAX_NAME_LENGTH} characters")

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the player in each seat; repeated names are numbered."""
        given = [one_line(self.person).strip(), *(self.agent_names or self.agents)]
        return tuple(
            name if given.count(name) == 1 else f"{name} {given[:at].count(name) + 1}"
            for at, name in enumerate(given)
        )
