"""An agent that learns how each opponent plays and infers what they hold from their bets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from fifthstreet.agents.agent import HandResult, HoldemAgent
from fifthstreet.agents.odds import check_raise_pots, raise_action, raise_chips, raise_pots_option
from fifthstreet.agents.opponents import (
    CALL,
    FOLD,
    HAND_CLASSES,
    BetNetwork,
    BetReader,
    BetRecords,
    FloatArray,
    Prior,
    Profile,
    learn,
    position_of,
    situation,
    typical_network,
)
from fifthstreet.agents.prediction import PERCENTILE_CLASSES, Percentiles
from fifthstreet.cards import UNKNOWN
from fifthstreet.game import Action, SeatView
from fifthstreet.support.options import Form, option

_FIRST_LESSON = 10  # hands before the network is learned for the first time
_LESSON_RATIO = 1.25  # of the numbers of hands at one lesson and at the lesson before
_ITERATIONS = 5
_MAX_RECORDS = 20_000
_SPLIT = PERCENTILE_CLASSES // HAND_CLASSES
# Where the middle of each percentile class lies within its hand class.
_WITHIN = np.tile((np.arange(_SPLIT) + 0.5) / _SPLIT, HAND_CLASSES)  # [20]
_TINY = 1e-300
_UNSEEN = np.ones(HAND_CLASSES)


@dataclass(eq=False)
class _Opponent:
    """The knowledge about one opponent."""

    index: int
    style: FloatArray  # [S]
    profile: Profile = field(default_factory=Profile)


class _Seat:
    """The evidence of an opponent's bets about their final hand."""

    def __init__(self, opponent: _Opponent, position: int, network: BetNetwork) -> None:
        self.opponent = opponent
        self.position = position
        self.log_likelihood = network.log_likelihood([])


@dataclass(eq=False, repr=False, kw_only=True)
class OpponentModelAgent(HoldemAgent):
    """Choose the action of the highest value against what opponents probably hold.

    The agent keeps a profile of each opponent and a belief about their style. From their bets in
    the hand, a Bayesian network of style, position, bluff and final hand infers what they hold and
    how often they would fold it. The value of a call or a raise counts who folds, who pays, and who
    is beaten at a showdown without further bets. The network is updated as hands are played.
    """

    learning: bool = option(True, "learns from the hands it sees", form=Form())
    raise_pots: float = raise_pots_option()

    def __post_init__(self) -> None:
        """Start without any knowledge of opponents; without `learning`, that stays so."""
        check_raise_pots(self.raise_pots)
        self.network = typical_network()
        self.opponents: dict[str, _Opponent] = {}
        self._prior = Prior(self.network)
        self._records = BetRecords(HAND_CLASSES, max_count=_MAX_RECORDS)
        self._percentiles = Percentiles(exact=True)
        self._hands = 0
        self._next_lesson = _FIRST_LESSON
        self._reader = BetReader()
        self._seats: dict[int, _Seat] = {}  # of opponents

    def decide(self, view: SeatView) -> Action:
        """Return the action of the highest value."""
        folding, calling, raising = self.values(view)
        if raising > max(calling, folding):
            return raise_action(view, self.raise_pots)
        return view.check_or_call() if calling >= folding else view.fold()

    def values(self, view: SeatView) -> tuple[float, float, float]:
        """Return the values of a fold, a call or check, and a raise, in chips from now on."""
        self._follow(view)
        own = self._percentiles.final(view.hole_cards, view.board)
        models = [
            self._model(view, seat)
            for seat in range(view.player_count)
            if view.in_hand[seat] and seat != view.seat
        ]
        calling = _value(view, own, models, 0.0)
        if view.min_raise_to is None:
            return 0.0, calling, -np.inf
        return 0.0, calling, _value(view, own, models, raise_chips(view, self.raise_pots))

    def hand_over(self, result: HandResult) -> None:
        """Learn from a hand."""
        if not self.learning:
            return
        self._hands += 1
        seats = len(result.players)
        bets: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        entered = [False] * seats
        for bet in BetReader().read(result.events):
            bets[bet.seat].append((bet.situation, bet.action))
            if bet.seat == result.seat:
                continue
            position = position_of(bet.seat, seats)
            self._opponent(result.players[bet.seat]).profile.add(
                position, bet.street, is_facing=bet.is_facing, action=bet.action
            )
            if bet.street == 0 and bet.action != FOLD and (bet.is_facing or bet.action != CALL):
                entered[bet.seat] = True
        seen = self._seen_hands(result, bets)
        for seat in range(seats):
            if seat == result.seat or not bets[seat]:
                continue
            position = position_of(seat, seats)
            opponent = self._opponent(result.players[seat])
            opponent.profile.add_hand(position, has_entered=entered[seat])
            self._records.add(opponent.index, position, seen[seat], bets[seat])
            joint = self.network.joint(
                self.network.log_likelihood(bets[seat]),
                position,
                style=opponent.style,
                hand=seen[seat],
            )
            opponent.style = joint.sum(axis=(1, 2))
        if self._hands >= self._next_lesson:
            self._next_lesson = int(self._next_lesson * _LESSON_RATIO) + 1
            self._learn()

    def _learn(self) -> None:
        players = len(self.opponents)
        self.network, styles, _ = learn(
            self.network, self._records, players, prior=self._prior, iterations=_ITERATIONS
        )
        for opponent in self.opponents.values():
            opponent.style = styles[opponent.index]

    def _opponent(self, name: str) -> _Opponent:
        opponent = self.opponents.get(name)
        if opponent is None:
            opponent = self.opponents[name] = _Opponent(len(self.opponents), self.network.style)
        return opponent

    def _follow(self, view: SeatView) -> None:
        """Read the bets since the last decision."""
        hand, events = (view.hand_number, view.players), view.events
        if not self._reader.is_reading(hand, events):
            self._reader = BetReader(hand)
            self._seats = {
                seat: _Seat(
                    self._opponent(name), position_of(seat, view.player_count), self.network
                )
                for seat, name in enumerate(view.players)
                if seat != view.seat
            }
        for bet in self._reader.read(events):
            if bet.seat != view.seat:
                known = self._seats[bet.seat]
                known.log_likelihood += self.network.log_bet[bet.situation, bet.action]

    def _model(self, view: SeatView, seat: int) -> _Response:
        known = self._seats[seat]
        joint = self.network.joint(known.log_likelihood, known.position, style=known.opponent.style)
        classes = HAND_CLASSES
        place = situation(view.street, True)
        folds = self.network.bet[:, :, place, FOLD]  # [S, H + 1]
        held = joint.sum(axis=(0, 2))  # [H]
        folded = (joint[:, :, 0] * folds[:, :classes]).sum(axis=0)
        folded += (joint[:, :, 1] * folds[:, classes:]).sum(axis=0)  # [H]
        expected = float(folded.sum())
        rate = known.opponent.profile.fold_rate(view.street, expected)
        folded = _shifted(folded, held, expected, rate)
        to_match = max(view.bets) - view.bets[seat]
        return _Response(held, folded, float(to_match), float(view.stacks[seat]))

    def _seen_hands(
        self, result: HandResult, bets: Sequence[list[tuple[int, int]]]
    ) -> list[FloatArray]:
        """Return the evidence about each seat's final hand.

        A player who mucks at a showdown has no better hand than the best that was shown.
        """
        seen = [_UNSEEN] * len(result.players)
        board = result.boards[0] if result.boards else ()
        if not result.is_showdown or len(board) < 5:
            return seen
        best = 0
        for seat, cards in enumerate(result.shown_cards):
            if len(cards) == 2 and UNKNOWN not in cards:
                lower, upper = self._percentiles.bounds(cards, board)
                place = min(int((lower + upper) / 2 * HAND_CLASSES), HAND_CLASSES - 1)
                best = max(best, place)
                seen[seat] = np.eye(HAND_CLASSES)[place]
        no_better = (np.arange(HAND_CLASSES) <= best).astype(np.float64)
        for seat, actions in enumerate(bets):
            if seen[seat] is _UNSEEN and all(action != FOLD for _, action in actions):
                seen[seat] = no_better
        return seen


