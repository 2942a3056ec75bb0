"""What a wheel holds: `rulewright` alone, with the interpreter and the command line inside it.

In a checkout both lie at the top, and an editable install leaves them there; a wheel with two such common
names would take them from everybody. The two folders are copied, and their imports of each other, and nothing
else, get the prefix (docs/decisions/0011-one-installed-name.md).
"""

from __future__ import annotations

import ast
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME, INSIDE = "rulewright", ("interpreter", "cli")
# An installed copy finds these beside the code, in data/; a checkout uses the root folders.
DATA = ("rulesets", "schemas", "seeds")


class OneName(BuildHookInterface):  # type: ignore[type-arg]
    """Puts rewritten copies of the inner packages into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Copy the packages; hatchling calls this before it builds."""
        if version == "editable":
            return
        self.copies = TemporaryDirectory()
        for package in (*INSIDE, NAME):
            copy = Path(self.copies.name, package)
            shutil.copytree(Path(self.root, package), copy, ignore=shutil.ignore_patterns("__pycache__"))
            for file in copy.rglob("*.py"):
                file.write_text(with_prefix(file.read_text(encoding="utf-8")), encoding="utf-8")
            build_data["force_include"][str(copy)] = f"{NAME}/{package}" if package in INSIDE else NAME
        for folder in DATA:
            build_data["force_include"][str(Path(self.root, folder))] = f"{NAME}/interpreter/data/{folder}"

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove the copies."""
        if version != "editable":
            self.copies.cleanup()


def with_prefix(code: str) -> str:
    """Return a module's code with the prefix before each import of the inner packages.

    Raises ValueError for `import interpreter…` without `as`: it would bind another name.
    """
    lines = code.splitlines(keepends=True)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [str(node.module)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        if names[0].partition(".")[0] not in INSIDE:
            continue
        if isinstance(node, ast.Import) and node.names[0].asname is None:
            raise ValueError(f"line {node.lineno}: write 'from … import' or 'import … as'")
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line.replace(f"import {names[0]}", f"import {NAME}.{names[0]}", 1).replace(
            f"from {names[0]}", f"from {NAME}.{names[0]}", 1
        )
    return "".join(lines)
