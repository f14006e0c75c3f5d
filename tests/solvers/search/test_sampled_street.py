"""Streets of three and more players: against exact solutions, enumeration and slow rollouts."""

from itertools import product
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from fifthstreet.cards import HOLE_CARDS, HOLE_MASKS, Range, parse_cards, parse_hole
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.blueprint import current_strategy
from fifthstreet.solvers.multiway import MultiwaySpot, RiverGame
from fifthstreet.solvers.search import Continuations, SampledStreet, SeatsSpot, StreetPot
from fifthstreet.solvers.search.exact_river import ExactRiver, is_exact_river
from fifthstreet.solvers.search.rollouts import SampledDeal
from fifthstreet.solvers.search.sampled_street import _Baseline
from fifthstreet.solvers.search.seats_spot import shares_of, street_end
from fifthstreet.tree import Kind, Move, Sizes, TreeRules, build_tree, settle
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, PlainStrategy
from tests.solvers.blueprint.small_buckets import push_or_fold_solver

RANGES = ("AA,KQs,T9s,55", "QQ,AJs,98s", "88+,A2s,KJs")
RIVER = "QsJh2h7c4d"


class Mixed(PlainStrategy):
    """A strategy that differs from hand to hand and from decision to decision."""

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        random = np.random.default_rng([node, *board])
        rows: HoleArray = random.random((int(self.tree.n_children[node]), 1326))
        shares: HoleArray = rows / rows.sum(axis=0)
        return shares


def cards(text: str) -> tuple[int, ...]:
    return tuple(int(card) for card in parse_cards(text))


def spot_of(board: str = RIVER, stacks: Any = (150, 150, 60), sizes: str = "a") -> SeatsSpot:
    rules = TreeRules(stacks=stacks, pot=90, sizes=Sizes.uniform(sizes, raises=sizes), max_raises=2)
    return SeatsSpot(cards(board), tuple(Range.parse(text) for text in RANGES), rules)


def gains(street: SampledStreet) -> list[float]:
    """Return what each player gains by a best response, exactly, in percent of the pot."""
    spot = street.spot
    game = RiverGame(MultiwaySpot(spot.board, spot.ranges, spot.rules))
    tables = game.empty_tables()
    for node, rows in game.rows.items():
        player = int(spot.tree.player[node])
        holes = game.hands[player].holes
        tables[player][rows, : len(holes)] = street.strategy(node)[:, holes]
    found = []
    for player in range(3):
        best, own = (
            game.chips(player, game.values(tables, player, is_best=is_best, threads=1)[0])
            for is_best in (True, False)
        )
        found.append(100 * (best - own) / spot.rules.pot)
    return found


def test_rivers_approach_the_exact_game() -> None:
    """A best response, exact for three ranges with unequal stacks, gains ever less."""
    street = SampledStreet(spot_of(), seed=1)
    street.run(iterations=20)
    rough = gains(street)
    street.run(iterations=280)
    found = gains(street)
    assert max(found) < 6
    assert sum(found) < sum(rough) / 2


def test_three_on_a_river_are_solved_exactly() -> None:
    """In the terms of a sampled street, with the same values within the errors of its samples."""
    spot, hand = spot_of(), parse_hole("AsAd")
    exact, sampled = ExactRiver(spot, threads=1), SampledStreet(spot, seed=1)
    exact.run(iterations=1_000, target_pot_percent=0.1)
    assert exact.exploitability_pot_percent < 0.1
    assert is_exact_river(spot)
    assert not is_exact_river(spot_of("QsJh2h7c"))
    sampled.run(iterations=300)
    node = spot.tree.find("r:k")[0]
    wanted, none = exact.values(node)
    mean, error = sampled.values(node)
    queens = parse_hole("QcQh")
    assert (np.abs(mean - wanted)[:, queens] < 5 * error[:, queens] + 3).all()
    assert not none[:, queens].any()
    assert exact.reach(0)[0][hand] == 1
    assert exact.samples(node) == 0


def test_one_hand_keeps_what_it_played_on_an_exact_river() -> None:
    hand, kept = parse_hole("AsAd"), np.array([0.25, 0.75])
    river = ExactRiver(spot_of(), fixed={0: (hand, kept)}, threads=1)
    river.run(iterations=40)
    np.testing.assert_allclose(river.strategy(0)[:, hand], kept, atol=1e-6)
    assert not np.allclose(river.strategy(0)[:, parse_hole("KsQs")], kept)


@pytest.mark.slow
def test_more_iterations_are_closer() -> None:
    street = SampledStreet(spot_of(), seed=1)
    street.run(iterations=8_000)
    assert max(gains(street)) < 1


