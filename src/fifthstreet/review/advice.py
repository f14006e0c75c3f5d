"""Advice: what a strategy does in a hand that is being played, as legal actions in real chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_MASKS,
    Range,
    SuitPermutation,
    cards_text,
    hole_cards,
    hole_index,
    hole_permutation,
    hole_text,
    parse_hole,
)
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.game import ActionAmount, ActionKind, State, call_amount, pot
from fifthstreet.game.notation import HandHistory
from fifthstreet.review.answers import Distance
from fifthstreet.review.basis import Basis
from fifthstreet.review.hands import last_state, play
from fifthstreet.review.strategy_answers import SELDOM, StrategyAnswers, distance_of
from fifthstreet.tree import STREET_NAMES, translate, when_words
from fifthstreet.tree.strategy import BOARD_CARDS, TreeStrategy
from fifthstreet.tree.translate import action_text

_USABLE = (translate.MatchQuality.GOOD, translate.MatchQuality.POOR)
_CHANGED = (
    translate.ActionStatus.TRANSLATED,
    translate.ActionStatus.CLAMPED,
    translate.ActionStatus.CLOSED_EARLY,
)
_ANY_HAND = "random"
_SAMPLES = 20_000  # deals for the equity of a hand against a range: half a percent of error


@dataclass(frozen=True)
class AdvisedAction:
    """A legal action and how often the strategy takes it."""

    action: str  # as in a path, with real chips: `f`, `k`, `c`, `b60` (a bet or raise to 60)
    real: ActionAmount  # `table.act(state, *action.real)` does it
    probability: float
    ev: float | None  # chips that the hand wins from here on, if known
    tree: tuple[str, ...]  # actions of the tree that it stands for; none if it was added

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "action": self.action,
            "kind": self.real.kind.name.lower(),
            "amount": float(self.real.amount),
            "probability": self.probability,
            "ev": self.ev,
            "tree": list(self.tree),
        }


@dataclass(frozen=True, eq=False, repr=False)
class Advice:
    """The actions of a strategy in a hand, their source, and how far to trust them."""

    player: int  # seat of the player to act
    name: str | None  # of the player, if the history has names
    hand: str  # hole cards of the player
    street: str
    board: str
    actions: tuple[AdvisedAction, ...]  # probabilities add up to 1
    quality: translate.MatchQuality  # of the match of hand and tree
    path: str | None  # the likeliest node, with cards in the tree's own suits
    candidates: tuple[tuple[str, float], ...]  # all nodes that the actions are from, with weights
    distance: Distance | None
    reach: float | None  # how often the tree gets here once the hand held is dealt
    error: float | None  # half width of the interval of EV differences, in chips
    basis: Basis
    notes: tuple[str, ...]  # what limits the trust, in words

    def __repr__(self) -> str:
        play = ", ".join(f"{each.action} {each.probability:.3f}" for each in self.actions)
        when = when_words(self.street)
        return f"<Advice for {self.hand} {when}: {play}; {self.quality.value} match>"

    @property
    def is_from_tree(self) -> bool:
        """Whether the strategy's tree has the decision; otherwise pot odds decided."""
        return self.path is not None

    @property
    def player_name(self) -> str:
        """Name of the player to act, or their number from 1."""
        return _player_name(self.name, self.player)

    @property
    def best(self) -> AdvisedAction:
        """The most likely action."""
        return max(self.actions, key=lambda action: action.probability)

    def choose(self, seed: int | None = None) -> AdvisedAction:
        """Draw one of the actions by their probabilities."""
        weights = [action.probability for action in self.actions]
        return Random(seed).choices(self.actions, weights)[0]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "player": self.player,
            "name": self.name,
            "hand": self.hand,
            "street": self.street,
            "board": self.board,
            "actions": [action.to_dict() for action in self.actions],
            "match": self.quality.value,
            "node": self.path,
            "candidates": [{"node": path, "probability": share} for path, share in self.candidates],
            "divergence": None if self.distance is None else self.distance.to_dict(),
            "reach": self.reach,
            "ev_error": self.error,
            "basis": self.basis.to_dict(),
            "notes": list(self.notes),
        }


