"""The bet network: exact inference against enumeration by hand."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from fifthstreet.agents.opponents.bets import BETS, CALL, FOLD, POSITIONS, RAISE, situation
from fifthstreet.agents.opponents.network import BetNetwork, FloatArray, typical_network
from fifthstreet.errors import InputError


def random_network(seed: int, styles: int = 3, classes: int = 4) -> BetNetwork:
    random = np.random.default_rng(seed)
    bet = random.dirichlet(np.ones(3), (styles, classes + 1, 8))
    return BetNetwork(random.dirichlet(np.ones(styles)), random.random((styles, 3)), bet)


def enumerated(
    network: BetNetwork,
    bets: list[tuple[int, int]],
    position: int,
    style: FloatArray,
    hand: FloatArray,
) -> FloatArray:
    """Return P(style, hand, bluff | bets), one state after another."""
    joint = np.zeros((len(style), network.hand_classes, 2))
    for s, h, bluffs in product(range(len(style)), range(network.hand_classes), (0, 1)):
        odds = style[s] * hand[h]
        odds *= network.bluff[s, position] if bluffs else 1 - network.bluff[s, position]
        for place, action in bets:
            odds *= network.bet[s, network.hand_classes if bluffs else h, place, action]
        joint[s, h, bluffs] = odds
    normal: FloatArray = joint / joint.sum()
    return normal


@pytest.mark.parametrize("seed", range(5))
def test_inference_is_enumeration(seed: int) -> None:
    random = np.random.default_rng(seed)
    network = random_network(seed)
    bets = [(int(random.integers(8)), int(random.integers(3))) for _ in range(seed + 2)]
    style, hand = random.dirichlet(np.ones(3)), random.random(4)
    position = seed % 3
    joint = network.joint(network.log_likelihood(bets), position, style=style, hand=hand)
    assert joint == pytest.approx(enumerated(network, bets, position, style, hand))
    final = network.final_hand(bets, position, style=style, hand=hand)
    assert final == pytest.approx(joint.sum(axis=(0, 2)))
    usual = enumerated(network, bets, position, network.style, np.ones(4))
    assert network.final_hand(bets, position) == pytest.approx(usual.sum(axis=(0, 2)))


def test_many_bets_do_not_underflow() -> None:
    final = typical_network().final_hand([(situation(3, True), RAISE)] * 2000, 0)
    assert np.isfinite(final).all()
    assert final.sum() == pytest.approx(1)


def test_typical_players_bet_better_hands() -> None:
    network = typical_network()
    classes = np.arange(network.hand_classes)
    river = situation(3, True)
    raised = network.final_hand([(river, RAISE)], 0) @ classes
    called = network.final_hand([(river, CALL)], 0) @ classes
    folded = network.final_hand([(river, FOLD)], 0) @ classes
    assert raised > called > folded
    before = network.final_hand([(situation(0, True), RAISE)], 0) @ classes
    assert raised > before  # the hand is known on the river
    assert "4 styles and 10 classes" in repr(network)


def test_impossible_bets_are_refused() -> None:
    bet = np.zeros((1, 3, 8, 3))
    bet[:, :, :, CALL] = 1
    network = BetNetwork(np.ones(1), np.zeros((1, 3)), bet)
    assert network.final_hand([(0, CALL)], 0) == pytest.approx([0.5, 0.5])
    with pytest.raises(InputError, match="impossible under this network"):
        network.final_hand([(0, CALL)], 0, hand=np.zeros(2))


def test_parameters_are_checked() -> None:
    good = random_network(1)
    with pytest.raises(InputError, match="bluff must have shape"):
        BetNetwork(good.style, good.bluff[:, :2], good.bet)
    with pytest.raises(InputError, match="bet must have the shape"):
        BetNetwork(good.style, good.bluff, good.bet[:, :, :4])
    with pytest.raises(InputError, match="must sum to 1"):
        BetNetwork(good.style, good.bluff, good.bet * 2)
    with pytest.raises(InputError, match="from 0 to 1"):
        BetNetwork(good.style, good.bluff + 1, good.bet)


@pytest.mark.parametrize("seed", range(5))
def test_inference_is_that_of_the_general_network(seed: int) -> None:
    """The fast path of the agent against variable elimination over the same tables."""
    random = np.random.default_rng(seed)
    network = random_network(seed)
    bets = [(int(random.integers(8)), int(random.integers(3))) for _ in range(seed)]
    style, hand = random.dirichlet(np.ones(3)), random.random(4)
    position = seed % 3
    general = replace(network, style=style).network([place for place, _ in bets])
    evidence: dict[str, Any] = {"position": POSITIONS[position], "final hand": hand}
    evidence |= {f"bet {number}": BETS[bet] for number, (_, bet) in enumerate(bets, start=1)}
    expected = general.joint(["style", "final hand", "bluff"], given=evidence)
    joint = network.joint(network.log_likelihood(bets), position, style=style, hand=hand)
    assert joint == pytest.approx(expected)
    final = network.final_hand(bets, position, style=style, hand=hand)
    assert list(general.distribution("final hand", given=evidence).values()) == pytest.approx(final)