@dataclass(eq=False)
class _Response:
    """An opponent's hands and their response to a bet."""

    held: FloatArray  # [H]
    folded: FloatArray  # [H]  P(hand and fold)
    to_match: float
    stack: float

    def answer(self, *, may_fold: bool) -> tuple[float, FloatArray]:
        """Return P(fold), and P(stay and lose) to each percentile class.  [20]"""
        stays = self.held - self.folded if may_fold else self.held
        fold = float(self.folded.sum()) if may_fold else 0.0
        below = np.cumsum(stays) - stays
        loses = np.repeat(below, _SPLIT) + np.repeat(stays, _SPLIT) * _WITHIN
        return fold, loses


def _value(view: SeatView, own: FloatArray, models: list[_Response], raised: float) -> float:
    """Return the value of a call, or of a raise by `raised` more chips.

    Opponents who have chips to match fold or pay; there are no raises and no later bets.
    """
    cost = float(view.to_call) + raised
    pot = float(view.pot)
    wins = np.ones(PERCENTILE_CLASSES)
    answers = []
    for model in models:
        due = min(model.to_match + raised, model.stack)
        fold, loses = model.answer(may_fold=due > 0)
        answers.append((due, fold, loses))
        wins *= fold + loses
    value = float(own @ wins) * (pot + cost) - cost
    for due, fold, loses in answers:
        if due > 0:
            # This opponent stays and loses; all others fold or lose.
            value += due * float(own @ (wins * loses / np.maximum(fold + loses, _TINY)))
    return value


def _shifted(folded: FloatArray, held: FloatArray, expected: float, rate: float) -> FloatArray:
    """Shift the odds of folding each hand, so that about a share `rate` of all is folded."""
    if not (0 < expected < 1 and 0 < rate < 1):
        return folded
    factor = rate * (1 - expected) / ((1 - rate) * expected)
    stays = held - folded
    shares = folded * factor / np.maximum(folded * factor + stays, _TINY)
    return held * shares
