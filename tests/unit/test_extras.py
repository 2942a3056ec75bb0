"""What to type for an extra, by where the program came from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import extras


@pytest.mark.parametrize(
    ("said", "command"),
    [
        (None, "pip install 'rulewright[table]'"),
        ("not JSON", "pip install 'rulewright[table]'"),
        (
            {"url": "file:///home/me/rules", "dir_info": {}},
            "pip install 'rulewright[table] @ file:///home/me/rules'",
        ),
        (
            {"url": "https://example.org/rules.git", "vcs_info": {"vcs": "git", "commit_id": "1a2b"}},
            "pip install 'rulewright[table] @ git+https://example.org/rules.git'",
        ),
    ],
)
def test_an_extra_comes_from_where_the_program_came_from(
    said: object, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index, a folder, a Git address; what cannot be read is taken for an index."""
    home = tmp_path / "rulewright-0.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: rulewright\nVersion: 0\n", encoding="utf-8")
    if said is not None:
        text = said if isinstance(said, str) else json.dumps(said)
        (home / "direct_url.json").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(extras, "_HOME", tmp_path)
    assert extras.to_install("table") == command


def test_in_a_checkout_an_extra_is_that_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr(extras, "_HOME", tmp_path)
    assert extras.to_install("fast") == f"pip install '{tmp_path}[fast]'"
