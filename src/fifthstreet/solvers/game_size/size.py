"""The size of hold'em games: public states, information sets and histories, with reductions.

The betting tree is counted by street, the cards by suits and card removal. Since the betting does
not depend on the cards, the size of a street is the product of both. Nothing is enumerated, so
games of any size are counted in seconds, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import TypeAlias

import numpy as np

from fifthstreet.abstraction import flop_subset, forget_bets
from fifthstreet.cards import NO_PERMUTATIONS, SUIT_PERMUTATIONS
from fifthstreet.errors import InputError
from fifthstreet.solvers.game_size.cards import STREETS, CardCounts, count_cards, count_textures
from fifthstreet.solvers.postflop import Spot, TreeSpot, spot_symmetry
from fifthstreet.tree import (
    STREET_NAMES,
    BettingTree,
    Menu,
    Sizes,
    TreeRules,
    TreeSize,
    build_tree,
    count_all_bets,
    parse_sizes,
    tree_size,
)

HoldemGame: TypeAlias = Spot | TreeRules  # ranges on a board, or all hands from the first street on

ENTRY_BYTES = 8  # a float32 regret and average
MAX_COUNTED = 50_000_000  # nodes of a betting tree, which take seconds
_MAX_BUILT = 5_000_000


@dataclass(frozen=True)
class Reductions:
    """Reductions of a game; the first two change no result, the others are approximations.

    Without the menu, players may bet any multiple of the largest chip that divides stacks and
    blinds (two players with equal stacks of at most 1,000 such chips). `flops` is the size of a
    subset of flops that represent all, `buckets` the number of buckets of hands on each street.
    Without recall, players know the bucket of the current street only. With `textures`, each
    texture of boards has its own buckets. With `pots`, players know street, position, pot
    bucket, number of actions and whether they face a bet, but not the line.
    """

    menu: bool = True
    isomorphism: bool = False
    flops: int | None = None
    buckets: int | None = None
    recall: bool = True
    textures: bool = False
    pots: bool = False

    def __post_init__(self) -> None:
        if self.flops is not None:
            flop_subset(self.flops)
        if self.buckets is not None and self.buckets < 1:
            raise InputError(f"buckets must be at least 1, got {self.buckets}")
        if not self.recall and self.buckets is None:
            raise InputError("imperfect recall requires buckets")
        if self.textures and self.recall:
            raise InputError("textures requires buckets and imperfect recall")
        if self.pots and not self.menu:
            raise InputError("pots requires the menu")

    def __str__(self) -> str:
        return ", ".join(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The reductions in words, one by one."""
        named = {
            "action menu" if self.menu else "any bet": True,
            "suit isomorphism": self.isomorphism,
            f"{self.flops} flops": self.flops is not None,
            f"{self.buckets} buckets": self.buckets is not None,
            "imperfect recall": not self.recall,
            "buckets by texture": self.textures,
            "pots instead of bets": self.pots,
        }
        return tuple(name for name, is_used in named.items() if is_used)


@dataclass(frozen=True)
class StreetSize:
    """The size of one street."""

    name: str
    public_states: int  # betting and board
    information_sets: int  # decisions and what their player knows of the cards
    nodes: int  # histories: betting, board and the hands of all players
    entries: int  # one for each action of each information set


@dataclass(frozen=True, repr=False)
class GameSize:
    """The size of a game by street.

    Nodes are decisions, deals of a street and ends of the hand. An all-in ends the hand: cards
    dealt after the last bet are not counted.
    """

    streets: tuple[StreetSize, ...]
    is_upper_limit: bool  # with buckets, of which some combinations may be impossible

    @property
    def public_states(self) -> int:
        """Number of public states of all streets."""
        return sum(street.public_states for street in self.streets)

    @property
    def information_sets(self) -> int:
        """Number of information sets of all streets."""
        return sum(street.information_sets for street in self.streets)

    @property
    def nodes(self) -> int:
        """Number of histories of all streets."""
        return sum(street.nodes for street in self.streets)

    @property
    def entries(self) -> int:
        """Number of table entries: actions of information sets."""
        return sum(street.entries for street in self.streets)

    @property
    def bytes(self) -> int:
        """Memory of a regret and an average for each entry, as float32."""
        return self.entries * ENTRY_BYTES

    def __repr__(self) -> str:
        limit = "at most " if self.is_upper_limit else ""
        return (
            f"<GameSize: {limit}{self.public_states:,} public states, {self.information_sets:,} "
            f"information sets, {self.nodes:,} nodes>"
        )


