"""Safe re-solving of subgames in any game with a tree, as `docs/search.md` compares its methods."""
