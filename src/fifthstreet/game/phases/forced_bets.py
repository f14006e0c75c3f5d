"""Ante posting, bet collection, and blind or straddle posting."""

from collections.abc import Iterator
from typing import Final

from fifthstreet.errors import InputError
from fifthstreet.game.core import no_player
from fifthstreet.game.events import AntePosted, BetsCollected, BlindPosted
from fifthstreet.game.side_pots import Pots, second_largest
from fifthstreet.game.values import Chips, minus, plus

SMALL_BLIND: Final = "small blind"
BIG_BLIND: Final = "big blind"
STRADDLE: Final = "straddle"
LATE_POST: Final = "late post"


def first_true(statuses: list[bool]) -> int:
    """Return the index of the first True, or -1."""
    for i in range(len(statuses)):
        if statuses[i]:
            return i
    return -1


def is_true_at(statuses: list[bool], player_index: int) -> bool:
    """Return the status of a player; False for an index that is not a player's."""
    return 0 <= player_index < len(statuses) and statuses[player_index]


def indices(statuses: list[bool]) -> list[int]:
    """Return the indices of all True entries."""
    return [i for i in range(len(statuses)) if statuses[i]]


def verify_posting(what: str, statuses: list[bool], player_index: int | None) -> int:
    """Return the player who would post a forced bet; raise InputError if they cannot."""
    first = first_true(statuses)
    if first < 0:
        raise InputError(f"there is no {what} to post")
    if player_index is None:
        return first
    if not is_true_at(statuses, player_index):
        raise InputError(f"player {player_index} has no {what} to post")
    return player_index


