"""Advice: what a strategy does in a hand that is being played, as legal actions in real chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fifthstreet.cards import (
    CARD_COUNT,
    cards_text,
    hole_cards,
    hole_index,
    hole_permutation,
    hole_text,
    parse_hole,
)
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.game import ActionAmount, State, call_amount
from fifthstreet.game.notation import HandHistory
from fifthstreet.review.advised import Advice, AdviceSource, AdvisedAction, player_name
from fifthstreet.review.chart_answers import ChartMatcher, chart_of
from fifthstreet.review.hands import big_blind_of, last_state, play
from fifthstreet.review.off_tree import SolveBudget, solve_streets
from fifthstreet.review.pot_odds import by_pot_odds
from fifthstreet.review.strategy_answers import SELDOM, StrategyAnswers, distance_of
from fifthstreet.solvers.common import Reporter
from fifthstreet.tree import STREET_NAMES, translate
from fifthstreet.tree.strategy import BOARD_CARDS, TreeStrategy
from fifthstreet.tree.translate import action_text

_USABLE = (translate.MatchQuality.GOOD, translate.MatchQuality.POOR)
_CHANGED = (
    translate.ActionStatus.TRANSLATED,
    translate.ActionStatus.CLAMPED,
    translate.ActionStatus.CLOSED_EARLY,
)
_BUDGET = SolveBudget()


def advise(
    strategy: TreeStrategy | None,
    state_or_history: State | HandHistory,
    *,
    hand: str | None = None,
    decision: int | None = None,
    policy: translate.Policy | None = None,
    unit: float | None = None,
    chip: Any = None,
    budget: SolveBudget | None = _BUDGET,
    progress: Reporter | None = None,
) -> Advice:
    """Return what a strategy does in a hand that is being played, as legal actions in real chips.

    Where a bet lies between two sizes of the tree, the answers of both are mixed. If the hand has
    left the tree, the rest of it is solved with the real chips and bets; before the flop, a solved
    chart of the package for the table and the stack answers instead. Where neither is possible, pot
    odds decide. The advice says which of these it is from.

    Args:
        strategy: Its tree is searched for the decision. None for the charts of the package, whose
            ranges the rest of a hand is solved with.
        state_or_history: A state in which a player is to act, or the history of an unfinished hand.
        hand: Hole cards of the player to act, like `AsKs`; by default from the state, or from a
            later event of the history.
        decision: Number of a decision of the history, from 1, instead of its end.
        policy: Weights the two sizes around a bet, and limits how far a hand may differ from the
            tree; by default `translate.Policy()`.
        unit: Value of 1 in the tree in real chips; by default the ratio of the big blinds, or 1 if
            the tree starts after preflop.
        chip: Smallest chip of the real game; by default `smallest_chip` of the state.
        budget: Time and accuracy for the rest of a hand that has left the tree after the flop; None
            for pot odds instead.
        progress: Called after each exploitability check of that solve; stops it by returning False.

    Raises:
        InputError: If no player is to act, the history does not have the decision, or the hole
            cards are unknown or share a card with the board.

    >>> from fifthstreet.cards import Range
    >>> from fifthstreet.game import new_state
    >>> from fifthstreet.tree import Sizes, TreeRules, build_tree
    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> rules = TreeRules(stacks=(40, 40), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("a"))
    >>> calling = CallingStrategy(build_tree(rules), [Range.full(), Range.full()])
    >>> advise(calling, new_state((40, 40), 1, seed=1), hand="AsKs").best.action
    'c'
    """
    place = _place(state_or_history, decision)
    state = place.state
    board = tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()
    hole = _checked_hole(place, hand, board)
    source = (
        chart_of(state, place.seat)
        if strategy is None
        else StrategyAnswers(strategy, policy=policy, unit=unit)
    )
    found = _from_tree(source, place, hole, board, chip)
    is_preflop = not state.street_index
    if found.source is AdviceSource.POT_ODDS and is_preflop and strategy is not None:
        found = _from_chart(place, hole, chip, found)
    if found.source is AdviceSource.POT_ODDS and budget is not None:
        try:
            return _by_solving(source, place, hole, board, found, budget, progress)
        except (InputError, NotEnoughMemoryError) as error:
            return replace(found, notes=(*found.notes, f"not solved: {error}"))
    return found


def _from_tree(
    source: StrategyAnswers, place: _Place, hole: int, board: tuple[int, ...], chip: Any
) -> Advice:
    """Return the actions of the tree, by pot odds where it has none."""
    strategy, state = source.strategy, place.state
    follower = translate.Follower(
        strategy.tree, source.policy, unit=source.unit, chip=chip, trace=True
    )
    follower.begin(state)
    matched = translate.report(follower, state)
    suits = source.suits(board) if all(card < CARD_COUNT for card in board) else None
    parts: list[_Part] = []
    if matched.quality in _USABLE and suits is not None and not _is_early(strategy, state):
        tree_hole = int(hole_permutation(suits)[hole])
        parts = _parts(source, follower, matched, state, tree_hole, source.tree_board(board, suits))
    notes = _match_notes(matched, parts)
    answered_by = AdviceSource.TREE
    if isinstance(source, ChartMatcher) and not state.street_index:
        answered_by = AdviceSource.CHART
        problem = source.problem(matched)
        parts = [] if problem else parts
        notes = [problem] if problem else [*source.notes(state, matched), *notes]
    if strategy.tree.rules.first_street <= (state.street_index or 0) and suits is None:
        notes.append(f"the board is {cards_text(board)}; the tree is for another one")
    actions = _mixed(parts)
    is_complete = not call_amount(state) or any(each.action == "f" for each in actions)
    if not parts or not is_complete:
        actions, added = by_pot_odds(source, matched, state, hole, board, actions)
        notes += added
        answered_by = AdviceSource.POT_ODDS
    return Advice(
        player=place.seat,
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
        big_blind=big_blind_of(state),
        source=answered_by,
    )


def _from_chart(place: _Place, hole: int, chip: Any, lost: Advice) -> Advice:
    """Return advice from the solved chart for a hand that has left a tree before the flop.

    Without an answer of the chart, the advice that was found is returned, with the reason.
    """
    try:
        found = _from_tree(chart_of(place.state, place.seat), place, hole, (), chip)
    except InputError as error:
        return replace(lost, notes=(f"no preflop chart: {error}", *lost.notes))
    if found.source is not AdviceSource.CHART:
        return replace(lost, notes=(f"no preflop chart: {found.notes[0]}", *lost.notes))
    reason = lost.notes[:1] if lost.quality is translate.MatchQuality.LOST else ()
    return replace(
        found, quality=lost.quality, distance=lost.distance, notes=(*reason, *found.notes)
    )


def _by_solving(
    source: StrategyAnswers,
    place: _Place,
    hole: int,
    board: tuple[int, ...],
    lost: Advice,
    budget: SolveBudget,
    progress: Reporter | None,
) -> Advice:
    """Return advice from a solve of the rest of the hand, which has left the tree."""
    streets = solve_streets(
        source, place.state, budget, holes={place.seat: hole}, progress=progress
    )
    solved = _from_tree(StrategyAnswers(streets[-1].solution, unit=1.0), place, hole, board, None)
    if solved.source is not AdviceSource.TREE:
        raise InputError(solved.notes[0])
    reason = lost.notes[:1] if lost.quality is translate.MatchQuality.LOST else ()
    return replace(
        solved,
        quality=lost.quality,
        distance=lost.distance,
        notes=(*reason, *(street.words() for street in streets), *solved.notes),
        source=AdviceSource.SOLVE,
    )


def _checked_hole(place: _Place, hand: str | None, board: tuple[int, ...]) -> int:
    """Return the hole cards of the player to act, given or known from the hand."""
    hole = place.hole if hand is None else parse_hole(hand)
    if hole is None:
        name = player_name(place.name, place.seat)
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
        if source.strategy.is_left_out(candidate.node):
            continue
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
        error=source.error_of(
            reaching,
            source.starting_weights(board),
            matched,
            [child.child - first for child in children],
            hole,
        ),
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
