"""The range solver on a GPU. Nothing here is imported, and no CuPy needed, unless asked for."""
