"""A whole hand at once: its node in a tree, and how that came about."""

from __future__ import annotations

from collections.abc import Iterable

from fifthstreet.game.operations import Operation
from fifthstreet.game.state import State
from fifthstreet.translate import walk
from fifthstreet.translate.back import legal_actions, tree_actions
from fifthstreet.translate.follow import Follower, Record
from fifthstreet.translate.history import Refusal, play_operations, play_path
from fifthstreet.translate.policy import Policy
from fifthstreet.translate.report import (
    ActionReport,
    ActionStatus,
    Divergence,
    Match,
    Shadow,
    Status,
    Subgame,
    Way,
    reason_text,
)
from fifthstreet.tree import BettingTree


def match(
    tree: BettingTree,
    state: State,
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
) -> Match:
    """The node of a tree that stands for a hand, whatever was bet in it.

    Where a mapping leaves open which of two sizes stands for a bet, the likelier one is taken, or
    one is drawn if there is a seed; `ways` has them all. `unit` is what 1 of the tree's money is in
    real chips: by default by the big blinds, or 1 if the tree starts after preflop.
    """
    follower = Follower(tree, policy, seed=seed, unit=unit, trace=True)
    follower.begin(state)
    return _report(follower, state, None)


def match_path(
    tree: BettingTree,
    state: State,
    path: str,
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
) -> Match:
    """The match of a hand given as text, played on from a copy of a state.

    An action that the rules forbid, or a deal before everybody has answered, makes the match lost;
    its last action and its reason say which rule it was.
    """
    follower = Follower(tree, policy, seed=seed, unit=unit, trace=True)
    played = state.copy()
    refusal = play_path(played, path)
    follower.begin(played)
    return _report(follower, played, refusal)


def match_operations(
    tree: BettingTree,
    state: State,
    operations: Iterable[Operation],
    policy: Policy | None = None,
    *,
    seed: int | None = None,
    unit: float | None = None,
) -> Match:
    """The same for actions as records of operations; others than actions are left out."""
    follower = Follower(tree, policy, seed=seed, unit=unit, trace=True)
    played = state.copy()
    refusal = play_operations(played, operations)
    follower.begin(played)
    return _report(follower, played, refusal)


def _report(follower: Follower, state: State, refusal: Refusal | None) -> Match:
    actions = _actions(follower)
    status = Status(follower.status)
    lost_at = follower.lost_at if status == Status.LOST else None
    reason = reason_text(follower)
    if refusal is not None:
        actions = (*actions, _illegal(follower, state, refusal))
        status, lost_at, reason = Status.LOST, refusal.number, str(refusal)
    tree, node = follower.tree, follower.node
    lost = status == Status.LOST
    ways = sorted(follower.ways.items(), key=lambda way: (-way[1], way[0])) or [(node, 1.0)]
    return Match(
        node=node,
        path=tree.path(node),
        probability=follower.probability,
        ways=tuple(Way(*way) for way in ways),
        status=status,
        lost_at=lost_at,
        reason=reason,
        actions=actions,
        shadow=_shadow(follower),
        divergences=_divergences(follower),
        children=tree_actions(follower, state),
        legal=legal_actions(follower, state),
        subgame=_subgame(follower, state) if lost else None,
        unit=follower.terms.per_chip / float(tree.rules.chip),
        seats=tuple(follower.walk.seat_of) if follower.mapped else (-1,) * state.player_count,
    )


def _actions(follower: Follower) -> tuple[ActionReport, ...]:
    reports = []
    number = 0
    for record in follower.records:
        number += not record.straddle
        is_bet = record.move == walk.BET_MOVE and record.status <= walk.CLAMPED
        reports.append(
            ActionReport(
                number=number,
                player=record.player,
                street=record.street,
                action=_text(record, record.to),
                x=record.size if record.move == walk.BET_MOVE else None,
                lower=record.lower if is_bet else None,
                upper=record.upper if is_bet else None,
                share_of_lower=record.share if is_bet else None,
                chosen=record.chosen if is_bet else None,
                probability=record.probability,
                status=ActionStatus(record.status),
                node=record.node,
            )
        )
    return tuple(reports)


def _illegal(follower: Follower, state: State, refusal: Refusal) -> ActionReport:
    player = -1 if state.actor_index is None else state.actor_index
    return ActionReport(
        number=refusal.number,
        player=player,
        street=follower.ledger.street,
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


def _text(record: Record, to: float) -> str:
    if record.move == walk.BET_MOVE:
        return f"b{to:.15g}"
    if record.move == walk.FOLD_MOVE:
        return "f"
    return "c" if record.calls else "k"


def _shadow(follower: Follower) -> Shadow:
    tree, node = follower.tree, follower.node
    chip = float(tree.rules.chip)
    return Shadow(
        street=int(tree.street[node]),
        pot=tree.pot(node),
        stacks=tree.stacks(node),
        committed=tuple(chips * chip for chips in tree.committed[node].tolist()),
        player=int(tree.player[node]),
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
    ledger = follower.ledger
    street = ledger.street
    came = [p for p in range(ledger.players) if not ledger.street_folded >> p & 1]
    here = [r for r in follower.records if r.street == street and not r.straddle]
    preflop = street == 0
    board = tuple(int(card) for card in state.get_board_cards(0)) if state.board_count else ()
    return Subgame(
        street=street,
        pot=0.0 if preflop else ledger.street_pot,
        stacks=tuple(ledger.street_stacks[p] for p in came),
        board=board[: (0, 3, 4, 5)[street]],
        path=":".join(["r", *(_text(record, record.counted) for record in here)]),
        blinds=tuple(float(b) for b in state.blinds_or_straddles) if preflop else (),
        antes=tuple(float(a) for a in state.antes) if preflop else (),
    )