def advise(
    strategy: TreeStrategy,
    state_or_history: State | HandHistory,
    *,
    hand: str | None = None,
    decision: int | None = None,
    policy: translate.Policy | None = None,
    unit: float | None = None,
    chip: Any = None,
) -> Advice:
    """Return what a strategy does in a hand that is being played, as legal actions in real chips.

    Where a bet lies between two sizes of the tree, the answers of both are mixed. If the tree does
    not have the decision, the advice is to check, or to call or fold by pot odds, with a note.

    Args:
        strategy: Its tree is searched for the decision.
        state_or_history: A state in which a player is to act, or the history of an unfinished hand.
        hand: Hole cards of the player to act, like `AsKs`; by default from the state, or from a
            later event of the history.
        decision: Number of a decision of the history, from 1, instead of its end.
        policy: Weights the two sizes around a bet, and limits how far a hand may differ from the
            tree; by default `translate.Policy()`.
        unit: Value of 1 in the tree in real chips; by default the ratio of the big blinds, or 1 if
            the tree starts after preflop.
        chip: Smallest chip of the real game; by default `smallest_chip` of the state.

    Raises:
        InputError: If no player is to act, the history does not have the decision, or the hole
            cards are unknown or share a card with the board.

    >>> from fifthstreet.game import new_state
    >>> from fifthstreet.tree import Sizes, TreeRules, build_tree
    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> rules = TreeRules(stacks=(40, 40), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("a"))
    >>> calling = CallingStrategy(build_tree(rules), [Range.full(), Range.full()])
    >>> advise(calling, new_state((40, 40), 1, seed=1), hand="AsKs").best.action
    'c'
    """
    place = _place(state_or_history, decision)
    state, seat = place.state, place.seat
    board = tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()
    hole = _checked_hole(place, hand, board)
    source = StrategyAnswers(strategy, policy=policy, unit=unit)
    follower = translate.Follower(strategy.tree, policy, unit=unit, chip=chip, trace=True)
    follower.begin(state)
    matched = translate.report(follower, state)
    suits = source.suits(board) if all(card < CARD_COUNT for card in board) else None
    parts: list[_Part] = []
    if matched.quality in _USABLE and suits is not None and not _is_early(strategy, state):
        tree_hole = int(hole_permutation(suits)[hole])
        parts = _parts(source, follower, matched, state, tree_hole, source.tree_board(board, suits))
    notes = _match_notes(matched, parts)
    if strategy.tree.rules.first_street <= (state.street_index or 0) and suits is None:
        notes.append(f"the board is {cards_text(board)}; the tree is for another one")
    actions = _mixed(parts)
    to_call = call_amount(state)
    if not parts or (to_call and not any(each.action == "f" for each in actions)):
        opposing = None if suits is None else _opposing(source, matched, seat, board, suits)
        win, range_text = _equity(opposing, state, hole, board)
        odds = float(to_call) / (float(pot(state)) + float(to_call)) if to_call else 0.0
        actions = _with_fold(actions, ActionAmount(ActionKind.CALL, to_call), win >= odds)
        if to_call:
            notes.append(_odds_note(bool(parts), odds, hole, win, range_text))
    return Advice(
        player=seat,
        name=place.name,
        hand=hole_text(hole),
        street=STREET_NAMES[state.street_index or 0],
        board=cards_text(board),
        actions=actions,
        quality=matched.quality,
        path=parts[0].path if parts else None,
        candidates=tuple((part.path, part.weight) for part in parts),
        distance=distance_of(matched),
        reach=parts[0].reach if parts else None,
        error=parts[0].error if parts else None,
        basis=source.basis,
        notes=tuple(notes),
    )


def _odds_note(is_in_tree: bool, odds: float, hole: int, win: float, range_text: str) -> str:
    added = "folding is not in the tree" if is_in_tree else "pot odds decide"
    return (
        f"{added}: a call needs {odds:.0%} equity, and {hole_text(hole)} has {win:.0%} "
        f"against {range_text}"
    )


def _checked_hole(place: _Place, hand: str | None, board: tuple[int, ...]) -> int:
    """Return the hole cards of the player to act, given or known from the hand."""
    hole = place.hole if hand is None else parse_hole(hand)
    if hole is None:
        name = _player_name(place.name, place.seat)
        raise InputError(
            f"the hole cards of {name} are unknown: give them as hand, or --hole, like 'AsKs'"
        )
    if shared := set(hole_cards(hole)) & set(board):
        raise InputError(
            f"hand must not share cards with the board, got {hole_text(hole)} with "
            f"{cards_text(shared)}"
        )
    return hole


