"""Answers from trained strategies."""

from pathlib import Path

import numpy as np
import pytest
from fifthstreet.storage.strategies import Training, save_training

from fifthstreet.cards import parse_hole
from fifthstreet.review import BlueprintLooks, Session, SpotAnswers, load_blueprint, review
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.spot_file import spot_toml
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, played

SPOT = Spot.of("QsJh2h7c4d", 200, 900, oop=OOP, ip=IP, bets="50%, a", raises="60%")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    spot = folder / "river.toml"
    spot.write_text(spot_toml(SPOT), encoding="utf-8")
    training = Training(f"holdem:{spot}", "external")
    solver = training.make_solver()
    solver.iterate(20_000)
    save_training(solver, folder / "river.training", training)
    return folder / "river.training"


def test_frequencies_are_those_of_the_strategy(file: Path) -> None:
    blueprint = load_blueprint(file)
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cc", holes=("AcAd", "????"))
    report = review(Session((hand,)), SpotAnswers(BlueprintLooks(blueprint)))
    check, bet, call = report.decisions[-3:]
    tree, aces = SPOT.tree, parse_hole("AcAd")
    for each, path in ((check, "r"), (call, "r:k:b100")):
        node, _ = tree.find(path)
        wanted = blueprint.probabilities(node, SPOT.board)[:, aces].tolist()
        assert [choice.frequency for choice in each.answer.choices] == wanted
        assert {choice.ev for choice in each.answer.choices} == {None}
        assert each.loss is None
    assert bet.frequency is None
    assert report.source["kind"] == "blueprint"
    # The range that checked, weighted by how often it did.
    first, _ = tree.find("r")
    after, _ = tree.find("r:k:b100")
    reach = SPOT.live_ranges[0].weights * np.nan_to_num(
        blueprint.probabilities(first, SPOT.board)[0]
    )
    shares = (np.nan_to_num(blueprint.probabilities(after, SPOT.board)) * reach).sum(axis=1)
    assert [choice.range_frequency for choice in call.answer.choices] == pytest.approx(
        (shares / reach.sum()).tolist()
    )


def test_other_games_are_refused(tmp_path: Path) -> None:
    training = Training("kuhn", "cfr")
    save_training(training.make_solver(), tmp_path / "kuhn.training", training)
    with pytest.raises(
        ValueError, match=r"is of kuhn by cfr; want a strategy of holdem:SPOT\.toml"
    ):
        load_blueprint(tmp_path / "kuhn.training")
