"""The range solver on a GPU. It is imported, and needs CuPy, only when it is used."""
