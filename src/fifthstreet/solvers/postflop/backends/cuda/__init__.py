"""The range solver on a GPU, imported only when it is used; it requires CuPy."""
