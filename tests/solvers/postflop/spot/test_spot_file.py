"""Spot files: what is read, what is written, what is refused."""

import re
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import Range, cards_text, parse_cards
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import DEFAULT_MENU, Spot
from fifthstreet.solvers.postflop.spot.spot_file import (
    parse_spot,
    read_spot,
    spot_toml,
)
from fifthstreet.tree import Menu, Rake, Sizes, TreeRules
from fifthstreet.tree.strategy import Lock
from tests.thoroughness import examples

EXAMPLES = Path(__file__).parents[4] / "examples"
SHORT = """
board = "QsJh2h"
pot = 180
stack = 910
[ranges]
oop = "88+,A8s+"
ip = "99-22,AJs-A2s"
"""
FULL = (
    SHORT
    + """
[sizes.turn]
oop = { bet = "55%, a", raise = "45%", donk = "50%" }
ip = { bet = "55%, a", raise = "2.5x" }
[tree]
add_allin = 1.5
force_allin = 0.15
merge = 0.1
max_raises = 3
min_bet = 2
chip = 0.5
added = ["r:k:b60"]
removed = ["r:b90"]
[rake]
rate = 0.05
cap = 3
[[lock]]
path = "r:k"
hands = "AA,KK"
strategy = { k = 1.0 }
[[lock]]
path = "r"
strategy = { k = 0.25, b180 = 0.75 }
"""
)


def test_every_field_is_read() -> None:
    spot = parse_spot(FULL)
    oop, ip = (
        Sizes.by_street({1: DEFAULT_MENU, 2: menu, 3: DEFAULT_MENU})
        for menu in (Menu.of("55%, a", "45%", "50%"), Menu.of("55%, a", "2.5x"))
    )
    assert spot == Spot(
        tuple(map(int, parse_cards("QsJh2h"))),
        (Range.parse("88+,A8s+"), Range.parse("99-22,AJs-A2s")),
        TreeRules(
            stacks=(910, 910),
            pot=180,
            first_street=1,
            sizes=Sizes.by_player([oop, ip]),
            add_allin=1.5,
            force_allin=0.15,
            merge=0.1,
            max_raises=3,
            min_bet=2,
            chip=0.5,
            added=("r:k:b60",),
            removed=("r:b90",),
        ),
        rake=Rake(0.05, 3),
        locks=(
            Lock("r:k", {"k": 1.0}, Range.parse("AA,KK")),
            Lock("r", {"k": 0.25, "b180": 0.75}),
        ),
    )


def test_missing_fields_default_as_in_spot_of() -> None:
    assert parse_spot(SHORT) == Spot.of("QsJh2h", 180, 910, oop="88+,A8s+", ip="99-22,AJs-A2s")


def test_sizes_of_both_players_at_once() -> None:
    both = parse_spot(SHORT + '[sizes]\nflop = { bet = "33%", raise = "3x" }')
    each = parse_spot(
        SHORT
        + '[sizes.flop]\noop = { bet = "33%", raise = "3x" }\nip = { bet = "33%", raise = "3x" }'
    )
    assert both == each
    for player in (0, 1):
        assert both.rules.sizes.menu(player, 1) == Menu.of("33%", "3x")
        assert both.rules.sizes.menu(player, 2) == both.rules.sizes.menu(player, 3) == DEFAULT_MENU


def test_a_menu_may_be_given_in_part() -> None:
    spot = parse_spot(SHORT + '[sizes.river]\nip = { raise = "" }')
    assert spot.rules.sizes.menu(1, 3) == replace(DEFAULT_MENU, raise_=())
    assert spot.rules.sizes.menu(0, 3) == DEFAULT_MENU


@pytest.mark.parametrize("text", [SHORT, FULL])
def test_written_spots_read_back(text: str) -> None:
    spot = parse_spot(text)
    assert parse_spot(spot_toml(spot)) == spot


