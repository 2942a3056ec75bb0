"""Functions that only a module built for other hosts has."""