def game_size(game: HoldemGame, reductions: Reductions | None = None) -> GameSize:
    """Count a game exactly.

    Args:
        game: A spot, or the rules of a tree that is played with all hands.
        reductions: By default, the game's menu of bets and no other reduction.

    Returns:
        The public states, information sets and nodes of each street.

    Raises:
        InputError: If the betting tree is too large to count, or if the game does not support a
            reduction.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> game_size(spot)
    <GameSize: 21 public states, 60 information sets, 819 nodes>
    """
    chosen = reductions or Reductions()
    betting, cards = _betting(game, chosen), count_game_cards(game, chosen)
    decisions, actions = betting.action_nodes, betting.actions
    if chosen.pots:
        decisions, actions = _pot_decisions(_tree(game))
    rules = _rules(game)
    streets = []
    for street in range(rules.first_street, rules.last_street + 1):
        hands = [each[street] for each in cards.hands]
        nodes = int(betting.nodes[:, street].sum())
        streets.append(
            StreetSize(
                name=STREET_NAMES[street],
                public_states=nodes * cards.boards[street],
                information_sets=_product(decisions, street, hands),
                nodes=nodes * cards.deals[street],
                entries=_product(actions, street, hands),
            )
        )
    return GameSize(tuple(streets), is_upper_limit=chosen.buckets is not None)


def count_game_cards(game: HoldemGame, reductions: Reductions) -> CardCounts:
    """Count the boards, hands and deals of a game.

    Args:
        game: A spot, or the rules of a tree that is played with all hands.
        reductions: Suits, flops and buckets count; reductions of the betting have no effect.

    Returns:
        The counts by street.

    Raises:
        InputError: If flops are reduced in a game that does not start preflop.
    """
    flops = None if reductions.flops is None else flop_subset(reductions.flops).boards.tolist()
    if isinstance(game, Spot):
        if flops is not None:
            raise InputError("flops requires a game from preflop on, got a spot with a board")
        perms = spot_symmetry(game) if reductions.isomorphism else NO_PERMUTATIONS
        cards = count_cards(
            game.street, board=game.board_mask, ranges=game.live_ranges, perms=perms
        )
    else:
        perms = SUIT_PERMUTATIONS if reductions.isomorphism else NO_PERMUTATIONS
        cards = count_cards(game.first_street, players=game.players, perms=perms, flops=flops)
    if reductions.buckets is None:
        return cards
    if reductions.textures:
        board = game.board_mask if isinstance(game, Spot) else 0
        textures = count_textures(_rules(game).first_street, board=board, flops=flops)
        return cards.by_texture(textures, reductions.buckets)
    return cards.bucketed(reductions.buckets, recall=reductions.recall)


def limit_rules() -> TreeRules:
    """Return the rules of heads-up limit hold'em: bets of 2 and 4, four on each street.

    >>> game_size(limit_rules(), Reductions(isomorphism=True)).information_sets
    13803249787132
    """
    small, big = (Menu(*[parse_sizes(f"{chips}c3r")] * 2) for chips in (2, 4))
    # All bets and raises take 48 chips, so no player is ever all-in.
    return TreeRules.even(
        2, 100, blinds=(1, 2), first_street=0, sizes=Sizes(((small, small, big, big),))
    )


def _product(counts: np.ndarray, street: int, hands: list[int]) -> int:
    """Return the sum over players of their nodes on a street, times their hands."""
    return sum(
        int(nodes) * held for nodes, held in zip(counts[:, street].tolist(), hands, strict=True)
    )


def _rules(game: HoldemGame) -> TreeRules:
    return game.rules if isinstance(game, Spot) else game


def _tree(game: HoldemGame) -> BettingTree:
    """Return the betting tree; InputError if it is too large."""
    if not isinstance(game, TreeSpot) and (size := _counted(_rules(game))).total > _MAX_BUILT:
        raise InputError(
            f"pot buckets require a tree of at most {_MAX_BUILT:,} nodes, got {size.total:,}"
        )
    return game.tree if isinstance(game, Spot) else build_tree(game)


def _betting(game: HoldemGame, reductions: Reductions) -> TreeSize:
    rules = _rules(game)
    if not reductions.menu:
        return _all_bets(rules)
    return TreeSize.of(game.tree) if isinstance(game, TreeSpot) else _counted(rules)


@lru_cache(maxsize=8)
def _counted(rules: TreeRules) -> TreeSize:
    return tree_size(rules, limit=MAX_COUNTED)


@lru_cache(maxsize=8)
def _all_bets(rules: TreeRules) -> TreeSize:
    """Count all bets in the largest chip that divides stacks, blinds and the smallest bet."""
    amounts = (*rules.stack_chips, *rules.posted_blinds, *rules.posted_antes, rules.min_bet_chips)
    chip = rules.chip * gcd(*amounts)
    # Menus, paths and the pot do not matter, although they may need smaller chips.
    return count_all_bets(
        replace(
            rules,
            chip=chip,
            pot=chip if rules.pot else 0.0,
            sizes=Sizes.uniform("a"),
            added=(),
            removed=(),
        )
    )


def _pot_decisions(tree: BettingTree) -> tuple[np.ndarray, np.ndarray]:
    """Count decisions that differ in what players know with `pots`, and actions.  [P, 4] each"""
    numbers = forget_bets(tree)
    decisions = np.zeros((tree.players, STREETS), np.int64)
    actions = np.zeros_like(decisions)
    for node in np.unique(numbers, return_index=True)[1].tolist():
        if numbers[node] >= 0:
            place = int(tree.player[node]), int(tree.street[node])
            decisions[place] += 1
            actions[place] += int(tree.n_children[node])
    return decisions, actions