MENUS = st.builds(
    Menu.of,
    st.sampled_from(["", "50%", "33%, 75.5%, a", "e", "20c3r"]),
    st.sampled_from(["", "60%", "2.5x, a"]),
    st.sampled_from([None, "", "25%"]),
)
WEIGHTED = st.lists(
    st.tuples(st.sampled_from(["AA", "KQs", "76s", "T9o", "5d4d"]), st.floats(0.001, 1)),
    min_size=1,
    max_size=4,
).map(lambda hands: ",".join(f"{hand}:{weight:.6f}" for hand, weight in hands))


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    chip = draw(st.sampled_from([1.0, 0.5, 0.01]))
    board = draw(st.sampled_from(["QsJh2h", "2c3d8h9s", "8c8d8h3s2c"]))
    menus_of_players = [draw(st.lists(MENUS, min_size=3, max_size=3)) for _ in range(2)]
    sizes = Sizes.by_player(
        [Sizes.by_street(dict(enumerate(menus, 1))) for menus in menus_of_players]
    )
    lock = Lock("r", {"k": draw(st.sampled_from([1, 1.0]))}, Range.parse(draw(WEIGHTED)))
    by_hand = Lock("r", {"k": Range("AA:0.3,KK"), "b1": Range("AA:0.7")})
    return Spot.of(
        board,
        draw(st.integers(1, 5000)) * chip,
        draw(st.integers(1, 5000)) * chip,
        oop="TT," + draw(WEIGHTED),
        ip="99," + draw(WEIGHTED),
        sizes=sizes,
        add_allin=draw(st.floats(0, 5)),
        force_allin=draw(st.floats(0, 1)),
        merge=draw(st.floats(0, 1)),
        max_raises=draw(st.none() | st.integers(0, 9) | st.just((3, 2, 1, 0))),
        min_bet=draw(st.none() | st.integers(1, 50).map(lambda count: count * chip)),
        chip=chip,
        added=draw(st.sampled_from([(), ("r:k:b60", "r:k:k")])),
        removed=draw(st.sampled_from([(), ("r:b7",)])),
        rake=draw(st.builds(Rake, st.floats(0, 0.99), st.floats(0, 100) | st.just(inf))),
        locks=draw(st.sampled_from([(), (lock,), (by_hand, Lock("r:k", {"k": 0.5, "b1": 0.5}))])),
    )


@settings(max_examples=examples(60))
@given(spots())
def test_any_spot_reads_back(spot: Spot) -> None:
    assert parse_spot(spot_toml(spot)) == spot


def test_uniform_sizes_read_back() -> None:
    spot = Spot.of("QsJh2h", 180, 910, oop="AA", ip="KK", bets="52%", raises="", donk="25%")
    assert parse_spot(spot_toml(spot)) == spot


@pytest.mark.parametrize(
    ("change", "message"),
    [
        # Missing.
        (('board = "QsJh2h"', ""), "board is missing: specify three to five cards"),
        (("pot = 180", ""), "pot is missing: specify the chips in the pot"),
        (("stack = 910", ""), "stack is missing"),
        (('ip = "99-22,AJs-A2s"', ""), "ranges.ip is missing: specify hands"),
        ((SHORT[SHORT.index("[ranges]") :], ""), "ranges is missing"),
        # Unknown.
        (("pot = 180", "pot = 180\npots = 1"), "pots: no such field (fields: board, pot, stack"),
        (("", "co = 'AA'"), "ranges.co: no such field (fields: oop, ip"),
        (("", "[sizes.preflop]\nbet = '3x'"), "sizes.preflop: no such field (fields: flop, turn"),
        (
            ("", "[sizes.turn.btn]\nbet = '5%'"),
            "sizes.turn.btn: no such field (fields: oop, ip, bet",
        ),
        (("", "[sizes.turn.oop]\nbets = '5%'"), "sizes.turn.oop.bets: no such field"),
        (("", "[tree]\nraises = 2"), "tree.raises: no such field (fields: add_allin"),
        (("", "[rake]\nmost = 2"), "rake.most: no such field (fields: rate, cap"),
        (
            ("", "[[lock]]\nnode = 'r'"),
            "lock[1].node: no such field (fields: path, hands, strategy",
        ),
        # Wrong type.
        (("pot = 180", "pot = '18o'"), "pot must be a number of chips, or like '5.5bb', got '18o'"),
        (("pot = 180", "pot = '18bb'"), "stack must be in big blinds too, or specify tree.min_bet"),
        (("pot = 180", "pot = true"), "pot must be a number, got True"),
        (("pot = 180", f"pot = 1{'0' * 400}"), "pot: the number is too large"),
        (('"QsJh2h"', "3"), "board must be a string, got 3"),
        (('"88+,A8s+"', "['AA']"), "ranges.oop must be a string, got ['AA']"),
        (
            ("", "[sizes]\nturn = '50%'"),
            "sizes.turn must be a table with oop, ip, bet, raise, donk, got '50%'",
        ),
        (
            ("", "[sizes.turn]\noop = 1"),
            "sizes.turn.oop must be a table with bet, raise, donk, got 1",
        ),
        (("", "[sizes.turn.oop]\nbet = 50"), "sizes.turn.oop.bet must be a string, got 50"),
        (("", "[tree]\nmerge = 'x'"), "tree.merge must be a number, got 'x'"),
        (
            ("", "[tree]\nmax_raises = 2.5"),
            "tree.max_raises must be an integer, or one per street, got 2.5",
        ),
        (("", "[tree]\nadded = 'r:k'"), "tree.added must be a list, got 'r:k'"),
        (("", "[tree]\nadded = [3]"), "tree.added must be a string, got 3"),
        (("", "[rake]\nrate = '5%'"), "rake.rate must be a number, got '5%'"),
        (("", "[lock]\npath = 'r'"), "lock must be a list, got {'path': 'r'}"),
        (("", "[[lock]]\npath = 'r'\nstrategy = 1"), "lock[1].strategy must be a table, got 1"),
        (
            ("", "[[lock]]\npath = 'r'\nstrategy.k = 'x'"),
            "lock[1].strategy.k: a hand or a run of hands must be like",
        ),
        (("", "[[lock]]\nstrategy.k = 1"), "lock[1].path is missing: specify a path"),
        (("", "[[lock]]\npath = 'r'"), "lock[1].strategy is missing"),
        (
            ("", "[[lock]]\npath = 'r'\nstrategy.k = 1\nhands = 'top par'"),
            "lock[1].hands: hands must be like 'AQs'",
        ),
        (
            ("", "[[lock]]\npath = 'r:k:k:n'\nstrategy.k = 1\nhands = 'top pair'"),
            "lock[1].hands: 'top pair' requires a board",
        ),
        # Wrong value.
        (('"QsJh2h"', '"Qsx"'), "board: "),
        (('"QsJh2h"', '"QsJh"'), "board must have 3 to 5 cards, got 2"),
        (('"88+,A8s+"', '"8+"'), "ranges.oop: "),
        (("pot = 180", "pot = 0"), "pot must be a positive number of chips, got 0"),
        (("pot = 180", "pot = nan"), "pot must be a positive number of chips, got nan"),
        (
            ("pot = 180", "pot = 180.5\ntree.chip = 1"),
            "pot must be a multiple of the chip, 1, got 180.5",
        ),
        (
            ("", "[sizes.turn.oop]\nbet = '5'"),
            "sizes.turn.oop.bet: a bet size below 10 must have a unit",
        ),
        (("", "[sizes.turn]\nbet = '3x'"), "sizes.turn.bet: 3x must be a raise, not a bet: no"),
        (
            ("", "[sizes.turn]\nbet = '5%'\noop = { bet = '5%' }"),
            "sizes.turn.bet must be inside oop or ip",
        ),
        (("", "[tree]\nmerge = -1"), "merge must be a share of 0 or more, like 0.15, got -1.0"),
        (("", "[tree]\nadded = ['z']"), "added: path 'z': a step must be k, c, f, b and an"),
        (("", "[rake]\nrate = 2"), "rake.rate must be at least 0 and below 1, like 0.05, got 2"),
        (("", "[rake]\ncap = 2"), "rake.rate is missing: specify a share"),
        (("", "[[lock]]\npath = 'z'\nstrategy.k = 1"), "lock[1]: path 'z': a step must be k,"),
        (
            ("", "[[lock]]\npath = 'r'\nstrategy.k = 2"),
            "lock[1]: lock 'r': k must be 0 to 1, got 2",
        ),
        # Not TOML.
        (("pot = 180", "pot = "), "not TOML: "),
        (("pot = 180", "pot = 180\npot = 181"), "not TOML: "),
    ],
)
def test_errors_name_the_field_in_one_line(change: tuple[str, str], message: str) -> None:
    old, new = change
    assert old in SHORT
    text = SHORT.replace(old, new) if old else SHORT + new
    with pytest.raises(InputError, match="^" + re.escape(message)) as caught:
        parse_spot(text)
    assert "\n" not in str(caught.value)


