"""Reports of a review, as plain objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.errors import InputError
from fifthstreet.review.answers import Answer, best_of
from fifthstreet.review.basis import seat_names
from fifthstreet.review.breakdown import (
    BREAKDOWNS,
    action_of,
    hand_class_of,
    position_of,
    pot_type_of,
    street_of,
)
from fifthstreet.review.hands import Decision, LeftOut
from fifthstreet.solvers.postflop import SEATS
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree import STREET_NAMES
from fifthstreet.tree.translate import MatchQuality


@dataclass(frozen=True)
class Loss:
    """What an action cost compared with the best one, for the hand held."""

    chips: float
    big_blinds: float
    pot_percent: float  # of the pot before the action
    error: float | None = None  # half width of its interval in big blinds, None if it is unknown

    def __str__(self) -> str:
        error = "" if self.error is None else f" ± {self.error:.2f}"
        text = f"{self.big_blinds:.2f}{error} bb"
        return f"within error: {text}" if self.is_within_error else f"lost {text}"

    @property
    def is_within_error(self) -> bool:
        """Whether the loss is within the error that the strategy's exploitability allows."""
        return self.error is not None and self.big_blinds <= self.error

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the loss in big blinds, None if its error is unknown."""
        if self.error is None:
            return None
        return max(self.big_blinds - self.error, 0.0), self.big_blinds + self.error

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "chips": self.chips,
            "big_blinds": self.big_blinds,
            "pot_percent": self.pot_percent,
            "interval_big_blinds": None if self.interval is None else list(self.interval),
            "within_error": self.is_within_error,
        }


@dataclass(frozen=True, eq=False, repr=False)
class DecisionReport:
    """A decision, the tree's answer to it, and its cost."""

    decision: Decision
    label: str  # of the hand
    answer: Answer
    loss: Loss | None  # None if EVs are unknown

    def __repr__(self) -> str:
        loss = "unknown loss" if self.loss is None else str(self.loss)
        return f"<DecisionReport: {self.decision!r}, {self.answer.quality.value} match, {loss}>"

    @property
    def frequency(self) -> float | None:
        """How often the tree takes the player's action with the hand held."""
        taken = self.answer.taken
        return None if taken is None else self.answer.choices[taken].frequency

    @property
    def best(self) -> int | None:
        """Index of the choice with the highest EV."""
        return best_of(self.answer.choices, self.answer.taken)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; unknown values are None."""
        decision, answer = self.decision, self.answer
        taken = None if answer.taken is None else answer.choices[answer.taken]
        best = None if self.best is None else answer.choices[self.best]
        return {
            "hand": decision.hand,
            "label": self.label,
            "decision": decision.number,
            "player": decision.name,
            "seat": decision.seat,
            "street": street_of(decision),
            "position": position_of(decision),
            "pot_type": pot_type_of(decision),
            "hand_class": hand_class_of(decision),
            "action_kind": action_of(decision),
            "board": cards_text(decision.board),
            "hole": None if decision.hole is None else hole_text(decision.hole),
            "pot": decision.pot,
            "to_call": decision.to_call,
            "stack": decision.stack,
            "action": decision.action,
            "match": answer.quality.value,
            "reason": answer.reason,
            "note": answer.note,
            "node": answer.path,
            "divergence": None if answer.distance is None else answer.distance.to_dict(),
            "taken": None if taken is None else taken.action,
            "translation": answer.translation,
            "reach": answer.reach,
            "frequency": self.frequency,
            "ev": None if taken is None else taken.ev,
            "best": None if best is None else best.action,
            "best_ev": None if best is None else best.ev,
            "ev_loss": None if self.loss is None else self.loss.to_dict(),
            "exploitability_pot_percent": answer.exploitability,
            "basis": None if answer.basis is None else answer.basis.to_dict(),
            "ranges": _ranges_data(answer),
            "actions": [choice.to_dict() for choice in answer.choices],
        }


@dataclass(frozen=True)
class Total:
    """Totals of several decisions.

    Losses within their error count as decisions of known cost, but not as losses.
    """

    decisions: int
    matches: dict[str, int]  # number of decisions by match quality: good, poor, lost, outside
    valued: int  # decisions whose cost is known
    within_error: int  # of `valued`, decisions whose loss is within its error
    stopped_early: int  # of `valued`, decisions whose solution was stopped early
    # Of all others: sums of chips, big blinds and errors, mean of percentages. The error is None
    # without others.
    ev_loss: Loss

    @classmethod
    def of(cls, reports: Iterable[DecisionReport]) -> Total:
        """Sum up reports."""
        decisions = list(reports)
        losses = [report.loss for report in decisions if report.loss is not None]
        counted = [loss for loss in losses if not loss.is_within_error]
        errors = [loss.error for loss in counted]
        known = [error for error in errors if error is not None]
        return cls(
            decisions=len(decisions),
            matches={
                quality.value: sum(report.answer.quality == quality for report in decisions)
                for quality in MatchQuality
            },
            valued=len(losses),
            within_error=len(losses) - len(counted),
            stopped_early=sum(
                report.loss is not None
                and report.answer.basis is not None
                and report.answer.basis.is_stopped_early
                for report in decisions
            ),
            ev_loss=Loss(
                sum(loss.chips for loss in counted),
                sum(loss.big_blinds for loss in counted),
                sum(loss.pot_percent for loss in counted) / len(losses) if losses else 0.0,
                sum(known) if known and len(known) == len(errors) else None,
            ),
        )

    @property
    def mean_big_blinds(self) -> float | None:
        """Mean loss in big blinds per decision whose cost is known."""
        return self.ev_loss.big_blinds / self.valued if self.valued else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        interval = self.ev_loss.interval
        return {
            "decisions": self.decisions,
            **self.matches,
            "valued": self.valued,
            "within_error": self.within_error,
            "stopped_early": self.stopped_early,
            "ev_loss_chips": self.ev_loss.chips,
            "ev_loss_big_blinds": self.ev_loss.big_blinds,
            "ev_loss_interval_big_blinds": None if interval is None else list(interval),
            "mean_ev_loss_big_blinds": self.mean_big_blinds,
            "mean_ev_loss_pot_percent": self.ev_loss.pot_percent if self.valued else None,
        }


@dataclass(frozen=True, eq=False, repr=False)
class SessionReport(Pictured):
    """A review of a session: all decisions in order, and which hands were left out."""

    source: dict[str, Any]  # where the answers are from
    hands: int  # that were reviewed
    decisions: tuple[DecisionReport, ...]
    left_out: tuple[LeftOut, ...]
    is_partial: bool = False  # interrupted: hands that are missing are in `left_out`

    def __repr__(self) -> str:
        total = Total.of(self.decisions)
        return (
            f"<SessionReport: {self.hands} hands, {total.decisions} decisions, "
            f"{total.ev_loss.big_blinds:.2f} bb lost in {total.valued} of known cost>"
        )

    def worst(self, count: int | None = None) -> tuple[DecisionReport, ...]:
        """Return decisions by cost, highest first; then without EVs, least frequent first.

        Losses within their error come after all others.
        """
        return tuple(sorted(self.decisions, key=_badness))[:count]

    @property
    def players(self) -> dict[str, Total]:
        """Totals by name, in order of appearance."""
        names = dict.fromkeys(report.decision.name for report in self.decisions)
        return {name: Total.of(self._of(name)) for name in names}

    def streets(self, name: str) -> dict[str, Total]:
        """Return the totals of a player by street."""
        own = self._of(name)
        streets = sorted({report.decision.street for report in own})
        return {
            STREET_NAMES[street]: Total.of(each for each in own if each.decision.street == street)
            for street in streets
        }

    def breakdown(self, by: str, name: str | None = None) -> dict[str, Total]:
        """Return totals by street, position, pot type, action or hand class, worst first.

        They are of one player, or of all. Groups without a decision of known cost are last.
        """
        if by not in BREAKDOWNS:
            raise InputError(f"breakdown must be by {', '.join(BREAKDOWNS)}, got {by!r}")
        groups: dict[str, list[DecisionReport]] = {}
        for report in self.decisions if name is None else self._of(name):
            groups.setdefault(BREAKDOWNS[by](report.decision), []).append(report)
        totals = {group: Total.of(reports) for group, reports in groups.items()}
        return dict(sorted(totals.items(), key=lambda item: _total_badness(item[1])))

    def _of(self, name: str) -> list[DecisionReport]:
        return [report for report in self.decisions if report.decision.name == name]

    def to_dict(self, worst: int | None = None) -> dict[str, Any]:
        """Return plain data, decisions worst first, all or `worst` of them."""
        return {
            "source": self.source,
            "hands": self.hands,
            "partial": self.is_partial,
            "left_out": [each.to_dict() for each in self.left_out],
            "players": {
                name: {
                    **total.to_dict(),
                    "streets": {
                        street: part.to_dict() for street, part in self.streets(name).items()
                    },
                }
                for name, total in self.players.items()
            },
            "breakdowns": {
                by: {group: total.to_dict() for group, total in self.breakdown(by).items()}
                for by in BREAKDOWNS
            },
            "decisions": [report.to_dict() for report in self.worst(worst)],
        }


def _total_badness(total: Total) -> tuple[bool, float, int]:
    return total.valued == 0, -total.ev_loss.big_blinds, -total.valued


def _ranges_data(answer: Answer) -> dict[str, Any] | None:
    """Return the ranges that reach the node, by seat."""
    if not answer.ranges:
        return None
    names = seat_names(len(answer.ranges), SEATS)
    return {name: range_.to_dict() for name, range_ in zip(names, answer.ranges, strict=True)}


def _badness(report: DecisionReport) -> tuple[bool, bool, float, bool, float, int, int]:
    loss, frequency = report.loss, report.frequency
    return (
        loss is None,
        loss is not None and loss.is_within_error,
        0.0 if loss is None else -loss.big_blinds,
        frequency is None,
        frequency or 0.0,
        report.decision.hand,
        report.decision.number,
    )
