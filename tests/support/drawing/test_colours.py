"""The palette: colours differ, and text in them or on them is readable."""

from pathlib import Path

import pytest

from fifthstreet.support.drawing.colours import (
    FAINT,
    GROUND,
    HELD,
    PLAYER_COLOURS,
    SUIT_COLOURS,
    WHITE,
    Colour,
    action_colours,
    css,
    faded,
    heat_colour,
    mix,
    player_colour,
)

READABLE = 4.5  # contrast of text, Web Content Accessibility Guidelines 2.1
DARK_PAGE: Colour = (17, 17, 17)  # JupyterLab's dark theme


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as defined by the guidelines."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)


def luminance(colour: Colour) -> float:
    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_of_black_and_white() -> None:
    assert contrast((0, 0, 0), WHITE) == pytest.approx(21)


def test_larger_bets_are_darker_and_actions_differ() -> None:
    colours = action_colours(["f", "c", "b120", "b300", "a"])
    assert len(set(colours)) == 5
    assert luminance(colours[2]) > luminance(colours[3]) > luminance(colours[4])
    assert action_colours(["k", "b120"])[0] == colours[1]


@pytest.mark.parametrize("bets", range(8))
def test_white_text_is_readable_on_every_action(bets: int) -> None:
    actions = ["f", "c", *(f"b{size}" for size in range(bets)), "a"]
    for colour in action_colours(actions):
        for weight in (0.0, 0.3, 1.0):
            assert contrast(faded(colour, weight), WHITE) >= READABLE


def test_white_text_is_readable_on_heat_maps_and_ranges() -> None:
    for step in range(101):
        assert contrast(heat_colour(step / 100), WHITE) >= READABLE
        assert contrast(faded(HELD, step / 100), WHITE) >= READABLE
    assert contrast(FAINT, GROUND) >= READABLE


@pytest.mark.parametrize("colour", [*PLAYER_COLOURS, *SUIT_COLOURS[:3]])
def test_player_and_suit_colours_are_readable_on_light_and_dark_pages(colour: Colour) -> None:
    assert contrast(colour, WHITE) >= READABLE
    assert contrast(colour, DARK_PAGE) >= 3.5


def test_player_colours_differ_and_repeat_after_ten() -> None:
    assert len(set(PLAYER_COLOURS)) == 10
    assert player_colour(13) == PLAYER_COLOURS[3]


def test_hands_with_small_weights_fade() -> None:
    shades = [sum(faded((200, 120, 80), weight)) for weight in (0.1, 0.5, 1.0)]
    assert shades == sorted(set(shades))
    assert faded((200, 120, 80), 1.0) == faded((200, 120, 80), 1.5) == (200, 120, 80)


def test_heat_goes_from_cold_to_hot_and_is_clamped() -> None:
    assert heat_colour(-1) == heat_colour(0)
    assert heat_colour(2) == heat_colour(1)
    for step in range(101):  # violet, from dark to bright
        red, green, blue = heat_colour(step / 100)
        assert blue > red >= green or step < 50
    assert sum(heat_colour(0)) < sum(heat_colour(0.5)) < sum(heat_colour(1))


def test_the_page_has_the_same_heat_and_ranges() -> None:
    tokens = (Path(__file__).parents[3] / "src/fifthstreet/web/static/css/tokens.css").read_text()
    for name, colour in (
        ("cold", heat_colour(0)),
        ("middle", heat_colour(0.5)),
        ("hot", heat_colour(1)),
        ("held", HELD),
    ):
        assert f"--{name}: {css(colour)};" in tokens


def test_mix_and_css() -> None:
    assert mix((0, 0, 0), (10, 20, 30), 0.5) == (5, 10, 15)
    assert css((255, 0, 10)) == "#ff000a"
