"""Walks through the whole trees of small games, and checks that hold for any game."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose
from typing import Any

from fifthstreet.solvers.games import CHANCE, TERMINAL, Game

# The information sets a player has passed and the actions they took there.
Past = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Visit:
    """A state, each player's own past, and the public chance outcomes so far."""

    state: Any
    pasts: tuple[Past, ...]
    public: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Sizes:
    """Size of a game tree."""

    histories: int
    ends: int
    information_sets: int


def visits(game: Game[Any]) -> Iterator[Visit]:
    """Yield every state, parents first."""
    stack = [Visit(game.root(), ((),) * game.players)]
    while stack:
        visit = stack.pop()
        yield visit
        player = game.player(visit.state)
        if player != TERMINAL:
            count = len(game.actions(visit.state))
            stack += [_step(game, visit, player, index) for index in reversed(range(count))]


def _step(game: Game[Any], visit: Visit, player: int, index: int) -> Visit:
    state, pasts, public = visit.state, list(visit.pasts), visit.public
    action = game.actions(state)[index]
    if player != CHANCE:
        pasts[player] += ((game.information_set(state), action),)
    elif (key := game.public_key(state)) is not None:
        public += ((key, action),)
    return Visit(game.child(state, index), tuple(pasts), public)


def check_game(game: Game[Any], *, zero_sum: bool = True) -> Sizes:
    """Walk a game, check what the solvers rely on, and return its sizes.

    Chance outcomes form a distribution; the actions of a state have different names; an
    information set belongs to one player, who has the same actions, past and public cards in all
    of its states; queries and moves do not change a state; payoffs add up to 0 if `zero_sum`.
    """
    seen: dict[str, Any] = {}
    histories = ends = 0
    for visit in visits(game):
        histories += 1
        state, player = visit.state, game.player(visit.state)
        assert player in (CHANCE, TERMINAL) or 0 <= player < game.players
        if player == TERMINAL:
            ends += 1
            payoffs = game.payoffs(state)
            assert len(payoffs) == game.players
            assert not zero_sum or isclose(sum(payoffs), 0, abs_tol=1e-9)
            continue
        actions = tuple(game.actions(state))
        assert actions
        assert len(set(actions)) == len(actions)
        assert all(actions)
        if player == CHANCE:
            probabilities = game.probabilities(state)
            assert len(probabilities) == len(actions)
            assert min(probabilities) > 0
            assert isclose(sum(probabilities), 1, abs_tol=1e-9)
        else:
            key = game.information_set(state)
            known = player, actions, visit.pasts[player], visit.public
            assert seen.setdefault(key, known) == known, f"{key!r} is not one information set"
        _check_unchanged(game, state, player)
    return Sizes(histories, ends, len(seen))


def _check_unchanged(game: Game[Any], state: Any, player: int) -> None:
    """Check that creating the children of a state does not change the state."""
    actions = tuple(game.actions(state))
    key = None if player == CHANCE else game.information_set(state)
    for index in range(len(actions)):
        game.child(state, index)
    assert game.player(state) == player
    assert tuple(game.actions(state)) == actions
    assert key is None or game.information_set(state) == key


def check_same_tree(one: Game[Any], two: Game[Any]) -> None:
    """Check that two games have the same tree in the same order; only names may differ."""
    to_second: dict[str, str] = {}
    to_first: dict[str, str] = {}
    stack = [(one.root(), two.root())]
    while stack:
        first, second = stack.pop()
        player = one.player(first)
        assert player == two.player(second)
        if player == TERMINAL:
            assert list(one.payoffs(first)) == list(two.payoffs(second))
            continue
        count = len(one.actions(first))
        assert count == len(two.actions(second))
        if player == CHANCE:
            assert list(one.probabilities(first)) == list(two.probabilities(second))
        else:
            first_key, second_key = one.information_set(first), two.information_set(second)
            assert to_second.setdefault(first_key, second_key) == second_key
            assert to_first.setdefault(second_key, first_key) == first_key
        stack += [(one.child(first, a), two.child(second, a)) for a in range(count)]


def check_chance_is_seen(game: Game[Any]) -> None:
    """Check that each card dealt before a decision is in some player's information set.

    It is not if a key leaves out the player's own cards.
    """

    def below(state: Any) -> frozenset[str]:
        """Return the information sets below a state, up to the next public card.

        Public cards are left out: they would reveal private cards by their absence.
        """
        player = game.player(state)
        if player == TERMINAL:
            return frozenset()
        children = [below(game.child(state, a)) for a in range(len(game.actions(state)))]
        if player != CHANCE:
            return frozenset({game.information_set(state)}).union(*children)
        if any(children):
            assert len(set(children)) == len(children), f"nobody sees {game.actions(state)}"
        return frozenset() if game.public_key(state) is not None else frozenset().union(*children)

    below(game.root())
