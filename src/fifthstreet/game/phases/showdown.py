"""Showdown: choosing the number of runouts, showing or mucking hole cards."""

from collections.abc import Iterator
from typing import TypeAlias

from fifthstreet.cards import CARD_COUNT, Card, CardsLike
from fifthstreet.errors import InputError
from fifthstreet.game.events import Mucked, RunoutsChosen, SeatEvent, Shown
from fifthstreet.game.phases.betting import BettingPhase
from fifthstreet.game.phases.forced_bets import first_true, indices, is_true_at

# Cards, True to show all, False to muck, or None to show if the hand could win or must be shown.
CardsToShow: TypeAlias = CardsLike | bool | None


class Showing:
    """What a player is about to show: the cards of the operation and the resulting hole cards."""

    def __init__(
        self,
        player_index: int,
        status: bool,
        cards: tuple[Card, ...],
        hole_cards: tuple[Card, ...],
        hole_card_statuses: tuple[bool, ...],
    ) -> None:
        """Set the fields; `status` is False for a muck."""
        self.player_index = player_index
        self.status = status
        self.cards = cards
        self.hole_cards = hole_cards
        self.hole_card_statuses = hole_card_statuses


class ShowdownPhase(BettingPhase):
    """The showdown, starting with the last aggressor; cash games allow several runouts."""

    def _begin_showdown(self) -> None:
        assert self.street_index is not None
        if not self.runout_count_selection_flag and not self._rules.tournament:
            board_cards_left = False
            for i in range(self.street_index + 1, len(self.streets)):
                if self.streets[i].board_dealing_count:
                    board_cards_left = True
            if board_cards_left:
                for i in range(self.player_count):
                    if self.statuses[i]:
                        self.runout_chooser_statuses[i] = True
        self._showdown.clear()
        first = 0 if self.opener_index is None else self.opener_index
        for i in range(first, first + self.player_count):
            player = i if i < self.player_count else i - self.player_count
            if self.statuses[player] and False in self.hole_card_statuses[player]:
                self._showdown.append(player)
        self._continue_showdown()

    def _continue_showdown(self) -> None:
        if self.street_index is None:
            return
        while self._showdown or True in self.runout_chooser_statuses:
            if self._rules.auto_runout and True in self.runout_chooser_statuses:
                player = self.runout_chooser_statuses.index(True)
                self._select_runout_count(None, player, None)
            elif self._rules.auto_show and self._showdown:
                try:
                    showing = self._verified_showing(None, None)
                except (InputError, UserWarning):
                    return  # unknown cards must be shown, so the caller has to name them
                self._show(showing, None)
            else:
                return
        self._end_showdown()

    def _end_showdown(self) -> None:
        assert self.street_index is not None
        if not self.runout_count_selection_flag:
            self.runout_count_selection_flag = True
            if self.runout_count is not None:
                self.street_return_index = self.street_index + 1
                self.street_return_count = self.runout_count - 1
        if self.all_in_status and self.street_index != len(self.streets) - 1:
            self._begin_dealing()
        else:
            self._begin_hand_killing()

    # Choosing the number of runouts.

    @property
    def runout_chooser_indices(self) -> Iterator[int]:
        """Players who have not chosen a number of runouts yet."""
        return iter(indices(self.runout_chooser_statuses))

    def verify_choose_runouts(
        self, runout_count: int | None = None, player_index: int | None = None
    ) -> int:
        """Return the player who would choose; raise InputError if they cannot."""
        first = first_true(self.runout_chooser_statuses)
        if first < 0:
            raise InputError("no player has to choose a number of runouts")
        player = first if player_index is None else player_index
        if not is_true_at(self.runout_chooser_statuses, player):
            raise InputError(f"player {player} cannot choose the number of runouts")
        if runout_count is not None and runout_count < 1:
            raise InputError(f"runout_count must be at least 1, got {runout_count}")
        if runout_count is not None and runout_count > (most := self._most_runouts()):
            raise InputError(
                f"the cards left are enough for at most {most} runouts, got {runout_count}"
            )
        return player

    def _most_runouts(self) -> int:
        """Return how often the streets to come can be dealt with the cards not in play."""
        assert self.street_index is not None
        needed = 0
        for i in range(self.street_index + 1, len(self.streets)):
            street = self.streets[i]
            needed += street.board_dealing_count * self.starting_board_count
            needed += len(street.hole_dealing_statuses) * self._active_count()
        return max(1, self._free_count() // needed)

    def can_choose_runouts(
        self, runout_count: int | None = None, player_index: int | None = None
    ) -> bool:
        """Return whether the player, by default any, can choose that number of runouts."""
        if True not in self.runout_chooser_statuses:
            return False
        try:
            self.verify_choose_runouts(runout_count, player_index)
        except (InputError, UserWarning):
            return False
        return True

    def choose_runouts(
        self,
        runout_count: int | None = None,
        player_index: int | None = None,
        *,
        commentary: str | None = None,
    ) -> RunoutsChosen:
        """Choose a number of runouts; None means no preference, disagreement means one runout."""
        player = self.verify_choose_runouts(runout_count, player_index)
        event = self._select_runout_count(runout_count, player, commentary)
        self._continue_showdown()
        return event

    def _select_runout_count(
        self, runout_count: int | None, player_index: int, commentary: str | None
    ) -> RunoutsChosen:
        self.runout_chooser_statuses[player_index] = False
        if runout_count is not None:
            if self.runout_count is None:
                self.runout_count = runout_count
            elif self.runout_count != runout_count:
                self.runout_count = 1
        event = RunoutsChosen(player_index, self.last_street, runout_count, commentary)
        self.events.append(event)
        return event

    # Showing or mucking.

    @property
    def showdown_index(self) -> int | None:
        """Player who shows or mucks next, or None."""
        return self._showdown[0] if self._showdown else None

    def verify_show_or_muck(
        self, status_or_hole_cards: CardsToShow = None, player_index: int | None = None
    ) -> tuple[bool, tuple[Card, ...], tuple[Card, ...], tuple[bool, ...], int]:
        """Return what `show_or_muck` would do; raise InputError if it is illegal.

        The result is whether cards are shown, the cards, the resulting hole cards, whether each of
        them is face up, and the player.
        """
        showing = self._verified_showing(status_or_hole_cards, player_index)
        return (
            showing.status,
            showing.cards,
            showing.hole_cards,
            showing.hole_card_statuses,
            showing.player_index,
        )

    def _verified_showing(
        self, status_or_hole_cards: CardsToShow, player_index: int | None
    ) -> Showing:
        # After the last street a player may still show, out of turn.
        voluntary = self.street_index is None
        if not self._showdown and not voluntary:
            raise InputError("no player has to show or muck")
        if player_index is None:
            if voluntary:
                raise InputError("specify the player who shows voluntarily")
            player_index = self._showdown[0]
        if not is_true_at(self.statuses, player_index):
            raise InputError(f"player {player_index} is not in the hand")
        if not voluntary and player_index not in self._showdown:
            raise InputError(f"player {player_index} cannot show or muck now")
        showing = self._showing_of(status_or_hole_cards, player_index)
        self._check_showing(showing, voluntary)
        return showing

    def _showing_of(self, status_or_hole_cards: CardsToShow, player_index: int) -> Showing:
        hole = self.hole_cards[player_index]
        if status_or_hole_cards is None:
            shows = self.all_in_status or self.can_win_now(player_index)
        elif isinstance(status_or_hole_cards, bool):
            shows = status_or_hole_cards
        else:
            cards = self._card_type.clean(status_or_hole_cards)
            return self._showing_of_cards(cards, player_index)
        if not shows:
            return Showing(player_index, False, (), (), ())
        shown = tuple(hole)
        return Showing(player_index, True, shown, shown, (True,) * len(shown))

    def _showing_of_cards(self, cards: tuple[Card, ...], player_index: int) -> Showing:
        """Show the given cards; the other hole cards stay face down."""
        hole = self.hole_cards[player_index]
        if len(cards) > len(hole):
            raise InputError(f"at most {len(hole)} cards can be shown, got {len(cards)}: {cards!r}")
        unknown = self._card_type.UNKNOWN
        cards += (unknown,) * (len(hole) - len(cards))
        new_hole = [card for card in cards if card]
        shown = len(new_hole)
        if self.street_index != len(self.streets) - 1:
            kept = [card for card in hole if card and card not in new_hole]
            new_hole.extend(kept[: len(hole) - shown])
        new_hole.extend([unknown] * (len(hole) - len(new_hole)))
        statuses = (True,) * shown + (False,) * (len(hole) - shown)
        self._cards_to_deal([card for card in set(new_hole) if card not in hole])
        return Showing(player_index, True, cards, tuple(new_hole), statuses)

    def _check_showing(self, showing: Showing, voluntary: bool) -> None:
        count = len(self.hole_cards[showing.player_index])
        if self._rules.tournament and not showing.status and self.all_in_status and not voluntary:
            raise InputError("in tournaments hands must be shown in an all-in, got a muck")
        if self._rules.tournament and showing.status:
            known = len([card for card in showing.cards if card < CARD_COUNT])
            if known < count and (self.all_in_status or not voluntary):
                reason = "in an all-in" if self.all_in_status else "at the showdown"
                raise InputError(
                    f"in tournaments all {count} hole cards must be shown {reason}, got {known}"
                )
        for i in range(len(showing.hole_cards)):
            if showing.hole_card_statuses[i] and showing.hole_cards[i] >= CARD_COUNT:
                raise InputError("an unknown card cannot be shown")
        if voluntary and (not showing.status or False in showing.hole_card_statuses):
            raise InputError("a hand that is shown voluntarily must be shown in full")

    def can_show_or_muck(
        self, status_or_hole_cards: CardsToShow = None, player_index: int | None = None
    ) -> bool:
        """Return whether the player, by default the next one, can show or muck these cards."""
        if not self._showdown and self.street_index is not None:
            return False
        try:
            self._verified_showing(status_or_hole_cards, player_index)
        except (InputError, UserWarning):
            return False
        return True

    def show_or_muck(
        self,
        status_or_hole_cards: CardsToShow = None,
        player_index: int | None = None,
        *,
        commentary: str | None = None,
    ) -> SeatEvent:
        """Show or muck the hole cards of a player, by default of the next one.

        True shows all cards, False mucks, and cards are shown as given. None shows the hand if it
        could win or must be shown, and mucks it otherwise.
        """
        showing = self._verified_showing(status_or_hole_cards, player_index)
        event = self._show(showing, commentary)
        self._continue_showdown()
        return event

    def _show(self, showing: Showing, commentary: str | None) -> SeatEvent:
        player = showing.player_index
        if self.street_index is not None:
            self._showdown.remove(player)
        event: SeatEvent
        if not showing.status:
            if self._active_count() > 1:  # the last hand wins without being shown
                self._muck(player)
            event = Mucked(player, self.last_street, commentary)
        else:
            hole = self.hole_cards[player]
            if showing.hole_cards != tuple(hole):
                self._cards_changed()
                self._return_to_deck(hole)
                self._take_cards(tuple([card for card in showing.hole_cards if card]))
                hole.clear()
                hole.extend(showing.hole_cards)
            self.hole_card_statuses[player] = list(showing.hole_card_statuses)
            event = Shown(player, self.last_street, showing.cards, commentary)
        self.events.append(event)
        return event
