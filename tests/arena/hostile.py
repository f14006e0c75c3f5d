"""Agents that do everything wrong, and settings for matches with them."""

import os
import signal
import sys
import time
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from fifthstreet.agents import BaseAgent, HandResult, RandomAgent
from fifthstreet.agents.agent import Action
from fifthstreet.arena import MatchSettings, match_settings
from fifthstreet.game.events import Event
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.seat_views import SeatView


def own(kind: type) -> str:
    """Return the text of an agent of this module."""
    return f"{__name__}:{kind.__name__}"


def match_of(*agents: str, hands: int = 40, **options: Any) -> MatchSettings:
    """Return the settings of a short match."""
    return match_settings(agents, **{"hands": hands, "session_hands": 20, "seed": 3, **options})


class Raises(BaseAgent):
    """Raises an error with a message that terminals and files do not like."""

    def decide(self, view: SeatView) -> Action:
        raise RuntimeError("two\nlines \x1b[31m \udcff [bold]")


class Exits(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        sys.exit(3)


class Recurses(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        return self.decide(view)


class Bad:
    """An object whose every method raises."""

    def _fail(self, *_: object) -> NoReturn:
        raise SystemExit("hostile")

    __repr__ = __str__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail
    __lt__ = __le__ = __gt__ = __ge__ = __index__ = __float__ = __iter__ = __len__ = _fail
    __add__ = __sub__ = __radd__ = __rsub__ = __reduce__ = _fail

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise SystemExit("hostile")


class BadError(Exception):
    def __str__(self) -> str:
        raise SystemExit("hostile")


class RaisesBadly(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        raise BadError


class Liar(int):
    """A number that is whatever it is compared with."""

    def _yes(self, _: object) -> bool:
        return True

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _yes
    __hash__ = int.__hash__


RAISE, BET, CALL, CHECK = ActionKind.RAISE, ActionKind.BET, ActionKind.CALL, ActionKind.CHECK
NO_AMOUNTS: tuple[Any, ...] = (
    True,
    float("nan"),
    float("inf"),
    -float("inf"),
    Decimal("NaN"),
    Decimal("sNaN"),
    -1,
    0,
    10**400,
    10.0**300,
    Decimal("1e999999"),
    Fraction(1, 3),
    123.456,
    1j,
    "100",
    b"100",
    [100],
    Liar(-5),
    Bad(),
    {},
)
NOTHING_LEGAL: tuple[Any, ...] = (
    None,
    1,
    "fold",
    Bad(),
    object,
    [],
    (),
    (CALL, 50),
    Discard(),
    Discard((Bad(),)),  # type: ignore[arg-type]
    ActionAmount(Bad(), 0),  # type: ignore[arg-type]
    ActionAmount("f", 0),  # type: ignore[arg-type]
    ActionAmount(ActionKind.ANTE, 1),
    ActionAmount(ActionKind.BRING_IN, 50),
    *(ActionAmount(kind, amount) for kind in (RAISE, BET, CALL) for amount in NO_AMOUNTS),
)


class Garbage(BaseAgent):
    """Answers with everything that is not legal, one after the other."""

    def __init__(self) -> None:
        self.number = 0

    def decide(self, view: SeatView) -> Any:
        self.number += 1
        return NOTHING_LEGAL[self.number % len(NOTHING_LEGAL)]


class Vandal(BaseAgent):
    """Overwrites all that it is given, then plays at random."""

    def decide(self, view: SeatView) -> Action:
        action = RandomAgent().decide(view)
        for thing in (view.hand, view.legal, view):
            for name in dir(thing):
                if not name.startswith("_"):
                    for value in (Bad(), None, (), 0):
                        try:
                            setattr(thing, name, value)
                        except Exception:
                            continue
        return action


class Cheat(BaseAgent):
    """Raises beyond its stack, after changing what its view says is legal."""

    def decide(self, view: SeatView) -> Action:
        for name in ("min_raise_to", "max_raise_to"):
            with suppress(AttributeError):  # compiled views cannot be changed
                setattr(view.legal, name, 10**9)
        return ActionAmount(RAISE, 10**9)


class BadWitness(BaseAgent):
    """Raises whenever it is told something."""

    def observe(self, event: Event) -> None:
        raise ValueError("blind")

    def hand_over(self, result: HandResult) -> None:
        raise MemoryError

    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()


class BadBirth(BaseAgent):
    """Can be created once in a process, and not again."""

    born = 0

    def __init__(self) -> None:
        BadBirth.born += 1
        if BadBirth.born > 1:
            raise OSError("no more")

    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()


class Hangs(BaseAgent):
    """Does not answer in every third decision."""

    def __init__(self) -> None:
        self.number = 0

    def decide(self, view: SeatView) -> Action:
        self.number += 1
        while self.number % 3 == 0:
            time.sleep(0.01)
        return view.check_or_call()


class Hungry(BaseAgent):
    """Takes all the memory there is."""

    def decide(self, view: SeatView) -> Action:
        taken = []
        while True:
            taken.append(bytearray(10_000_000))


class Dies(BaseAgent):
    """Ends its process in one of several ways."""

    def decide(self, view: SeatView) -> Action:
        place = view.random.below(6)
        if place == 0:
            os._exit(9)
        if place == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        if place == 2:
            os.abort()
        return view.check_or_call()


class Unpicklable(BaseAgent):
    def decide(self, view: SeatView) -> Any:
        return lambda: view


class Slow(BaseAgent):
    """Takes a tenth of a second for each decision."""

    def decide(self, view: SeatView) -> Action:
        time.sleep(0.1)
        return view.check_or_call()


class Talks(BaseAgent):
    """Writes to standard output, which may be the JSON of a match."""

    def decide(self, view: SeatView) -> Action:
        sys.stdout.write(f"I have {view.hole_cards}\n")
        return view.check_or_call()


class Learner(BaseAgent):
    """Bets by what it has seen, so that every event counts."""

    def __init__(self) -> None:
        self.seen = 0

    def observe(self, event: Event) -> None:
        self.seen = (31 * self.seen + len(repr(event))) % 1_000_003

    def hand_over(self, result: HandResult) -> None:
        self.seen += len(result.events) + int(result.is_showdown)

    def decide(self, view: SeatView) -> Action:
        if view.is_draw:
            return view.discard(view.hole_cards[: self.seen % 3])
        if (self.seen + view.random.below(5)) % 3 == 0:
            return view.raise_by_pots(1)
        return view.check_or_call()