class ForcedBetsPhase(Pots):
    """Antes, then the collection of bets, then blinds and straddles."""

    # Antes.

    def _begin_ante_posting(self) -> None:
        for i in range(self.player_count):
            self.ante_posting_statuses[i] = self._effective_ante(i) > 0
        self._continue_ante_posting()

    def _continue_ante_posting(self) -> None:
        while (player := first_true(self.ante_posting_statuses)) >= 0:
            if not self._rules.auto_ante:
                return
            self._post_ante(player, None)
        self._begin_bet_collection()

    @property
    def ante_poster_indices(self) -> Iterator[int]:
        """Players who have an ante to post."""
        return iter(indices(self.ante_posting_statuses))

    def verify_post_ante(self, player_index: int | None = None) -> int:
        """Return the player who would post; raise InputError if they cannot."""
        return verify_posting("ante", self.ante_posting_statuses, player_index)

    def can_post_ante(self, player_index: int | None = None) -> bool:
        """Return whether the player, by default any, can post an ante."""
        if player_index is None:
            return True in self.ante_posting_statuses
        return is_true_at(self.ante_posting_statuses, player_index)

    def post_ante(
        self, player_index: int | None = None, *, commentary: str | None = None
    ) -> AntePosted:
        """Post the ante of a player, by default the first who has one to post."""
        event = self._post_ante(self.verify_post_ante(player_index), commentary)
        self._continue_ante_posting()
        return event

    def _post_ante(self, player_index: int, commentary: str | None) -> AntePosted:
        amount = self._effective_ante(player_index)
        self.ante_posting_statuses[player_index] = False
        to_match = self._largest_bet()
        pot_before = self.pot
        self._bet(player_index, amount)
        bet, stack, street = self.bets[player_index], self.stacks[player_index], self.last_street
        event = AntePosted(
            player_index, street, amount, bet, to_match, pot_before, stack, commentary
        )
        self.events.append(event)
        return event

    def _bet(self, player_index: int, amount: Chips) -> None:
        """Move chips from a stack to the bets."""
        self.bets[player_index] = plus(self.bets[player_index], amount)
        self.stacks[player_index] = minus(self.stacks[player_index], amount)
        self.payoffs[player_index] = minus(self.payoffs[player_index], amount)
        self.pot = plus(self.pot, amount)

    # Collection of bets.

    def _begin_bet_collection(self) -> None:
        self.bet_collection_status = any(bet for bet in self.bets)
        if self.bet_collection_status:
            if not self._rules.auto_collect:
                return
            self._collect_bets(None)
        self._end_bet_collection()

    def _end_bet_collection(self) -> None:
        last = len(self.streets) - 1
        if self.street_index == last and self.street_return_count:
            # Another runout: go back to the street where the runouts begin.
            assert self.street_return_index is not None
            self.street_index = self.street_return_index - 1
            self.street_return_count -= 1
        if self._active_count() == 1:
            self.folded_status = True
            self._begin_chips_pushing()
        elif self.street_index is None:
            self._begin_blind_or_straddle_posting()
        elif self.street_index == last or self.all_in_status:
            self._begin_showdown()
        else:
            self._begin_dealing()

    def verify_collect_bets(self) -> None:
        """Raise InputError if there are no bets to collect."""
        if not self.bet_collection_status:
            raise InputError("there are no bets to collect")

    def can_collect_bets(self) -> bool:
        """Return whether there are bets to collect."""
        return self.bet_collection_status

    def collect_bets(self, *, commentary: str | None = None) -> BetsCollected:
        """Collect the bets into the pot."""
        self.verify_collect_bets()
        event = self._collect_bets(commentary)
        self._end_bet_collection()
        return event

    def _collect_bets(self, commentary: str | None) -> BetsCollected:
        self.bet_collection_status = False
        bets = self.bets
        collected = bets.copy()
        # The last player left gets their own bet back together with the pot.
        winner = first_true(self.statuses) if self._active_count() == 1 else -1
        trims = self.street_index is not None or self.ante_trimming_status
        limit = second_largest(bets) if trims else None
        uncalled_seat = -1
        uncalled: Chips = 0
        for i in range(self.player_count):
            if limit is not None and bets[i] > limit:
                uncalled_seat = i
                uncalled = minus(bets[i], limit)
                if i != winner:
                    self.stacks[i] = plus(self.stacks[i], uncalled)
                    self.payoffs[i] = plus(self.payoffs[i], uncalled)
                    self.pot = minus(self.pot, uncalled)
                    collected[i] = limit
            if i == winner:
                collected[i] = 0
            else:
                bets[i] = 0
        event = BetsCollected(
            self.last_street, tuple(collected), uncalled_seat, uncalled, winner, commentary
        )
        self.events.append(event)
        return event

    # Blinds and straddles.

    def _begin_blind_or_straddle_posting(self) -> None:
        for i in range(self.player_count):
            self.blind_posting_statuses[i] = self._effective_blind(i) > 0
        self._continue_blind_or_straddle_posting()

    def _continue_blind_or_straddle_posting(self) -> None:
        while (player := first_true(self.blind_posting_statuses)) >= 0:
            if not self._rules.auto_blind:
                return
            self._post_blind(player, None)
        self._begin_dealing()

    @property
    def blind_poster_indices(self) -> Iterator[int]:
        """Players who have a blind or straddle to post."""
        return iter(indices(self.blind_posting_statuses))

    def verify_post_blind(self, player_index: int | None = None) -> int:
        """Return the player who would post; raise InputError if they cannot."""
        return verify_posting("blind or straddle", self.blind_posting_statuses, player_index)

    def can_post_blind(self, player_index: int | None = None) -> bool:
        """Return whether the player, by default any, can post a blind or straddle."""
        if player_index is None:
            return True in self.blind_posting_statuses
        return is_true_at(self.blind_posting_statuses, player_index)

    def post_blind(
        self, player_index: int | None = None, *, commentary: str | None = None
    ) -> BlindPosted:
        """Post the blind or straddle of a player, by default the first who has one to post."""
        player = self.verify_post_blind(player_index)
        event = self._post_blind(player, commentary)
        self._continue_blind_or_straddle_posting()
        return event

    def _post_blind(self, player_index: int, commentary: str | None) -> BlindPosted:
        amount = self._effective_blind(player_index)
        self.blind_posting_statuses[player_index] = False
        to_match = self._largest_bet()
        pot_before = self.pot
        self._bet(player_index, amount)
        bet, stack, street = self.bets[player_index], self.stacks[player_index], self.last_street
        blind = self.blind_name(player_index)
        event = BlindPosted(
            player_index, street, amount, bet, to_match, pot_before, stack, blind, commentary
        )
        self.events.append(event)
        return event

    def blind_name(self, player_index: int) -> str:
        """Return which blind a player posts: small, big, a straddle or a late post."""
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        listed = 1 - player_index if self.player_count == 2 else player_index
        if self.blinds_or_straddles[listed] < 0:
            return LATE_POST
        if listed == 0:
            return SMALL_BLIND
        return BIG_BLIND if listed == 1 else STRADDLE
