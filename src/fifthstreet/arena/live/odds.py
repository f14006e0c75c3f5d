"""The odds of a person's decision: what a call can win, and the equity it needs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from fifthstreet.arena.live.scene import Scene
from fifthstreet.arena.live.table import PERSON, LiveTable
from fifthstreet.cards.equity import PlayerEquity, equity
from fifthstreet.errors import BusyError, InputError

_ANY_HAND = "random"
_SAMPLES = 20_000  # deals: half a percent of error
_NO_EQUITY = "equities are not calculated for this game"


@dataclass(frozen=True)
class LiveOdds:
    """The odds of a decision. Amounts are chips, shares are from 0 to 1."""

    to_call: int | None
    pot: int | None  # chips that a call can win
    needed: float | None  # equity with which a call breaks even, if it ends the betting
    opponents: int  # still in the hand
    equity: float | None  # against any hands of the opponents
    error: float | None  # half the width of its 95% interval
    reason: str  # why there is no equity

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def live_odds(table: LiveTable) -> LiveOdds:
    """Return the odds of the person's decision.

    Args:
        table: Only what the person sees of it is used.

    Raises:
        BusyError: If it is not the person's turn.
    """
    decision, scene = table.decision, table.scene
    if decision is None or scene is None:
        raise BusyError("it is not your turn")
    to_call, pot = decision.to_call, decision.pot_to_win
    needed = to_call / (pot + to_call) if to_call and pot is not None else None
    opponents = sum(scene.in_hand) - 1
    found = _equity(table, scene, opponents)
    if found is None:
        return LiveOdds(to_call, pot, needed, opponents, None, None, _NO_EQUITY)
    return LiveOdds(to_call, pot, needed, opponents, found.equity, found.error, "")


def _equity(table: LiveTable, scene: Scene, opponents: int) -> PlayerEquity | None:
    """Return the equity of the person's cards; None in games without a board, or with several."""
    if len(scene.boards) > 1:
        return None
    board = scene.boards[0] if scene.boards else ()
    try:
        result = equity(
            "".join(map(repr, scene.cards[PERSON])),
            *[_ANY_HAND] * opponents,
            board="".join(map(repr, board)),
            game=table.stakes.game.code,
            method="sample",
            samples=_SAMPLES,
        )
    except InputError:
        return None
    return result.players[0]
