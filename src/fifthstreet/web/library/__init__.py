"""The library: the files that the web app keeps, all in one folder."""

from fifthstreet.web.library.flop_runs import FlopRun, FlopShelf
from fifthstreet.web.library.folder import Folder, check_name, free_name
from fifthstreet.web.library.matches import MatchShelf
from fifthstreet.web.library.named_ranges import NamedRanges
from fifthstreet.web.library.preflop import PreflopShelf
from fifthstreet.web.library.reviews import ReviewShelf
from fifthstreet.web.library.solutions import SolutionShelf

__all__ = [
    "FlopRun",
    "FlopShelf",
    "Folder",
    "MatchShelf",
    "NamedRanges",
    "PreflopShelf",
    "ReviewShelf",
    "SolutionShelf",
    "check_name",
    "free_name",
]
