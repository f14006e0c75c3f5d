"""Equities by playing out every deal in plain Python, with hands ranked by `naive_hands`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import TypeAlias

from tests.oracles.naive_hands import Cards, Score, naive_score

WeightedRange: TypeAlias = Mapping[Cards, float]  # ascending cards -> weight


@dataclass
class Share:
    """Results of one player, as shares of all weighted deals."""

    equity: float = 0.0
    win: float = 0.0
    tie: float = 0.0
    low: float = 0.0


@dataclass
class NaiveResult:
    players: list[Share]
    hands: list[dict[Cards, float]] = field(default_factory=list)  # equity of each hand
    deals: int = 0


def winners(scores: Sequence[Score]) -> list[int]:
    """Return the players with the best hand; none if nobody has one."""
    best = max(scores)
    return [player for player, score in enumerate(scores) if score == best] if best else []


def pot_shares(
    high: Sequence[Score], low: Sequence[Score] | None
) -> tuple[list[float], list[float]]:
    """Return each player's share of the pot, and the part of it won by a low hand."""
    low_shares = [0.0] * len(high)
    low_winners = winners(low) if low else []
    for player in low_winners:
        low_shares[player] = 0.5 / len(low_winners)
    shares = list(low_shares)
    high_winners = winners(high)
    for player in high_winners:
        shares[player] += (0.5 if low_winners else 1.0) / len(high_winners)
    return shares, low_shares


def naive_equity(
    high: str,
    low: str | None,
    deck: Cards,
    players: Sequence[WeightedRange],
    board: Cards,
    dead: Cards,
) -> NaiveResult | None:
    """Compute equities for the named high and low types; None if no deal is possible."""
    result = NaiveResult([Share() for _ in players])
    totals: list[dict[Cards, float]] = [{} for _ in players]
    sums: list[dict[Cards, float]] = [{} for _ in players]
    total_weight = 0.0
    for chosen in product(*(range_.items() for range_ in players)):
        hands = [hand for hand, _ in chosen]
        known = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(known)) < len(known):
            continue
        weight = prod(weight for _, weight in chosen)
        rest = [card for card in deck if card not in known]
        for runout in combinations(rest, 5 - len(board)):
            full_board = tuple(sorted(board + runout))
            high_scores = [naive_score(high, hand, full_board) for hand in hands]
            low_scores = [naive_score(low, hand, full_board) for hand in hands] if low else None
            shares, low_shares = pot_shares(high_scores, low_scores)
            result.deals += 1
            total_weight += weight
            for player, hand in enumerate(hands):
                share = result.players[player]
                share.equity += weight * shares[player]
                share.low += weight * low_shares[player]
                share.win += weight * (shares[player] == 1.0)
                share.tie += weight * (0.0 < shares[player] < 1.0)
                totals[player][hand] = totals[player].get(hand, 0.0) + weight
                sums[player][hand] = sums[player].get(hand, 0.0) + weight * shares[player]
    if total_weight == 0.0:
        return None
    for share in result.players:
        share.equity /= total_weight
        share.win /= total_weight
        share.tie /= total_weight
        share.low /= total_weight
    result.hands = [
        {hand: sums[player][hand] / total for hand, total in by_hand.items()}
        for player, by_hand in enumerate(totals)
    ]
    return result
