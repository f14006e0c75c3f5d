"""`fifthstreet range`: the hands of a range."""

from pathlib import Path

from fifthstreet.cards import mask_of, mask_text, parse_cards, parse_mask
from fifthstreet.cards.hands import classify, matching_hands
from fifthstreet.cli.command import Command, argument, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.views import print_range, range_data, range_svg


class RangeCommand(Command):
    """Show a range: its grid, its number of combos, and its canonical text."""

    text: str = argument("A range, like 'TT+,AKs:0.5', '15%' or random.")
    dead: str = option("Remove hands that hold one of these cards.", default="")
    board: str = option(
        "Three to five cards: show made hands and draws on this board, accept classes like "
        "'top pair & A♥x♥', and remove hands that hold a board card.",
        default="",
    )
    svg: Path | None = option("Write the grid to an SVG file.")

    def _execute(self) -> None:
        check_writable(self.svg)
        dead = parse_mask(self.dead)
        cards = parse_cards(self.board)
        classes = classify(cards) if cards else None
        held = matching_hands(self.text, cards).without(dead | mask_of(cards))
        self.show(
            lambda: range_data(held, classes) | {"dead": mask_text(dead)},
            lambda console: print_range(console, held, classes),
            text_save(self.svg, lambda: range_svg(held)),
        )
