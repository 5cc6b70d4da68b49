"""What a campaign found is tried first by the next, on this machine or on another one."""

from __future__ import annotations

import socket
import subprocess
import time
from typing import TYPE_CHECKING, Any

import mistakes
import pytest

from programs import needed
from schedule_conformance.base.usage import UsageError
from schedule_conformance.fuzz.campaign import Campaign, Scope
from schedule_conformance.fuzz.search.database import open_database
from schedule_conformance.running.partners import InProcessPartner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def kinds(place: str | None, *, examples: int, seed: int, op: Any) -> list[tuple[str, ...]]:
    port = {"fold": mistakes.sorts_seen_ids, "session": mistakes.loses_what_was_not_admitted}[op]
    database = open_database(place) if place else None
    scope = Scope(ops=[op], examples=examples, seed=seed, database=database, enough=1)
    return [found.kind for found in Campaign(InProcessPartner(port), scope).run()]


@pytest.fixture
def server() -> Iterator[str]:
    """A Redis server on a free port, by its URL."""
    program = needed("redis-server", "Debian's redis-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no"],
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "the Redis server does not start"
                time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("op", ["fold", "session"])
def test_a_folder_keeps_what_was_found(tmp_path: Path, op: str) -> None:
    place = str(tmp_path / "examples")
    found = kinds(place, examples=800, seed=1, op=op)
    assert len(found) == 1
    assert kinds(None, examples=1, seed=2, op=op) == []
    assert kinds(place, examples=1, seed=2, op=op) == found


def test_machines_share_a_campaign_through_a_redis_server(server: str) -> None:
    found = kinds(server, examples=800, seed=1, op="fold")
    assert len(found) == 1
    assert kinds(server, examples=1, seed=2, op="fold") == found


def test_what_another_machine_found_stays_when_it_is_passed_over(tmp_path: Path) -> None:
    place = str(tmp_path / "examples")
    kinds(place, examples=800, seed=1, op="fold")
    partner = InProcessPartner(mistakes.sorts_seen_ids)
    scope = Scope(ops=["fold"], examples=50, database=open_database(place))
    assert len(Campaign(partner, scope).run()) == 1
    assert len(kinds(place, examples=1, seed=3, op="fold")) == 1


def test_what_diverges_no_more_is_forgotten(tmp_path: Path) -> None:
    from schedule_conformance.reference_port.operations import answer

    place = tmp_path / "examples"
    kinds(str(place), examples=800, seed=1, op="fold")
    assert any(file.is_file() for file in place.rglob("*"))
    scope = Scope(ops=["fold"], examples=1_000, database=open_database(str(place)))
    assert Campaign(InProcessPartner(answer), scope).run() == []
    assert kinds(str(place), examples=1, seed=2, op="fold") == []


def test_a_server_that_is_not_there_is_a_usage_error() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        place = f"redis://127.0.0.1:{closed.getsockname()[1]}/0"
        with pytest.raises(UsageError, match="cannot use the database redis://"):
            open_database(place)
