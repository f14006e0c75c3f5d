"""Answers from trained strategies."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import parse_hole
from fifthstreet.review import Session, load_blueprint, review
from fifthstreet.solvers import Training, save_training
from fifthstreet.solvers.blueprint import SampledStrategy
from fifthstreet.solvers.postflop.spot_file import spot_toml
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.river import SPOT


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
    assert isinstance(blueprint, SampledStrategy)
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cc", holes=("AcAd", "????"))
    report = review(Session((hand,)), blueprint)
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
    # The range that checked, weighted by how often it did and by the hands that it can meet.
    first, _ = tree.find("r")
    after, _ = tree.find("r:k:b100")
    for each, node in ((check, first), (call, after)):
        here = blueprint.at(node, SPOT.board)
        assert [choice.range_frequency for choice in each.answer.choices] == pytest.approx(
            here.frequencies.tolist()
        )
    reach = SPOT.live_ranges[0].weights * np.nan_to_num(
        blueprint.probabilities(first, SPOT.board)[0]
    )
    assert blueprint.at(after, SPOT.board).reach == pytest.approx(reach)
    assert call.answer.reach == pytest.approx(reach[aces])


def test_other_games_are_refused(tmp_path: Path) -> None:
    training = Training("kuhn", "cfr")
    save_training(training.make_solver(), tmp_path / "kuhn.training", training)
    with pytest.raises(
        ValueError, match=r"is of kuhn by cfr; want a strategy of holdem:SPOT\.toml"
    ):
        load_blueprint(tmp_path / "kuhn.training")
