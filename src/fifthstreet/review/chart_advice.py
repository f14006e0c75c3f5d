"""Advice from preflop charts, for hands that leave a tree before the flop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fifthstreet.cards import HOLE_CLASS
from fifthstreet.errors import InputError
from fifthstreet.game import (
    ActionAmount,
    ActionKind,
    BettingAction,
    State,
    call_amount,
    nearest_bet,
)
from fifthstreet.review.advised import AdvisedAction
from fifthstreet.review.chart_answers import chart_note, find_chart
from fifthstreet.review.chart_reading import RangeChart, range_charts
from fifthstreet.review.hands import big_blind_of, step_of
from fifthstreet.review.preflop import PreflopRanges, depth_of
from fifthstreet.review.preflop_actions import is_out_of_position, usual_raise
from fifthstreet.tree import parse_step, position_names
from fifthstreet.tree.translate import action_text

# Charts have no sizes of raises. They cover raises of up to twice the usual size, or down to half.
MAX_SIZE_RATIO = 2.0


@dataclass(frozen=True)
class _SeatStep:
    """An action of the hand."""

    seat: int
    action: str  # as in a path


def by_chart(
    state: State, hole: int, chip: Fraction | None = None
) -> tuple[tuple[AdvisedAction, ...], list[str]]:
    """Return the actions of the chart of a preflop decision, and notes.

    Raises are of the usual size, as legal amounts.

    Args:
        state: A hand of hold'em before the flop, in which a player is to act.
        hole: Index of the hand held.
        chip: Smallest chip of the game; by default `smallest_chip` of the state.

    Raises:
        InputError: If no chart covers what was played.
    """
    seat, big_blind = state.actor_index or 0, big_blind_of(state)
    if any(state.blinds_or_straddles[2:]):
        raise InputError("the charts have no straddles or late posts")
    names = position_names(state.player_count)
    before = [
        _SeatStep(event.seat, step_of(event))
        for event in state.events
        if isinstance(event, BettingAction)
    ]
    file = PreflopRanges().file(state.player_count, depth_of(state, big_blind))
    chart = find_chart(range_charts(file), before, seat, names)
    if chart is None:
        raise InputError("the charts have no ranges for this situation")
    usual = _usual_sizes([*before, _SeatStep(seat, "b")], names, file.players, big_blind)
    raised: Any = None
    if state.can_bet_or_raise_to():
        raised = nearest_bet(state, Fraction(usual) * Fraction(big_blind), chip=chip)
    shares, notes = _shares(chart, hole)
    return _actions(state, chart, shares, raised), [chart_note(chart, file), *notes]


def _usual_sizes(
    steps: Sequence[_SeatStep], names: Sequence[str], players: int, big_blind: float
) -> float:
    """Return the usual size of the last raise, in big blinds.

    InputError if one of the raises before it is of another size than charts are for.
    """
    raises, last, opener, usual = 0, 1.0, "", 0.0
    for place, step in enumerate(steps):
        if not step.action.startswith("b"):
            continue
        name = names[step.seat]
        usual = usual_raise(
            raises,
            last,
            is_small_blind=name == "SB",
            is_limped=any(each.action == "c" for each in steps[:place]),
            acts_first=bool(opener) and is_out_of_position(name, opener, players),
        )
        if place == len(steps) - 1:
            break
        last = float(parse_step(step.action).amount) / big_blind
        if not 1 / MAX_SIZE_RATIO <= last / usual <= MAX_SIZE_RATIO:
            raise InputError(f"the charts are for raises to about {usual:g} bb, not {last:g} bb")
        raises, opener = raises + 1, opener or name
    return usual


def _shares(chart: RangeChart, hole: int) -> tuple[list[float], list[str]]:
    """Return how often a hand takes each action of a chart, and notes."""
    held = HOLE_CLASS[hole]
    if chart.weights[held] > 0:
        return chart.shares[:, held].tolist(), []
    note = "the range that gets here does not have this hand: the range's frequencies instead"
    return chart.frequencies.tolist(), [note]


def _actions(
    state: State, chart: RangeChart, shares: Sequence[float], raised: Any
) -> tuple[AdvisedAction, ...]:
    """Return the actions of a chart as legal actions; without a legal raise, raises are calls."""
    to_call = call_amount(state)
    call = ActionAmount(ActionKind.CALL if to_call else ActionKind.CHECK, to_call)
    found: dict[str, AdvisedAction] = {}
    for label, words, share in zip(chart.actions, chart.words, shares, strict=True):
        real = call
        if label == "f" and to_call:
            real = ActionAmount(ActionKind.FOLD, 0)
        elif label == "b" and raised is not None:
            real = ActionAmount(ActionKind.RAISE, raised)
        step = action_text(*real)
        same = found.get(step, AdvisedAction(step, real, 0.0, None, ()))
        probability = same.probability + float(share)
        found[step] = replace(same, probability=probability, tree=(*same.tree, words))
    return tuple(found.values())
