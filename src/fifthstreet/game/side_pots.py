"""Pots and who can win them."""

from collections.abc import Iterator
from typing import Final

from fifthstreet.game import values
from fifthstreet.game.core import no_player
from fifthstreet.game.holdings import Holdings
from fifthstreet.game.street import Pot
from fifthstreet.game.values import Chips, minus, plus, settled, unsigned

_DEFAULT_RAKE: Final = values.rake


def second_largest(amounts: list[Chips]) -> Chips:
    """Return the second largest of two amounts or more; equal amounts count separately."""
    most = amounts[0]
    second = amounts[1]
    if second > most:
        most, second = second, most
    for i in range(2, len(amounts)):
        amount = amounts[i]
        if amount > most:
            second = most
            most = amount
        elif amount > second:
            second = amount
    return second


class Pots(Holdings):
    """Main and side pots, and effective stacks."""

    def _largest_bet(self) -> Chips:
        # A compiled loop takes a fraction of the time of the built-in max.
        most = self.bets[0]
        for bet in self.bets:
            if bet > most:
                most = bet
        return most

    @property
    def bet_to_match(self) -> Chips:
        """Bet that a player has to match to stay in the hand.

        It is the largest bet. If the largest blind or the bring-in was posted short, its full size
        counts (Robert's Rules of Poker, section 14, rule 2), as far as two players can contest it.
        """
        return self._bet_to_match()

    def _bet_to_match(self) -> Chips:
        # A decision needs this several times, so it is kept until the next event.
        if self._to_match_at != len(self.events):
            most = self._largest_bet()
            if self._is_posted_short:
                most = max(most, min(self._forced_bet, self._second_largest_stack()))
            self._to_match = most
            self._to_match_at = len(self.events)
        return self._to_match

    def _require(self, forced_bet: Chips) -> None:
        """Make the full size of a forced bet the bet to match, if it was posted short."""
        self._forced_bet = forced_bet
        self._is_posted_short = bool(forced_bet > self._largest_bet())
        self._to_match_at = -1

    def _largest_blind(self) -> Chips:
        """Return the full size of the largest blind or straddle; late posts do not count."""
        most: Chips = 0
        for blind in self.blinds_or_straddles:
            if blind > most:
                most = blind
        return most

    def _missing_from_blinds(self) -> Chips:
        """Return the chips that players who posted short lack.

        They count for the size of the pot before the flop (TDA 2022, rule 54).
        """
        missing: Chips = 0
        for i in range(self.player_count):
            listed = 1 - i if self.player_count == 2 else i
            full = unsigned(self.blinds_or_straddles[listed])
            missing = plus(missing, minus(full, self._effective_blind(i)))
        return missing

    def get_effective_stack(self, player_index: int) -> Chips:
        """Return the most a player can still lose: their stack, or what others can cover."""
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        if self.street_index is None or not self.statuses[player_index]:
            return 0
        covered = minus(self._second_largest_stack(), self.bets[player_index])
        return min(self.stacks[player_index], max(0, covered))

    def _second_largest_stack(self) -> Chips:
        """Return the second largest stack of active players, bets included; 0 if one is left."""
        stacks = [
            plus(self.bets[i], self.stacks[i]) for i in range(self.player_count) if self.statuses[i]
        ]
        return second_largest(stacks) if len(stacks) > 1 else 0

    @property
    def pot_amounts(self) -> Iterator[Chips]:
        """Amount of each pot, rake included."""
        return iter([pot.amount for pot in self._current_pots()])

    @property
    def total_pot_amount(self) -> Chips:
        """Sum of all pots and of the bets on the table."""
        total: Chips = 0
        for bet in self.bets:
            total = plus(total, bet)
        for pot in self._current_pots():
            total = plus(total, pot.amount)
        return total

    @property
    def pots(self) -> Iterator[Pot]:
        """The main pot, then the side pots."""
        return iter(self._current_pots())

    def _current_pots(self) -> list[Pot]:
        if self._pots is not None:
            return self._pots
        paid: list[Chips] = []
        for payoff in self.payoffs:
            kind = type(payoff)
            paid.append(-payoff if kind is int else minus(0, payoff))
        collected = [minus(paid[i], self.bets[i]) for i in range(self.player_count)]
        if not any(share for share in collected):
            return []
        amount: Chips = 0
        if not self.ante_trimming_status:
            # Antes that are not trimmed go into the main pot, however much each player paid.
            for i in range(self.player_count):
                ante = self._effective_ante(i)
                amount = plus(amount, ante)
                collected[i] = minus(collected[i], ante)
                paid[i] = minus(paid[i], ante)
        if self._is_one_pot(paid, collected):
            for share in collected:  # whole numbers
                amount += share
            return [self._pot(amount, self._active_players())] if amount else []
        pots: list[Pot] = []
        below: Chips = 0
        for level in sorted(set(collected)):
            for share in collected:
                if share >= level:
                    amount = plus(amount, minus(level, below))
            players = tuple(
                [i for i in range(self.player_count) if paid[i] >= level and self.statuses[i]]
            )
            if not players:
                # All players who paid this much have folded: the others get the chips.
                players = pots[-1].player_indices if pots else self._active_players()
            while pots and pots[-1].player_indices == players:
                amount = plus(amount, pots.pop().amount)
            if amount:
                pots.append(self._pot(amount, players))
            amount = 0
            below = level
        return pots

    def _active_players(self) -> tuple[int, ...]:
        return tuple([i for i in range(self.player_count) if self.statuses[i]])

    def _is_one_pot(self, paid: list[Chips], collected: list[Chips]) -> bool:
        """Return whether no active player has paid less than others, which is the usual case.

        Only for whole numbers: the sum of others depends on the order of the additions.
        """
        most: Chips = -1
        for share in collected:
            if type(share) is not int:
                return False
            if share > most:
                most = share
        is_active = False
        for i in range(self.player_count):
            if self.statuses[i]:
                is_active = True
                if paid[i] < most:
                    return False
        return is_active

    def _pot(self, amount: Chips, players: tuple[int, ...]) -> Pot:
        if self.rake is _DEFAULT_RAKE:
            return Pot(amount * 0, amount, players)  # a rake of 0, in the type of the chips
        raked, unraked = self.rake(amount, self)
        return Pot(settled(raked), settled(unraked), players)

    def get_effective_ante(self, player_index: int) -> Chips:
        """Return the ante that a player posts, limited by their stack.

        Heads-up, antes and blinds are listed in the opposite order of the players.
        """
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        return self._effective_ante(player_index)

    def _effective_ante(self, player_index: int) -> Chips:
        listed = 1 - player_index if self.player_count == 2 else player_index
        ante = self.antes[listed]
        return min(ante, self.starting_stacks[player_index]) if ante else ante

    def get_effective_blind(self, player_index: int) -> Chips:
        """Return the blind or straddle that a player posts, limited by their stack."""
        if not 0 <= player_index < self.player_count:
            raise no_player(player_index, self.player_count)
        return self._effective_blind(player_index)

    def _effective_blind(self, player_index: int) -> Chips:
        listed = 1 - player_index if self.player_count == 2 else player_index
        blind = self.blinds_or_straddles[listed]
        if not blind:
            return blind
        ante = self._effective_ante(player_index)
        stack = minus(self.starting_stacks[player_index], ante)
        return min(unsigned(blind), stack)
