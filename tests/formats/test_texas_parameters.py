"""Parameter files of TexasSolver: its rules of betting, round trips, and bad lines."""

from math import floor

import numpy as np
import pytest
from hypothesis import given, settings

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.formats import (
    RunSettings,
    parse_texas_parameters,
    read_texas_parameters,
    texas_parameters_text,
)
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import BettingTree, Kind, Rake
from tests.formats.draws import spots
from tests.formats.same_trees import assert_same_betting
from tests.thoroughness import examples

# The form of the program's own sample input, with few hands.
SAMPLE = """\
set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h
set_range_ip AA,KK,QQ,JJ,TT,99:0.75,AK,AQs,AQo:0.75,A6s:0.25
set_range_oop QQ:0.5,JJ:0.75,TT,99,88,AKo:0.25,KQ,KTs
set_bet_sizes oop,flop,bet,50
set_bet_sizes oop,flop,raise,60
set_bet_sizes oop,flop,allin
set_bet_sizes ip,flop,bet,50
set_bet_sizes ip,flop,raise,60
set_bet_sizes ip,flop,allin
set_bet_sizes oop,turn,bet,50
set_bet_sizes oop,turn,raise,60
set_bet_sizes ip,turn,bet,50
set_bet_sizes ip,turn,raise,60
set_bet_sizes oop,river,bet,50
set_bet_sizes oop,river,donk,50
set_bet_sizes oop,river,raise,60,100
set_bet_sizes oop,river,allin
set_bet_sizes ip,river,bet,50
set_bet_sizes ip,river,raise,60,100
set_bet_sizes ip,river,allin
set_allin_threshold 0.67
build_tree
set_thread_num 8
set_accuracy 0.5
set_max_iteration 200
set_print_interval 10
set_use_isomorphism 1
start_solve
set_dump_rounds 2
dump_result output_result.json
"""
SHARES = ("", "33%", "50%, 120%", "75%, a", "a")
RAISES = ("", "50%", "100%", "a")


def naive_bets(
    settings: dict[tuple[str, str, str], list[float]],
    all_ins: set[tuple[str, str]],
    threshold: float,
    *,
    commits: tuple[float, float],
    stack: float,
    player: int,
    street: str,
    kind: str,
) -> set[int]:
    """What TexasSolver adds to the pot at a decision, written from a description of its rules.

    `commits` and `stack` include half of the pot.
    """
    seat = ("oop", "ip")[player]
    mine, other = commits[player], commits[1 - player]
    pot = 2 * max(commits)
    amounts = []
    for percent in settings.get((seat, street, kind), []):
        amount = float(floor(percent / 100 * pot + 0.5))
        if kind == "raise":
            amount += other - mine
        if amount + mine > stack * threshold or amount > stack - mine:
            amount = stack - mine
        amounts.append(amount)
    if (seat, street) in all_ins:
        amounts.append(stack - mine)
    whole = {int(amount) for amount in amounts if amount > 0}
    gap = other - mine
    return {added for added in whole if added >= 2 * gap and gap < added <= stack - mine}


def check_bets(tree: BettingTree, text: str, threshold: float) -> int:
    """Assert that every decision of a tree has the bets of a file; return their number."""
    sizes: dict[tuple[str, str, str], list[float]] = {}
    all_ins = set()
    for line in text.splitlines():
        if line.startswith("set_bet_sizes"):
            seat, street, kind, *numbers = line.split()[1].split(",")
            if kind == "allin":
                all_ins.add((seat, street))
            else:
                sizes[seat, street, kind] = [float(number) for number in numbers]
    half, stack = tree.rules.pot / 2, tree.rules.stacks[0] + tree.rules.pot / 2
    count = 0
    for node in np.flatnonzero(tree.kind == Kind.ACTION).tolist():
        first, second = (half + put_in * tree.rules.chip for put_in in tree.committed[node])
        path = tree.path(node)
        street_path = path.rpartition(":n")[2]
        previous = path.rpartition(":n")[0].rpartition(":n")[2]
        player = int(tree.player[node])
        # OOP has called: the last bet of the street before was IP's.
        has_called = (
            previous.endswith(":c")
            and previous.count(":")
            and (len([s for s in previous.split(":") if s and s != "r"]) % 2 == 1)
        )
        is_donk = player == 0 and first == second and has_called and street_path == ""
        kind = "raise" if first != second else "donk" if is_donk else "bet"
        expected = naive_bets(
            *(sizes, all_ins, threshold),
            commits=(first, second),
            stack=stack,
            player=player,
            street=("", "flop", "turn", "river")[int(tree.street[node])],
            kind=kind,
        )
        if kind == "raise" and street_path.count("b") + street_path.count("a") >= 4:
            expected = set()
        added = {
            round(float(tree.committed[c][player] - tree.committed[node][player]) * tree.rules.chip)
            for c in tree.children(node)
            if tree.label(c)[0] in "ba"
        }
        assert added == expected, path
        count += 1
    return count


