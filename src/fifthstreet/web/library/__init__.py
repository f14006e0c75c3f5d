"""The library: the files that the web app keeps, all in one folder."""

from fifthstreet.web.library.folder import Folder, check_name, free_name
from fifthstreet.web.library.named_ranges import NamedRanges
from fifthstreet.web.library.reviews import ReviewShelf
from fifthstreet.web.library.solutions import SolutionShelf

__all__ = ["Folder", "NamedRanges", "ReviewShelf", "SolutionShelf", "check_name", "free_name"]
