"""Matching a hand with a tree: its node, how it was found, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fifthstreet.cards import CARD_COUNT
from fifthstreet.errors import InputError
from fifthstreet.game import Event, State
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.translate import walk
from fifthstreet.tree.translate.follow import FollowedAction, Follower
from fifthstreet.tree.translate.play import Refusal, play_events, play_path
from fifthstreet.tree.translate.policy import Policy
from fifthstreet.tree.translate.quality import ActionStatus, MatchQuality, status_of
from fifthstreet.tree.translate.real_actions import (
    check_turn,
    of_same_kind,
    tree_actions,
    unrepresented,
)
from fifthstreet.tree.translate.reports import (
    ActionReport,
    Candidate,
    Divergence,
    Match,
    Shadow,
    Subgame,
    reason_text,
)

_BOARD_CARDS = (0, 3, 4, 5)  # on the board, by street


def match(
    tree: BettingTree,
    state: State,
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
    chip: Any = None,
) -> Match:
    """Find the node of a tree that stands for a hand with any bets.

    Args:
        tree: The tree to find the hand in.
        state: The real hand so far.
        policy: How bets are mapped, and when a match is poor or lost; None for `Policy()`.
        seed: Where a mapping gives two sizes for a bet, one is drawn with this seed. If it is None,
            the likelier one is followed.
        unit: Value of 1 in the tree in real chips: by default the ratio of the big blinds, or 1 if
            the tree starts after preflop.
        chip: Smallest chip of the real game, by default `game.smallest_chip` of the state.

    Returns:
        The node that was followed, all `candidates` with their probabilities, and how well they
        fit.
    """
    follower = Follower(tree, policy, seed=seed, unit=unit, chip=chip, trace=True)
    follower.begin(state)
    return report(follower, state)


def match_path(
    tree: BettingTree,
    state: State,
    path: str,
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
    chip: Any = None,
) -> Match:
    """Match a hand given as text.

    An action that the rules forbid, or a deal within a betting round, loses the match; its last
    action and its reason name the rule.

    Args:
        tree: The tree to find the hand in.
        state: The hand before the path, which is played in a copy.
        path: Actions and deals as in `play_path`, with real chips.
        policy: As in `match`.
        seed: As in `match`.
        unit: As in `match`.
        chip: As in `match`.

    Returns:
        The match after the last action that could be played.

    Raises:
        InputError: If the path cannot be read.
    """
    follower = Follower(tree, policy, seed=seed, unit=unit, chip=chip, trace=True)
    played = state.copy()
    refusal = play_path(played, path)
    follower.begin(played)
    return _report(follower, played, refusal)


def match_events(
    tree: BettingTree,
    state: State,
    events: Iterable[Event],
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
    chip: Any = None,
) -> Match:
    """Match a hand given as events.

    Args:
        tree: The tree to find the hand in.
        state: The hand before the events, which are played in a copy.
        events: Actions in order; other events are ignored. One that the rules forbid loses the
            match.
        policy: As in `match`.
        seed: As in `match`.
        unit: As in `match`.
        chip: As in `match`.

    Returns:
        The match after the last action that could be played.
    """
    follower = Follower(tree, policy, seed=seed, unit=unit, chip=chip, trace=True)
    played = state.copy()
    refusal = play_events(played, events)
    follower.begin(played)
    return _report(follower, played, refusal)


def report(follower: Follower, state: State | None = None) -> Match:
    """Return the match of the hand that a follower has followed so far.

    It is the same as `match` for this state, without following the hand again.

    Args:
        follower: A follower with `trace`.
        state: The real hand, by default the state that was observed last.

    Raises:
        InputError: If the follower has no trace, has observed no state and none is given, or if
            another player is to act in the state.
    """
    state = follower.state if state is None else state
    if not follower.trace:
        raise InputError("the follower must keep actions: use Follower(..., trace=True)")
    if state is None:
        raise InputError("the state of the real hand is missing: observe it, or pass it")
    check_turn(follower, state)
    return _report(follower, state, None)


def _report(follower: Follower, state: State, refusal: Refusal | None) -> Match:
    actions = tuple(_action_reports(follower))
    quality = follower.quality
    reason = reason_text(follower)
    lost_at = follower.lost_at if quality is MatchQuality.LOST else None
    if refusal is not None:
        actions = (*actions, _illegal(follower, state, refusal))
        quality, lost_at, reason = MatchQuality.LOST, refusal.number, str(refusal)
    tree, node = follower.tree, follower.node
    candidates = sorted(follower.candidates.items(), key=lambda each: (-each[1], each[0]))
    children = tree_actions(follower, state)
    legal = of_same_kind(follower, children)
    missing: tuple[str, ...] = ()
    if quality in (MatchQuality.GOOD, MatchQuality.POOR):
        missing = unrepresented(follower, state, legal)
    if missing:
        quality = MatchQuality.POOR
        if follower.policy.verify_legal_actions:
            quality, lost_at = MatchQuality.LOST, len(actions)
            reason = f"the tree has no {' or '.join(missing)} here, which the hand allows"
    is_usable = quality in (MatchQuality.GOOD, MatchQuality.POOR)
    return Match(
        node=node,
        path=tree.path(node, _dealt_cards(tree, state)),
        probability=follower.probability,
        candidates=tuple(Candidate(*each) for each in candidates or [(node, 1.0)]),
        quality=quality,
        lost_at=lost_at,
        reason=reason,
        actions=actions,
        shadow=_shadow(follower),
        divergences=_divergences(follower),
        children=children,
        legal=legal,
        unrepresented=missing,
        quality_of_chips=follower.quality if refusal is None else quality,
        subgame=None if is_usable else _subgame(follower, state),
        unit=follower.terms.per_chip / float(tree.rules.chip),
        seats=tuple(follower.walk.seat_of) if follower.mapped else (-1,) * state.player_count,
    )


def _board(state: State) -> tuple[int, ...]:
    return tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()


def _dealt_cards(tree: BettingTree, state: State) -> tuple[int, ...]:
    """Return the board cards dealt since the tree's root, up to the first unknown one."""
    cards = _board(state)[_BOARD_CARDS[tree.rules.first_street] :]
    known = next((i for i, card in enumerate(cards) if card >= CARD_COUNT), len(cards))
    is_part_of_flop = tree.rules.first_street == 0 and known < _BOARD_CARDS[1]
    return () if is_part_of_flop else cards[:known]


