"""Refusals of commands that read real hands: advise, histories, match and review."""

from __future__ import annotations

from typing import Any

from tests.refusals.rows.cli import hands, run
from tests.refusals.table import Table, new_file
from tests.refusals.things import river_file


def match(options: str) -> Any:
    return run(f"match {options} --stack 9 --blinds 1,2")


def review(options: str, **values: object) -> Any:
    return run(f"review {{hands}} {options}", hands=hands(), **values)


TABLE: Table = {
    "cli/advise.py": [
        (
            "solve_budget",
            lambda: run(
                "advise {file} --solution {solution} --seconds -1",
                file=hands(),
                solution=river_file(),
            ),
            "--seconds must be at least 0, got -1",
        ),
        (
            "AdviseCommand._execute",
            lambda: run("advise {file} --solution x --blueprint y", file=hands()),
            "specify one of --solution FILE and --blueprint FILE, got both",
        ),
        (
            "AdviseCommand._execute",
            lambda: run(
                "advise {file} --solution {solution} --hand 9", file=hands(), solution=river_file()
            ),
            "--hand must be from 1 to 1, got 9",
        ),
    ],
    "cli/histories.py": [
        ("HistoriesCommand._execute", lambda: run("histories x --to z"), "--to must be one of"),
        ("HistoriesCommand._execute", lambda: run("histories x --output y"), "requires --to"),
        (
            "HistoriesCommand._execute",
            lambda: run("histories x --to phh --json"),
            "--to cannot be combined with --json",
        ),
        (
            "HistoriesCommand._execute",
            lambda: run("histories x --to phh --audit"),
            "--audit cannot be combined with --to",
        ),
        (
            "HistoriesCommand._execute",
            lambda: run("histories {file}", file=new_file("", "x.phh")),
            "no hands found in the files",
        ),
    ],
    "cli/review.py": [
        ("ReviewCommand._check", lambda: review("--worst -1"), "--worst must be at least 0"),
        ("ReviewCommand._check", lambda: review(""), "specify one of --solution FILE"),
        (
            "ReviewCommand._check",
            lambda: review("--solution {file} --save x", file=river_file()),
            "--save requires --solve",
        ),
        (
            "ReviewCommand._check",
            lambda: review("--solution {file} --ranges x", file=river_file()),
            "--ranges requires --solve or --charts",
        ),
        (
            "ReviewCommand._check",
            lambda: review("--solve --save {file}", file=river_file()),
            "--save must be a folder, got the file",
        ),
        (
            "ReviewCommand._check",
            lambda: review("--solve --save {folder}", folder=new_file("x") / "y"),
            "cannot create folder",
        ),
        (
            "ReviewCommand._check",
            lambda: review("--solve --minutes 0"),
            "--minutes must be above 0, got 0",
        ),
        (
            "ReviewCommand._solving",
            lambda: review("--solve --first-street x"),
            "--first-street must be one of",
        ),
    ],
    "cli/match.py": [
        ("MatchCommand._read_state", lambda: match("r:c --hand 1"), "require a file, got 'r:c'"),
        (
            "MatchCommand._read_state",
            lambda: run("match {file} --stack 9 --blinds 1,2 --hand 9", file=hands()),
            "--hand must be from 1 to 1, got 9",
        ),
        (
            "MatchCommand._read_state",
            lambda: run("match {file} --stack 9 --blinds 1,2 --decision 99", file=hands()),
            "--decision must be from 1 to",
        ),
        (
            "MatchCommand._new_hand",
            lambda: run("match r:c --stack 9 --pot 2"),
            "specify --table-blinds",
        ),
        (
            "MatchCommand._board",
            lambda: match("r:c:k:nAsKsQs --board 2c3c4c"),
            "--board must begin with the cards of the path, AsKsQs, got 2c3c4c",
        ),
        (
            "MatchCommand._advice",
            lambda: match("r:c:c --hole AsKs"),
            "action 2, 'c': ",
        ),
        ("MatchCommand._advice", lambda: match("r:c:k:n --hole AsKs"), "requires the board"),
    ],
}
