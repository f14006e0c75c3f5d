"""Cells, lines and tables in the terminal."""

from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from rich.console import Console

from fifthstreet.game.notation import parse_phh
from fifthstreet.review import Session, advise, review_hands
from fifthstreet.support.drawing import Bar, Cell, Column, Run, Table, number_columns, text_columns
from fifthstreet.support.drawing.ascii_only import ascii_text
from fifthstreet.views.advice import print_advice
from fifthstreet.views.review import print_review
from fifthstreet.views.terminal import (
    cell_grid,
    cell_width,
    fitted,
    letter_bar,
    line_text,
    print_notes,
    terminal_table,
    with_letters,
)
from tests.review.hand_texts import TO_THE_RIVER, history, played
from tests.review.river import ON_THE_TREE, river_solution

RED, GREEN = (200, 0, 0), (0, 200, 0)
PLAIN = Console(file=StringIO(), width=80, color_system=None)
COLOURS = Console(force_terminal=True, color_system="truecolor", no_color=False, width=80)


def plain(printed: Any) -> str:
    with PLAIN.capture() as captured:
        PLAIN.print(printed)
    return captured.get()


def styles(printed: Any) -> list[tuple[str, str, str]]:
    """Return the characters with their foreground and background colours."""
    characters = []
    for segment in COLOURS.render(printed):
        style = segment.style
        for letter in segment.text:
            colour = "" if style is None or style.color is None else style.color.name
            background = "" if style is None or style.bgcolor is None else style.bgcolor.name
            characters.append((letter, colour, background))
    return characters


def test_cells_show_shares_in_eighths_of_a_character() -> None:
    cell = Cell("AKs", "", ((0.35, RED), (0.65, GREEN)))
    printed = styles(cell_grid(COLOURS, [[cell]]))
    name, note = printed[:5], printed[7:12]
    assert [letter for letter, _, _ in name] == list("AKs  ")
    assert {background for _, _, background in name} == {"#00c800"}  # the largest share
    # 0.35 of five characters is one and three quarters.
    assert note[0] == (" ", "white", "#c80000")
    assert note[1] == ("▊", "#c80000", "#00c800")
    assert [background for _, _, background in note[2:]] == ["#00c800"] * 3


def test_in_ascii_colours_meet_between_characters() -> None:
    cell = Cell("AKs", "", ((0.35, RED), (0.65, GREEN)))
    note = styles(cell_grid(ascii_console(), [[cell]]))[7:12]
    assert [letter for letter, _, _ in note] == [" "] * 5
    assert [background for _, _, background in note] == ["#c80000"] * 2 + ["#00c800"] * 3


def test_tables_are_aligned_in_ascii() -> None:
    console = ascii_console()
    table = Table(
        (*text_columns("näme"), *number_columns("error"), *text_columns("")),
        (("José", "± 0.5%", Bar(0.5, RED)), ((Run("A♠"),), "exact", Bar(0.25, RED))),
    )
    with console.capture() as captured:
        console.print(terminal_table(console, table))
    assert ascii_text(captured.get()).splitlines() == [
        "+-------------------------------------+",
        "| n\\xe4me |    error |                |",
        "|---------+----------+----------------|",
        "| Jos\\xe9 | +/- 0.5% | #######        |",
        "| As      |    exact | ####           |",
        "+-------------------------------------+",
    ]


def ascii_console() -> Console:
    return Console(file=TextIOWrapper(BytesIO(), "ascii"), width=80, color_system=None)


def test_cells_have_names_and_notes() -> None:
    text = plain(cell_grid(PLAIN, [[Cell("AA", "3.5", ((1.0, RED),)), Cell("AKs")]]))
    assert text == "AA    .     \n  3.5       \n"
    names = [letter for letter, _, _ in styles(cell_grid(COLOURS, [[Cell("AKs")]]))[:5]]
    assert names == list("AKs  ")


def test_letters_share_a_cell() -> None:
    assert letter_bar([0.4, 0.6], ["1", "k"], 5) == "11kkk"
    assert letter_bar([0.0, 0.5, 0.5], ["a", "1", "k"], 5) == "11kkk"
    assert letter_bar([1.0], ["f"], 3) == "fff"
    parts = ((0.4, RED), (0.6, GREEN))
    cells = with_letters(PLAIN, [Cell("AA", parts=parts), Cell("KK")], ["1", "k"])
    assert [cell.note for cell in cells] == ["11kkk", ""]
    held = [Cell("AA", parts=parts), Cell("KK", parts=parts)]
    cells = with_letters(PLAIN, held, ["1", "k"], [0.6, 0.01])
    assert [cell.note for cell in cells] == ["1kk  ", "k    "]


@pytest.mark.parametrize(("width", "cell"), [(200, 6), (80, 6), (78, 6), (77, 5), (60, 4), (40, 4)])
def test_cells_fit_the_terminal(width: int, cell: int) -> None:
    assert cell_width(Console(width=width, file=StringIO())) == cell


@pytest.mark.parametrize(
    ("note", "width", "shown"),
    [
        ("100%", 5, "100%"),
        ("100%", 3, "100"),
        ("110.5", 4, "110"),
        ("110.5", 5, "110.5"),
        ("-12.3", 3, "-12"),
        ("12345", 3, "12k"),
        ("<1%", 3, "<1%"),
        ("kkk", 3, "kkk"),
    ],
)
def test_notes_fit_their_cells(note: str, width: int, shown: str) -> None:
    assert fitted(note, width) == shown


