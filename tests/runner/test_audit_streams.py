"""``schedule-spec audit``: logs of any size, from pipes, archives and folders."""

import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_audit_findings import HEADER, create, ended, line, written

from schedule_conformance.audit import many, sources
from schedule_conformance.audit.progress import ReadingBar
from schedule_conformance.commands.main import main

AUDIT = [sys.executable, "-m", "schedule_conformance", "audit"]

IN_128_MEGABYTES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 27, 1 << 27))
from schedule_conformance.commands.main import main
sys.exit(main(["audit", "--json", "-"]))
"""
ROWS, ROW_MEMBERS, MESSAGES, MESSAGE = 1_000, 200, 120_000, "m" * 1_000


def conversation() -> Iterator[str]:
    """Yield the lines of a log of more than 128 MiB, packed rows among them."""
    yield json.dumps(HEADER)
    yield line(0, create("a"))
    seq = 1
    for _ in range(MESSAGES):
        yield f'{{"type":"user/message","seq":{seq},"time":1,"data":{{"text":"{MESSAGE}"}}}}'
        seq += 1
    data = {"turn": 1, "step": 1, "index": 0, "dt": [0] * (ROW_MEMBERS - 1)}
    data["texts"] = [MESSAGE[:50]] * ROW_MEMBERS
    row = json.dumps({"type": "text-chunks", "time0": 1, "data": data})[1:]
    for _ in range(ROWS):
        yield f'{{"seq0":{seq},{row}'
        seq += ROW_MEMBERS
    yield line(seq, ended("delete", "none"))


def test_a_log_that_is_larger_than_memory_is_audited() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", IN_128_MEGABYTES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdin
        size = sum(child.stdin.write(f"{text}\n".encode()) for text in conversation())
        out, complaint = child.communicate(timeout=120)
    assert size > 1 << 27
    assert (child.returncode, complaint) == (1, b"")
    report = json.loads(out)
    assert report["events"] == 2 + MESSAGES + ROWS * ROW_MEMBERS
    (finding,) = report["findings"]
    assert (finding["line"], finding["event"]) == (MESSAGES + ROWS + 3, report["events"] - 1)
    assert finding["rule"] == "FOLD-4"


def zstd(content: bytes) -> bytes:
    zstandard = pytest.importorskip("zstandard")
    return bytes(zstandard.ZstdCompressor().compress(content))


@pytest.mark.parametrize("compressed", [gzip.compress, zstd])
def test_what_is_compressed_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], compressed: Callable[[bytes], bytes]
) -> None:
    path = written(tmp_path, line(0, create("a")), line(1, ended("delete", "a")))
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(compressed(content[:middle]) + compressed(content[middle:]))
    assert main(["audit", str(path)]) == 0
    assert "2 events, sound" in capsys.readouterr().out


@pytest.mark.parametrize("compressed", [gzip.compress, zstd])
@pytest.mark.parametrize("damage", ["cut", "bent"])
def test_a_damaged_archive_is_told_from_a_broken_log(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    compressed: Callable[[bytes], bytes],
    damage: str,
) -> None:
    path = written(tmp_path, *(line(seq, create(f"a{seq}")) for seq in range(50)))
    content = compressed(path.read_bytes())
    middle = len(content) // 2
    bent = content[:middle] + bytes(30) + content[middle + 30 :]
    path.write_bytes(content[:-6] if damage == "cut" else bent)
    assert main(["audit", str(path)]) == 2
    shown = capsys.readouterr().out
    assert f"{path}: the compressed data " in shown
    assert "sound" not in shown


def test_without_a_package_for_zstd_the_way_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.jsonl.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    for name in ("zstandard", "compression"):
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["audit", str(path)]) == 2
    assert "install session-schedule-spec[zstd]" in capsys.readouterr().out


def test_a_line_without_an_end_is_not_held(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 1 << 20)
    path = written(tmp_path, line(0, create("a")), b"x" * (1 << 21))
    assert main(["audit", str(path)]) == 2
    assert "a line has more than 1 MiB" in capsys.readouterr().out


def test_standard_input_may_come_a_byte_at_a_time(tmp_path: Path) -> None:
    content = gzip.compress(written(tmp_path, line(0, create("a"))).read_bytes())
    with subprocess.Popen([*AUDIT, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin
        for at in range(len(content)):
            child.stdin.write(content[at : at + 1])
            child.stdin.flush()
        out, _ = child.communicate(timeout=60)
    assert (child.returncode, b"1 events, sound" in out) == (0, True)


def logs(folder: Path) -> None:
    """Fill a folder with a sound, a broken and a compressed log, and what is none."""
    (folder / "b").mkdir(parents=True)
    content = written(folder, line(0, create("a"))).read_bytes()
    (folder / "b" / "c.jsonl.gz").write_bytes(gzip.compress(content))
    (folder / "b" / "a.jsonl").write_bytes(content + b"{\n")
    (folder / "notes.txt").write_text("no log\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_stands_for_its_logs_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    logs(tmp_path)
    assert main(["audit", "--json", "--jobs", jobs, str(tmp_path)]) == 1
    reports = [json.loads(each) for each in capsys.readouterr().out.splitlines()]
    assert [(report["file"], report["verdict"]) for report in reports] == [
        (str(tmp_path / "b" / "a.jsonl"), "broken"),
        (str(tmp_path / "b" / "c.jsonl.gz"), "sound"),
        (str(tmp_path / "s.jsonl"), "sound"),
    ]


def test_each_of_several_logs_is_named_and_a_rule_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs(tmp_path)
    broken = tmp_path / "b" / "a.jsonl"
    (tmp_path / "b" / "z.jsonl").write_bytes(broken.read_bytes())
    assert main(["audit", str(tmp_path), str(tmp_path / "none")]) == 2
    shown = capsys.readouterr().out
    assert f"{broken}: session s: 1 events, 1 finding\n" in shown
    assert f"{tmp_path / 's.jsonl'}: session s: 1 events, sound\n" in shown
    assert f"{tmp_path / 'none'}: it cannot be read: No such file" in shown
    assert shown.count("LOG-1 — ") == 1


def test_a_folder_without_logs_is_no_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(tmp_path)]) == 4
    assert "has no session log" in capsys.readouterr().err


def test_much_to_read_is_read_on_all_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(names: Any, _one: Any, workers: int) -> Any:
        used.append((list(names), workers))
        yield from (many.Told("", "sound", []) for _ in names)

    used: list[Any] = []
    logs(tmp_path)
    monkeypatch.setattr(many, "_at_once", at_once)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert main(["audit", str(tmp_path)]) == 1
    assert used == [], "so little is read sooner than a process is started"
    monkeypatch.setattr(many, "WORTH_A_PROCESS", 10)
    assert main(["audit", str(tmp_path)]) == 0
    assert [(len(names), workers) for names, workers in used] == [(3, 2)]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Tell that it is one."""
        return True


def test_a_bar_shows_how_much_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedule_conformance.audit.progress._TICK", 0)
    screen, file = Screen(), io.StringIO()
    for stream in (screen, file):
        bar = ReadingBar(stream, 4_000_000)
        bar(1_000_000)
        bar.clear()
    assert screen.getvalue() == f"\r\x1b[K[{'#' * 7}{'-' * 23}] 1 of 4 MB\r\x1b[K"
    assert file.getvalue() == ""
    bar = ReadingBar(screen, None)
    bar(7_000_000)
    assert screen.getvalue().endswith("7 MB read")


def test_the_reader_of_the_output_may_go_away(tmp_path: Path) -> None:
    path = written(tmp_path, *(line(seq, {}) for seq in range(5_000)))
    with subprocess.Popen(
        [*AUDIT, "--findings", "9999", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout
        assert b"event 0" in child.stdout.readline()
        child.stdout.close()
        assert child.wait(timeout=60) == 1
        assert child.stderr
        assert child.stderr.read() == b""
