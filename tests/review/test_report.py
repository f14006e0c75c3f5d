"""Plain data and `repr`s of reviews."""

import json

import pytest

from fifthstreet.review import Session, review_hands
from fifthstreet.solvers.postflop import Solution
from tests.review.hand_texts import TO_THE_RIVER, played
from tests.review.river import ON_THE_TREE, river_solution

SCHEMA = {
    "report": ["source", "hands", "partial", "left_out", "players", "breakdowns", "decisions"],
    "decision": [
        *("hand", "label", "decision", "player", "seat", "street", "position"),
        *("pot_type", "hand_class", "action_kind", "board", "hole", "pot"),
        *("to_call", "stack", "action", "match", "reason", "note", "node", "divergence", "taken"),
        *("translation", "reach", "frequency", "ev", "best", "best_ev", "ev_loss"),
        *("exploitability_pot_percent", "basis", "ranges", "actions"),
    ],
    "action": ["action", "real", "frequency", "range_frequency", "ev"],
    "total": [
        *("decisions", "good", "poor", "lost", "outside", "valued", "within_error"),
        *("stopped_early", "ev_loss_chips", "ev_loss_big_blinds", "ev_loss_interval_big_blinds"),
        *("mean_ev_loss_big_blinds", "mean_ev_loss_pot_percent"),
    ],
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return river_solution()


def test_fields_of_the_plain_data(solution: Solution) -> None:
    hand = played(ON_THE_TREE, holes=("AcAd", "????"))
    facts = review_hands(Session((hand,)), solution).to_dict()
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert list(facts) == SCHEMA["report"]
    for decision in facts["decisions"]:
        assert list(decision) == SCHEMA["decision"]
        for action in decision["actions"]:
            assert list(action) == SCHEMA["action"]
    for player in facts["players"].values():
        assert list(player) == [*SCHEMA["total"], "streets"]
        for street in player["streets"].values():
            assert list(street) == SCHEMA["total"]


def test_plain_data_is_finite_when_a_player_is_all_in(solution: Solution) -> None:
    """All-in, the stack-to-pot ratio is 0 and its divergence infinite, written as null."""
    line = f"{TO_THE_RIVER}, p1 cbr 100, p2 cbr 340, p1 cbr 900, p2 f"
    hand = played(line, holes=("AcAd", "QdQc"))
    facts = review_hands(Session((hand,)), solution).to_dict()
    json.dumps(facts, allow_nan=False)
    divergences = [each["divergence"] for each in facts["decisions"] if each["divergence"]]
    assert None in [each["spr"] for each in divergences]


def test_reprs(solution: Solution) -> None:
    hand = played(f"{TO_THE_RIVER}, p1 cc, p2 cbr 100, p1 f", holes=("AcAd", "????"))
    report = review_hands(Session((hand,)), solution)
    fold, bet = report.decisions[-1], report.decisions[-2]
    assert fold.loss is not None
    assert repr(fold) == (
        f"<DecisionReport: <Decision: p1 folds on the river>, good match, "
        f"lost {fold.loss.big_blinds:.2f} ± {fold.loss.error:.2f} bb>"
    )
    assert repr(bet).endswith("good match, unknown loss>")
    assert repr(fold.answer) == "<Answer: good, r:k:b100>"
    assert repr(report.decisions[0].answer) == (
        "<Answer: outside, before the river, where the tree starts>"
    )
    losses = [each.loss for each in report.decisions if each.loss is not None]
    lost = sum(loss.big_blinds for loss in losses if not loss.is_within_error)
    assert repr(report) == (
        f"<SessionReport: 1 hands, {len(report.decisions)} decisions, "
        f"{lost:.2f} bb lost in 2 of known cost>"
    )
