"""Developer tools, and a step of the build."""
