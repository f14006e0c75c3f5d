"""EM: exact expectations, a likelihood that never falls, and known parameters that it finds."""

import numpy as np
import pytest

from fifthstreet.agents.opponents.learning import BetRecords, Prior, expect, learn
from fifthstreet.agents.opponents.network import BetNetwork, typical_network
from fifthstreet.errors import InputError
from tests.agents.opponents.test_network import enumerated, random_network

CLASSES = 4


def simulated(
    network: BetNetwork, players: int, hands: int, seed: int, shown: float = 0.5
) -> tuple[BetRecords, list[int]]:
    """Return records of players of known styles, some of whose hands were shown."""
    random = np.random.default_rng(seed)
    classes = network.hand_classes
    records = BetRecords(classes)
    styles = [int(random.choice(len(network.style), p=network.style)) for _ in range(players)]
    for _ in range(hands):
        for player, style in enumerate(styles):
            hand = int(random.integers(classes))
            position = int(random.integers(3))
            bluffs = random.random() < network.bluff[style, position]
            row = classes if bluffs else hand
            places = random.choice(8, 4, replace=False).tolist()
            bets = [
                (place, int(random.choice(3, p=network.bet[style, row, place]))) for place in places
            ]
            seen = np.eye(classes)[hand] if random.random() < shown else np.ones(classes)
            records.add(player, position, seen, bets)
    return records, styles


def test_expectations_are_enumeration() -> None:
    network = random_network(3)
    records, _ = simulated(network, players=2, hands=3, seed=1)
    counts = expect(network, records, 2)
    log_likelihood = 0.0
    style = np.zeros((2, 3))
    for player in range(2):
        odds = np.log(network.style)
        for row in np.flatnonzero(records.player == player):
            bets = [
                (index // 3, index % 3)
                for index in range(24)
                for _ in range(int(records.bets[row, index]))
            ]
            for s in range(3):
                total = 0.0
                for h in range(CLASSES):
                    for row_of, share in ((h, 0), (CLASSES, 1)):
                        bluff = network.bluff[s, records.position[row]]
                        product = (bluff if share else 1 - bluff) * records.hand[row, h] / CLASSES
                        for place, action in bets:
                            product *= network.bet[s, row_of, place, action]
                        total += product
                odds[s] += np.log(total)
        top = odds.max()
        log_likelihood += top + np.log(np.exp(odds - top).sum())
        style[player] = np.exp(odds - top) / np.exp(odds - top).sum()
    assert counts.log_likelihood == pytest.approx(log_likelihood)
    assert counts.style == pytest.approx(style)
    # With one record, the counts are the posterior itself.
    single = BetRecords(CLASSES)
    single.add(0, 1, np.ones(CLASSES), [(3, 2)])
    one = expect(network, single, 1)
    joint = enumerated(network, [(3, 2)], 1, network.style, np.ones(CLASSES))
    counted = one.bet_counts.reshape(network.bet.shape)
    assert counted[:, :CLASSES, 3, 2] == pytest.approx(joint[:, :, 0])
    assert counted[:, CLASSES, 3, 2] == pytest.approx(joint[:, :, 1].sum(axis=1))
    assert one.bluff_counts[:, 1, 1] == pytest.approx(joint[:, :, 1].sum(axis=1))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("with_prior", [False, True])
def test_likelihood_never_falls(seed: int, with_prior: bool) -> None:
    records, _ = simulated(random_network(seed), players=4, hands=60, seed=seed)
    start = random_network(seed + 100)
    prior = Prior(random_network(seed + 200)) if with_prior else None
    _, _, curve = learn(start, records, 4, prior=prior, iterations=30)
    assert np.diff(curve).min() > -1e-8
    assert curve[-1] > curve[0] + 10


def test_known_parameters_are_found() -> None:
    random = np.random.default_rng(5)
    # Two styles whose bets differ, bluffs that are always bets: otherwise nothing tells them apart.
    bet = random.dirichlet(np.full(3, 0.5), (2, CLASSES + 1, 8))
    bet[:, CLASSES] = (0.01, 0.01, 0.98)
    truth = BetNetwork(np.array([0.5, 0.5]), np.full((2, 3), 0.2), bet)
    records, styles = simulated(truth, players=6, hands=800, seed=6, shown=1.0)
    blurred = 0.5 * bet + 0.5 / 3
    start = BetNetwork(truth.style, np.full((2, 3), 0.4), blurred)
    found, style, _ = learn(start, records, 6, iterations=60)
    assert style.argmax(axis=1).tolist() == styles
    assert np.abs(found.bet - truth.bet).mean() < 0.025
    assert np.abs(found.bluff - truth.bluff).max() < 0.05


def test_hidden_hands_are_learned_from_too() -> None:
    truth = random_network(8, styles=1)
    few, _ = simulated(truth, players=1, hands=3000, seed=9, shown=0.3)
    start = BetNetwork(np.ones(1), truth.bluff, 0.7 * truth.bet + 0.1)
    found, _, _ = learn(start, few, 1, iterations=40)
    assert np.abs(found.bet - truth.bet).mean() < np.abs(start.bet - truth.bet).mean() * 0.6


def test_without_records_the_prior_is_kept() -> None:
    network = typical_network()
    records = BetRecords(network.hand_classes)
    found, style, _ = learn(network, records, 2, prior=Prior(network), iterations=2)
    assert found.bet == pytest.approx(network.bet)
    assert found.bluff == pytest.approx(network.bluff)
    assert style == pytest.approx(0.25)
    plain, _, _ = learn(network, records, 2, iterations=1)
    assert plain.bet == pytest.approx(network.bet)


def test_old_records_are_dropped() -> None:
    records = BetRecords(2, max_count=300)
    for number in range(1000):
        records.add(number, 0, np.ones(2), [(number % 8, 1)])
    assert len(records) == 300
    assert sorted(records.player.tolist()) == list(range(700, 1000))
    row = int(np.flatnonzero(records.player == 997)[0])
    assert records.bets[row].nonzero()[0].tolist() == [997 % 8 * 3 + 1]


def test_numbers_are_checked() -> None:
    with pytest.raises(InputError, match="max_count must be at least 1, got 0"):
        BetRecords(2, max_count=0)
    with pytest.raises(InputError, match="iterations must be at least 1, got 0"):
        learn(typical_network(), BetRecords(10), 1, iterations=0)
