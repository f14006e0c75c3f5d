"""What a log says about a hand, collected line by line, and the hand history made of it.

A reader of a site calls one method per line of the log. `build` then seats the players, finds out
what each forced bet was, writes the actions (`script`), replays them with the rules engine, and
compares what the engine says with what the log says about money (`money`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from warnings import catch_warnings, simplefilter

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import (
    ParseValue,
    parse_units,
    parse_value,
    units_text,
    units_value,
)
from fifthstreet.game.notation.errors import ActionError, LineError
from fifthstreet.game.notation.fields import (
    GAME_TYPES,
    MAX_BOARDS,
    MAX_PLAYERS,
    fields_of_terms,
)
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.building.blinds import ForcedBets, forced_bets
from fifthstreet.game.notation.readers.building.kinds import EntryKind, Post
from fifthstreet.game.notation.readers.building.money import (
    Settlement,
    check_chips,
    check_replay,
    settle,
)
from fifthstreet.game.notation.readers.building.script import LogEntry, Script, write_script
from fifthstreet.game.notation.readers.building.seats import Seat
from fifthstreet.game.notation.replay import replay
from fifthstreet.game.state import State

_K = EntryKind


@dataclass
class _Attempt:
    """A hand as it would be with the players in some order, and what is wrong with it."""

    forced: ForcedBets
    script: Script
    settlement: Settlement | None
    error: InputError | None


class HandBuilder:
    """Collector of what a log says about one hand. Players are given by name, amounts as text."""

    def __init__(self, decimals: int) -> None:
        """Begin a hand; no amount in it has more than `decimals` decimals."""
        self.decimals = decimals
        self.line = 0  # of the text, from 0; readers set it before they call methods
        self.variant = ""
        self.stakes: tuple[int, int] = (0, 0)  # blinds, or small and big bet
        self.button: int | None = None  # number of a seat
        self.seats: dict[str, Seat] = {}
        self.longest_name = 0  # its length
        self.posts: list[tuple[Post, Seat, int]] = []
        self.entries: list[LogEntry] = []
        self.fields: dict[str, Any] = {}  # fields of the hand history
        self.extras: dict[str, Any] = {}  # its user-defined fields
        self.run_count = 1
        self.has_result = False
        self._result_line = 0  # the last one about chips that are returned or collected
        self._is_result_of_summary = False
        self.total_pot: int | None = None  # according to the log, without `house_added`
        self.rake: int | None = None
        self.fees = 0  # for jackpots and the like
        self.house_added = 0  # chips that the house put into the pot
        self.wins_include_uncalled: bool | None = None  # None: to be found out
        self.cap: int | None = None  # most that a player can bet in the hand
        self.finishing_stacks: dict[str, int] = {}  # by name, if the log gives them

    def __repr__(self) -> str:
        return f"<HandBuilder: {len(self.seats)} seats, {len(self.entries)} entries>"

    def units(self, text: str) -> int:
        """Parse an amount."""
        return parse_units(text, self.decimals)

    def value(self, units: int) -> Any:
        """Return an amount as a number."""
        return units_value(units, self.decimals)

    # The table.

    def seat(self, number: int, name: str, stack: str, *, is_out: bool = False) -> None:
        """Seat a player."""
        if name in self.seats:
            raise InputError(f"two seats are given for {name!r}")
        if len(self.seats) == MAX_PLAYERS:
            raise InputError(f"a hand must have at most {MAX_PLAYERS} players")
        self.seats[name] = Seat(number, name, self.units(stack), is_out)
        self.longest_name = max(self.longest_name, len(name))

    def player(self, name: str) -> Seat:
        """Return the seat of a player who takes part in the hand."""
        seat = self.seats.get(name)
        if seat is None:
            raise InputError(f"no seat or stack is given for {name!r}")
        seat.has_acted = True
        return seat

    # Forced bets.

    def post_ante(self, name: str, amount: str) -> None:
        """Post an ante."""
        self.player(name).ante += self.units(amount)

    def post_dead(self, name: str, amount: str) -> None:
        """Post chips that go to the pot without being part of the bet."""
        self.player(name).dead += self.units(amount)

    def post(self, kind: Post, name: str, amount: str) -> None:
        """Post a blind or a straddle; the amount counts all chips posted."""
        self.posts.append((kind, self.player(name), self.units(amount)))

    # Cards.

    def deal(self, name: str, cards: str, new_cards: str | None = None) -> None:
        """Deal cards to a player: their old and new cards, or only new cards."""
        seat = self.player(name)
        if new_cards is None:
            cards, new_cards = "", cards
        if not seat.dealt:
            seat.dealt = cards + new_cards
        self._add(_K.DEAL, seat, (cards, new_cards))

    def board(self, cards: str, run: int = 0) -> None:
        """Deal board cards; `run` counts runouts from 0."""
        if run >= MAX_BOARDS:
            raise InputError(f"a hand must have at most {MAX_BOARDS} runouts")
        self.run_count = max(self.run_count, run + 1)
        self.entries.append(LogEntry(_K.BOARD, None, (cards, run), self.line))

    def street(self) -> None:
        """Begin a street that is not marked by board cards."""
        self.entries.append(LogEntry(_K.STREET, None, None, self.line))

    def show(self, name: str, cards: str) -> None:
        """Show hole cards."""
        seat = self.player(name)
        if len(cards) > len(seat.shown):
            seat.shown = cards
        self._add(_K.SHOW, seat, cards)

    def muck(self, name: str, cards: str = "") -> None:
        """Muck a hand, of which the log may list the cards."""
        seat = self.player(name)
        seat.mucked = cards or seat.mucked
        self._add(_K.MUCK, seat, None)

    def know(self, name: str, cards: str) -> None:
        """Note hole cards that the log lists without a showing: mucked or folded ones."""
        seat = self.player(name)
        seat.known = seat.known or cards

    # Actions.

    def fold(self, name: str) -> None:
        """Fold."""
        self._add(_K.FOLD, self.player(name), None)

    def check(self, name: str) -> None:
        """Check."""
        self._add(_K.CHECK, self.player(name), None)

    def call(self, name: str, amount: str) -> None:
        """Call; the amount counts the chips added."""
        self._add(_K.CALL, self.player(name), self.units(amount))

    def bet_to(self, name: str, amount: str) -> None:
        """Bet or raise to an amount; an all-in may be less than a call."""
        self._add(_K.BET_TO, self.player(name), self.units(amount))

    def add_chips(self, name: str, amount: str) -> None:
        """Bet, raise or call by adding chips to the own bet."""
        self._add(_K.ADD_CHIPS, self.player(name), self.units(amount))

    def bring_in(self, name: str, amount: str) -> None:
        """Post the bring-in."""
        self._add(_K.BRING_IN, self.player(name), self.units(amount))

    def discard(self, name: str, count: int, cards: str = "") -> None:
        """Discard cards, or stand pat with none."""
        self._add(_K.DISCARD, self.player(name), cards or "??" * count)

    def _add(self, kind: EntryKind, seat: Seat, value: Any) -> None:
        self.entries.append(LogEntry(kind, seat, value, self.line))

    # The end.

    def return_uncalled(self, name: str, amount: str) -> None:
        """Return an uncalled bet."""
        self._result_line = self.line
        self.player(name).uncalled += self.units(amount)

    def collect(self, name: str, amount: str) -> None:
        """Collect chips from a pot."""
        self._result_line = self.line
        self.player(name).collected += self.units(amount)
        self.has_result = True

    def collect_in_summary(self, name: str, amount: str) -> None:
        """Collect chips, according to a summary; ignored if lines above said who collected what."""
        if not self.has_result or self._is_result_of_summary:
            self._is_result_of_summary = True
            self.collect(name, amount)

    def cash_out(
        self, name: str, amount: str, fee: str = "0", *, replaces_pot: bool = False
    ) -> None:
        """Let the house pay a player for their share of the pot, whatever cards come.

        The payment is made in addition to what the player collects, as at GGPoker; or it replaces
        that, as at PokerStars: the house then takes the player's part of the pot.
        """
        self._result_line = self.line
        seat = self.player(name)
        seat.cash_out += self.units(amount)
        seat.fee += self.units(fee)
        seat.has_cashed_out = seat.has_cashed_out or replaces_pot
        self.has_result = True

    def forgo(self, name: str, amount: str) -> None:
        """Note what the pot would have paid to a player who cashed out."""
        self.player(name).not_awarded += self.units(amount)

    def pay_house(self, name: str, amount: str) -> None:
        """Let a player pay the house for the risk of cashing out."""
        self.player(name).cash_out -= self.units(amount)

    # Building.

    def build(
        self, history_type: type[HandHistory], parse_value: ParseValue = parse_value
    ) -> HandHistory:
        """Build the hand history; InputError if the log contradicts itself or the rules.

        The error is a LineError where a line is to blame.
        """
        if not self.variant:
            raise InputError("the game is not named")
        order = self._players()
        self._apply_cap(order)
        attempt = self._attempt(order)
        first_error = error = attempt.error
        if error is not None and self.button is None:
            # Without a button (in stud) the log does not say who sits to the dealer's left.
            for _ in range(len(order) - 1):
                order = order[1:] + order[:1]
                attempt = self._attempt(order)
                error = attempt.error
                if error is None:
                    break
        if error is not None:
            raise first_error or error
        return self._history(history_type, parse_value, attempt)

    def _attempt(self, order: list[Seat]) -> _Attempt:
        """Write and check the hand with the players in this order."""
        forced = forced_bets(self.variant, order, self.posts, self.stakes)
        script = write_script(self.variant, order, forced, self.entries, self.run_count)
        settlement: Settlement | None = None
        try:
            settlement = self._settle(order, script)
        except InputError as error:
            # An action that is against the rules is a better explanation.
            reason = self._check(script, forced, None)
            if not isinstance(reason, LineError):
                reason = LineError(str(error), self._result_line)
                reason.__cause__ = error
            return _Attempt(forced, script, None, reason)
        return _Attempt(forced, script, settlement, self._check(script, forced, settlement))

    def _players(self) -> list[Seat]:
        """List the players of the hand from the one after the button to the button."""
        is_cut = not self.has_result  # then some may not have had their turn
        seats = [
            seat
            for seat in self.seats.values()
            if seat.has_acted or (is_cut and not seat.is_out and seat.stack)
        ]
        if len(seats) < 2:
            raise InputError(f"a hand must have at least 2 players, got {len(seats)}")
        seats.sort(key=lambda seat: seat.number)
        button = self.button
        if button is None:
            return seats
        seats = [seat for seat in seats if seat.number > button] + [
            seat for seat in seats if seat.number <= button
        ]
        # Heads-up the small blind acts last after the flop, even if the button is at an empty seat.
        smalls = [seat for kind, seat, _ in self.posts if kind is Post.SMALL]
        if len(seats) == 2 and smalls and smalls[0] is seats[0]:
            seats.reverse()
        return seats

    def _apply_cap(self, order: list[Seat]) -> None:
        """Take the chips out of play that a capped game keeps out of it."""
        cap = self.cap
        if cap is None or all(seat.stack <= cap for seat in order):
            return
        behind = [max(seat.stack - cap, 0) for seat in order]
        self.extras["_chips_behind"] = [self.value(units) for units in behind]
        for seat in order:
            seat.stack = min(seat.stack, cap)

    def _settle(self, order: list[Seat], script: Script) -> Settlement | None:
        if not self.has_result:
            return None
        settlement = settle(
            order,
            script,
            total_pot=self.total_pot,
            rake=self.rake,
            fees=self.fees,
            house_added=self.house_added,
            wins_include_uncalled=self.wins_include_uncalled,
            text=lambda units: units_text(units, self.decimals),
        )
        for seat, units in zip(order, settlement.finishing_stacks, strict=True):
            expected = self.finishing_stacks.get(seat.name, units)
            if units != expected:
                raise InputError(
                    f"{seat.name} ends with {units_text(expected, self.decimals)} according to the "
                    f"log, but with {units_text(units, self.decimals)} according to its actions"
                )
        return settlement

    def _check(
        self, script: Script, forced: ForcedBets, settlement: Settlement | None
    ) -> InputError | None:
        """Replay the hand in whole units; return what is wrong with it, or None."""

        def text(units: int) -> str:
            return units_text(units, self.decimals)

        hand = HandHistory.from_checked_fields(
            self._terms(script, forced, settlement, lambda units: units)
            | {"actions": script.action_texts(str)},
            self._replay_fields(settlement),
        )
        state = None
        try:
            state = hand.create_state()
            if script.has_free_fold:
                with catch_warnings():
                    simplefilter("ignore", UserWarning)
                    self._replay(hand, state)
            else:
                self._replay(hand, state)
            check_replay(state, script, settlement, text)
        except ActionError as action_error:
            message = self._action_message(script, forced, action_error)
            return LineError(message, script.lines[action_error.index])
        except InputError as other_error:
            if state is None:
                return other_error
            try:  # to name the player whose chips are the reason
                check_chips(state, script, text)
            except InputError as reason:
                return reason
            return other_error
        return None

    def _replay(self, hand: HandHistory, state: State) -> None:
        for _ in replay(
            state,
            hand.actions,
            int,
            show_burns=False,
            runout_count=self.run_count,
            finishing_stacks=hand.finishing_stacks,
        ):
            pass

    def _action_message(self, script: Script, forced: ForcedBets, error: ActionError) -> str:
        """Return an error's message with amounts as the log has them."""
        texts = script.action_texts(lambda units: units_text(units, self.decimals))
        hand = HandHistory.from_checked_fields(
            self._terms(script, forced, None, self.value) | {"actions": texts},
            self._replay_fields(None),
        )
        reason = str(error)
        with catch_warnings():
            simplefilter("ignore", UserWarning)
            try:
                for _ in hand:
                    pass
            except ActionError as same_error:
                reason = str(same_error)
        player = script.players[error.index]
        who = "" if player is None else f" of {player.name}"
        reason = reason.partition(": ")[2]
        return f"action {error.index + 1} of {len(texts)}, {texts[error.index]!r}{who}: {reason}"

    def _history(
        self,
        history_type: type[HandHistory],
        parse_value_: ParseValue,
        attempt: _Attempt,
    ) -> HandHistory:
        forced, script, settlement = attempt.forced, attempt.script, attempt.settlement
        if parse_value_ is parse_value:
            value = self.value
        else:

            def value(units: int) -> Any:
                return parse_value_(units_text(units, self.decimals))

        fields = self._terms(script, forced, settlement, value)
        fields["actions"] = script.action_texts(lambda units: units_text(units, self.decimals))
        fields |= self.fields
        order = script.order
        fields["seats"] = [seat.number for seat in order]
        fields["players"] = [seat.name for seat in order]
        if parse_value_ is not parse_value:
            fields["parse_value"] = parse_value_
        extras = self._replay_fields(settlement)
        if settlement is None:
            extras["_unfinished"] = True
        else:
            fields["winnings"] = [
                value(won + seat.cash_out)
                for won, seat in zip(settlement.collected, order, strict=True)
            ]
            extras["_rake"] = value(settlement.rake)
            self._add_money(extras, order, value, settlement)
        if any(seat.shown for seat in order):
            extras["_shown"] = [seat.shown for seat in order]
        if any(seat.mucked for seat in order):
            extras["_mucked"] = [seat.mucked for seat in order]
        return history_type.from_checked_fields(fields, extras | self.extras)

    def _add_money(
        self, extras: dict[str, Any], order: list[Seat], value: Any, settlement: Settlement
    ) -> None:
        if self.fees:
            extras["_fees"] = value(self.fees)
        if self.house_added:
            extras["_house_added"] = value(self.house_added)
        if settlement.not_awarded:
            extras["_not_awarded"] = value(settlement.not_awarded)
        if any(settlement.uncalled):
            extras["_uncalled"] = [value(units) for units in settlement.uncalled]
        if any(seat.cash_out for seat in order):
            extras["_cash_outs"] = [value(seat.cash_out) for seat in order]
        if any(seat.fee for seat in order):
            extras["_cash_out_fees"] = [value(seat.fee) for seat in order]
        if any(seat.bounty for seat in order):
            extras["_bounties"] = [value(seat.bounty) for seat in order]

    def _replay_fields(self, settlement: Settlement | None) -> dict[str, Any]:
        extras: dict[str, Any] = {}
        if settlement is not None:
            extras["_rake"] = 0
        if self.run_count > 1:
            extras["_runout_count"] = self.run_count
        return extras

    def _terms(
        self, script: Script, forced: ForcedBets, settlement: Settlement | None, value: Any
    ) -> dict[str, Any]:
        """Return the fields that set a hand up, and the stacks at its end."""
        fields: dict[str, Any] = {
            "variant": self.variant,
            "ante_trimming_status": forced.ante_trimming_status,
            "starting_stacks": [value(seat.stack) for seat in script.order],
        }
        names = fields_of_terms(GAME_TYPES[self.variant]).values()
        for name in names:
            amounts = getattr(forced, name)
            if type(amounts) is list:
                fields[name] = [value(units) for units in amounts]
            else:
                fields[name] = value(amounts)
        if settlement is not None:
            fields["finishing_stacks"] = [value(units) for units in settlement.finishing_stacks]
        return fields