def test_files_are_read_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text(FULL, encoding="utf-8")
    assert read_spot(path) == read_spot(str(path)) == parse_spot(FULL)
    path.write_text(FULL.replace("pot = 180", "pot = 'x'"), encoding="utf-8")
    with pytest.raises(InputError, match=r"spot\.toml: pot must be a number of chips, .*got 'x'"):
        read_spot(path)
    path.write_bytes(b"board = '\xff'")
    with pytest.raises(InputError, match=r"spot\.toml': not UTF-8 text"):
        read_spot(path)
    with pytest.raises(InputError, match=r"none\.toml': No such file"):
        read_spot(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(EXAMPLES.glob("*.toml")) if path.stem != "three_players"],
    ids=lambda path: path.stem,
)
def test_the_examples_are_spots(path: Path) -> None:
    spot = read_spot(path)
    assert parse_spot(spot_toml(spot)) == spot
    assert len(spot.tree) > 10
    assert cards_text(spot.board) in path.read_text(encoding="utf-8")


def test_files_of_three_players_are_refused() -> None:
    with pytest.raises(InputError, match="ranges must be a table with oop, ip, got"):
        read_spot(EXAMPLES / "three_players.toml")


def test_hands_of_a_lock_by_class() -> None:
    text = """
board = "QsJh2h"
pot = 20
stack = 40
ranges = { oop = "AA,KQs,JTs,T9s", ip = "QQ,AJs,T9s" }
lock = [
    { path = "r", hands = "top pair, flush draw & A♥x♥", strategy = { k = 1 } },
    { path = "r:k:k:n7h", hands = "flush", strategy = { k = 1 } },
    { path = "r:k:k:n", hands = "A♥x♥", strategy = { k = 1 } },
]
"""
    first, second, third = parse_spot(text).locks
    assert first.hands == matching_hands("top pair, flush draw & A♥x♥", "QsJh2h")
    assert second.hands == matching_hands("flush", "QsJh2h7h")
    assert third.hands == Range("AhXh")
    spot = parse_spot(text)
    assert parse_spot(spot_toml(spot)) == spot
