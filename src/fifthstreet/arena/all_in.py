"""All-in equity: the mean payoffs of a hand over the board cards after its last decision.

After the last decision, the rest of the board is luck, so the mean over all runouts replaces the
actual cards. It is exact for few runouts; otherwise it is the mean of runouts drawn independently
of the actual cards. The estimate is unbiased either way. The arena knows folded cards, so they
count as dealt; burnt cards do not.

Runouts on which the players' hands compare alike pay alike. The rules engine plays one runout of
each kind, with side pots, split pots and odd chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.cards import Card, mask_of
from fifthstreet.cards.hands import HandType
from fifthstreet.game import State, events
from fifthstreet.game.variants import Poker
from fifthstreet.tree.translate import play_events

MAX_RUNOUTS = 20_000  # evaluated exactly; a sample above
DRAWN_RUNOUTS = 1_000

_DECISIONS = (
    events.Folded,
    events.Checked,
    events.Called,
    events.Bet,
    events.Raised,
    events.Discarded,
)


def all_in_payoffs(
    game: Poker, state: State, seed: int, *, drawn: int = DRAWN_RUNOUTS
) -> tuple[float, ...]:
    """Return the mean payoffs of a finished hand over the cards dealt after its last decision.

    The actual payoffs are returned if no board card was dealt after it or only one player was
    left; also if there are several boards, if hole cards were dealt after it, or if the deck ran
    out.

    Args:
        game: The rules and stakes of the hand.
        state: The finished hand.
        seed: For drawing runouts, if there are more than `MAX_RUNOUTS`.
        drawn: Number of runouts that are drawn then.

    >>> from fifthstreet.arena.games import table_game
    >>> game = table_game("nlhe").game
    >>> deck = list(Card.parse("AsKsAhKh 2c 3c4d8s 5c 9d 6c Tc"))  # AsAh in seat 0, KsKh in seat 1
    >>> deck += [card for card in game.deck if card not in deck]
    >>> state = game(1000, 2, deck_order=deck)
    >>> state.bet_or_raise_to(1000), state.check_or_call(), list(state.payoffs)
    (..., [1000, -1000])
    >>> round(all_in_payoffs(game, state, seed=7)[0], -2)  # aces win 82.6% and tie 0.5%
    700.0
    """
    actual = tuple(float(payoff) for payoff in state.payoffs)
    played = state.events
    last = max((i for i, each in enumerate(played) if isinstance(each, _DECISIONS)), default=0)
    missing = _missing_cards(state, played[last:])
    live = _live_seats(state)
    if not missing or len(live) < 2 or _has_run_out(state):
        return actual
    hands = [dealt_cards(state, seat) for seat in range(state.player_count)]
    board = [card for cards in _dealt_boards(played[:last]) for card in cards]
    taken = {*board, *(card for hand in hands for card in hand)}
    left = sorted(card for card in state.deck if card not in taken)
    runouts = _runouts(left, missing, seed, drawn)
    masks = _masks(left)[runouts].sum(axis=1, dtype=np.uint64) | _mask(board)
    kinds, counts = _kinds(state, masks, [_mask(hands[seat]) for seat in live])
    total = np.zeros(state.player_count)
    for kind, count in zip(kinds, counts, strict=True):
        cards = [left[place] for place in runouts[kind].tolist()]
        total += count * _replayed(game, state, last, cards)
    return tuple((total / sum(counts)).tolist())


def _missing_cards(state: State, after: Sequence[events.Event]) -> int:
    """Return how many board cards were dealt after the last decision; 0 if hole cards were, too."""
    if state.starting_board_count != 1 or any(isinstance(each, events.HoleDealt) for each in after):
        return 0
    return sum(len(cards) for cards in _dealt_boards(after))


def _dealt_boards(played: Sequence[events.Event]) -> list[tuple[Card, ...]]:
    return [each.cards for each in played if isinstance(each, events.BoardDealt)]


def _has_run_out(state: State) -> bool:
    """Return whether cards were dealt twice, because the deck has too few."""
    taken = 0
    for event in state.events:
        if isinstance(event, events.CardBurned):
            taken += 1
        elif isinstance(event, events.BoardDealt | events.HoleDealt):
            taken += len(event.cards)
    return taken > len(tuple(state.deck))


def _live_seats(state: State) -> list[int]:
    folded = {each.seat for each in state.events if isinstance(each, events.Folded)}
    return [seat for seat in range(state.player_count) if seat not in folded]


def _runouts(left: list[Card], missing: int, seed: int, drawn: int) -> NDArray[np.int64]:
    """Return sets of places in the list of cards left: all of them, or a sample.  [R, missing]"""
    if comb(len(left), missing) <= MAX_RUNOUTS:
        return np.array(list(combinations(range(len(left)), missing)), np.int64)
    order = np.random.default_rng(seed).random((drawn, len(left)))
    return order.argpartition(missing, axis=1)[:, :missing]


def _kinds(
    state: State, boards: NDArray[np.uint64], hands: list[np.uint64]
) -> tuple[list[int], list[int]]:
    """Return one board of each kind, by how the hands compare, and the number of each kind."""
    columns: list[NDArray[Any]] = []
    for hand_type in state.hand_types:
        native = hand_type if isinstance(hand_type, HandType) else None
        if native is None:  # a user's class of hands: every board is its own kind
            return list(range(len(boards))), [1] * len(boards)
        strengths = [
            native.evaluate_masks(np.full(len(boards), hand, np.uint64), boards).astype(np.int32)
            for hand in hands
        ]
        columns += [np.sign(first - second) for first, second in combinations(strengths, 2)]
        columns += [strength == 0 for strength in strengths]  # no low hand, for example
    _, first, counts = np.unique(
        np.array(columns, np.int8), axis=1, return_index=True, return_counts=True
    )
    return first.tolist(), counts.tolist()


def _replayed(game: Poker, state: State, last: int, runout: list[Card]) -> NDArray[np.float64]:
    """Return the payoffs of the same hand with another runout after its last decision."""
    order: list[Card | None] = []
    coming = iter(runout)
    for number, event in enumerate(state.events):
        if isinstance(event, events.CardBurned):
            order.append(None)  # it may be in the runout, so another card takes its place
        elif isinstance(event, events.BoardDealt) and number > last:
            order += [next(coming) for _ in event.cards]
        elif isinstance(event, events.BoardDealt | events.HoleDealt):
            order += event.cards
    placed = {*order}
    others = iter([card for card in state.deck if card not in placed])
    deck = [next(others) if card is None else card for card in order]
    replayed = game(list(state.starting_stacks), state.player_count, deck_order=[*deck, *others])
    refusal = play_events(replayed, state.events)
    assert refusal is None, refusal
    return np.array([float(payoff) for payoff in replayed.payoffs])


def _masks(cards: Iterable[Card]) -> NDArray[np.uint64]:
    return np.array([1 << int(card) for card in cards], np.uint64)


def _mask(cards: Iterable[Card]) -> np.uint64:
    return np.uint64(mask_of(cards))
