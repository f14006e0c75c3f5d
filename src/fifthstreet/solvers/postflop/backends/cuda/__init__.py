"""The range solver on a GPU. It is imported, and CuPy needed, only when it is used."""
