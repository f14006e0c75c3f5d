"""Random tables of every variant, and hands played at them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from fifthstreet.agents.agent import is_texas_holdem
from fifthstreet.arena.hand import HandPlay, Lineup
from fifthstreet.cards import Card
from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.seat_views import Terms
from fifthstreet.game.state import State
from fifthstreet.game.variants import VARIANTS, Poker, SmallPoker, term_names, variant
from fifthstreet.support.seeded_random import SeededRandom
from tests.game.setups import GAMES, OWN_GAMES

MOST_PLAYERS = {**GAMES, **OWN_GAMES, "NoLimitTexasHoldem": 10, "FixedLimitTexasHoldem": 10}
CODES = tuple(VARIANTS)
CHIPS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "float": float,
    "cents": lambda value: value / 100,
    "thirds": lambda value: Fraction(value, 3),
    "decimal": lambda value: Decimal(value) / 10,
}


@dataclass(frozen=True)
class Table:
    """A game with its terms, and the stacks of a hand."""

    game: Poker
    stacks: tuple[Any, ...]

    def deal(self, seed: int, deck_order: Sequence[Card] | None = None) -> State:
        """Begin a hand."""
        count = len(self.stacks)
        return self.game(self.stacks, count, seed=seed, deck_order=deck_order)


def random_table(rng: Random, code: str | None = None, chips: str | None = None) -> Table:
    """Draw a table with stacks from crumbs to thousands of bets."""
    kind: Any = variant(code or rng.choice(CODES))
    most = min(MOST_PLAYERS.get(kind.__name__, 6), 10)
    count = rng.choice([2, 2, 3, most, rng.randint(2, most)])
    if issubclass(kind, SmallPoker):
        small: Any = kind
        return Table(small(tuple(Automation)), (kind.starting_stack,) * count)
    chip = CHIPS[chips or rng.choice([*CHIPS, "int", "int"])]
    ante = rng.choice([0, 0, 5, 20])
    if "raw_blinds_or_straddles" not in term_names(kind):
        ante = ante or 10
    terms = {
        "ante_trimming_status": rng.random() < 0.5,
        "raw_antes": chip(ante),
        "raw_blinds_or_straddles": (chip(20), chip(40)),
        "bring_in": chip(15),
        "small_bet": chip(40),
        "big_bet": chip(80),
        "min_bet": chip(40),
    }
    mode = rng.choice([Mode.TOURNAMENT, Mode.CASH_GAME])
    game: Poker = kind(
        tuple(Automation), *(terms[name] for name in term_names(kind)[1:]), mode=mode
    )
    depth = rng.choice([1, 3, 30, 100, 1000])
    stacks = [chip(rng.randint(1, 40 * depth)) for _ in range(count)]
    if rng.random() < 0.3:  # only one, or smallest raises would go on for a million decisions
        stacks[rng.randrange(count)] = chip(rng.randint(1, 10**12))
    return Table(game, tuple(stacks))


def holdem_codes() -> list[str]:
    """Return the codes of the variants that are Texas hold'em."""
    rng = Random(0)
    return [code for code in CODES if is_texas_holdem(random_table(rng, code, "int").game)]


def seated(state: State, game: Poker, agents: Sequence[Any], seed: int) -> HandPlay:
    """Return a hand that agents are about to play."""
    names = tuple(f"player {place}" for place in range(len(agents)))
    randoms = [SeededRandom(100 * seed + place) for place in range(len(agents))]
    order = tuple(range(len(agents)))
    return HandPlay(state, Terms(game), Lineup(list(agents), names), order, randoms, seed)


def played(table: Table, agents: Sequence[Any], seed: int) -> HandPlay:
    """Return a hand that agents have played to its end."""
    play = seated(table.deal(seed), table.game, agents, seed)
    play.play()
    return play
