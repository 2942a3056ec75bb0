"""How Python runs the tests."""

import gc

# The games that a process keeps for all its tests are millions of objects. To go through them time and again
# was a fifth of `make test`, and found next to nothing: what is new is looked at once, and no more.
gc.set_threshold(1_000_000, 1_000)
