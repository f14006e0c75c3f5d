"""Answers from trained strategies."""

from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import HOLE_MASKS, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.review import Session, load_blueprint, review_hands
from fifthstreet.solvers import Training, save_training
from fifthstreet.solvers.blueprint import SampledStrategy
from fifthstreet.solvers.postflop.spot.spot_file import spot_toml
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


def test_frequencies_match_the_strategy(file: Path) -> None:
    blueprint = load_blueprint(file)
    assert isinstance(blueprint, SampledStrategy)
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 cc", holes=("AcAd", "????"))
    report = review_hands(Session((hand,)), blueprint)
    check, bet, call = report.decisions[-3:]
    tree, aces = SPOT.tree, parse_hole("AcAd")
    for each, path in ((check, "r"), (call, "r:k:b100")):
        node, _ = tree.find(path)
        expected = blueprint.probabilities(node, SPOT.board)[:, aces].tolist()
        assert [choice.frequency for choice in each.answer.choices] == expected
        assert {choice.ev for choice in each.answer.choices} == {None}
        assert each.loss is None
    assert bet.frequency is None
    assert report.source["kind"] == "blueprint"
    # The range after a check, weighted by how often each hand checks and faces the bet.
    first, second, third = (
        np.nan_to_num(blueprint.probabilities(tree.find(path)[0], SPOT.board))
        for path in ("r", "r:k", "r:k:b100")
    )
    bet_index = tree.actions(tree.find("r:k")[0]).index("b100")
    checked = SPOT.live_ranges[0].weights * first[0]
    betting = SPOT.live_ranges[1].weights * second[bet_index]
    compatible = HOLE_MASKS[:, None] & HOLE_MASKS == 0
    weights = checked * (compatible @ betting)
    assert [choice.range_frequency for choice in call.answer.choices] == pytest.approx(
        (third @ weights / weights.sum()).tolist()
    )
    assert call.answer.reach == pytest.approx(checked[aces])


def test_trainings_of_other_games(tmp_path: Path) -> None:
    """A training on a single runout counts as another game too."""
    turn = Path(__file__).parents[2] / "examples" / "turn.toml"
    one_runout = {"deal": ("AcAd", "QhQs"), "runout": "2s"}
    for training, game in (
        (Training("kuhn", "cfr"), "kuhn by cfr"),
        (Training(f"holdem:{turn}", "external", one_runout), r".*turn\.toml by external"),
    ):
        save_training(training.make_solver(), tmp_path / "other.training", training)
        accepted = r"must be trained on holdem:SPOT\.toml by external, without the option runout"
        with pytest.raises(InputError, match=f"{accepted}, got {game}"):
            load_blueprint(tmp_path / "other.training")
