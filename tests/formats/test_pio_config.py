"""Tree configurations of PioVIEWER: what each field does to the tree, and bad lines."""

import re
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.formats import (
    parse_pio_config,
    parse_pio_script,
    pio_script_text,
    read_pio_config,
)
from fifthstreet.tree import Kind, Rake
from tests.formats.same_trees import assert_same_betting

CONFIG = Path(__file__).parent / "data" / "pio_config.txt"
TEXT = CONFIG.read_text(encoding="utf-8")


def changed(**fields: str) -> str:
    """Return the configuration with other values of some fields; `__` stands for a dot."""
    lines = TEXT.splitlines()
    for name, value in fields.items():
        start = f"#{name.replace('__', '.')}#"
        lines = [f"{start}{value}" if line.startswith(start) else line for line in lines]
    return "\n".join(lines)


def test_the_spot() -> None:
    imported = read_pio_config(CONFIG)
    spot = imported.spot
    assert imported.losses == ()
    assert (spot.pot, spot.stack, spot.rake) == (10, 95, Rake(0.05, 3))
    assert spot.ranges == (Range("AA,KK,99:0.75,AK,AQo:0.75"), Range("QQ:0.5,TT,KQ,76s"))


def test_sizes_and_multiples() -> None:
    tree = read_pio_config(CONFIG).spot.tree
    assert tree.actions(0) == ("k", "b3", "b10")
    assert tree.actions(tree.find("k:b5")[0]) == ("f", "c", "b15")  # 3x


def test_all_ins_are_added_below_a_share_of_the_pot() -> None:
    tree = read_pio_config(CONFIG).spot.tree
    assert tree.actions(tree.find("k")[0]) == ("k", "b5")  # 95 is more than 5 pots of 10
    assert "a" in tree.actions(tree.find("b10")[0])  # 85 more is at most 5 pots of 30
    assert tree.actions(tree.find("k:b5:b15:c:n")[0]) == ("k", "b20", "a")
    far = parse_pio_config(changed(AddAllinOnlyIfLessThanThisTimesThePot="1000000")).spot.tree
    assert far.actions(far.find("k")[0]) == ("k", "b5", "a")


def test_no_donk_bet_without_sizes() -> None:
    tree = read_pio_config(CONFIG).spot.tree
    assert tree.actions(tree.find("k:b5:c:n")[0]) == ("k",)
    river = tree.find("k:b5:c:n:k:b12:c:n")[0]
    assert tree.actions(river)[:2] == ("k", "b11")  # 25% of 44


def test_ip_does_not_3bet() -> None:
    tree = read_pio_config(CONFIG).spot.tree
    assert tree.actions(tree.find("k:b5:b15")[0]) == ("f", "c")
    free = parse_pio_config(changed(FlopConfigIP__Dont3bet="False")).spot.tree
    assert len(free.actions(free.find("k:b5:b15")[0])) > 2


@pytest.mark.parametrize("percent", [40, 67, 100])
def test_bets_above_the_threshold_are_all_in(percent: int) -> None:
    tree = parse_pio_config(changed(AllinThreshold=str(percent))).spot.tree
    bets = [node for node in range(len(tree)) if tree.label(node)[0] == "b"]
    actors = tree.player[tree.parent[bets]]
    assert (tree.committed[bets, actors] <= percent / 100 * 95).all()
    assert bets


def test_the_cap_limits_bets_on_a_street() -> None:
    tree = parse_pio_config(changed(Cap="1", CapEnabled="True")).spot.tree
    facing = np.flatnonzero(
        (tree.kind == Kind.ACTION) & (tree.committed[:, 0] != tree.committed[:, 1])
    )
    assert {len(tree.actions(node)) for node in facing.tolist()} == {2}


def test_a_configuration_becomes_a_script() -> None:
    spot = read_pio_config(CONFIG).spot
    back = parse_pio_script(pio_script_text(spot).text).spot
    assert_same_betting(back.tree, spot.tree)
    assert back.ranges == spot.ranges


def test_fields_that_are_not_known_are_losses() -> None:
    text = changed(ForceIPBet="True", RemovedLines="Check, Bet, Call, Check, Check")
    assert parse_pio_config(text).losses == (
        "line 12: #ForceIPBet#True is not known",
        "line 17: #RemovedLines#Check, Bet, Call, Check, Check is not known",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (changed(Range0="AZ"), "line 2: a hand or a run of hands must be like"),
        (changed(Board="Qs Qs 2h"), "line 4: board: "),
        (changed(Pot="much"), "line 5: #Pot# must be a number, got 'much'"),
        (changed(EffectiveStacks="-3"), "line 6: #EffectiveStacks# must be at least 0, got -3"),
        (changed(Pot=""), "the configuration has no #Pot#"),
        (re.sub("#Pot#.*\n", "", TEXT), "the configuration has no #Pot#"),
        (changed(Pot="0"), "pot must be a positive number of chips, got 0"),
        (changed(TurnConfig__BetSize="half"), "line 23: #TurnConfig.BetSize#: a bet size"),
        (TEXT + "go\n", "line 46: a field must be like '#Pot#100', got 'go'"),
    ],
)
def test_bad_lines(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        parse_pio_config(text)
    assert str(caught.value).startswith(message)
