"""Dates and times in the logs of poker sites."""

from datetime import datetime, time


def parse_time(raw_time: str) -> time:
    """Parse a time like `12:34:56`."""
    return datetime.strptime(raw_time, "%H:%M:%S").time()


def parse_month(raw_month: str) -> int:
    """Return the number of a month given by name: January is 1."""
    return datetime.strptime(raw_month, "%B").month
