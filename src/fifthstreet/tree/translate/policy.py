"""Policies: the mapping of actions, and the limits between a good, a poor and a lost match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from fifthstreet.errors import InputError
from fifthstreet.tree.translate.mappings import Mapping, PseudoHarmonic


@dataclass(frozen=True)
class Limits:
    """How far a real hand may differ from the tree on one street."""

    stack: float  # effective stacks, as a share of the one at the start of the hand
    pot: float  # as a share of the real pot
    spr: float  # stack-to-pot ratios, as a share of the real one
    tolerance: float  # size of a bet and of the bet that stands for it, in pots

    def __post_init__(self) -> None:
        for name in ("stack", "pot", "spr", "tolerance"):
            if not getattr(self, name) >= 0:
                raise InputError(f"{name} must be a share of 0 or more, got {getattr(self, name)}")


LIMITS = (
    Limits(stack=0.25, pot=0.30, spr=0.20, tolerance=0.15),
    Limits(stack=0.20, pot=0.25, spr=0.15, tolerance=0.10),
    Limits(stack=0.15, pot=0.20, spr=0.12, tolerance=0.08),
    Limits(stack=0.10, pot=0.15, spr=0.10, tolerance=0.05),
)


@dataclass(frozen=True)
class Policy:
    """A mapping, and limits by street.

    Beyond a limit of stack, pot or SPR a match is lost. It is poor beyond `poor_share` of such a
    limit, if a bet was translated by more than the tolerance, if the tree had a size on only one
    side of a bet, or if its node lacks a kind of action that is legal in the hand.
    """

    mapping: Mapping = field(default_factory=PseudoHarmonic)
    limits: tuple[Limits, Limits, Limits, Limits] = LIMITS
    poor_share: float = 0.5
    # The tree's all-in means all-in if the real all-in is at most this factor larger.
    allin_factor: float = 1.5
    # Whether a match is lost, instead of poor, if its node lacks a kind of action that is legal.
    verify_legal_actions: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.mapping, Mapping):
            raise InputError(f"mapping must be one like PseudoHarmonic(), got {self.mapping!r}")
        if len(self.limits) != 4:
            raise InputError(f"limits must be 4, preflop to river, got {len(self.limits)}")
        if not 0 <= self.poor_share <= 1:
            raise InputError(f"poor_share must be 0 to 1, got {self.poor_share}")
        if not self.allin_factor >= 1:
            raise InputError(f"allin_factor must be at least 1, got {self.allin_factor}")

    def __repr__(self) -> str:
        limits = "default limits" if self.limits == LIMITS else "own limits"
        factors = f"poor_share={self.poor_share:g}, allin_factor={self.allin_factor:g}"
        if self.verify_legal_actions:
            factors += ", verify_legal_actions"
        return f"<Policy: {self.mapping!r}, {limits}, {factors}>"

    def on(self, street: int, **changes: float) -> Policy:
        """Return the same policy with other limits on one street.

        >>> Policy().on(3, pot=0.5).limits[3]
        Limits(stack=0.1, pot=0.5, spr=0.1, tolerance=0.05)
        """
        if not 0 <= street <= 3:
            raise InputError(f"street must be 0 (preflop) to 3 (river), got {street}")
        if unknown := set(changes) - {"stack", "pot", "spr", "tolerance"}:
            raise InputError(f"limits must be stack, pot, spr or tolerance, got {min(unknown)!r}")
        changed = replace(self.limits[street], **changes)
        preflop, flop, turn, river = (
            changed if place == street else limits for place, limits in enumerate(self.limits)
        )
        return replace(self, limits=(preflop, flop, turn, river))
