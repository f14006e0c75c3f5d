"""Parts of a spot: its ranges and betting on a sample of the runouts."""

from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.solvers.postflop import Solver
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.solvers.postflop.spot.plan_parts import PlanPart, plan_part
from fifthstreet.tree.strategy import Lock
from tests.solvers.postflop.example_spots import FLOP, TURN


def test_a_part_has_some_of_the_runouts() -> None:
    plan = make_plan(FLOP)
    part = plan_part(plan, (3, 4))
    assert [runouts.count for runouts in part.runouts] == [1, 3, 12]
    assert part.betting is plan.betting
    for street in (1, 2):
        runouts, whole = part.runouts[street], plan.runouts[street]
        assert set(runouts.boards.tolist()) < set(whole.boards.tolist())
        assert len(runouts.member_perm) == len(runouts.member_card) == runouts.member_start[-1]
        parents = part.runouts[street - 1].boards[runouts.parent]
        cards = np.uint64(1) << runouts.card.astype(np.uint64)
        assert (parents | cards == runouts.boards).all()
    ranks = part.runouts[1].card // 4
    assert ranks.min() < 5 < 8 < ranks.max()  # low and high cards


@pytest.mark.parametrize("turns", range(1, 24))
def test_no_card_is_dealt_twice(turns: int) -> None:
    plan = make_plan(FLOP)
    assert plan.runouts[1].count == 23
    dealt = plan_part(plan, (turns, 4)).runouts[1]
    assert len(set(dealt.card.tolist())) == dealt.count == turns


@pytest.mark.parametrize("cards", [(2, 4), (5, 8), (9, 3), (22, 30)])
def test_the_cards_of_a_part_are_dealt_with_the_probability_of_all(cards: tuple[int, int]) -> None:
    """In all, a deal still has the probability 1."""
    plan = make_plan(FLOP)
    part = plan_part(plan, cards)
    for street in (1, 2):
        dealt = part.deal_chance(street) * len(part.runouts[street].member_card)
        all_dealt = plan.deal_chance(street) * np.diff(plan.runouts[street].member_start).sum()
        parents = part.runouts[street - 1].count, plan.runouts[street - 1].count
        assert dealt / parents[0] == pytest.approx(all_dealt / parents[1])
    assert part.deal_chance(0) == 1


def test_a_part_of_all_runouts_is_the_spot() -> None:
    solvers = [
        Solver(TURN, plan=plan) for plan in (make_plan(TURN), plan_part(make_plan(TURN), (48,)))
    ]
    for solver in solvers:
        solver.run(30)
    assert isinstance(solvers[1].plan, PlanPart)
    assert solvers[0].curve == solvers[1].curve


def test_a_part_keeps_locks() -> None:
    spot = replace(TURN, locks=(Lock("r:k", {"k": 1.0}),))
    part = plan_part(make_plan(spot), (8,))
    solver = Solver(spot, plan=part)
    solver.run(20)
    street, at = part.place(spot.tree.find("r:k")[0])
    rows = part.layouts[1].rows(street, 0, part.betting[street], at)
    actions = int(part.betting[street].n_children[at])
    averages = solver.tables[1].arrays["averages"][rows].reshape(actions, -1)
    assert averages[0].sum() > 0
    assert averages[1:].sum() == 0


def test_a_part_converges_like_the_spot() -> None:
    whole, part = Solver(TURN), Solver(TURN, plan=plan_part(make_plan(TURN), (12,)))
    iterations = [each.run(target_pot_percent=0.3).iteration for each in (whole, part)]
    assert iterations[0] / 1.5 < iterations[1] < iterations[0] * 1.5
    assert part.memory_bytes < whole.memory_bytes / 2