def test_ends_pay_as_the_rules_say() -> None:
    """With unequal stacks and side pots; `settle` gives each player a third of the pot."""
    spot, random = spot_of("QsJh2h", (150, 90, 40), "100%,a"), np.random.default_rng(1)
    tree, ends = spot.tree, 0
    for node in range(len(tree)):
        if int(tree.kind[node]) not in (Kind.FOLD, Kind.SHOWDOWN):
            continue
        end, ends = street_end(spot, node), ends + 1
        for _ in range(4):
            strengths = random.integers(1, 4, 3)
            wanted = settle(tree, node, strengths.tolist())
            for player in range(3):
                others = {p: int(strengths[p]) for p in range(3) if p != player}
                own = np.array([strengths[player]], np.uint16)
                won = float(shares_of(end.pots, player, own, others)[0]) - end.put_in[player]
                assert won - 30 == pytest.approx(wanted[player])
    assert ends > 12


def test_side_pots_from_earlier_streets() -> None:
    """The first player is all-in for 30: they win the main pot only."""
    rules = TreeRules(stacks=(0, 100, 100), pot=150, sizes=Sizes.uniform("a"))
    side = (StreetPot(90, (0, 1, 2)), StreetPot(60, (1, 2)))
    ranges = tuple(Range.parse(text) for text in RANGES)
    spot = SeatsSpot(cards(RIVER), ranges, rules, side)
    end = street_end(spot, spot.tree.find("r:b100:c")[0])
    assert {pot.players: pot.chips for pot in end.pots} == {(0, 1, 2): 90, (1, 2): 260}
    folded = street_end(spot, spot.tree.find("r:b100:f")[0])
    assert {pot.players: pot.chips for pot in folded.pots} == {(0, 1): 90, (1,): 60}


def test_deals_are_bayes_rule() -> None:
    """Hands of opponents are dealt by the product of their ranges where no card is shared."""
    ranges = (Range.full(), Range.parse("AA:0.5,AKs"), Range.parse("AA,KK:0.3"))
    rules = TreeRules(stacks=(100,) * 3, pot=90, sizes=Sizes.uniform("a"))
    street = SampledStreet(SeatsSpot(cards("QsJh2h7c"), ranges, rules), seed=3)
    weights: dict[tuple[int, int], float] = {}
    for one, two in product(*(np.flatnonzero(each.weights).tolist() for each in ranges[1:])):
        if not HOLE_MASKS[one] & HOLE_MASKS[two]:
            weights[one, two] = float(ranges[1].weights[one] * ranges[2].weights[two])
    total, count = sum(weights.values()), 2_000
    found = dict.fromkeys(weights, 0)
    for _ in range(count):
        deal = street._deal(0)
        found[deal.hands[1], deal.hands[2]] += 1
        assert len({*deal.board, *(c for h in deal.hands.values() for c in HOLE_CARDS[h])}) == 9
    for key, weight in weights.items():
        mean = count * weight / total
        assert abs(found[key] - mean) < 5 * mean**0.5 + 1


def continued(board: str) -> tuple[Continuations, dict[int, int], int]:
    """Return continuations after a checked turn of a game of three, hands, and the tree's node."""
    rules = TreeRules.even(
        3,
        600,
        blinds=(50, 100),
        first_street=0,
        sizes=Sizes.uniform("100%", raises="100%"),
        max_raises=1,
    )
    blueprint = Mixed(build_tree(rules), [Range.full()] * 3)
    node = blueprint.tree.find("r:c:c:k:n:k:k:k:n")[0]
    street = TreeRules(stacks=(500,) * 3, pot=300, min_bet=100, sizes=Sizes.uniform("100%"))
    spot = SeatsSpot(cards(board), (Range.parse("AsKs,7d7h,2c2d"),) * 3, street)
    hands = {1: parse_hole("QdQc"), 2: parse_hole("Th9h")}
    return Continuations(spot, blueprint, node, (0, 1, 2), bias=4.0), hands, node


def slow_value(
    rest: Continuations, node: int, board: tuple[int, ...], hands: list[int], choices: list[str]
) -> float:
    """Return what the first player wins from a node of the blueprint on, over all actions."""
    tree = rest.blueprint.tree
    if int(tree.kind[node]) != Kind.ACTION:
        seen = np.full(3, sum(1 << card for card in board), np.uint64)
        strengths = evaluate_masks(HOLE_MASKS[hands], seen).tolist()
        return settle(tree, node, strengths)[0]
    player = int(tree.player[node])
    seen_board = board[: BOARD_CARDS[int(tree.street[node])]]
    shares = rest.blueprint.probabilities(node, seen_board)[:, hands[player]].tolist()
    favoured = {
        "fold": (Move.FOLD,),
        "call": (Move.CALL, Move.CHECK),
        "raise": (Move.BET, Move.ALL_IN),
    }
    for at, child in enumerate(tree.children(node)):
        if int(tree.move[child]) in favoured.get(choices[player], ()):
            shares[at] *= 4
    below = [slow_value(rest, child, board, hands, choices) for child in tree.children(node)]
    return float(np.dot(shares, below) / sum(shares))


