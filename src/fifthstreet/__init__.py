"""Poker AI in one package: from a real hand to a game-theoretic answer."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fifthstreet.cards import Range as Range
    from fifthstreet.cards import combine as combine
    from fifthstreet.cards import parse_cards as parse_cards
    from fifthstreet.cards import parse_mask as parse_mask
    from fifthstreet.equity import EquityResult as EquityResult
    from fifthstreet.equity import equity as equity
    from fifthstreet.hands import Hand as Hand
    from fifthstreet.hands import HandCategory as HandCategory
    from fifthstreet.hands import hand_category as hand_category
    from fifthstreet.hands.standard import evaluate as evaluate

__version__ = "0.1.0"

# The public face, by room. A name is imported when it is first used, so that `import fifthstreet`
# costs next to nothing.
_ROOMS = {
    "cards": ("Range", "combine", "parse_cards", "parse_mask"),
    "hands": ("Hand", "HandCategory", "evaluate", "hand_category"),
    "equity": ("EquityResult", "equity"),
}
_HOMES = {name: f"fifthstreet.{room}" for room, names in _ROOMS.items() for name in names}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    """Import a public name from its room."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
