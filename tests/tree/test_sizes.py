"""Bet sizes: notation, ladders, menus, and the amount of each size at a node."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    AllIn,
    Chips,
    Geometric,
    Menu,
    NthRaise,
    PotShare,
    PreviousBet,
    Size,
    Sizes,
    TreeRules,
    build_tree,
    geometric_ladder,
    parse_sizes,
    sizes_text,
)
from fifthstreet.tree.sizes import PlainSize

NUMBERS = st.floats(1e-9, 1e9)
PLAIN_SIZES: st.SearchStrategy[PlainSize] = st.one_of(
    st.builds(PotShare, NUMBERS),
    st.builds(PreviousBet, st.floats(1, 1e9, exclude_min=True)),
    st.builds(Chips, NUMBERS, st.none() | st.integers(0, 9)),
    st.builds(Geometric, st.none() | st.integers(1, 9), st.none() | NUMBERS),
    st.just(AllIn()),
)
NUMBERED = st.builds(NthRaise, PLAIN_SIZES, st.integers(1, 100), st.booleans())
SIZES: st.SearchStrategy[Size] = PLAIN_SIZES | NUMBERED


def actions(path: str, rules: TreeRules) -> tuple[str, ...]:
    tree = build_tree(rules)
    return tree.actions(tree.find(path)[0])


@given(st.lists(SIZES, max_size=5))
def test_texts_round_trip(sizes: list[Size]) -> None:
    assert parse_sizes(sizes_text(sizes)) == tuple(sizes)


def test_notations() -> None:
    assert parse_sizes("60%, 2.5x, 120c, 20c3r, e, 2e, 3e200%, E, A, all-in") == (
        PotShare(60),
        PreviousBet(2.5),
        Chips(120),
        Chips(20, 3),
        Geometric(),
        Geometric(2),
        Geometric(3, 200),
        Geometric(),
        AllIn(),
        AllIn(),
    )
    assert parse_sizes(" ") == ()


def test_numbers_without_a_unit_are_percent() -> None:
    """As players type them: `--bets 33` and `33;75`."""
    assert parse_sizes("33") == parse_sizes("33%")
    assert parse_sizes("33; 75 ;a") == parse_sizes("33%, 75%, a")
    assert sizes_text(parse_sizes("33;75")) == "33%, 75%"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2.5", r"a bet size below 10 must have a unit: 2\.5%, 2\.5x or 2\.5c, got '2\.5'"),
        (
            "60%,",
            r"a bet size must be like 60%, 2\.5x, 120c, 2\.5bb, 20c3r, e, 2e, 3e200%,.*got ''",
        ),
        (
            "60% 75%",
            r"a bet size must be like 60%, 2\.5x, 120c, 2\.5bb, 20c3r, e, 2e,.*got '60% 75%'",
        ),
        (
            "-5%",
            r"a bet size must be like 60%, 2\.5x, 120c, 2\.5bb, 20c3r, e, 2e, 3e200%,.*got '-5%'",
        ),
        ("0%", "share of the pot must be more than 0 and at most 1,000,000,000, got 0%"),
        ("0c", "amount must be more than 0 and at most 1,000,000,000, got 0c"),
        ("2000000000c", "amount must be more than 0 and at most 1,000,000,000, got 2000000000c"),
        ("1x", "a raise must be more than 1x the bet, got 1x"),
        ("0e", "streets of a geometric size must be at least 1, got 0"),
        ("2e0%", "share of the pot must be more than 0 and at most 1,000,000,000, got 0%"),
        ("33%*1:4", r"the ratio of a ladder must be more than 1, got 1\.0"),
        ("33%*2:0", "a ladder must have 1 to 200 sizes, got 0"),
        ("0%*2:3", r"the first share of a ladder must be more than 0, got 0\.0"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_sizes(text)


def test_bad_numbers() -> None:
    with pytest.raises(InputError, match=r"share of the pot must be more than 0 and.*got nan%"):
        PotShare(float("nan"))
    with pytest.raises(InputError, match="max_raises must be at least 0, or None, got -1"):
        Chips(20, -1)


def test_ladders() -> None:
    # pot * r, pot * r^2, pot * r^3
    assert geometric_ladder(1.5, 3) == parse_sizes("150%, 225%, 337.5%")
    assert geometric_ladder(2, 3, first=0.25) == parse_sizes("25%, 50%, 100%")
    assert parse_sizes("25%*2:3, a") == parse_sizes("25%, 50%, 100%, a")


def test_bad_menus() -> None:
    with pytest.raises(InputError, match=r"2\.5x must be a raise, not a bet: no bet is before"):
        Menu.of("2.5x")
    with pytest.raises(InputError, match="3x must be a raise, not a donk: no bet is before it"):
        Menu.of("60%", donk="3x")
    with pytest.raises(InputError, match="bet must have at most 200 sizes, got 201"):
        Menu.of([PotShare(50)] * 201)


def test_menus_and_sizes_from_plain_data() -> None:
    sizes = Sizes.by_player(
        [Sizes.uniform("60%, e", raises="2.5x"), Sizes.by_street({3: Menu.of("a", donk="")})]
    )
    assert Sizes.from_dict(sizes.to_dict()) == sizes
    assert Sizes.from_dict([{"river": {"bet": "a"}}]).menu(5, 3) == Menu.of("a")
    with pytest.raises(InputError, match=r"street must be one of preflop, flop,.*got 'fourth'"):
        Sizes.from_dict([{"fourth": {}}])
    with pytest.raises(InputError, match="a menu may have bet, raise and donk, got 'open'"):
        Menu.from_dict({"open": "60%"})
    with pytest.raises(InputError, match="raise must be a text like '60%, a', got 60"):
        Menu.from_dict({"raise": 60})
    with pytest.raises(InputError, match=r"street must be 0 \(preflop\) to 3 \(river\), got 4"):
        Sizes.by_street({4: Menu()})
    with pytest.raises(InputError, match="the sizes of a player must have one menu per street"):
        Sizes.by_player([sizes])


@pytest.mark.parametrize(
    ("sizes", "bets", "raises"),
    [
        # Pot 200, on the turn. Bet: 0.6 * 200 = 120. Raise of 120: pot after calling
        # 200 + 120 + 120 = 440, so to 120 + 0.6 * 440 = 384.
        ("60%", "b120", "b384"),
        # A bet of 100, and a raise by 100.
        ("100c", "b100", "b200"),
        # sqrt(2 * 900 / 200 + 1) = 3.16, share (3.16 - 1) / 2 = 1.081: 216. The first raise
        # still counts both streets: 684 behind after calling, pot 632:
        # (sqrt(2 * 684 / 632 + 1) - 1) / 2 = 0.3895, to 216 + 246.
        ("e", "b216", "b462"),
        # Over three streets: (10^(1/3) - 1) / 2 = 0.577: 115. The raise: 785 behind, pot 430,
        # ((2 * 785 / 430 + 1)^(1/3) - 1) / 2 = 0.3346: 115 + 144.
        ("3e", "b115", "b259"),
        # 1.081 of the pot, but no more than 90%: 180. The raise: 720 behind, pot
        # 560, (sqrt(2 * 720 / 560 + 1) - 1) / 2 = 0.4449: 180 + 249.
        ("2e90%", "b180", "b429"),
        ("1e", "a", None),
        ("a", "a", None),
    ],
)
def test_sizes_worked_out_by_hand(sizes: str, bets: str, raises: str | None) -> None:
    rules = TreeRules(
        stacks=(900, 900), pot=200, first_street=2, sizes=Sizes.uniform(sizes, raises=sizes)
    )
    assert actions("r", rules) == ("k", bets)
    assert actions(f"r:{bets}", rules) == ("f", "c", *([raises] if raises else []))


def test_raises_use_up_the_streets_of_a_geometric_size() -> None:
    rules = TreeRules(
        stacks=(900, 900), pot=200, first_street=2, sizes=Sizes.uniform("20%", raises="e")
    )
    # The first raise, over a bet of 40, counts both streets. Pot 280, 860 behind:
    # (sqrt(2 * 860 / 280 + 1) - 1) / 2 = 0.8363, to 40 + 234.
    assert actions("r:b40", rules) == ("f", "c", "b274")
    # The second raise has one street left, so it is all-in.
    assert actions("r:b40:b274", rules) == ("f", "c", "a")


def test_multiples_of_the_previous_bet() -> None:
    rules = TreeRules(
        stacks=(900, 900), pot=200, first_street=3, sizes=Sizes.uniform("33%", raises="2.5x")
    )
    # 0.33 * 200 = 66; 2.5 * 66 = 165; 2.5 * 165 = 412.5, rounded up; 2.5 * 413 > 900.
    assert actions("r:b66", rules) == ("f", "c", "b165")
    assert actions("r:b66:b165", rules) == ("f", "c", "b413")
    assert actions("r:b66:b165:b413", rules) == ("f", "c", "a")


def test_halves_round_up_despite_binary_fractions() -> None:
    # 0.29 * 50 is 14.5, but 14.499999999999998 in binary.
    rules = TreeRules(stacks=(90, 90), pot=50, first_street=3, sizes=Sizes.uniform("29%"))
    assert actions("r", rules) == ("k", "b15")


def test_chip_sizes_with_a_raise_limit() -> None:
    sizes = Sizes.uniform("20c3r", raises="20c3r")
    rules = TreeRules(stacks=(900, 900), pot=40, first_street=3, sizes=sizes)
    assert actions("r:b20:b40:b60", rules) == ("f", "c", "b80")  # the third raise
    assert actions("r:b20:b40:b60:b80", rules) == ("f", "c")
    # Preflop, the big blind counts as the bet.
    rules = TreeRules(stacks=(900, 900), blinds=(10, 20), first_street=0, sizes=sizes)
    assert actions("r:b40:b60", rules) == ("f", "c", "b80")
    assert actions("r:b40:b60:b80", rules) == ("f", "c")


def test_sizes_for_one_raise() -> None:
    sizes = Sizes.uniform("50%", raises="2.5x r1, 3x r2, 2.25x r3, a r4+")
    rules = TreeRules(
        stacks=(400,) * 3, blinds=(1, 2), first_street=0, last_street=0, sizes=sizes, chip=0.5
    )
    assert actions("r", rules) == ("f", "c", "b5")
    assert actions("r:c:c", rules) == ("k", "b5")  # the big blind may raise first
    assert actions("r:b5:c", rules) == ("f", "c", "b15")
    assert actions("r:b5:c:b15", rules) == ("f", "c", "b34")  # 33.75
    assert actions("r:b5:f:b15:b34", rules) == ("f", "c", "a")
    assert actions("r:b5:f:b15:b34:a", rules) == ("f", "c")
    # After the flop, the bet is before the first raise.
    rules = TreeRules(stacks=(900, 900), pot=40, first_street=3, sizes=sizes)
    assert actions("r:b20:b50", rules) == ("f", "c", "b150")


def test_a_numbered_raise_in_a_menu_of_bets_is_refused() -> None:
    with pytest.raises(InputError, match="60% r2 must be a raise, not a bet: no bet is before it"):
        Menu.of("60% r2")
    with pytest.raises(InputError, match="a size must have one number of a raise, got 3x r2 r3"):
        parse_sizes("3x r2 r3")
    with pytest.raises(InputError, match="the number of a raise must be 1 to 100, got 0"):
        parse_sizes("3x r0")


def test_preflop_raises() -> None:
    sizes = Sizes.uniform(raises="2.5x, 60%, 7c, a")
    rules = TreeRules(stacks=(200, 200), blinds=(1, 2), first_street=0, sizes=sizes, max_raises=1)
    # 2.5 * 2 = 5. The pot after calling is 4: 2 + 0.6 * 4 = 4.4. 2 + 7 = 9.
    assert actions("r", rules) == ("f", "c", "b4", "b5", "b9", "a")
    assert actions("r:c", rules) == ("k", "b4", "b5", "b9", "a")


def test_sizes_are_clamped_to_legal_amounts() -> None:
    # 3% is 6, but the smallest bet is 10; 900% is 1,800, but the largest is 900.
    sizes = Sizes.uniform("3%, 900%", raises="3%")
    rules = TreeRules(stacks=(900, 900), pot=200, first_street=3, min_bet=10, sizes=sizes)
    assert actions("r", rules) == ("k", "b10", "a")
    # A raise is at least as large as the bet.
    assert actions("r:b10", rules) == ("f", "c", "b20")


def test_sizes_by_player_and_street() -> None:
    first = Sizes.by_street({2: Menu.of("30%"), 3: Menu.of("40%")})
    second = Sizes.by_street({2: Menu.of("50%")})
    sizes = Sizes.by_player([first, second])
    rules = TreeRules(stacks=(900, 900), pot=200, first_street=2, sizes=sizes)
    assert actions("r", rules) == ("k", "b60")
    assert actions("r:k", rules) == ("k", "b100")
    assert actions("r:k:k:n", rules) == ("k", "b80")
    assert actions("r:k:k:n:k", rules) == ("k",)