@dataclass(frozen=True)
class _Part:
    """The answer of one of the nodes that may stand for a hand."""

    path: str
    weight: float  # the weights of all parts add up to 1
    actions: tuple[tuple[str, ActionAmount, float, float | None], ...]  # label, real, share, EV
    reach: float | None
    error: float | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    """A player's turn."""

    state: State
    seat: int
    name: str | None
    hole: int | None  # index of the hand held, if it is known


def _player_name(name: str | None, seat: int) -> str:
    return name or f"player {seat + 1}"  # numbered as in PHH


def _place(state_or_history: State | HandHistory, decision: int | None) -> _Place:
    if isinstance(state_or_history, State):
        if decision is not None:
            raise InputError("decision requires a history, got a state")
        return _turn(state_or_history, None)
    if not isinstance(state_or_history, HandHistory):
        raise InputError(f"a state or a history is required, got {state_or_history!r}")
    if decision is None:
        return _turn(last_state(state_or_history), state_or_history.players)
    decisions = play(state_or_history).decisions
    if not 1 <= decision <= len(decisions):
        raise InputError(f"decision must be 1 to {len(decisions)}, got {decision}")
    made = decisions[decision - 1]
    return replace(_turn(made.state, state_or_history.players), hole=made.hole)


def _turn(state: State, names: Sequence[str] | None) -> _Place:
    if state.actor_index is None:
        raise InputError("the state or history must end before a player's action")
    seat = state.actor_index
    cards = state.hole_cards[seat]
    is_known = len(cards) == 2 and all(card.is_known for card in cards)
    return _Place(
        state,
        seat,
        names[seat] if names else None,
        hole_index(cards[0], cards[1]) if is_known else None,
    )


def _is_early(strategy: TreeStrategy, state: State) -> bool:
    return (state.street_index or 0) < strategy.tree.rules.first_street


def _parts(
    source: StrategyAnswers,
    follower: translate.Follower,
    matched: translate.Match,
    state: State,
    hole: int,
    board: tuple[int, ...],
) -> list[_Part]:
    """Return the answers of all candidates at which it is the same player's turn."""
    parts = []
    for candidate in matched.candidates:
        follower.node = candidate.node
        children = translate.tree_actions(follower, state)
        if children:
            weight = candidate.probability
            parts.append(_part(source, matched, children, candidate.node, weight, hole, board))
    follower.node = matched.node
    total = sum(part.weight for part in parts)
    return [replace(part, weight=part.weight / total) for part in parts]


def _part(
    source: StrategyAnswers,
    matched: translate.Match,
    children: Sequence[translate.TreeAction],
    node: int,
    weight: float,
    hole: int,
    board: tuple[int, ...],
) -> _Part:
    strategy = source.strategy
    tree, player = strategy.tree, int(strategy.tree.player[node])
    here = strategy.at(node, board)
    notes = []
    shares = here.strategy[:, hole]
    reach: float | None = None
    if np.isnan(shares).any():
        shares = here.frequencies
        notes.append("the hand is not in the tree's range: the whole range's frequencies instead")
    else:
        reach = float(here.reach[hole] / strategy.ranges[player].weights[hole])
        if reach < SELDOM:
            notes.append("the tree seldom gets here with this hand: its frequencies mean little")
    shares = np.nan_to_num(shares)
    shares = shares / shares.sum() if shares.sum() > 0 else np.full(len(shares), 1 / len(shares))
    first = int(tree.first_child[node])
    actions = []
    for child in children:
        action = child.child - first
        is_same_kind = _kind(child.label) == _kind(action_text(*child.real))
        ev = None
        if here.action_ev is not None and reach is not None and is_same_kind:
            value = float(here.action_ev[action, hole]) * matched.unit
            ev = value if np.isfinite(value) else None
        actions.append((child.label, child.real, float(shares[action]), ev))
    reaching = strategy.reach(node, board)
    return _Part(
        path=tree.path(node, board[BOARD_CARDS[tree.rules.first_street] :]),
        weight=weight,
        actions=tuple(actions),
        reach=reach,
        error=source.error_of(reaching, source.starting_weights(board), matched),
        notes=tuple(notes),
    )


def _kind(step: str) -> str:
    """Return the letter of a step; an all-in is a bet."""
    return "b" if step[0] in "ab" else step[0]


