"""Reviews: accepted hands and sources, single players, progress and totals."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import HandHistory, parse_phhs, phhs_text, read_hands
from fifthstreet.review import (
    Answer,
    Decision,
    PlayedHand,
    Session,
    SessionReport,
    SolveAnswers,
    SolveSettings,
    StrategyAnswers,
    read_session,
    review_hands,
)
from fifthstreet.solvers.postflop import read_spot
from fifthstreet.tree.translate import MatchQuality
from tests.review.hand_texts import IP, OOP, TO_THE_RIVER, history, played
from tests.review.random_play import RandomValues
from tests.review.river import ON_THE_TREE, river_solution

reviewed = partial(review_hands, budget=None)  # hands that leave the tree are not solved

EXAMPLES = Path(__file__).parents[2] / "examples"
SESSION = EXAMPLES / "session.phhs"


@pytest.fixture(scope="module")
def strategy() -> RandomValues:
    return RandomValues(read_spot(EXAMPLES / "turn.toml"))


def example_hands() -> list[HandHistory]:
    return list(parse_phhs(SESSION.read_text(encoding="utf-8")))


def unlabelled(report: SessionReport) -> dict[str, Any]:
    """Return the plain data without the file name in the labels."""
    data = report.to_dict()
    for part in data["decisions"]:
        part["label"] = part["label"].removeprefix("session.phhs, ")
    for part in data["left_out"]:
        part["hand"] = part["hand"].removeprefix("session.phhs, ")
    return data


# Hands.


def test_paths_histories_and_sessions_give_the_same_report(strategy: RandomValues) -> None:
    expected = reviewed(read_session([SESSION]), strategy)
    assert (expected.hands, len(expected.left_out)) == (3, 1)
    assert [each.label for each in expected.left_out] == ["session.phhs, hand 4"]
    paths: list[Any] = [SESSION, str(SESSION), [SESSION], [str(SESSION)], iter([SESSION])]
    for hands in paths:
        assert reviewed(hands, strategy).to_dict() == expected.to_dict()
    histories: list[Any] = [example_hands(), iter(example_hands()), read_hands(SESSION)]
    for hands in histories:
        report = reviewed(hands, strategy)
        assert unlabelled(report) == unlabelled(expected)
        assert [each.label for each in report.left_out] == ["hand 4"]


def test_one_history(strategy: RandomValues) -> None:
    first, *_ = example_hands()
    report = reviewed(first, strategy)
    assert report.hands == 1
    assert report.to_dict() == reviewed([first], strategy).to_dict()


def test_unreadable_hands_are_left_out(tmp_path: Path, strategy: RandomValues) -> None:
    text = phhs_text(example_hands()[:1]) + "\n[2]\nvariant = 'NT'\n"
    path = tmp_path / "hands.phhs"
    path.write_text(text, encoding="utf-8")
    from_file, from_text = reviewed(path, strategy), reviewed(read_hands(text), strategy)
    (in_file,), (in_text,) = from_file.left_out, from_text.left_out
    assert in_file.label == f"hands.phhs, {in_text.label}"
    assert in_file.reason == in_text.reason
    assert in_text.reason == "required fields are missing: actions, antes, starting_stacks"
    assert from_file.hands == from_text.hands == 1


def test_bad_hands(strategy: RandomValues) -> None:
    with pytest.raises(InputError, match="files have no hands: use hand histories, such as PHH"):
        reviewed([], strategy)
    with pytest.raises(InputError, match="no hands to review"):
        reviewed(read_hands(""), strategy)
    with pytest.raises(InputError, match="hands must be hand histories or paths, got both"):
        reviewed([SESSION, example_hands()[0]], strategy)  # type: ignore[arg-type]
    omaha = read_hands(history("p2 f", variant="PO", holes=("????????",) * 2))
    with pytest.raises(
        ValueError, match="hand 1: the variant must be no-limit hold'em, 'NT', got 'PO'"
    ):
        reviewed(omaha, strategy)


# Sources.


def test_a_strategy_is_a_source(strategy: RandomValues) -> None:
    report = reviewed(SESSION, strategy)
    assert report.to_dict() == reviewed(SESSION, StrategyAnswers(strategy)).to_dict()
    assert report.source["kind"] == "random"


def test_settings_are_a_source() -> None:
    hand = Session((played(ON_THE_TREE, holes=("AcAd", "QdQc")),))
    settings = SolveSettings(OOP, IP, first_street=3)
    report = reviewed(hand, settings)
    solved = reviewed(hand, SolveAnswers(settings))
    river = [
        [each for each in found.to_dict()["decisions"] if each["street"] == "river"]
        for found in (report, solved)
    ]
    assert river[0] == river[1]
    assert report.source == {**solved.source, "preflop": {"kind": "charts", "ranges": "bundled"}}
    assert solved.players["p1"].valued == 2
    assert report.players["p1"].valued > 2  # with decisions before the flop


class FoldsAreBad:
    """A user-defined source for which every fold is wrong."""

    def refusal(self, hand: PlayedHand) -> str:
        return "" if len(hand.names) == 2 else "more than two"

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        for decision in hand.decisions:
            if player in (None, decision.name):
                is_fold = decision.action == "f"
                yield decision, Answer(MatchQuality.LOST if is_fold else MatchQuality.GOOD)

    def describe(self) -> dict[str, Any]:
        return {"kind": "no folds"}


def test_a_user_defined_source() -> None:
    report = reviewed(SESSION, FoldsAreBad())
    assert report.source == {"kind": "no folds"}
    assert [each.reason for each in report.left_out] == ["more than two"]
    folds = [each.decision.action == "f" for each in report.decisions]
    assert [each.answer.quality == MatchQuality.LOST for each in report.decisions] == folds
    assert sum(folds) == 2
    assert report.players["Ann"].matches["lost"] == 1


# One player, and progress.


@pytest.mark.parametrize("player", ["Ann", "Bob", "Cid"])
def test_a_single_player(strategy: RandomValues, player: str) -> None:
    full, alone = reviewed(SESSION, strategy), reviewed(SESSION, strategy, player=player)
    own = [each for each in full.decisions if each.decision.name == player]
    assert [each.to_dict() for each in alone.decisions] == [each.to_dict() for each in own]
    assert alone.players == ({player: full.players[player]} if own else {})
    assert (alone.hands, alone.left_out) == (full.hands, full.left_out)
    assert alone.source == full.source


def test_unknown_players(strategy: RandomValues) -> None:
    with pytest.raises(InputError, match="player must be one of Bob, Ann, Cid, got 'Zed'"):
        reviewed(SESSION, strategy, player="Zed")


@pytest.mark.parametrize("player", [None, "Ann"])
def test_progress_counts_all_decisions(strategy: RandomValues, player: str | None) -> None:
    calls: list[tuple[int, int]] = []
    report = reviewed(
        SESSION, strategy, player=player, progress=lambda done, total: calls.append((done, total))
    )
    total = len(report.decisions)
    assert {each for _, each in calls} == {total}
    done = [each for each, _ in calls]
    assert done == sorted(done)
    assert set(done) == set(range(total + 1))


# Totals.


def test_totals() -> None:
    hands = Session(
        (
            played(ON_THE_TREE, holes=("AcAd", "QdQc"), players=("Ann", "Bob")),
            replace(
                played(
                    f"{TO_THE_RIVER}, p1 cbr 100, p2 f",
                    holes=("KdQd", "AcJc"),
                    players=("Bob", "Ann"),
                ),
                number=2,
            ),
        )
    )
    solution = river_solution()
    report = reviewed(hands, solution)
    assert list(report.players) == ["Bob", "Ann"]
    for name, total in report.players.items():
        own = [each for each in report.decisions if each.decision.name == name]
        losses = [each.loss for each in own if each.loss is not None]
        assert total.decisions == len(own) == sum(total.matches.values())
        assert total.valued == len(losses) > 0
        counted = [loss for loss in losses if not loss.is_within_error]
        assert total.within_error == len(losses) - len(counted)
        assert total.ev_loss.chips == pytest.approx(sum(loss.chips for loss in counted))
        streets = report.streets(name).values()
        assert sum(part.decisions for part in streets) == total.decisions
        assert sum(part.ev_loss.big_blinds for part in streets) == pytest.approx(
            total.ev_loss.big_blinds
        )
        assert reviewed(hands, solution, player=name).players == {name: total}
    losses = [each.loss for each in report.worst() if each.loss is not None]
    order = [(loss.is_within_error, -loss.big_blinds) for loss in losses]
    assert order == sorted(order)
    assert {within for within, _ in order} == {False, True}
    assert report.worst(2) == report.worst()[:2]


class Interrupted(FoldsAreBad):
    """A source that is interrupted in its second hand."""

    def __init__(self) -> None:
        self.hands = 0

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        self.hands += 1
        for count, answer in enumerate(super().answers(hand, player)):
            if self.hands == 2 and count == 1:
                raise KeyboardInterrupt
            yield answer


def test_an_interrupt_keeps_what_is_answered_and_says_what_is_missing() -> None:
    hand = played("p2 cbr 30, p1 f")
    hands = Session(tuple(replace(hand, label=f"hand {number}") for number in (1, 2, 3)))
    report = reviewed(hands, Interrupted(), keep_partial=True)
    assert (report.hands, len(report.decisions), report.is_partial) == (1, 3, True)
    assert [(each.label, each.reason) for each in report.left_out] == [
        (f"hand {number}", "interrupted before all its decisions were answered")
        for number in (2, 3)
    ]
    assert report.to_dict()["partial"] is True
    with pytest.raises(KeyboardInterrupt):
        reviewed(hands, Interrupted())
