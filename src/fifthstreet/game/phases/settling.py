"""The end of a hand: killing hands, pushing chips, pulling chips."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Final

from fifthstreet.errors import InputError
from fifthstreet.game import values
from fifthstreet.game.events import HandKilled, Noted, PotWon, WinningsTaken
from fifthstreet.game.phases.forced_bets import first_true, indices, is_true_at
from fifthstreet.game.phases.showdown import ShowdownPhase
from fifthstreet.game.rules import Strength
from fifthstreet.game.street import Pot
from fifthstreet.game.values import Chips, minus, plus

_DEFAULT_DIVMOD: Final = values.divmod


class SettlingPhase(ShowdownPhase):
    """Killing of losing hands, pushing of pots to winners, and pulling of the chips."""

    # Killing of hands.

    def _begin_hand_killing(self) -> None:
        pots = self._current_pots()
        for i in range(self.player_count):
            self.hand_killing_statuses[i] = self.statuses[i] and not self._can_win(i, pots)
        if True in self.hand_killing_statuses:
            for pot in pots:
                self._keep_a_hand(pot.player_indices)
        self._continue_hand_killing()

    def _keep_a_hand(self, players: tuple[int, ...]) -> None:
        """Let the players of a pot keep their hands if none has a hand of any type."""
        for i in players:
            if not self.hand_killing_statuses[i]:
                return
        for i in players:
            self.hand_killing_statuses[i] = False

    def _continue_hand_killing(self) -> None:
        while (player := first_true(self.hand_killing_statuses)) >= 0:
            if not self._rules.auto_kill:
                return
            self._kill_hand(player, None)
        self._begin_chips_pushing()

    @property
    def hand_killing_indices(self) -> Iterator[int]:
        """Players whose hands are to be killed."""
        return iter(indices(self.hand_killing_statuses))

    def verify_kill_hand(self, player_index: int | None = None) -> int:
        """Return the player whose hand would be killed; raise InputError if it cannot be."""
        first = first_true(self.hand_killing_statuses)
        if first < 0:
            raise InputError("there is no hand to kill")
        player = first if player_index is None else player_index
        if not is_true_at(self.hand_killing_statuses, player):
            raise InputError(f"the hand of player {player} cannot be killed")
        return player

    def can_kill_hand(self, player_index: int | None = None) -> bool:
        """Return whether the player's hand, by default any, can be killed."""
        if player_index is None:
            return True in self.hand_killing_statuses
        return is_true_at(self.hand_killing_statuses, player_index)

    def kill_hand(
        self, player_index: int | None = None, *, commentary: str | None = None
    ) -> HandKilled:
        """Kill a player's hand, by default the first one to be killed."""
        event = self._kill_hand(self.verify_kill_hand(player_index), commentary)
        self._continue_hand_killing()
        return event

    def _kill_hand(self, player_index: int, commentary: str | None) -> HandKilled:
        self.hand_killing_statuses[player_index] = False
        self._muck(player_index)
        event = HandKilled(player_index, self.last_street, commentary)
        self.events.append(event)
        return event

    # Pushing of chips.

    def _begin_chips_pushing(self) -> None:
        pots = self._current_pots()
        self.street_index = None
        self._pots = pots
        active = self._active_count()
        for pot_index in range(len(pots)):
            amount = pots[pot_index].unraked_amount
            if active == 1:
                self._sub_pots.append((amount, pot_index, None, None))
            else:
                self._divide_pot(pot_index, amount, pots[pot_index].player_indices)
        self._continue_chips_pushing()

    def _divide_pot(self, pot_index: int, amount: Chips, players: tuple[int, ...]) -> None:
        boards = self.board_count
        per_board, rest = self._divide(amount, boards)
        for board in range(boards):
            share = plus(per_board, rest) if board == 0 else per_board
            kinds = [
                kind for kind in range(len(self.hand_types)) if self._is_made(board, kind, players)
            ]
            if not kinds:
                kinds = [0]  # no player has a hand of any type: the players of the pot share it
            per_kind, odd = self._divide(share, len(kinds))
            for kind in kinds:
                part = plus(per_kind, odd) if kind == kinds[0] else per_kind
                if part:
                    self._sub_pots.append((part, pot_index, board, kind))

    def _divide(self, amount: Chips, count: int) -> tuple[Chips, Chips]:
        """Return quotient and remainder by the game's `divmod`."""
        if type(amount) is int and self.divmod is _DEFAULT_DIVMOD:
            return amount // count, amount % count
        quotient, remainder = self.divmod(amount, count)
        return quotient, remainder

    def _is_made(self, board_index: int, hand_type_index: int, players: tuple[int, ...]) -> bool:
        """Return whether any of the players shows a hand of the type."""
        for i in players:
            if self._up_strength(i, board_index, hand_type_index) is not None:
                break
        else:
            return False
        return True

    def _continue_chips_pushing(self) -> None:
        while self._sub_pots:
            if not self._rules.auto_push:
                return
            self._push_chips(None)
        self._begin_chips_pulling()

    def verify_push_chips(self, finishing_stacks: Sequence[Chips] | None = None) -> None:
        """Raise InputError if there are no chips to push, or none to reach these stacks with."""
        if not self._sub_pots:
            raise InputError("there are no chips to push")
        if finishing_stacks is None:
            return
        if len(finishing_stacks) != self.player_count:
            raise InputError(
                f"finishing_stacks must have {self.player_count} stacks, got "
                f"{len(finishing_stacks)}"
            )
        for i in range(self.player_count):
            if not isfinite(finishing_stacks[i]):
                raise InputError(f"finishing_stacks must be finite, got {finishing_stacks[i]}")
            if finishing_stacks[i] < self.stacks[i]:
                raise InputError(
                    f"player {i} has {self.stacks[i]} behind and cannot finish with "
                    f"{finishing_stacks[i]}"
                )

    def can_push_chips(self, finishing_stacks: Sequence[Chips] | None = None) -> bool:
        """Return whether there are chips to push; see `push_chips`."""
        if finishing_stacks is None:
            return bool(self._sub_pots)
        try:
            self.verify_push_chips(finishing_stacks)
        except (InputError, UserWarning):
            return False
        return True

    def push_chips(
        self,
        *,
        finishing_stacks: Sequence[Chips] | None = None,
        commentary: str | None = None,
    ) -> PotWon:
        """Push the next part of a pot to its winners.

        With `finishing_stacks`, all pots are pushed at once so that the players end with these
        stacks, as in a hand that was played elsewhere: a card room decides what it rakes, who gets
        odd chips and whether it adds to the pot. What is left of the pots is raked.
        """
        self.verify_push_chips(finishing_stacks)
        if finishing_stacks is None:
            event = self._push_chips(commentary)
        else:
            event = self._push_recorded_chips(finishing_stacks, commentary)
        self._continue_chips_pushing()
        return event

    def _push_recorded_chips(
        self, finishing_stacks: Sequence[Chips], commentary: str | None
    ) -> PotWon:
        assert self._pots is not None
        pushed: list[Chips] = []
        left: Chips = 0
        for pot in self._pots:
            left = plus(left, pot.unraked_amount)
        for i in range(self.player_count):
            bet = minus(finishing_stacks[i], self.stacks[i])
            pushed.append(minus(bet, self.bets[i]))
            left = minus(left, pushed[i])
            self.bets[i] = bet
        players = self._pots[0].player_indices
        self._pots = [Pot(left if left > 0 else left * 0, left * 0, players)]
        self._sub_pots.clear()
        for amount in pushed:
            self.total_pushed_amount = plus(self.total_pushed_amount, amount)
        event = PotWon(self.last_street, tuple(pushed), 0, None, None, commentary)
        self.events.append(event)
        return event

    def _push_chips(self, commentary: str | None) -> PotWon:
        assert self._pots is not None
        amount, pot_index, board_index, hand_type_index = self._sub_pots.pop(0)
        pot = self._pots[pot_index]
        pot.unraked_amount = minus(pot.unraked_amount, amount)
        pushed: list[Chips] = [0] * self.player_count
        winners = self._winners(pot.player_indices, board_index, hand_type_index)
        share, odd = self._divide(amount, len(winners))
        for i in winners:
            pushed[i] = plus(share, odd) if i == winners[0] else share
            self.bets[i] = plus(self.bets[i], pushed[i])
        self.total_pushed_amount = plus(self.total_pushed_amount, amount)
        event = PotWon(
            self.last_street, tuple(pushed), pot_index, board_index, hand_type_index, commentary
        )
        self.events.append(event)
        return event

    def _winners(
        self, players: tuple[int, ...], board_index: int | None, hand_type_index: int | None
    ) -> list[int]:
        if board_index is None or hand_type_index is None:
            return list(players)  # the only player left
        best: Strength = None
        winners: list[int] = []
        for i in players:
            strength = self._up_strength(i, board_index, hand_type_index)
            if strength is None:
                continue
            if best is None or strength > best:
                best = strength
                winners = [i]
            elif not strength < best:
                winners.append(i)
        # If no player has such a hand, the players of the pot share it equally.
        return winners if winners else list(players)

    # Pulling of chips.

    def _begin_chips_pulling(self) -> None:
        for i in range(self.player_count):
            self.chips_pulling_statuses[i] = self.bets[i] > 0
        self._continue_chips_pulling()

    def _continue_chips_pulling(self) -> None:
        while (player := first_true(self.chips_pulling_statuses)) >= 0:
            if not self._rules.auto_pull:
                return
            self._pull_chips(player, None)
        self.status = False

    @property
    def chips_pulling_indices(self) -> Iterator[int]:
        """Players who have chips to pull."""
        return iter(indices(self.chips_pulling_statuses))

    def verify_pull_chips(self, player_index: int | None = None) -> int:
        """Return the player who would pull chips; raise InputError if they cannot."""
        first = first_true(self.chips_pulling_statuses)
        if first < 0:
            raise InputError("there are no chips to pull")
        player = first if player_index is None else player_index
        if not is_true_at(self.chips_pulling_statuses, player):
            raise InputError(f"player {player} has no chips to pull")
        return player

    def can_pull_chips(self, player_index: int | None = None) -> bool:
        """Return whether the player, by default any, can pull chips."""
        if player_index is None:
            return True in self.chips_pulling_statuses
        return is_true_at(self.chips_pulling_statuses, player_index)

    def pull_chips(
        self, player_index: int | None = None, *, commentary: str | None = None
    ) -> WinningsTaken:
        """Pull the chips of a player, by default the first who has some."""
        event = self._pull_chips(self.verify_pull_chips(player_index), commentary)
        self._continue_chips_pulling()
        return event

    def _pull_chips(self, player_index: int, commentary: str | None) -> WinningsTaken:
        amount = self.bets[player_index]
        self.stacks[player_index] = plus(self.stacks[player_index], amount)
        self.payoffs[player_index] = plus(self.payoffs[player_index], amount)
        self.pot = minus(self.pot, amount)
        self.bets[player_index] = 0
        self.chips_pulling_statuses[player_index] = False
        event = WinningsTaken(
            player_index, self.last_street, amount, self.stacks[player_index], commentary
        )
        self.events.append(event)
        return event

    def note(self, *, commentary: str | None = None) -> Noted:
        """Add a comment to the events."""
        event = Noted(self.last_street, commentary)
        self.events.append(event)
        return event