def _mixed(parts: Sequence[_Part]) -> tuple[AdvisedAction, ...]:
    """Return the actions of all parts; actions that are equal in real chips are added up."""
    groups: dict[str, list[tuple[float, str, ActionAmount, float, float | None]]] = {}
    for part in parts:
        for action in part.actions:
            step = action_text(*action[1])
            groups.setdefault(step, []).append((part.weight, *action))
    actions = [
        AdvisedAction(
            step,
            real=same[0][2],
            probability=sum(weight * share for weight, _, _, share, _ in same),
            ev=_mean_ev([(weight, ev) for weight, *_, ev in same]),
            tree=tuple(dict.fromkeys(label for _, label, *_ in same)),
        )
        for step, same in groups.items()
    ]
    actions.sort(key=lambda each: ("fkcb".index(each.action[0]), float(each.real.amount)))
    return tuple(actions)


def _mean_ev(values: Sequence[tuple[float, float | None]]) -> float | None:
    """Return the mean of the known values, None if any is unknown."""
    known = [(weight, ev) for weight, ev in values if ev is not None]
    total = sum(weight for weight, _ in known)
    if len(known) < len(values) or not total > 0:
        return None
    return sum(weight * ev for weight, ev in known) / total


def _with_fold(
    actions: tuple[AdvisedAction, ...], call: ActionAmount, is_worth_it: bool
) -> tuple[AdvisedAction, ...]:
    """Return actions with a fold added, or check, call and fold if there were none.

    If a call is not worth it, calls become folds.
    """
    if not call.amount:
        check = ActionAmount(ActionKind.CHECK, call.amount)
        return (AdvisedAction("k", check, 1.0, None, ()),)
    if not actions:
        actions = (AdvisedAction("c", call, 1.0, None, ()),)
    called = sum(each.probability for each in actions if each.action == "c")
    folded = 0.0 if is_worth_it else called
    fold = AdvisedAction("f", ActionAmount(ActionKind.FOLD, 0), folded, 0.0, ())
    rest = [
        each if each.action != "c" else replace(each, probability=called - folded)
        for each in actions
    ]
    return (fold, *rest)


def _opposing(
    source: StrategyAnswers,
    matched: translate.Match,
    seat: int,
    board: tuple[int, ...],
    suits: SuitPermutation,
) -> Range | None:
    """Return the opponent's range at the last node that fits, in the suits of the real hand."""
    strategy = source.strategy
    tree = strategy.tree
    own = matched.seats[seat]
    cards = BOARD_CARDS[int(tree.street[matched.node])]
    if tree.players != 2 or own < 0 or len(board) < cards:
        return None
    weights = strategy.reach(matched.node, source.tree_board(board, suits)[:cards])[1 - own]
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    real = np.where(blocked, 0.0, weights[hole_permutation(suits)])
    return Range(real / real.max()) if real.max() > 0 else None


def _equity(
    opposing: Range | None, state: State, hole: int, board: tuple[int, ...]
) -> tuple[float, str]:
    """Return the equity of a hand against the opponents' ranges, and a description of these."""
    opponents = sum(map(bool, state.statuses)) - 1
    known = [card for card in board if card < CARD_COUNT]
    ranges: list[Range | str] = [_ANY_HAND] * opponents
    text = "any hand"
    if opposing is not None and opponents == 1:
        left = opposing.without(int(HOLE_MASKS[hole]))
        if len(left):
            ranges, text = [left], "the range of the opponent at the last node that fits"
    result = equity(
        hole_text(hole),
        *ranges,
        board=cards_text(known),
        method="sample",
        samples=_SAMPLES,
        seed=0,
    )
    return result.players[0].equity, text


def _match_notes(matched: translate.Match, parts: Sequence[_Part]) -> list[str]:
    """Return in words how the hand was matched, and what limits the trust."""
    notes = [matched.reason] if matched.reason else []
    if not parts and not matched.reason:
        notes.append("it is not this player's turn at the matched node, or its board differs")
    for action in matched.actions:
        if action.chosen is not None and action.status in _CHANGED and action.x is not None:
            played = "a check or call" if not action.chosen else f"{action.chosen:.0%} of the pot"
            notes.append(
                f"action {action.number}, {action.action} ({action.x:.0%} of the pot), counted as "
                f"{played} with probability {action.probability:.0%}"
            )
    for part in parts:
        notes += [note for note in part.notes if note not in notes]
    return notes
