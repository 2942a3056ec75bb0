"""Opens every file of every ruleset in a YAML language server, as an editor does: nothing may be marked.

Needs Node and npm's yaml-language-server, on the PATH or where `make editor-server` puts it; skipped without.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAME = "yaml-language-server"
HOME = ROOT / ".venv" / "editor"
SERVER = shutil.which(NAME, path=str(HOME / "node_modules" / ".bin")) or shutil.which(NAME)
# The files of the guide are held equal to it, and it cannot know where its reader has the schemas.
FILES = sorted(
    file
    for folder in ("rulesets", "examples")
    for file in (ROOT / folder).rglob("*.yaml")
    if "night_market" not in file.parts
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SERVER is None, reason=f"{NAME} is not here: make editor-server"),
]


class Editor:
    """A language server that is talked to over its standard input and output."""

    def __init__(self) -> None:
        assert SERVER is not None
        self.process = subprocess.Popen([SERVER, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": {}}, 1)
        while self.receive().get("id") != 1:
            pass
        self.send("initialized", {})
        settings = {"yaml": {"validate": True, "schemaStore": {"enable": False}, "yamlVersion": "1.2"}}
        self.send("workspace/didChangeConfiguration", {"settings": settings})

    def send(self, method: str, params: Any, number: int | None = None, result: bool = False) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0"}
        message |= {"result": params} if result else {"method": method, "params": params}
        text = json.dumps(message | ({} if number is None else {"id": number}))
        assert self.process.stdin is not None
        self.process.stdin.write(f"Content-Length: {len(text.encode())}\r\n\r\n{text}".encode())
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """Return the next message; what the server asks is answered with nothing."""
        out = self.process.stdout
        assert out is not None
        length = 0
        while (line := out.readline().strip()) or not length:
            assert line or length or self.process.poll() is None, "the server has ended"
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        message: dict[str, Any] = json.loads(out.read(length))
        if "method" in message and "id" in message:
            asked = (
                message.get("params", {}).get("items", ())
                if message["method"].endswith("configuration")
                else None
            )
            self.send("", [{} for _ in asked] if asked is not None else None, message["id"], result=True)
        return message

    def marks(self, file: Path, text: str) -> list[str]:
        """Open a text under the name of a file; return what the server marks in it."""
        document = {"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        while True:
            message = self.receive()
            told = message.get("params") or {}
            if message.get("method") == "textDocument/publishDiagnostics" and told["uri"] == file.as_uri():
                self.send("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
                return [
                    f"{mark['range']['start']['line'] + 1}: {mark['message']}" for mark in told["diagnostics"]
                ]


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    made = Editor()
    yield made
    made.process.kill()
    made.process.wait()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_an_editor_marks_nothing(file: Path, editor: Editor) -> None:
    """And each file names its schema in its first line, or it would be marked whatever it held."""
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=")
    assert editor.marks(file, text) == []


def test_an_editor_marks_what_is_wrong(editor: Editor) -> None:
    """So that silence means something: an unknown key in a main file, a part, and a scenario."""
    folder = ROOT / "rulesets" / "burgundy"
    for name in ("ruleset.yaml", "actions.yaml", "scenarios/taking.yaml"):
        text = (folder / name).read_text(encoding="utf-8") + "\nnonsense: 1\n"
        unsaved = (folder / name).with_name(f"unsaved_{Path(name).name}")
        assert any("nonsense" in mark for mark in editor.marks(unsaved, text)), name