@pytest.mark.parametrize("line", ["r:k:k:k", "r:b300:f:c"])
def test_rollouts_are_the_continuations_values(line: str) -> None:
    """The mean of rollouts is the value over all rivers and actions, for every continuation."""
    board = "QsJh2h8c"
    rest, hands, start = continued(board)
    spot = rest.spot
    node = spot.tree.find(line)[0]
    leaf = rest.leaf(node, street_end(spot, node))
    assert leaf is not None
    assert leaf.is_exact
    own, random = spot.hands[0], np.random.default_rng(5)
    names = ["as is", "fold", "call", "raise"]
    choices = {1: 3, 2: 1}  # raise and fold
    used = sum(int(HOLE_MASKS[hand]) for hand in hands.values()) | sum(1 << c for c in spot.board)
    used |= sum(int(HOLE_MASKS[hand]) for hand in own)
    rivers = [card for card in range(52) if not used >> card & 1][::8]
    at = [names.index(name) for name in ("as is", "call", "raise")]
    wanted = np.zeros((len(at), len(own)))
    samples = []
    for card in rivers:
        whole = (*spot.board, card)
        for row, column in product(range(len(at)), range(len(own))):
            held = [int(own[column]), *hands.values()]
            chosen = [names[at[row]], "raise", "fold"]
            value = slow_value(rest, leaf.node, whole, held, chosen)
            wanted[row, column] += (value + 100) / len(rivers)  # the pot had 100 of theirs
        for _ in range(50):
            deal = SampledDeal(0, hands, whole, own, np.ones(len(own)))
            samples.append(rest.values(leaf, deal, choices, random)[at])
    means = np.mean(samples, axis=0)
    error = np.std(samples, axis=0) / len(samples) ** 0.5
    assert rest.rollouts == len(samples)
    assert (np.abs(means - wanted) < 4 * error + 1e-6).all()
    assert start < leaf.node


def test_baselines_change_no_expectation() -> None:
    random = np.random.default_rng(1)
    won, shares = random.normal(size=(3, 5)), np.array([0.2, 0.5, 0.3])
    known = random.normal(size=(3, 5))
    mean = np.zeros(5)
    for action, share in enumerate(shares):
        baseline = _Baseline(known.copy(), np.ones(3))
        mean += share * baseline.corrected(won[action], action, shares, np.ones(5))
        before, after = (
            np.abs(row - won[action]) for row in (known[action], baseline.values[action])
        )
        assert (after < before).all()
    np.testing.assert_allclose(mean, shares @ won)


def test_the_same_seed_gives_the_same_bits() -> None:
    rows = []
    for seed in (7, 7, 8):
        rest, _, _ = continued("QsJh2h8c")
        street = SampledStreet(rest.spot, rest, seed=seed)
        street.run(iterations=15)
        rows.append(street.strategy(0))
    np.testing.assert_array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2], equal_nan=True)


def test_time_is_limited() -> None:
    street, started = SampledStreet(spot_of(), seed=1), perf_counter()
    assert street.run(iterations=10**9, seconds=0.1) < 10**6
    assert perf_counter() - started < 5


def test_values_have_errors() -> None:
    """What a bet wins is within the errors of its value with three times the samples."""
    street = SampledStreet(spot_of(), seed=2)
    street.run(iterations=100)
    mean, error = street.values(0)
    hand = parse_hole("AsAd")
    assert (error[:, hand] > 0).all()
    assert street.samples(0) > 30
    street.run(iterations=200)
    later, smaller = street.values(0)
    assert (np.abs(later - mean)[:, hand] < 6 * error[:, hand]).all()
    assert (smaller[:, hand] < error[:, hand]).all()


def test_one_hand_keeps_what_it_played() -> None:
    hand, kept = parse_hole("AsAd"), np.array([0.25, 0.75])
    street = SampledStreet(spot_of(), seed=2, fixed={0: (hand, kept)})
    street.run(iterations=20)
    np.testing.assert_array_equal(street.strategy(0)[:, hand], kept)
    assert not np.allclose(street.strategy(0)[:, parse_hole("KsQs")], kept)


def test_rows_of_buckets_are_the_strategy() -> None:
    solver = push_or_fold_solver()
    solver.iterate(500)
    strategy = current_strategy(solver)
    rows = strategy.bucket_probabilities(0, 0)
    np.testing.assert_array_equal(rows[:, strategy.buckets(())], strategy.probabilities(0, ()))
