"""A ruleset as it was at another revision of the Git repository it lies in: `GAME@REVISION`."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import click


def at_revision(named: str, of: Path, into: Path) -> Path:
    """Write the files of a ruleset's folder as they were, and return the folder. Raises UsageError.

    named: how the user said it; of: the folder as it is now; into: an empty folder.
    """
    revision = named.rpartition("@")[2]
    home = Path(_git(of, named, "rev-parse", "--show-toplevel").decode().strip())
    # What begins with a hyphen would be an option.
    tree = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    commit = _git(of, named, *tree).decode().strip()
    inside = of.resolve().relative_to(home.resolve()).as_posix()
    packed = _git(home, named, "archive", "--format=tar", commit, "--", inside)
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        files.extractall(into, filter="data")
    return into / inside


def _git(folder: Path, named: str, *words: str) -> bytes:
    call: Sequence[str] = ["git", "-C", str(folder), *words]
    try:
        return subprocess.check_output(call, stderr=subprocess.PIPE)
    except FileNotFoundError:
        raise click.UsageError(f"'{named}' needs git, which is not installed") from None
    except subprocess.CalledProcessError as failed:
        said = failed.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        why = said or "there is no such revision"
        raise click.BadParameter(f"'{named}': {why}", param_hint="'--against'") from None
