"""Games for the solvers of `solve.cfr`."""
