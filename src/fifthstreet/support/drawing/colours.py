"""The palette of actions, players, suits, heat and curves, for the terminal, SVG and HTML.

Colours behind white text have a contrast of at least 4.5 with it. Colours of text itself (players,
suits) are of medium lightness, so that they can be read on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]  # red, green, blue, each 0 to 255

WHITE: Colour = (255, 255, 255)
GROUND: Colour = (36, 38, 43)  # of a grid's cells; rarely held hands fade into it
FAINT: Colour = (138, 140, 148)  # names of hands that are not held, on GROUND
GREY: Colour = (119, 119, 119)  # boxes where no player acts

# As in other poker programs: folds blue, checks and calls green, bets red, the larger the darker.
_PASSIVE: dict[str, Colour] = {"f": (52, 98, 158), "k": (62, 126, 78), "c": (62, 126, 78)}
_SMALL_BET: Colour = (190, 88, 42)
_LARGE_BET: Colour = (150, 30, 42)
_ALL_IN: Colour = (124, 30, 100)

HELD: Colour = (44, 122, 90)  # a hand of a range
# Violet, which no action is.
_COLD: Colour = (50, 54, 74)
_MIDDLE: Colour = (84, 72, 154)
_HOT: Colour = (150, 66, 200)

PLAYER_COLOURS: tuple[Colour, ...] = (
    (0, 124, 168),
    (190, 88, 20),
    (46, 130, 60),
    (150, 84, 186),
    (140, 110, 10),
    (20, 128, 128),
    (196, 62, 120),
    (206, 58, 48),
    (104, 112, 140),
    (150, 98, 66),
)
# A four-colour deck: clubs, diamonds, hearts; spades are in the colour of the text around them.
SUIT_COLOURS: tuple[Colour | None, ...] = ((46, 130, 60), (40, 108, 196), (206, 50, 48), None)

# Okabe and Ito (2008), "Color Universal Design": colour-blind readers can distinguish them.
CURVE_COLOURS: tuple[Colour, ...] = (
    (0, 158, 115),
    (213, 94, 0),
    (230, 159, 0),
    (204, 121, 167),
    (86, 180, 233),
    (153, 153, 153),
)


def css(colour: Colour) -> str:
    """Return a colour as hexadecimal text, which SVG, HTML and Rich understand.

    >>> css((0, 158, 115))
    '#009e73'
    """
    return "#{:02x}{:02x}{:02x}".format(*colour)


def mix(low: Colour, high: Colour, share: float) -> Colour:
    """Return the colour that lies `share` of the way from `low` to `high`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def player_colour(player: int) -> Colour:
    """Return the colour of a player, counted from 0."""
    return PLAYER_COLOURS[player % len(PLAYER_COLOURS)]


def action_colours(actions: Sequence[str]) -> list[Colour]:
    """Return the colours of actions, named as in a path: `k`, `c`, `f`, `b94`, `a`."""
    bets = [action for action in actions if action.startswith("b")]
    colours: list[Colour] = []
    for action in actions:
        if action in bets:
            share = bets.index(action) / (len(bets) - 1) if len(bets) > 1 else 0.5
            colours.append(mix(_SMALL_BET, _LARGE_BET, share))
        else:
            colours.append(_PASSIVE.get(action, _ALL_IN))
    return colours


def faded(colour: Colour, weight: float) -> Colour:
    """Return the colour of a hand that is held with a weight from 0 to 1."""
    return mix(GROUND, colour, 0.35 + 0.65 * min(weight, 1.0))


def heat_colour(value: float) -> Colour:
    """Return the colour of a value from 0 (cold) to 1 (hot)."""
    value = min(max(value, 0.0), 1.0)
    if value < 0.5:
        return mix(_COLD, _MIDDLE, 2 * value)
    return mix(_MIDDLE, _HOT, 2 * value - 1)
