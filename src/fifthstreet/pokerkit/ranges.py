"""Ranges of two-card hands as sets of cards.

    QQ  AK  AKs  AKo    pairs; two ranks; suited; offsuit
    TT+  A9s+           this pair and higher ones; this kicker and higher ones
    QQ-99  T9s-76s      an interval in which both ranks move together
    AsKs                these cards
    6max:BTN.open       a preflop range that comes with the package

Spaces, commas or semicolons separate the tokens. `fifthstreet.cards.Range` has a richer syntax and
weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from fifthstreet.cards import RANGE_NAME, Range
from fifthstreet.errors import InputError
from fifthstreet.pokerkit.cards import Card, RankOrder

_SUITS = "cdhs"


def parse_range(
    *raw_ranges: str, rank_order: RankOrder = RankOrder.STANDARD
) -> set[frozenset[Card]]:
    """Parse ranges into the set of their hands.

    >>> len(parse_range("AKs, QQ+")), frozenset(Card.parse("AsKs")) in parse_range("AKs")
    (22, True)
    """
    hands: set[frozenset[Card]] = set()
    for token in " ".join(raw_ranges).replace(",", " ").replace(";", " ").split():
        hands.update(_hands(token, tuple(rank_order)))
    return hands


def _hands(token: str, order: tuple[str, ...]) -> Iterator[frozenset[Card]]:
    if RANGE_NAME.fullmatch(token):
        yield from (frozenset(Card.parse(text)) for text, _ in Range(token))
        return
    if "-" in token:
        first, _, last = token.partition("-")
        classes = _between(token, first, last, order)
    elif token.endswith("+") and len(token) > 2:
        classes = _upwards(token[:-1], order)
    else:
        classes = [token]
    for name in classes:
        ranks, kind = name[:2], name[2:]
        if len(ranks) < 2 or kind not in ("", "s", "o"):
            yield frozenset(Card.parse(token))
        else:
            for suits in _suits(ranks[0] == ranks[1], kind):
                yield frozenset(Card(*pair) for pair in zip(ranks, suits, strict=True))


def _suits(is_pair: bool, kind: str) -> Iterator[tuple[str, ...]]:
    """Yield the suits of the two cards. No pair is suited; all pairs are offsuit."""
    if kind == "s":
        yield from () if is_pair else zip(_SUITS, _SUITS, strict=True)
    elif is_pair:
        yield from combinations(_SUITS, 2)
    elif kind == "o":
        yield from permutations(_SUITS, 2)
    else:
        yield from product(_SUITS, repeat=2)


def _upwards(name: str, order: tuple[str, ...]) -> list[str]:
    """List the hand classes from one upwards: pairs up to the highest, others by kicker."""
    if len(name) < 2:
        return [name + "+"]
    kind = name[2:]
    low, high = sorted((_place(name[0], order), _place(name[1], order)))
    if low == high:
        return [rank * 2 + kind for rank in order[low:]]
    return [order[high] + rank + kind for rank in order[low:high]]


def _between(token: str, first: str, last: str, order: tuple[str, ...]) -> list[str]:
    """List the hand classes of an interval, in which both ranks move together."""
    kind = first[2:]
    if min(len(first), len(last)) < 2 or last[2:] != kind:
        return [token]
    left, right, last_left, last_right = (_place(rank, order) for rank in (*first[:2], *last[:2]))
    if right - left != last_right - last_left:
        raise InputError(
            f"the ends of an interval must have the same gap between ranks, got {token!r}"
        )
    count = abs(last_left - left) + 1
    left, right = min(left, last_left), min(right, last_right)
    return [order[left + i] + order[right + i] + kind for i in range(count)]


def _place(rank: str, order: tuple[str, ...]) -> int:
    if rank not in order:
        raise InputError(f"a rank must be one of {''.join(order)}, got {rank!r}")
    return order.index(rank)
