"""Public chance sampling with buckets on a GPU."""
