"""`python -m fifthstreet` is the command-line program."""

from fifthstreet.cli import main

main()
