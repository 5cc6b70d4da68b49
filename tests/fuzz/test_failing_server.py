"""A server of examples that fails is no divergence, and its password is told to nobody."""

from __future__ import annotations

import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

FUZZ = [sys.executable, "-m", "schedule_conformance", "fuzz", "--op", "allocate", "--seed", "1"]
REFERENCE = ["--", sys.executable, "-m", "schedule_conformance", "reference"]
PASSWORD = "s3cret"  # noqa: S105 - that is what is tested


class Handler(socketserver.StreamRequestHandler):
    """Speaks as much of Redis' protocol as a client needs to connect, and then fails."""

    def handle(self) -> None:
        """Answer commands until the way to fail ends that."""
        while words := self._command():
            name = words[0].upper()
            if name in (b"PING", b"AUTH", b"CLIENT", b"SELECT"):
                self.wfile.write(b"+PONG\r\n" if name == b"PING" else b"+OK\r\n")
            elif name == b"HELLO":
                self.wfile.write(b"%1\r\n$5\r\nproto\r\n:3\r\n")
            elif not self._fail():
                return

    def _command(self) -> list[bytes]:
        head = self.rfile.readline()
        if not head.startswith(b"*"):
            return []
        return [
            self.rfile.read(int(self.rfile.readline()[1:]) + 2)[:-2] for _ in range(int(head[1:]))
        ]

    def _fail(self) -> bool:
        server: Any = self.server
        server.failed.set()
        if server.way == "goes away":
            server.shutdown_request(self.request)
            return False
        if server.way == "has another type":
            error = "WRONGTYPE Operation against a key holding the wrong kind of value"
            self.wfile.write(f"-{error}\r\n".encode())
            return True
        server.over.wait(60)
        return False


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A server that fails in this way as soon as it is asked for examples."""
    socketserver.ThreadingTCPServer.allow_reuse_address = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        own: Any = server
        own.way, own.failed, own.over = request.param, threading.Event(), threading.Event()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield own
        own.over.set()
        server.shutdown()


@pytest.mark.parametrize(
    "server", ["goes away", "has another type", "times out"], indirect=True, ids=str
)
def test_a_server_that_fails_during_a_campaign_is_noted(server: Any, tmp_path: Path) -> None:
    pytest.importorskip("redis")
    url = f"redis://:{PASSWORD}@127.0.0.1:{server.server_address[1]}/0"
    done = subprocess.run(
        [*FUZZ, "--examples", "20", "--database", url, *REFERENCE],
        cwd=tmp_path, capture_output=True, check=False, text=True, timeout=120,
    )  # fmt: skip
    printed = done.stdout + done.stderr
    assert server.failed.is_set(), printed
    assert done.returncode == 0, printed
    assert "note: the database failed" in printed
    assert "from then on nothing was kept" in printed
    assert PASSWORD not in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    "url",
    [
        f"redis://user:{PASSWORD}@127.0.0.1:1/0",
        f"redis://:{PASSWORD}@127.0.0.1:none/0",
        f"redis://127.0.0.1:1/0?password={PASSWORD}",
        f"redis://127.0.0.1:1/{PASSWORD}@0",
    ],
)
def test_a_url_that_cannot_be_used_is_shown_without_its_password(url: str, tmp_path: Path) -> None:
    pytest.importorskip("redis")
    done = subprocess.run(
        [*FUZZ, "--examples", "1", "--database", url, *REFERENCE],
        cwd=tmp_path, capture_output=True, check=False, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 3
    assert "cannot use the database redis://" in done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
