"""Small variants of the rules engine as games for solvers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import combinations, takewhile
from math import comb
from typing import Any

from fifthstreet.cards import cards_of, cards_text, mask_of
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, State, events
from fifthstreet.solvers.games.engine_features import EngineFeatures
from fifthstreet.solvers.games.features import Features
from fifthstreet.solvers.games.game import CHANCE, TERMINAL

_DEALING = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
# What a state must automate: everything except dealing, which is chance, and betting.
AUTOMATIONS: tuple[Automation, ...] = tuple(a for a in Automation if a not in _DEALING)
MAX_DEALS = 1_000_000


def usual_sizes(state: State) -> Sequence[Any]:
    """Return the minimum, pot-sized and maximum bets; with fixed limits they are the same."""
    amounts = (state.min_raise_to, state.pot_raise_to, state.max_raise_to)
    return sorted({amount for amount in amounts if amount is not None})


# Names of hand types in the set-ups of saved trainings, which must stay as they are.
_SETUP_NAMES = {
    "standard high": "StandardHighHand",
    "deuce-to-seven low": "StandardLowHand",
    "ace-to-five low": "RegularLowHand",
    "eight-or-better low": "EightOrBetterLowHand",
    "badugi": "BadugiHand",
    "ace-high badugi": "StandardBadugiHand",
    "Omaha high": "OmahaHoldemHand",
    "Omaha eight-or-better low": "OmahaEightOrBetterLowHand",
    "short-deck high": "ShortDeckHoldemHand",
    "short-deck high, trips over straight": "ShortDeckTripsHoldemHand",
    "Kuhn high": "KuhnPokerHand",
    "Leduc high": "LeducHoldemHand",
    "Rhode Island high": "RhodeIslandHoldemHand",
    "2-1-1 high": "Numeral211HoldemHand",
}


@dataclass(frozen=True)
class EngineGame:
    """A hand of the rules engine: dealing is chance, players fold, call, bet and raise.

    `make_state` creates a hand that automates everything except dealing (`AUTOMATIONS`). `sizes`
    returns the amounts that the player to act may bet or raise to; illegal ones are left out. All
    cards of a hand or board are dealt at once, and all sets of cards left are equally likely.
    Discards are not supported, so draw games cannot be played.

    >>> from fifthstreet.game.variants import KuhnPoker
    >>> game = EngineGame(lambda: KuhnPoker.create_state(AUTOMATIONS))
    >>> state = game.child(game.child(game.root(), 2), 0)
    >>> game.information_set(state), game.actions(state)
    ('0|Ks', ('k', 'b1'))
    """

    make_state: Callable[[], State]
    sizes: Callable[[State], Iterable[Any]] = usual_sizes
    max_deals: int = MAX_DEALS

    def __post_init__(self) -> None:
        state = self._start
        if missing := [a for a in AUTOMATIONS if a not in state.automations]:
            raise InputError(f"the state must automate {missing[0]}: use AUTOMATIONS")
        if dealing := [a for a in _DEALING if a in state.automations]:
            raise InputError(f"the state must leave {dealing[0]} to chance")
        if any(street.draw_status for street in state.streets):
            raise InputError("games with draws are not supported: a street has discards")
        deals = count_deals(state)
        if deals > self.max_deals:
            raise InputError(
                f"deals of {len(state.deck_cards)} cards must be at most {self.max_deals:,}, got "
                f"{deals:,}: use a smaller deck, fewer cards or a larger max_deals"
            )

    @cached_property
    def _start(self) -> State:
        return self.make_state()

    @cached_property
    def name(self) -> str:
        """Players, cards and betting, and a short hash of the rest of the set-up."""
        state = self._start
        deck = cards_text(sorted(map(int, state.deck)))
        terms = (
            deck,
            [_SETUP_NAMES[hand_type.name] for hand_type in state.hand_types],
            state.streets,
            (state.antes, state.blinds_or_straddles, state.bring_in, state.starting_stacks),
            (state.mode, state.starting_board_count, state.ante_trimming_status),
            [f"{f.__module__}.{f.__qualname__}" for f in (state.rake, state.divmod, self.sizes)],
        )
        return (
            f"engine: {state.player_count} players, {len(deck) // 2} cards, "
            f"{state.betting_structure}, set-up {sha256(repr(terms).encode()).hexdigest()[:12]}"
        )

    @property
    def players(self) -> int:
        """Number of players."""
        return self._start.player_count

    def root(self) -> State:
        """Return the hand before any card is dealt."""
        return self._start

    def player(self, state: State) -> int:
        """Return the player to act, `CHANCE` while cards have to be dealt, or `TERMINAL`."""
        if not state.status:
            return TERMINAL
        return CHANCE if state.actor_index is None else state.actor_index

    def actions(self, state: State) -> Sequence[str]:
        """Return the sets of cards that may be dealt, or the legal moves.

        Moves are f, k, c, i for the bring-in, and b with the amount bet or raised to.
        """
        if state.actor_index is None:
            return tuple(map(cards_text, self._cards(state)))
        return tuple(self._moves(state))

    def child(self, state: State, action: int) -> State:
        """Return a new hand in which the cards are dealt or the move is made."""
        after = state.copy()
        if state.actor_index is not None:
            move, amount = list(self._moves(state).items())[action]
            _make_move(after, move, amount)
        elif (dealee := state.hole_dealee_index) is not None:
            after.deal_hole(cards_text(self._cards(state)[action]), dealee)
        else:
            after.deal_board(cards_text(self._cards(state)[action]))
        if after.card_burning_status and after.can_burn_card("??"):
            after.burn_card("??")  # unseen, so it stays among the cards that may be dealt
        return after

    def probabilities(self, state: State) -> Sequence[float]:
        """Return equal probabilities for all sets of cards left."""
        count = len(self._cards(state))
        return (1 / count,) * count

    def public_key(self, state: State) -> Hashable | None:
        """Return what all players have seen if the next cards are dealt face up, else None."""
        dealee = state.hole_dealee_index
        if dealee is not None and not state.hole_dealing_statuses[dealee][0]:
            return None
        return seen_by(state, None)

    def information_set(self, state: State) -> str:
        """Return the player and all that they saw, in order, like `0|Ks k b2 c [Qh]`."""
        return f"{state.actor_index}|{seen_by(state, state.actor_index)}"

    def features(self, state: State) -> Features:
        """Return own cards, face-up cards, boards and actions by street; see `EngineFeatures`."""
        return self._features.vector(state)

    @cached_property
    def _features(self) -> EngineFeatures:
        return EngineFeatures(self._start)

    def payoffs(self, state: State) -> Sequence[float]:
        """Return the chips that each player won or lost, as the engine counts them."""
        return tuple(map(float, state.payoffs))

    def _cards(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the sets of cards that may be dealt next.

        A player is dealt their face-up and their face-down cards separately.
        """
        dealee = state.hole_dealee_index
        if dealee is None:
            count = state.board_dealing_count
            assert count is not None
        else:
            count = _leading(tuple(state.hole_dealing_statuses[dealee]))
        return _card_sets(mask_of(map(int, state.deck_cards)), count)

    def _moves(self, state: State) -> dict[str, Any]:
        """Return the moves of the player to act; bets and raises with their amounts."""
        moves: dict[str, Any] = {}
        if state.can_post_bring_in():
            moves["i"] = None
        elif state.amount_to_call:
            moves = {"f": None, "c": None}
        else:
            moves["k"] = None
        if state.can_bet_or_raise_to():
            for amount in self.sizes(state):
                if state.can_bet_or_raise_to(amount):
                    moves[f"b{amount}"] = amount
        return moves


