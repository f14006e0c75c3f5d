"""Programs for developers, and a step of the build."""
