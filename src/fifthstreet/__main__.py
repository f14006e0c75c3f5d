"""Run the command-line program: `python -m fifthstreet`."""

from fifthstreet.cli import main

main()