def count_deals(state: State) -> int:
    """Return the number of ways to deal all cards of a hand in which no player folds."""
    deals, left = 1, len(state.deck_cards)
    for street in state.streets:
        runs = _runs(street.hole_dealing_statuses) * state.player_count
        for count in runs + [street.board_dealing_count] * state.starting_board_count:
            if count > left:
                cards = len(state.deck_cards)
                raise InputError(f"{cards} cards are too few for the hand: use a larger deck")
            deals *= comb(left, count)
            left -= count
    return deals


def _make_move(state: State, move: str, amount: Any) -> None:
    if move == "f":
        state.fold()
    elif move == "i":
        state.post_bring_in()
    elif amount is None:
        state.check_or_call()
    else:
        state.bet_or_raise_to(amount)


def seen_by(state: State, player: int | None) -> str:
    """Return what a player has seen of a hand, in order.

    Cards of the board are in brackets; of discards, others see only the number of cards.

    Args:
        state: A hand at any point.
        player: Seat of the player, or None for an observer.
    """
    words = []
    for event in state.events:
        match event:
            case events.HoleDealt(seat=seat, cards=cards):
                if seat == player:
                    words.append(cards_text(map(int, cards)))
                elif event.are_up[0]:
                    words.append(f"{seat}:{cards_text(map(int, cards))}")
            case events.BoardDealt(cards=cards):
                words.append(f"[{cards_text(map(int, cards))}]")
            case events.Folded():
                words.append("f")
            case events.Checked():
                words.append("k")
            case events.Called():
                words.append("c")
            case events.Bet() | events.Raised():
                words.append(f"b{event.total}")
            case events.BringInPosted():
                words.append("i")
            case events.Discarded(seat=seat, cards=cards):
                own = cards_text(map(int, cards)) if seat == player else str(len(cards))
                words.append(f"d{own}")
    return " ".join(words)


def _leading(statuses: Sequence[bool]) -> int:
    """Return how many of the first cards are all face up or all face down."""
    return len(list(takewhile(lambda status: status == statuses[0], statuses)))


def _runs(statuses: Sequence[bool]) -> list[int]:
    """Return the sizes of the deals: consecutive cards that are all face up or all face down."""
    runs = []
    while statuses:
        runs.append(_leading(statuses))
        statuses = statuses[runs[-1] :]
    return runs


@lru_cache(maxsize=1 << 15)
def _card_sets(mask: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(cards_of(mask), count))
