"""Exact sizes of hold'em games, and what reduces them."""

from itertools import permutations, product

import pytest

from fifthstreet.abstraction import SUBSET_SIZES, flop_subset, texture_classes
from fifthstreet.cards import (
    NO_PERMUTATIONS,
    SUIT_PERMUTATIONS,
    Range,
    canonical_boards,
    cards_of,
    parse_cards,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.game_size import (
    Reductions,
    advise,
    count_cards,
    count_game_cards,
    example_spot,
    examples,
    game_size,
    limit_rules,
    phases,
    reduction_steps,
)
from fifthstreet.solvers.postflop import Spot, estimate
from fifthstreet.tree import Kind, TreeRules, build_tree

SMALL = Spot.of("QsJs2s7h", 100, 300, oop="AA,KQs,77", ip="QQ,AJs,TT", bets="50%", raises="")
BLINDS = TreeRules.even(2, 20, blinds=(1, 2), first_street=0, max_raises=2)
MERGED = Reductions(isomorphism=True)


def played_out(spot: Spot) -> tuple[set[object], set[object], int]:
    """Walk through a turn spot history by history."""
    tree = spot.tree
    public: set[object] = set()
    information: set[object] = set()
    nodes = 0
    hands = [[tuple(parse_cards(text)) for text, _ in each] for each in spot.live_ranges]
    for deal in product(*hands):
        cards = [card for hand in deal for card in hand]
        if len({*cards, *spot.board}) < 8:
            continue
        rivers = [card for card in range(52) if card not in (*cards, *spot.board)]
        for node in range(len(tree)):
            runouts = [()] if tree.street[node] == 2 else list(permutations(rivers, 1))
            nodes += len(runouts)
            for runout in runouts:
                public.add((node, runout))
                if tree.kind[node] == Kind.ACTION:
                    information.add((node, deal[int(tree.player[node])], runout))
    return public, information, nodes


def test_a_spot_played_out() -> None:
    spot = Spot.of("QsJs2s7h", 100, 100, oop="AA", ip="A8s", bets="50%", raises="")
    public, information, nodes = played_out(spot)
    size = game_size(spot)
    assert size.public_states == len(public)
    assert size.information_sets == len(information)
    assert size.nodes == nodes


@pytest.mark.parametrize("board", ["QsJs2s", "8s8h2c", "QsJh2h7c", "AsKsQsJh2d"])
def test_counts_are_those_of_the_range_solver(board: str) -> None:
    spot = Spot.of(board, 100, 300, oop="99+,AQs+", ip="22-88,KQs", bets="50%")
    plain = estimate(spot, isomorphism=False)
    assert game_size(spot).information_sets == plain.information_sets
    cards = count_game_cards(spot, MERGED)
    assert tuple(count for count in cards.boards if count) == estimate(spot).runouts
    # The solver merges runouts, but not the hands that a runout's symmetry leaves equal.
    merged = game_size(spot, MERGED).information_sets
    assert merged <= estimate(spot).information_sets <= plain.information_sets


@pytest.mark.parametrize(
    ("ranges", "combos", "nodes"),
    [
        ("TT+,ATs+,KQs", 46, 4_793_116_512),
        ("15%", 188, 85_134_608_568),
        ("38%", 464, 541_116_730_584),
    ],
)
def test_three_flop_spots(ranges: str, combos: int, nodes: int) -> None:
    """4.8e9, 8.5e10 and 5.4e11 nodes; stacks from 851 to 1,150 have the same betting."""
    spot = example_spot(ranges)
    assert [len(each) for each in spot.live_ranges] == [combos, combos]
    assert game_size(spot).nodes == nodes
    for stack in (851, 1_150):
        assert game_size(spot.with_rules(stacks=(stack, stack))).nodes == nodes
    assert game_size(spot.with_rules(stacks=(850, 850))).nodes < nodes
    assert game_size(spot.with_rules(stacks=(1_151, 1_151))).nodes > nodes


def test_rough_estimates() -> None:
    rows = examples()
    assert [f"{row.product:.1e}" for row in rows] == ["1.1e+10", "1.8e+11", "1.1e+12", "6.2e+10"]
    assert [f"{row.nodes:.1e}" for row in rows] == ["4.8e+09", "8.5e+10", "5.4e+11", "2.2e+14"]
    assert [row.combos for row in rows] == [46, 188, 464, None]


def test_limit_hold_em() -> None:
    size = game_size(limit_rules())
    assert size.information_sets == 319_365_922_522_608
    assert game_size(limit_rules(), MERGED).information_sets == 13_803_249_787_132
    assert [street.name for street in size.streets] == ["preflop", "flop", "turn", "river"]


def test_cards_from_preflop_on() -> None:
    cards = count_game_cards(BLINDS, MERGED)
    assert cards.boards == (1, 1_755, 63_193, 2_554_656)
    assert cards.hands == ((169, 1_286_792, 55_190_538, 2_428_287_420),) * 2


def test_all_flops_as_a_subset() -> None:
    flops = canonical_boards(3)[0].tolist()
    perms = count_cards(0, perms=NO_PERMUTATIONS, flops=flops)
    assert perms.boards[1:] == (1_755, 1_755 * 49, 1_755 * 49 * 48)
    merged = count_cards(0, perms=SUIT_PERMUTATIONS, flops=flops)
    assert merged == count_game_cards(BLINDS, MERGED)


def test_any_bet_and_coarse_chips() -> None:
    any_bet = Reductions(menu=False)
    in_cents = TreeRules.even(2, 10, blinds=(0.5, 1), first_street=0, chip=0.01)
    assert game_size(in_cents, any_bet) == game_size(BLINDS, any_bet)
    assert game_size(BLINDS, any_bet).nodes > game_size(BLINDS).nodes


def test_buckets_and_recall() -> None:
    buckets = game_size(BLINDS, Reductions(buckets=10))
    forgetful = game_size(BLINDS, Reductions(buckets=10, recall=False))
    assert buckets.is_upper_limit
    for street, (known, forgotten) in enumerate(
        zip(buckets.streets, forgetful.streets, strict=True)
    ):
        assert known.information_sets == forgotten.information_sets * 10**street
        assert known.nodes == forgotten.nodes * 100**street
    # More buckets than hands merge nothing.
    many = game_size(SMALL, Reductions(buckets=10**9, recall=False))
    assert many.streets == game_size(SMALL).streets


def test_pots_instead_of_bets() -> None:
    spot = example_spot("15%")
    for reductions in (Reductions(), Reductions(buckets=50, recall=False)):
        fields = {**vars(reductions), "pots": True}
        pots = game_size(spot, Reductions(**fields))
        assert pots.information_sets < game_size(spot, reductions).information_sets / 5
        assert pots.nodes == game_size(spot, reductions).nodes


def test_steps() -> None:
    alone, together = reduction_steps(BLINDS, buckets=50, flops=25)
    assert [step.name for step in together] == [
        *("any bet", "action menu", "suit isomorphism", "25 flops", "50 buckets"),
        *("buckets by texture", "imperfect recall", "pots instead of bets"),
    ]
    counts = [step.size.information_sets for step in together if step.size is not None]
    assert counts == sorted(counts, reverse=True)
    assert len(alone) == len(together) == len(counts)
    three = TreeRules.even(3, 5, blinds=(1, 2), first_street=0, max_raises=1)
    first = reduction_steps(three)[0][0]
    assert first.size is None
    assert "counting all bets needs two equal stacks" in first.problem
    assert "25 flops" not in [step.name for step in reduction_steps(SMALL, flops=25)[0]]


def test_textures_count_boards_by_class() -> None:
    by_texture = Reductions(buckets=3, recall=False, textures=True)
    size, exact = game_size(SMALL, by_texture), game_size(SMALL)
    boards = [SMALL.board_mask]
    for street, whole in zip(size.streets, exact.streets, strict=True):
        if len(size.streets) > 1 and street is not size.streets[0]:
            boards = sorted({old | 1 << card for old in boards for card in range(52)} - set(boards))
        textures = len(set(texture_classes(boards).tolist()))
        betting, left = divmod(whole.public_states, len(boards))
        assert left == 0
        assert street.public_states == betting * textures
        assert street.information_sets <= whole.information_sets
    with pytest.raises(InputError, match="textures requires buckets and imperfect recall"):
        Reductions(buckets=3, textures=True)


def test_advice_fits() -> None:
    best = game_size(BLINDS)
    assert advise(BLINDS, best.bytes).reductions == Reductions()
    merged = game_size(BLINDS, MERGED)
    assert advise(BLINDS, merged.bytes).reductions == MERGED
    last = None
    for memory in (10**12, 10**9, 10**6, 10**5):
        advice = advise(BLINDS, memory)
        assert advice.size is not None
        assert advice.size.bytes <= memory
        assert last is None or advice.size.bytes <= last
        last = advice.size.bytes
    assert advise(BLINDS, 1).reductions is None
    assert "no reduction makes the tables fit" in str(advise(BLINDS, 1))
    assert str(advise(BLINDS, best.bytes)) == "action menu: exact for this menu"


def test_flops_of_subsets() -> None:
    sizes = [game_size(BLINDS, Reductions(flops=flops)).nodes for flops in sorted(SUBSET_SIZES)]
    assert sizes == sorted(sizes)
    assert all(len(cards_of(mask)) == 3 for mask in flop_subset(25).boards.tolist())


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"buckets": 0}, r"buckets must be at least 1, got 0"),
        ({"flops": 50}, r"must have 10, 25, 49, 85 or 184 flops, .* got 50"),
        ({"recall": False}, r"imperfect recall requires buckets"),
        ({"pots": True, "menu": False}, r"pots requires the menu"),
    ],
)
def test_wrong_reductions(fields: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Reductions(**fields)  # type: ignore[arg-type]


def test_wrong_games() -> None:
    with pytest.raises(
        ValueError, match=r"flops requires a game from preflop on, got a spot with a board"
    ):
        game_size(SMALL, Reductions(flops=49))
    with pytest.raises(InputError, match=r"memory must be at least 1 byte, got 0"):
        advise(SMALL, 0)
    with pytest.raises(InputError, match=r"flops requires a game without a board"):
        count_cards(1, flops=[7])
    with pytest.raises(InputError, match=r"perms must leave every range unchanged"):
        count_cards(1, ranges=(Range("AsKs"), Range("QQ")), perms=[(0, 1, 2, 3), (3, 1, 2, 0)])


def test_phases_of_an_abstracted_game() -> None:
    """The first is solvable at once; the others have far more nodes than they are quoted with."""
    first, second, third = phases()
    assert [phase.name for phase in phases()] == ["phase-1", "phase-2", "phase-3"]
    tree = build_tree(first.rules)
    turn, river = (int((tree.street == street).sum()) for street in (2, 3))
    assert first.nodes == 3 * 3 * (49 * turn + 49 * 48 * river) == 8_476_461
    assert first.information_sets == 3 * int((tree.kind == Kind.ACTION).sum())
    assert second.flops in SUBSET_SIZES
    assert third.flops == len(canonical_boards(3)[0])
    assert 1e12 < second.nodes < 1e13
    assert 1e15 < third.nodes < 1e16
    for phase in (second, third):
        assert set(dict(phase.recipe.streets())) == {"preflop", "flop", "turn", "river"}
