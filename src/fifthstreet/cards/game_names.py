"""The names of all games, which every command, function and environment accepts alike.

Case, spaces, hyphens, underscores and punctuation do not matter: `PLO`, `pot_limit omaha hold'em`
and `PotLimitOmahaHoldem` are the same game.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from fifthstreet.errors import InputError

_IGNORED = str.maketrans("", "", " -_'’,/")


class GameNames(NamedTuple):
    """The names of a game."""

    short: str
    code: str = ""  # of a variant of the rules engine
    title: str = ""
    equity: str = ""  # the game of `equity` with the same cards
    aliases: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All names that are not empty."""
        names = (self.short, self.code, self.title, *self.aliases, self.equity)
        return tuple(name for name in names if name)


# The first game with a name has it: `omaha` without a betting limit is pot-limit Omaha.
GAME_NAMES = (
    GameNames("nlhe", "NT", "no-limit Texas hold'em", "holdem", ("nlh", "texas hold'em")),
    GameNames("flhe", "FT", "fixed-limit Texas hold'em", "holdem", ("lhe", "limit hold'em")),
    GameNames("plhe", "PT", "pot-limit Texas hold'em", "holdem"),
    GameNames("plo", "PO", "pot-limit Omaha hold'em", "omaha", ("plo4",)),
    GameNames("plo5", "PO5", "pot-limit five-card Omaha hold'em", "omaha-5"),
    GameNames("plo6", "PO6", "pot-limit six-card Omaha hold'em", "omaha-6"),
    GameNames("plo8", "PO/8", "pot-limit Omaha hold'em high/low-split eight or better", "omaha-8"),
    GameNames(
        "flo8",
        "FO/8",
        "fixed-limit Omaha hold'em high/low-split eight or better",
        "omaha-8",
        ("fo8", "LO/8", "fixed-limit Omaha eight or better"),
    ),
    GameNames("nlo8", "NO/8", "no-limit Omaha hold'em high/low-split eight or better", "omaha-8"),
    GameNames("nlo", "NO", "no-limit Omaha hold'em", "omaha"),
    GameNames("flo", "FO", "fixed-limit Omaha hold'em", "omaha"),
    GameNames("big-o", "PO5/8", "pot-limit Big O", "big-o"),
    GameNames("courchevel", "PC", "pot-limit Courchevel", "omaha-5", ("PotLimitCourchevelHoldem",)),
    GameNames(
        "courchevel8",
        "PC/8",
        "pot-limit Courchevel high/low-split eight or better",
        "big-o",
        ("PotLimitCourchevelHoldemHighLowSplitEightOrBetter",),
    ),
    GameNames("short-deck", "NS", "no-limit short-deck hold'em", "short-deck", ("six-plus",)),
    GameNames(
        "short-deck-trips",
        "NST",
        "no-limit short-deck hold'em, trips over straights",
        "short-deck-trips",
        ("NoLimitShortDeckTripsHoldem",),
    ),
    GameNames("royal", "NR", "no-limit royal hold'em", "royal"),
    GameNames("nlhe-bomb-pot", "NTB", "no-limit Texas hold'em bomb pot", "holdem"),
    GameNames("plo-bomb-pot", "POB", "pot-limit Omaha hold'em bomb pot", "omaha"),
    GameNames("stud", "F7S", "fixed-limit seven card stud"),
    GameNames("stud8", "F7S/8", "fixed-limit seven card stud high/low-split eight or better"),
    GameNames("razz", "FR", "fixed-limit razz"),
    GameNames("27sd", "N2L1D", "no-limit deuce-to-seven lowball single draw"),
    GameNames("27td", "F2L3D", "fixed-limit deuce-to-seven lowball triple draw"),
    GameNames("a5td", "FA5L3D", "fixed-limit ace-to-five lowball triple draw"),
    GameNames("badugi", "FB", "fixed-limit badugi"),
    GameNames("badeucy", "FB27", "fixed-limit badeucy"),
    GameNames("badacey", "FBA5", "fixed-limit badacey"),
    GameNames("5cd", "F5D", "fixed-limit five-card draw"),
    GameNames("pl5cd", "P5D", "pot-limit five-card draw"),
    GameNames("nl5cd", "N5D", "no-limit five-card draw"),
    GameNames("kuhn", "KP", "Kuhn poker"),
    GameNames("leduc", "LH", "Leduc hold'em"),
    GameNames("rhode-island", "RIH", "Rhode Island hold'em"),
    GameNames("royal-rhode-island", "RRIH", "royal Rhode Island hold'em"),
    GameNames("two-one-one", "N211", "2-1-1 hold'em", aliases=("Numeral211Holdem",)),
    GameNames("kuhn3", title="Kuhn poker for three players"),  # of solvers
    GameNames("postflop", title="hold'em from the flop on"),  # of solvers
    GameNames("course", title="course hold'em", equity="holdem"),  # of the arena
    GameNames("greek", title="Greek hold'em", equity="greek"),
    GameNames("holdem-8", title="hold'em eight or better", equity="holdem-8"),
    GameNames("omaha-6-8", title="six-card Omaha eight or better", equity="omaha-6-8"),
)


def _key(name: str) -> str:
    return name.casefold().translate(_IGNORED)


_BY_KEY: dict[str, GameNames] = {}
for _game in GAME_NAMES:
    for _name in _game.all:
        _BY_KEY.setdefault(_key(_name), _game)


def find_game(name: str, accepted: Iterable[str], shown: str | None = None) -> str:
    """Return the accepted name of a game.

    Args:
        name: Any name of the game.
        accepted: Names to choose from: short names, codes, or games of `equity`.
        shown: What is accepted, in errors; by default all of `accepted`.

    Raises:
        InputError: If no accepted name means the same game.

    >>> find_game("No-Limit Texas Hold'em", ["leduc", "nlhe"]), find_game("PLO5", ["omaha-5"])
    ('nlhe', 'omaha-5')
    """
    names = list(accepted)
    found = game_among(name, names)
    if found is not None:
        return found
    known = {_key(each): each for game in GAME_NAMES for each in game.all}
    usable = {key: each for key, each in known.items() if game_among(each, names) is not None}
    close = get_close_matches(_key(name), usable, 1)
    hint = f". Did you mean {usable[close[0]]!r}?" if close else ""
    raise InputError(f"game must be one of {shown or ', '.join(names)}, got {name!r}{hint}")


def game_among(name: str, accepted: Iterable[str]) -> str | None:
    """Return the accepted name of a game; None if no accepted name means the same game.

    Args:
        name: Any name of the game.
        accepted: Names to choose from.
    """
    names = {_key(each): each for each in accepted}
    game = _BY_KEY.get(_key(name))
    same = (name,) if game is None else (name, *game.all)
    return next((names[_key(each)] for each in same if _key(each) in names), None)
