"""What an installation holds: one name, `rulewright`, with everything inside it, and a command that plays."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

import hatch_build
import interpreter
import rulewright

ROOT = Path(__file__).resolve().parents[1]


def test_one_face_in_a_checkout() -> None:
    """What `rulewright` offers are the interpreter's own names, and the version."""
    everything: dict[str, object] = {}
    exec("from rulewright import *", everything)
    public = set(vars(interpreter)["__all__"])
    assert public | {"__version__"} == set(everything) - {"__builtins__"}
    assert rulewright.Game is interpreter.Game
    assert public <= set(dir(rulewright))
    assert rulewright.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="has no attribute 'model'"):
        rulewright.model  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("code", "rewritten"),
    [
        ("from interpreter import Game\n", "from rulewright.interpreter import Game\n"),
        ("if a:\n  from cli.x import (\n    b)\n", "if a:\n  from rulewright.cli.x import (\n    b)\n"),
        ("import interpreter as face\n", "import rulewright.interpreter as face\n"),
        ('"""from interpreter import Game\n"""\n', None),
        ("from click import cli\nimport interpreters\nfrom . import cli\n", None),
    ],
)  # fmt: skip
def test_only_imports_get_the_prefix(code: str, rewritten: str | None) -> None:
    """The hook that builds the wheel changes import lines, and nothing that looks like them."""
    assert hatch_build.with_prefix(code) == (rewritten or code)


def test_an_import_that_binds_another_name_is_refused() -> None:
    """`import interpreter` would bind `rulewright` with the prefix."""
    with pytest.raises(ValueError, match="line 1"):
        hatch_build.with_prefix("import interpreter.play\n")


def test_every_module_can_go_into_a_wheel() -> None:
    """What the hook refuses would end `pip install .`; the test that builds a wheel is a slow one."""
    for package in (*hatch_build.INSIDE, hatch_build.NAME):
        for file in ROOT.joinpath(package).rglob("*.py"):
            try:
                hatch_build.with_prefix(file.read_text(encoding="utf-8"))
            except ValueError as why:
                pytest.fail(f"{file.relative_to(ROOT)}: {why}")


@pytest.mark.slow
def test_a_wheel_claims_one_name_and_plays(tmp_path: Path) -> None:
    """Built, installed into a fresh environment and used there, without the checkout on the path."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--quiet", "--wheel-dir"]
    subprocess.run([*pip, *build, tmp_path, ROOT], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as held:
        names = [name for name in held.namelist() if ".dist-info/" not in name]
        code = {name: held.read(name).decode() for name in names if name.endswith(".py")}
    assert {name.partition("/")[0] for name in names} == {"rulewright"}
    assert not [name for name in names if "__pycache__" in name]
    assert [name for name, text in code.items() if _imports_of_inner_packages(text)] == []

    home = tmp_path / "home"
    venv.create(home, with_pip=False, symlinks=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    install = ["--python", str(home), "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, *install, wheel], check=True, capture_output=True)
    # What it depends on is taken from this environment; its editable install is not, for a path that a .pth
    # file adds has its own .pth files left alone.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    def run(*command: str) -> str:
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        done = subprocess.run(
            [home / "bin" / command[0], *command[1:]],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "burgundy" in run("rulewright", "list")
    assert "2 games" in run("rulewright", "simulate", "burgundy", "--games", "2")
    assert run("python", "-m", "rulewright", "list") == run("rulewright", "list")
    asked = "import rulewright; print(rulewright.load('burgundy').ok, rulewright.__version__)"
    assert run("python", "-c", asked).split()[0] == "True"
    sought = "from importlib.util import find_spec; print(find_spec('interpreter'), find_spec('cli'))"
    assert run("python", "-c", sought).split() == ["None", "None"]


def _imports_of_inner_packages(code: str) -> bool:
    """Whether a module imports one of the packages without the prefix."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append(str(node.module))
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return any(name.partition(".")[0] in hatch_build.INSIDE for name in found)
