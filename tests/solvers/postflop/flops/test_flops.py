"""Many flops of one matchup: which are dealt, how they are weighted and grouped."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.abstraction import BoardTexture
from fifthstreet.arena.moments import student_quantile
from fifthstreet.cards import HOLE_MASKS, Range, parse_mask
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    Flop,
    FlopResult,
    Spot,
    deal_flops,
    group_flops,
    sampling_error,
    solve,
    solve_flops,
)
from fifthstreet.solvers.postflop.solution.card_reports import LineMean
from fifthstreet.tree.strategy import Lock
from tests.thoroughness import examples

SPOT = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
FLOPS = 22_100


def matchups(spot: Spot, board: str) -> float:
    """Total weight of pairs of hands that share no card with each other or the flop."""
    dealt = parse_mask(board)
    total = 0.0
    for first, one in zip(HOLE_MASKS.tolist(), spot.ranges[0].weights.tolist(), strict=True):
        if not one or first & dealt:
            continue
        for second, other in zip(HOLE_MASKS.tolist(), spot.ranges[1].weights.tolist(), strict=True):
            if other and not second & (dealt | first):
                total += one * other
    return total


def results(random: np.random.Generator, flops: list[Flop]) -> list[tuple[int, FlopResult]]:
    """Made-up results."""
    return [
        (
            flop.count,
            FlopResult(
                flop.board,
                float(random.uniform(1, 9)),
                (float(random.uniform(0, 60)), float(random.uniform(0, 60))),
                tuple(random.dirichlet(np.ones(3)).tolist()),
                0.5,
                10,
                0.1,
            ),
        )
        for flop in flops
    ]


def made_up_line(random: np.random.Generator) -> LineMean:
    frequencies, (first, second) = random.dirichlet(np.ones(2)), random.uniform(0, 60, 2)
    return LineMean(
        1, ("k", "a"), tuple(frequencies.tolist()), (first, second), random.uniform(0.1, 1)
    )


def test_all_flops_are_dealt_up_to_suits() -> None:
    flops = deal_flops(SPOT)
    assert len(flops) == len({flop.board for flop in flops}) == 1755
    assert sum(flop.count for flop in flops) == FLOPS
    assert flops[0].spot == replace(SPOT, board=flops[0].spot.board)


def test_suits_count_where_ranges_tell_them_apart() -> None:
    """Spades differ from the other suits, so fewer flops are the same up to suits."""
    spot = replace(SPOT, ranges=(Range.parse("AsKs,QsQh,QsQd,QsQc"), SPOT.ranges[1]))
    flops = deal_flops(spot)
    assert sum(flop.count for flop in flops) <= FLOPS
    assert len(flops) > 1755
    assert max(flop.count for flop in flops) <= 6  # ways to swap three suits


def test_suits_count_where_a_lock_tells_them_apart() -> None:
    lock = Lock("r", {"k": 1.0}, Range.parse("AsAh"))
    assert len(deal_flops(replace(SPOT, locks=(lock,)))) > 1755
    whole = Lock("r", {"k": 1.0}, Range.parse("AA"))
    assert len(deal_flops(replace(SPOT, locks=(whole,)))) == 1755


@settings(max_examples=examples(20))
@given(st.integers(1, 60), st.integers(0, 5))
def test_a_sample_depends_on_its_seed(count: int, seed: int) -> None:
    flops = deal_flops(SPOT, sample=count, seed=seed)
    assert sum(flop.count for flop in flops) == count
    assert flops == deal_flops(SPOT, sample=count, seed=seed)


def test_seeds_differ() -> None:
    assert deal_flops(SPOT, sample=20, seed=1) != deal_flops(SPOT, sample=20, seed=2)


def test_a_sample_of_all_is_all() -> None:
    assert deal_flops(SPOT, sample=FLOPS) == deal_flops(SPOT)


def test_flops_on_which_nobody_has_a_hand_are_left_out() -> None:
    spot = Spot.of("QsJh2h", 60, 60, oop="AsAh", ip="KK", bets="a")
    flops = deal_flops(spot)
    assert all("As" not in flop.board and "Ah" not in flop.board for flop in flops)
    assert sum(flop.count for flop in flops) < FLOPS


@pytest.mark.parametrize(
    ("spot", "options", "message"),
    [
        (replace(SPOT, board=(*SPOT.board, 0)), {}, "board must be a flop, .*, got "),
        (SPOT, {"sample": 0}, "sample must be from 1 to 22,100 flops, got 0"),
        (SPOT, {"sample": FLOPS + 1}, "sample must be from 1 to 22,100 flops"),
        (
            replace(SPOT, locks=(Lock("r:k:k:n7s", {"k": 1.0}),)),
            {},
            "locks must name no cards, .* with 7s",
        ),
    ],
)
def test_bad_input(spot: Spot, options: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        deal_flops(spot, **options)


def test_results_are_those_of_single_solves() -> None:
    flops = deal_flops(SPOT, sample=3, seed=4)
    for flop, result in zip(flops, solve_flops(flops, target_pot_percent=0.5), strict=True):
        alone = solve(flop.spot, target_pot_percent=0.5)
        assert result.board == flop.board
        assert result.ev == pytest.approx(alone.ev, abs=1e-4)
        assert result.frequencies == pytest.approx(alone.root.frequencies.tolist(), abs=1e-5)
        assert result.matchups == pytest.approx(matchups(SPOT, flop.board))
        assert result.exploitability_pot_percent <= 0.5


def test_a_subset_of_flops() -> None:
    flops = deal_flops(SPOT, subset=49)
    assert len(flops) == 49
    assert sum(flop.count for flop in flops) == 22_100
    with pytest.raises(InputError, match=r"must have 10, 25, 49, 85 or 184 flops, .* got 50"):
        deal_flops(SPOT, subset=50)
    with pytest.raises(InputError, match=r"sample and subset cannot be combined"):
        deal_flops(SPOT, subset=49, sample=3)
    spades = replace(SPOT, ranges=(Range("AsKs"), Range("QQ")))
    with pytest.raises(
        ValueError, match=r"requires ranges and locks with the same hands in all suits"
    ):
        deal_flops(spades, subset=49)


def test_groups_are_weighted_means() -> None:
    random = np.random.default_rng(3)
    weighted = results(random, deal_flops(SPOT, sample=200, seed=1))
    groups = group_flops(weighted)
    names: dict[str, Callable[[BoardTexture], str]] = {
        "all": lambda _: "all",
        "suits": lambda texture: texture.suits_text,
        "pairs": lambda texture: texture.ranks_text,
        "high card": lambda texture: texture.high_card_text,
    }
    for kind, name_of in names.items():
        of_kind = [group for group in groups if group.kind == kind]
        assert sum(group.share for group in of_kind) == pytest.approx(1)
        assert sum(group.flops for group in of_kind) == len(weighted)
        for group in of_kind:
            chosen = [
                each for each in weighted if name_of(BoardTexture.of(each[1].board)) == group.name
            ]
            weight = sum(count * result.matchups for count, result in chosen)
            for player in (0, 1):
                total = sum(n * result.matchups * result.ev[player] for n, result in chosen)
                assert group.ev[player] == pytest.approx(total / weight)
            for action in range(3):
                total = sum(
                    n * result.matchups * result.frequencies[action] for n, result in chosen
                )
                assert group.frequencies[action] == pytest.approx(total / weight)


def test_lines_are_weighted_by_how_often_they_are_taken() -> None:
    random = np.random.default_rng(4)
    weighted = [
        (count, replace(result, lines={"r:k": made_up_line(random)}))
        for count, result in results(random, deal_flops(SPOT, sample=30, seed=1))
    ]
    mean = group_flops(weighted)[0].lines["r:k"]
    dealt = [count * result.matchups for count, result in weighted]
    lines = [result.lines["r:k"] for _, result in weighted]
    taken = [weight * line.reach for weight, line in zip(dealt, lines, strict=True)]
    assert mean.reach == pytest.approx(sum(taken) / sum(dealt))
    assert mean.frequencies == pytest.approx(
        np.average([line.frequencies for line in lines], axis=0, weights=taken)
    )
    assert mean.ev == pytest.approx(np.average([line.ev for line in lines], axis=0, weights=taken))


def test_other_decisions_are_averaged_over_flops() -> None:
    """Means weight a flop by how often it is dealt and how often the line is taken on it."""
    lines = ["r:k", "r:k:k:n"]
    flops = deal_flops(SPOT, sample=3, seed=4)
    results = list(solve_flops(flops, target_pot_percent=1, lines=lines))
    taken, checked = 0.0, 0.0
    for flop, result in zip(flops, results, strict=True):
        node = solve(flop.spot, target_pot_percent=1).node("r:k")
        mean = result.lines["r:k"]
        assert (mean.player, mean.actions) == (1, node.actions)
        assert mean.frequencies == pytest.approx(node.frequencies.tolist(), abs=1e-4)
        weight = flop.count * result.matchups * mean.reach
        taken += weight
        checked += weight * mean.frequencies[0]
        assert result.lines["r:k:k:n"].player == 0
    (everything, *_) = group_flops(
        [(flop.count, result) for flop, result in zip(flops, results, strict=True)]
    )
    assert everything.lines["r:k"].frequencies[0] == pytest.approx(checked / taken)
    assert list(everything.lines) == lines


def test_sampling_error_holds_the_truth_as_often_as_it_says() -> None:
    """In 95% of samples of 60 flops, give or take what 400 of them allow."""
    random = np.random.default_rng(5)
    everything = results(random, deal_flops(SPOT))
    evs = [result.ev[0] for _, result in everything]
    truth = group_flops(everything)[0].ev[0]
    assert sampling_error(everything, evs) == 0
    numbers = np.repeat(np.arange(len(everything)), [count for count, _ in everything])
    held = 0
    for _ in range(400):
        drawn, counts = np.unique(random.choice(numbers, 60, replace=False), return_counts=True)
        sample = [(int(n), everything[at][1]) for at, n in zip(drawn, counts, strict=True)]
        weights = np.array([count * result.matchups for count, result in sample])
        values = [result.ev[0] for _, result in sample]
        mean = float(weights @ np.array(values) / weights.sum())
        width = student_quantile(0.975, len(sample) - 1) * sampling_error(sample, values)
        held += abs(mean - truth) <= width
    assert 0.90 <= held / 400 <= 0.99
    assert sampling_error(everything[:1], evs[:1]) == float("inf")
