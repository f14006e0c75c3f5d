from fifthstreet.cli.program import main as main
from fifthstreet.cli.program import run as run
