"""Kuhn poker and Leduc hold'em of the rules engine as games of the solvers.

They have two players, and stacks that are enough for every bet and raise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from fifthstreet.cards import card_text, cards_text
from fifthstreet.game import (
    ActionAmount,
    Bet,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    HoleDealt,
    Raised,
    SeatView,
    State,
)
from fifthstreet.game.variants import KuhnPoker, LeducHoldem, Poker, SmallPoker
from fifthstreet.solvers.cfr import GameTree, flatten
from fifthstreet.solvers.games import Game, Kuhn, LimitPoker, leduc

SmallGame: TypeAlias = Kuhn | LimitPoker

PLAYERS = 2
_MOVES: dict[type[Event], str] = {Checked: "k", Called: "c", Bet: "b", Raised: "b", Folded: "f"}


def solver_game(game: Poker) -> SmallGame | None:
    """Return the solvers' form of a game of the rules engine; None for other games and stakes.

    Args:
        game: Kuhn poker or Leduc hold'em with its usual stakes.

    >>> solver_game(KuhnPoker(()))
    Kuhn(players=2, cards=3)
    """
    if type(game) is KuhnPoker and repr(game) == repr(KuhnPoker(game.automations)):
        return Kuhn()
    if type(game) is LeducHoldem and repr(game) == repr(LeducHoldem(game.automations)):
        return leduc()
    return None


def is_full_stack(game: Poker, stack: Any) -> bool:
    """Return whether a stack is enough for every bet and raise of a small game.

    Args:
        game: The answer is no for games other than Kuhn poker and Leduc hold'em.
        stack: Chips.
    """
    return isinstance(game, SmallPoker) and stack >= game.starting_stack


@lru_cache(maxsize=4)
def small_tree(game: SmallGame) -> GameTree:
    """Return the tree of a small game, built once.

    Args:
        game: What `solver_game` returns.
    """
    written_out: Game[Any] = game
    return flatten(written_out)


def information_set(view: SeatView) -> str:
    """Return the information set of a small game, as solvers name it: `K|kb` or `Ks|Qh|kbc/b`."""
    letters = ["/" if isinstance(each, BoardDealt) else move_letter(each) for each in view.events]
    moves = "".join(letters)
    card = card_text(int(view.hole_cards[0]))
    if isinstance(view.hand.game, KuhnPoker):
        return f"{card[0]}|{moves}"
    return f"{card}|{cards_text(map(int, view.board))}|{moves}"


def small_action(view: SeatView, move: str) -> ActionAmount:
    """Return the action of a solver's move.

    Args:
        view: The seat to act.
        move: k or c (check or call), b (bet or raise) or f (fold).
    """
    if move == "f":
        return view.fold()
    return view.raise_to() if move == "b" else view.check_or_call()


def end_of(tree: GameTree, state: State) -> int:
    """Return the node of a small game's tree where a finished hand ended.

    Args:
        tree: What `small_tree` returns for the game.
        state: The finished hand.
    """
    left = sorted(state.deck)
    node = 0
    for event in state.events:
        if isinstance(event, HoleDealt | BoardDealt):
            for card in event.cards:  # outcomes of chance are the remaining cards, in order
                node = int(tree.first_child[node]) + left.index(card)
                left.remove(card)
        elif move := move_letter(event):
            actions = tree.actions[int(tree.row[node])]
            node = int(tree.first_child[node]) + actions.index(move)
    return node


def move_letter(event: Event) -> str:
    """Return a move as solvers name it: k, c, b or f; empty text for other events.

    Args:
        event: Of Kuhn poker or Leduc hold'em.
    """
    return _MOVES.get(type(event), "")