@pytest.mark.parametrize("threshold", [0.67, 1.0, 0.5])
@pytest.mark.parametrize(("pot", "stack"), [(50, 200), (7, 33), (5.5, 47.5), (10, 95), (200, 31)])
def test_every_decision_has_the_bets_of_texassolver(
    pot: float, stack: float, threshold: float
) -> None:
    text = SAMPLE.replace("pot 50", f"pot {pot}").replace("stack 200", f"stack {stack}")
    text = text.replace("threshold 0.67", f"threshold {threshold}")
    imported = parse_texas_parameters(text)
    assert imported.losses == ()
    assert check_bets(imported.spot.tree, text, threshold) > 9


def test_the_sample() -> None:
    imported = parse_texas_parameters(SAMPLE)
    spot = imported.spot
    assert (spot.pot, spot.stack) == (50, 200)
    assert spot.ranges[0] == Range("QQ:0.5,JJ:0.75,TT-88,AKo:0.25,KQ,KTs")
    assert spot.tree.actions(0) == ("k", "b25", "a")
    assert imported.settings == RunSettings(
        target_pot_percent=0.5, max_iterations=200, threads=8, save="output_result.json"
    )


@given(spots(bets=SHARES, raises=RAISES, chips=(1.0,)))
@settings(max_examples=examples(40), deadline=None)
def test_spots_come_back_but_for_what_is_lost(spot: Spot) -> None:
    written = texas_parameters_text(spot)
    back = parse_texas_parameters(written.text).spot
    assert (back.board, back.pot, back.stack) == (spot.board, spot.pot, spot.stack)
    for range_, before in zip(back.live_ranges, spot.live_ranges, strict=True):
        assert range_ == Range(np.where(before.weights > 0.005, before.weights, 0))
    is_same_tree = not any("decisions" in loss for loss in written.losses)
    if is_same_tree and spot.rules.pot_chips > 2:
        assert_same_betting(back.tree, spot.tree)
    again = texas_parameters_text(back)
    assert not any("decisions" in loss for loss in again.losses)
    assert_same_betting(parse_texas_parameters(again.text).spot.tree, back.tree)


def test_losses_of_writing() -> None:
    spot = Spot.of(
        *("QsJh2h7c4d", 5.5, 20),
        oop="AA,KK:0.001",
        ip="QQ",
        bets="50%, 3c",
        raises="3x",
        rake=Rake(0.05),
    )
    assert texas_parameters_text(spot).losses == (
        "sizes 3c, 3x: TexasSolver has only shares of the pot",
        "6 hands of oop with a weight of 0.005 or less",
        "amounts are counted in chips of 0.01: TexasSolver bets whole numbers",
        "4 of 14 decisions have other bets in TexasSolver",
        "the rake",
    )
    back = parse_texas_parameters(texas_parameters_text(spot).text).spot
    assert (back.pot, back.stack) == (550, 2000)


def test_weights_that_texassolver_leaves_out() -> None:
    imported = parse_texas_parameters(SAMPLE.replace("JJ,TT,99:0.75", "JJ:0.004,TT,99:0.75"))
    assert imported.spot.ranges[1].weight("JJ") == 0
    assert imported.losses == ("line 4: 6 hands of ip with a weight of 0.005 or less",)


def test_unknown_commands_are_losses() -> None:
    text = SAMPLE + "set_colour blue\n"
    assert parse_texas_parameters(text).losses == (
        "line 33: set_colour is not known and was skipped",
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("set_pot", "the pot is missing after 'set_pot'"),
        ("set_pot 0", "the pot must be above 0 chips, got 0"),
        ("set_effective_stack x", "the stack must be a number, got 'x'"),
        ("set_board Qs,Qs,2h", "board: "),
        ("set_board Qs", "board must have 3 to 5 cards, got 1"),
        ("set_range_ip AZ", "a hand or a run of hands must be like 'AA'"),
        (
            "set_bet_sizes oop,flop",
            "set_bet_sizes must have a player, a street and a kind, like 'oop,flop,bet,50'",
        ),
        ("set_bet_sizes btn,flop,bet,50", "set_bet_sizes must have a player, a street and a kind"),
        ("set_bet_sizes oop,flop,check,50", "kind must be bet, raise, donk or allin, got 'check'"),
        ("set_bet_sizes oop,flop,bet,much", "a size must be a number, got 'much'"),
        ("set_bet_sizes oop,flop,bet,0", "a size must be above 0 percent of the pot, got 0"),
        ("set_accuracy", "the accuracy is missing after 'set_accuracy'"),
    ],
)
def test_bad_lines(line: str, message: str) -> None:
    with pytest.raises(InputError, match=r"^line 33: ") as caught:
        parse_texas_parameters(f"{SAMPLE}{line}\n")
    assert str(caught.value).startswith(f"line 33: {message}")


@pytest.mark.parametrize(
    "name", ["set_pot", "set_effective_stack", "set_board", "set_range_oop", "set_range_ip"]
)
def test_missing_commands(name: str) -> None:
    text = "\n".join(line for line in SAMPLE.splitlines() if not line.startswith(name))
    with pytest.raises(InputError, match=f"the file has no {name}$"):
        parse_texas_parameters(text)


def test_missing_file() -> None:
    with pytest.raises(InputError, match=r"cannot read 'nothing\.txt'"):
        read_texas_parameters("nothing.txt")
