"""Whole trees of small games, walked from the root, and what must hold in any of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose
from typing import Any

from fifthstreet.solvers.games import CHANCE, TERMINAL, Game

# What a player has seen and done before: information sets and the actions taken there.
Past = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Visit:
    """A state, every player's own past, and the public outcomes of chance on the way."""

    state: Any
    pasts: tuple[Past, ...]
    public: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Sizes:
    """How large a tree is."""

    histories: int
    ends: int
    information_sets: int


def visits(game: Game[Any]) -> Iterator[Visit]:
    """Every state, parents first."""
    waiting = [Visit(game.root(), ((),) * game.players)]
    while waiting:
        visit = waiting.pop()
        yield visit
        player = game.player(visit.state)
        if player != TERMINAL:
            count = len(game.actions(visit.state))
            waiting += [_step(game, visit, player, index) for index in reversed(range(count))]


def _step(game: Game[Any], visit: Visit, player: int, index: int) -> Visit:
    state, pasts, public = visit.state, list(visit.pasts), visit.public
    action = game.actions(state)[index]
    if player != CHANCE:
        pasts[player] += ((game.information_set(state), action),)
    elif (key := game.public_key(state)) is not None:
        public += ((key, action),)
    return Visit(game.child(state, index), tuple(pasts), public)


def check_game(game: Game[Any], *, zero_sum: bool = True) -> Sizes:
    """Walk a game and assert what the solvers rely on; return its sizes.

    Chance is a distribution; siblings have different names; an information set belongs to one
    player, who has the same actions, remembers the same past and has seen the same public cards
    everywhere in it; asking and moving on leave a state as it was; payoffs add up.
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
            chances = game.probabilities(state)
            assert len(chances) == len(actions)
            assert min(chances) > 0
            assert isclose(sum(chances), 1, abs_tol=1e-9)
        else:
            key = game.information_set(state)
            found = player, actions, visit.pasts[player], visit.public
            assert seen.setdefault(key, found) == found, f"{key!r} is not one information set"
        _check_unchanged(game, state, player)
    return Sizes(histories, ends, len(seen))


def _check_unchanged(game: Game[Any], state: Any, player: int) -> None:
    """Moves lead away from a state without changing what it answers."""
    actions = tuple(game.actions(state))
    key = None if player == CHANCE else game.information_set(state)
    for index in range(len(actions)):
        game.child(state, index)
    assert game.player(state) == player
    assert tuple(game.actions(state)) == actions
    assert key is None or game.information_set(state) == key


def check_same_tree(one: Game[Any], two: Game[Any]) -> None:
    """Two games with the same tree in the same order, the same information sets and payoffs."""
    there: dict[str, str] = {}
    back: dict[str, str] = {}
    waiting = [(one.root(), two.root())]
    while waiting:
        first, second = waiting.pop()
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
            ours, theirs = one.information_set(first), two.information_set(second)
            assert there.setdefault(ours, theirs) == theirs
            assert back.setdefault(theirs, ours) == ours
        waiting += [(one.child(first, a), two.child(second, a)) for a in range(count)]


def check_chance_is_seen(game: Game[Any]) -> None:
    """Whatever is dealt before a decision, somebody knows it there.

    A key without a player's own cards makes a game in which nobody sees them.
    """

    def below(state: Any) -> frozenset[str]:
        """Information sets before the next public card, which would tell cards by their absence."""
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