def test_lines_have_colours_or_letters() -> None:
    line = (Run("■ ", RED, plain="k "), Run("check"))
    console = Console(file=StringIO(), color_system=None)
    assert line_text(console, line).plain == "k check"
    assert line_text(COLOURS, line).plain == "■ check"
    assert styles(line_text(COLOURS, line))[0] == ("■", "#c80000", "")


def test_brackets_are_not_markup(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(file=StringIO(), width=80, color_system=None)
    table = Table(text_columns("[bold]name"), (("[50]AA[/50]",),), title="[red]t")
    assert "[50]AA[/50]" in plain(terminal_table(console, table))
    assert "[bold]name" in plain(terminal_table(console, table))
    print_notes(Console(width=80), ["[/]note"])
    assert capsys.readouterr().out == "[/]note\n"


def test_tables() -> None:
    console = Console(file=StringIO(), width=80, color_system=None)
    table = Table(
        (*text_columns("name"), Column("share", colour=RED), *text_columns("")),
        (("a", "5%", Bar(0.5, RED)), ("b", "15%", Bar(0.25, RED))),
        title="Title",
        section_ends=frozenset({0}),
    )
    lines = plain(terminal_table(console, table)).splitlines()
    assert lines[0].strip() == "Title"
    assert lines[4] == "│ a    │    5% │ ███████        │"
    assert lines[5].startswith("├")
    assert lines[6] == "│ b    │   15% │ ███▌           │"
    assert "■ share" in "".join(letter for letter, _, _ in styles(terminal_table(COLOURS, table)))
    assert "│" not in plain(terminal_table(console, table, is_framed=False))


def lines_at(width: int, table: Table) -> list[str]:
    """Return the lines of the table in a terminal of this width, without trailing spaces."""
    console = Console(file=StringIO(), width=width, color_system=None)
    with console.capture() as captured:
        console.print(terminal_table(console, table))
    return [line.rstrip() for line in captured.get().splitlines()]


def test_narrow_tables_wrap_headings_then_drop_the_frame_but_never_wrap_numbers() -> None:
    table = Table(
        (*text_columns("player"), *number_columns("good", "bb lost")), (("  river", "1", "12.50%"),)
    )
    wide, narrow, bare = 28, 27, 23  # smallest width of each layout
    assert lines_at(wide, table) == [
        "┏━━━━━━━━━┳━━━━━━┳━━━━━━━━━┓",
        "┃ player  ┃ good ┃ bb lost ┃",
        "┡━━━━━━━━━╇━━━━━━╇━━━━━━━━━┩",
        "│   river │    1 │  12.50% │",
        "└─────────┴──────┴─────────┘",
    ]
    for width in (wide - 1, narrow):
        assert lines_at(width, table) == [
            "┏━━━━━━━━━┳━━━━━━┳━━━━━━━━┓",
            "┃         ┃      ┃     bb ┃",
            "┃ player  ┃ good ┃   lost ┃",
            "┡━━━━━━━━━╇━━━━━━╇━━━━━━━━┩",
            "│   river │    1 │ 12.50% │",
            "└─────────┴──────┴────────┘",
        ]
    for width in (narrow - 1, bare):
        assert lines_at(width, table)[-1].split() == ["river", "1", "12.50%"]
    for width in (bare - 1, bare - 4):
        assert any("12.50%" in line for line in lines_at(width, table))


def test_wide_tables_are_divided_among_several() -> None:
    """Numbers used to be cut in two, and the first column vanished."""
    names = [f"number {place}" for place in range(12)]
    numbers = [f"{100 + place}.25%" for place in range(12)]
    table = Table((*text_columns("card"), *number_columns(*names)), (("A♠", *numbers),))
    lines = lines_at(60, table)
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("A♠ ") for line in lines) == 2
    assert [word for line in lines for word in line.split() if "%" in word] == numbers


def test_long_text_wraps_inside_the_frame() -> None:
    table = Table(text_columns("name", "what"), (("a", "words " * 12),))
    lines = lines_at(30, table)
    assert lines[0].startswith("┏")
    assert sum(line.count("words") for line in lines) == 12
    assert all(len(line) <= 30 for line in lines)


@pytest.mark.parametrize("width", [60, 80])
def test_reviews_and_advice_wrap_between_words_in_terminals_only(width: int) -> None:
    """A line of a file or a pipe is one line; a terminal would break it within words."""
    players = ("Annabel of the long name", "Bob")
    hand = played(ON_THE_TREE, holes=("AcAd", "QdQc"), players=players)
    report = review_hands(Session((hand,)), river_solution())
    live = history(f"{TO_THE_RIVER}, p1 cc", holes=("????", "QdQc"), players=players)
    advice = advise(river_solution(), parse_phh(live))
    lines = {}
    for is_terminal in (True, False):
        console = Console(
            file=StringIO(), width=width, force_terminal=is_terminal, color_system=None
        )
        with console.capture() as captured:
            print_review(console, report, worst=3)
            print_advice(console, advice)
        lines[is_terminal] = captured.get().splitlines()
    assert max(map(len, lines[True])) <= width
    titles = [line for line in lines[False] if line.startswith("1. ")]
    assert titles
    assert titles[0].endswith("behind 800")
    wrapped, whole = (" ".join(lines[kind]).split() for kind in (True, False))
    assert set(titles[0].split()) <= set(wrapped) & set(whole)  # no word is broken
