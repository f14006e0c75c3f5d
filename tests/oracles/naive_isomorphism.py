"""Deals up to suits in plain Python: the smallest of all 24 relabellings."""

from collections.abc import Sequence
from itertools import permutations

Deal = tuple[tuple[int, ...], ...]  # ascending cards of each round


def relabelled(deal: Sequence[Sequence[int]], suits: Sequence[int]) -> Deal:
    """Return the deal with suit s called suits[s]."""
    return tuple(tuple(sorted(card // 4 * 4 + suits[card % 4] for card in cards)) for cards in deal)


def representative(deal: Sequence[Sequence[int]]) -> Deal:
    """Return the smallest relabelling, which deals share exactly if they differ only in suits."""
    return min(relabelled(deal, suits) for suits in permutations(range(4)))


def in_rounds(cards: Sequence[int], rounds: Sequence[int]) -> Deal:
    """Divide a row of cards into rounds."""
    deal, start = [], 0
    for count in rounds:
        deal.append(tuple(sorted(cards[start : start + count])))
        start += count
    return tuple(deal)