def _action_reports(follower: Follower) -> Iterable[ActionReport]:
    number = 0
    for action in follower.followed:
        number += not action.straddle
        is_bet = action.move == walk.BET_MOVE
        is_mapped_bet = is_bet and action.status <= walk.CLAMPED
        yield ActionReport(
            number=number,
            player=action.player,
            street=action.street,
            action=_text(action, action.to),
            x=action.size if is_bet else None,
            lower=action.lower if is_mapped_bet else None,
            upper=action.upper if is_mapped_bet else None,
            share_of_lower=action.share if is_mapped_bet else None,
            chosen=action.chosen if is_mapped_bet else None,
            probability=action.probability,
            status=status_of(action.status),
            node=action.node,
        )


def _illegal(follower: Follower, state: State, refusal: Refusal) -> ActionReport:
    return ActionReport(
        number=refusal.number,
        player=-1 if state.actor_index is None else state.actor_index,
        street=follower.hand.street,
        action=refusal.action,
        x=None,
        lower=None,
        upper=None,
        share_of_lower=None,
        chosen=None,
        probability=1.0,
        status=ActionStatus.ILLEGAL,
        node=follower.node,
    )


def _text(action: FollowedAction, to: float) -> str:
    if action.move == walk.BET_MOVE:
        return f"b{to:.15g}"
    if action.move == walk.FOLD_MOVE:
        return "f"
    return "c" if action.calls else "k"


def _shadow(follower: Follower) -> Shadow:
    views = follower.walk.views
    view = views.view(follower.node)
    chip = float(follower.tree.rules.chip)
    return Shadow(
        street=view.street,
        pot=view.pot * chip,
        stacks=tuple(behind * chip for behind in view.behind),
        committed=tuple(
            (stack - behind) * chip for stack, behind in zip(views.stacks, view.behind, strict=True)
        ),
        player=view.player,
    )


def _divergences(follower: Follower) -> tuple[Divergence, ...]:
    judge = follower.judge
    return tuple(
        Divergence(
            street,
            judge.pot_off[street],
            judge.stack_off[street],
            judge.spr_off[street],
            judge.defence_off[street],
        )
        for street in range(4)
        if judge.pot_off[street] >= 0
    )


def _subgame(follower: Follower, state: State) -> Subgame:
    hand = follower.hand
    street = hand.street
    players = [p for p in range(hand.players) if not hand.street_folded >> p & 1]
    actions = [each for each in follower.followed if each.street == street and not each.straddle]
    preflop = street == 0
    return Subgame(
        street=street,
        pot=0.0 if preflop else hand.street_pot,
        stacks=tuple(hand.street_stacks[p] for p in players),
        board=_board(state)[: _BOARD_CARDS[street]],
        path=":".join(["r", *(_text(action, action.counted) for action in actions)]),
        blinds=tuple(float(b) for b in state.blinds_or_straddles) if preflop else (),
        antes=tuple(float(a) for a in state.antes) if preflop else (),
    )
