"""Patterns that the parsers of logs share."""

import re

UNMATCHABLE_PATTERN: re.Pattern[str] = re.compile(r"(?!)")  # for lines that a site does not have
