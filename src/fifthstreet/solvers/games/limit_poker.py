"""Limit poker with small decks: Leduc, Rhode Island and 2-1-1 hold'em, and similar games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, wraps
from itertools import combinations
from typing import ParamSpec, TypeAlias

import numpy as np

from fifthstreet.cards import (
    RANKS,
    SUITS,
    cards_of,
    make_card,
    mask_of,
    mask_text,
    rank_of,
    suit_of,
)
from fifthstreet.cards.hands import NUMERAL_211_HIGH, RHODE_ISLAND_HIGH, HandType, rankings
from fifthstreet.errors import InputError
from fifthstreet.solvers.games.features import Features
from fifthstreet.solvers.games.game import CHANCE
from fifthstreet.solvers.games.limit_betting import BettingNode, betting_nodes, moves_before
from fifthstreet.support.options import option

# A betting node, and the cards dealt so far as masks: the players' hands, then the board's deals.
LimitState: TypeAlias = tuple[int, tuple[int, ...]]

_Parameters = ParamSpec("_Parameters")
_PLAYERS = "number of players"
_RANKS, _SUITS = "ranks in the deck", "suits in the deck"
_MAX_BETS = "maximum number of bets and raises per round"


@dataclass(frozen=True, kw_only=True)
class LimitPoker:
    """Limit poker: antes, private cards, board cards, and a betting round after each deal.

    The best hand wins. In turn from player 0, players check (k) or bet (b), fold (f), call (c) or
    raise (b); with several sizes, `b2` raises by 2. Stacks are unlimited.
    """

    title: str
    ranks: str  # of the deck, lowest first
    suits: str
    hand_type: HandType
    private: int  # cards dealt to each player
    board: tuple[int, ...]  # cards dealt to the board before each round
    ante: float
    bets: tuple[tuple[float, ...], ...]  # sizes of a bet or raise in each round
    max_bets: int  # bets and raises together in a round
    players: int = 2

    def __post_init__(self) -> None:
        dealt = self.players * self.private + sum(self.board)
        count = len(self.ranks) * len(self.suits)
        if self.players < 2:
            raise InputError(f"players must be at least 2, got {self.players}")
        for name, letters, known in (("ranks", self.ranks, RANKS), ("suits", self.suits, SUITS)):
            if len(set(letters) & set(known)) < len(letters):
                raise InputError(f"{name} must be different letters of {known}, got {letters!r}")
        if self.private < 1:
            raise InputError(f"private must be at least 1 card, got {self.private}")
        if len(self.board) != len(self.bets) or not self.board:
            raise InputError(
                "bets and board must have the same number of rounds, at least one, "
                f"got {len(self.bets)} and {len(self.board)}"
            )
        if dealt > count:
            raise InputError(f"the deck must have at least {dealt} cards, got {count}")
        if self.hand_type.ranking.size > self.private + sum(self.board):
            raise InputError(
                f"private and board cards must be at least {self.hand_type.ranking.size}, "
                f"got {self.private} and {sum(self.board)}"
            )
        if not self.ante > 0:
            raise InputError(f"ante must be positive, got {self.ante:g}")
        for sizes in self.bets:
            if not sizes or min(sizes) <= 0 or len(set(sizes)) < len(sizes):
                raise InputError(f"bets must be different positive sizes, got {sizes}")
        if self.max_bets < 1:
            raise InputError(f"max_bets must be at least 1, got {self.max_bets}")

    @property
    def name(self) -> str:
        """The title and all parameters of the game."""
        bets = "-".join("/".join(f"{size:g}" for size in sizes) for sizes in self.bets)
        board = "-".join(map(str, self.board))
        return (
            f"{self.title}: {self.players} players, {self.ranks} of {self.suits}, "
            f"{self.private} private, board {board}, {self.hand_type.name}, "
            f"ante {self.ante:g}, bets {bets}, at most {self.max_bets}"
        )

    @cached_property
    def betting(self) -> tuple[BettingNode, ...]:
        """The betting tree without cards, root first."""
        return betting_nodes(self.players, self.ante, self.bets, self.max_bets)

    @cached_property
    def _deal_sizes(self) -> tuple[int, ...]:
        """Number of cards in each deal: one hand per player, then the board's deals."""
        return (self.private,) * self.players + tuple(filter(None, self.board))

    @cached_property
    def _deals_before(self) -> tuple[int, ...]:
        """Number of deals before the action at each betting node."""
        boards = [sum(map(bool, self.board[: number + 1])) for number in range(len(self.board))]
        return tuple(self.players + boards[node.round] for node in self.betting)

    def root(self) -> LimitState:
        """Return the state before any card is dealt."""
        return 0, ()

    def player(self, state: LimitState) -> int:
        """Return `CHANCE` until all cards of the round are dealt, then the player to act."""
        index, deals = state
        return CHANCE if len(deals) < self._deals_before[index] else self.betting[index].player

    def actions(self, state: LimitState) -> Sequence[str]:
        """Return the cards that may be dealt, or the legal moves."""
        index, deals = state
        if len(deals) < self._deals_before[index]:
            return self._left(deals)[1]
        return self.betting[index].actions

    def child(self, state: LimitState, action: int) -> LimitState:
        """Return the state after cards are dealt or a move is made."""
        index, deals = state
        if len(deals) < self._deals_before[index]:
            return index, (*deals, self._left(deals)[0][action])
        return self.betting[index].children[action], deals

    def probabilities(self, state: LimitState) -> Sequence[float]:
        """Return equal probabilities for all sets of cards left."""
        count = len(self._left(state[1])[0])
        return (1 / count,) * count

    def public_key(self, state: LimitState) -> Hashable | None:
        """Return the board and the betting node if the next cards go to the board, else None."""
        index, deals = state
        return (self._board_text(deals), index) if len(deals) >= self.players else None

    def information_set(self, state: LimitState) -> str:
        """Return the player's own cards, the board and the betting, like `Ks|Qh|kbc/b`."""
        index, deals = state
        node = self.betting[index]
        return f"{_text(deals[node.player])}|{self._board_text(deals)}|{node.text}"

    def features(self, state: LimitState) -> Features:
        """Return own cards, the board by round and every move, as 0 and 1.

        Each deal has ranks and suits, and with several cards the cards as well. Each turn of each
        round has a number for every kind of move.
        """
        index, deals = state
        node, cards = self.betting[index], self._card_places
        moves, count = self._moves_before
        vector = np.zeros(self._first_move_feature + count, np.float32)
        start = 0
        seen = (deals[node.player], *deals[self.players :])
        for mask, size in zip(seen, self._deal_sizes[self.players - 1 :], strict=False):
            for card in cards_of(mask):
                rank, suit = cards[card]
                vector[start + rank] += 1
                vector[start + len(self.ranks) + suit] += 1
                if size > 1:
                    vector[start + self._sorts + rank * len(self.suits) + suit] = 1
            start += self._deal_features(size)
        vector[[self._first_move_feature + place for place in moves[index]]] = 1
        return vector

    def payoffs(self, state: LimitState) -> Sequence[float]:
        """Return the chips that each player won or lost, including the ante; ties split the pot."""
        index, deals = state
        node = self.betting[index]
        winners = node.left
        if len(winners) > 1:
            strength = self.hand_type.evaluator.strength
            board = sum(deals[self.players :])  # the masks do not overlap
            strengths = [strength(deals[player], board) for player in winners]
            best = max(strengths)
            winners = tuple(p for p, s in zip(winners, strengths, strict=True) if s == best)
        share = sum(node.paid) / len(winners)
        return tuple(share * (p in winners) - paid for p, paid in enumerate(node.paid))

    @cached_property
    def _sorts(self) -> int:
        """Number of ranks and suits."""
        return len(self.ranks) + len(self.suits)

    @cached_property
    def _card_places(self) -> dict[int, tuple[int, int]]:
        """Places of each card of the deck in `ranks` and in `suits`."""
        deck = [make_card(RANKS.index(r), SUITS.index(s)) for r in self.ranks for s in self.suits]
        return {
            card: (self.ranks.index(RANKS[rank_of(card)]), self.suits.index(SUITS[suit_of(card)]))
            for card in deck
        }

    def _deal_features(self, size: int) -> int:
        """Return the number of features of a deal."""
        return self._sorts + (len(self.ranks) * len(self.suits) if size > 1 else 0)

    @cached_property
    def _first_move_feature(self) -> int:
        return sum(map(self._deal_features, self._deal_sizes[self.players - 1 :]))

    @cached_property
    def _moves_before(self) -> tuple[list[tuple[int, ...]], int]:
        return moves_before(self.betting)

    def _left(self, deals: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
        return _cards_left(self.ranks, self.suits, self._deal_sizes[len(deals)], sum(deals))

    def _board_text(self, deals: tuple[int, ...]) -> str:
        return "".join([_text(mask) for mask in deals[self.players :]])


@dataclass(frozen=True, kw_only=True)
class LeducOptions:
    """Leduc hold'em (Southey et al. 2005): one private card, one board card, pairs win.

    The ante is 1, bets are 2 and then 4, with one bet and one raise per round. By default there is
    one rank more than there are players. `bets` may have several sizes per round, like
    `((1, 2), (2, 4))`.

    >>> len(leduc().betting)
    85
    """

    players: int = option(2, _PLAYERS)
    ranks: int = option(0, "ranks in the deck; 0 for one more than there are players")
    suits: int = option(2, _SUITS)
    bets: Sequence[float | Sequence[float]] = option((2, 4), "size of a bet in each round")
    max_bets: int = option(2, _MAX_BETS)

    def game(self) -> LimitPoker:
        """Create the game."""
        ranks = self.ranks or self.players + 1
        names = RANKS if _checked_deck(ranks, self.suits) == len(RANKS) else RANKS[-1 - ranks : -1]
        return LimitPoker(
            title="Leduc hold'em",
            ranks=names,
            suits=SUITS[-self.suits :],
            hand_type=HandType(f"pairs of {names}", replace(rankings.LEDUC, ranks=names)),
            private=1,
            board=(0, 1),
            ante=1,
            bets=_sizes(self.bets),
            max_bets=self.max_bets,
            players=self.players,
        )


@dataclass(frozen=True, kw_only=True)
class RhodeIslandOptions:
    """Rhode Island hold'em (Shi & Littman 2001): one private card, then two board cards.

    The ante is 5, bets are 10, 20 and 20. Three cards make a hand: straight flush, three of a kind,
    straight, flush, pair, high card. The published limit of three raises includes the bet: only
    then does the sequence form have the 91,224,226 rows that Gilpin & Sandholm (2005) report. Small
    decks have the highest ranks.
    """

    players: int = option(2, _PLAYERS)
    ranks: int = option(13, _RANKS)
    suits: int = option(4, _SUITS)
    max_bets: int = option(3, _MAX_BETS)

    def game(self) -> LimitPoker:
        """Create the game."""
        return self._game("Rhode Island hold'em", RHODE_ISLAND_HIGH, RANKS)

    def _game(self, title: str, hand_type: HandType, names: str) -> LimitPoker:
        return LimitPoker(
            title=title,
            ranks=names[-_checked_deck(self.ranks, self.suits, max_ranks=len(names)) :],
            suits=SUITS[-self.suits :],
            hand_type=hand_type,
            private=1,
            board=(0, 1, 1),
            ante=5,
            bets=_sizes((10, 20, 20)),
            max_bets=self.max_bets,
            players=self.players,
        )


@dataclass(frozen=True, kw_only=True)
class TwoOneOneOptions(RhodeIslandOptions):
    """2-1-1 hold'em: Rhode Island without face cards and with four bets or raises a round.

    The ace is next to the ten. Small decks have the highest ranks.
    """

    ranks: int = option(10, _RANKS)
    max_bets: int = option(4, _MAX_BETS)

    def game(self) -> LimitPoker:
        """Create the game."""
        return self._game("2-1-1 hold'em", NUMERAL_211_HIGH, rankings.NUMERAL_211_RANKS)


def _game_function(
    options: Callable[_Parameters, LeducOptions | RhodeIslandOptions],
) -> Callable[_Parameters, LimitPoker]:
    """Return a function with the options as parameters that creates the game."""

    @wraps(options, updated=())
    def make(*arguments: _Parameters.args, **values: _Parameters.kwargs) -> LimitPoker:
        return options(*arguments, **values).game()

    return make


leduc = _game_function(LeducOptions)
rhode_island = _game_function(RhodeIslandOptions)
two_one_one = _game_function(TwoOneOneOptions)


def _checked_deck(ranks: int, suits: int, *, max_ranks: int = len(RANKS)) -> int:
    """Return the number of ranks; raise InputError unless there is a deck of this size."""
    if not 2 <= ranks <= max_ranks:
        raise InputError(f"ranks must be from 2 to {max_ranks}, got {ranks}")
    if not 1 <= suits <= len(SUITS):
        raise InputError(f"suits must be from 1 to {len(SUITS)}, got {suits}")
    return ranks


def _sizes(bets: Sequence[float | Sequence[float]]) -> tuple[tuple[float, ...], ...]:
    """Return the sizes of each round as tuples; a single size may be given as a number."""
    return tuple((bet,) if isinstance(bet, int | float) else tuple(bet) for bet in bets)


@lru_cache(maxsize=1 << 15)
def _cards_left(
    ranks: str, suits: str, size: int, dealt: int
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return all sets of `size` cards that are not dealt, as masks and as text."""
    deck = [make_card(RANKS.index(rank), SUITS.index(suit)) for rank in ranks for suit in suits]
    left = [card for card in deck if not dealt >> card & 1]
    masks = tuple(mask_of(cards) for cards in combinations(left, size))
    return masks, tuple(_text(mask) for mask in masks)


_text = lru_cache(maxsize=1 << 15)(mask_text)
