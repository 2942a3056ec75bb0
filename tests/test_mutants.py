"""Slips of authors are told at their own line: mutants of the shipped rulesets are made, and counted.

Of every 100 mutants of a kind so many must be found. Known to be told elsewhere: a key moved to where it
makes a good name, as `members` among the enumerations; there what lacks it is told, at the line of that.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.mutants import KINDS, Mutant, Subject
from tests.playing import SHIPPED

SEED = 7
# Of a hundred, and how many are tried in `make test`.
# A few slips in a thousand words make another name that exists. The name of a line of the outlook is the
# author's own: that it is misspelt is said where a weight names it, which counts as not found here.
LEAST = dict(zip(KINDS, (98.0, 95.0, 100.0, 100.0, 99.7, 100.0, 100.0, 100.0, 100.0), strict=True))
SAMPLE = dict(zip(KINDS, (2, 3, 2, 2, 2, 1, 1, 1, 1), strict=True))


@cache
def subject(path: Path) -> Subject:
    return Subject(path)


def missed(path: Path, kind: str, most: int | None) -> tuple[list[Mutant], int]:
    """The mutants that are not found, and how many were tried."""
    rng = Random(SEED)
    mutants = subject(path).mutants(kind, rng)
    tried = mutants if most is None else rng.sample(mutants, min(most, len(mutants)))
    return [mutant for mutant in tried if not subject(path).finds(mutant)], len(tried)


def told(mutants: list[Mutant]) -> str:
    return "\n".join(f"{m.lines[0]}:{m.lines[1]}: {m.path}: {m.told}" for m in mutants)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_slips_is_found(kind: str, path: Path) -> None:
    """One miss more than the share allows, for a sample is small."""
    lost, tried = missed(path, kind, SAMPLE[kind])
    assert len(lost) <= 1 + tried * (100 - LEAST[kind]) // 100, told(lost)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
@pytest.mark.parametrize("kind", KINDS)
def test_all_slips_are_found(kind: str, path: Path) -> None:
    lost, tried = missed(path, kind, None)
    assert tried > 50 or KINDS.index(kind) > 4
    assert (tried - len(lost)) * 100 >= LEAST[kind] * tried, f"{len(lost)} of {tried}\n{told(lost)}"
