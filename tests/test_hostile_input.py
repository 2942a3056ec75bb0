"""Hostile input, as a stranger would send it: an error soon, in little memory, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.hostile.attacks import ATTACKS, Attack, lay_out
from tests.hostile.running import MEGABYTES, SECONDS, contents, run

# What an attack may leave behind: the journal that the user asked for, those of games that failed, and rules
# that took long to read.
OWN = re.compile(
    r"work/saved\.jsonl|home/\.cache(/rulewright(/rules(/\w+\.rules)?)?)?|"
    r"home/\.local(/state(/rulewright(/trap-[\d-]+\.jsonl)?)?)?"
)
# In `make test` some of each group; all of them together take minutes.
SOME = ATTACKS[::60]


def survive(attack: Attack, folder: Path) -> None:
    """Run an attack and look at all that it did."""
    work = folder / "work"
    work.mkdir()
    lay_out(attack, work)
    (folder / "home").mkdir()
    before = contents(folder)
    found = run(work, attack.command, attack.typed)
    after = contents(folder)
    assert found.status == attack.status, found.text[:2_000]
    assert "Traceback" not in found.text
    if found.status:
        assert attack.code in found.text
        assert attack.place in found.text
        assert found.text.strip()
    for word in attack.never:
        assert word not in found.text
    assert found.seconds < SECONDS
    assert 0 < found.megabytes < MEGABYTES
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert all(OWN.fullmatch(name) for name in changed), changed


@pytest.mark.parametrize("attack", SOME, ids=lambda attack: attack.name)
def test_some_attacks_end_soon_and_harm_nothing(attack: Attack, tmp_path: Path) -> None:
    survive(attack, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "attack", [attack for attack in ATTACKS if attack not in SOME], ids=lambda attack: attack.name
)
def test_all_other_attacks_end_soon_and_harm_nothing(attack: Attack, tmp_path: Path) -> None:
    survive(attack, tmp_path)


def test_each_attack_has_a_name_of_its_own() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
