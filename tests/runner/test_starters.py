"""Starters are put whole or not at all; each builds, greets, and reads and writes any JSON."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from runner_kit import LIMITS, case, verdicts

from programs import needed
from schedule_conformance.base.usage import UsageError
from schedule_conformance.commands import main as cli
from schedule_conformance.corpus.case import Expect
from schedule_conformance.judging.verdict import Verdict
from schedule_conformance.ports import shipped, starters
from schedule_conformance.ports.process import Command
from schedule_conformance.running.drive import Drive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schedule_conformance.corpus.case import Case

PASS, UNSUPPORTED = Verdict.PASS, Verdict.UNSUPPORTED
LANGUAGES = starters.names()
SOURCES = {
    "csharp": "Program.cs",
    "dart": "bin/port.dart",
    "go": "main.go",
    "java": "Port.java",
    "javascript": "port.js",
    "python": "port.py",
    "rust": "src/main.rs",
    "swift": "Sources/port/main.swift",
    "typescript": "port.ts",
}
"""The file of each starter in which its author calls the port."""

ECMASCRIPT = '["view", (args) => args], ["decode", (args) => readJson(String(args.text))],'
CALLS = {
    "csharp": '["view"] = args => JsonObject.Create(args), ["decode"] = args =>'
    ' JsonNode.Parse(Json.Read(args.GetProperty("text").GetString()!).GetRawText()),',
    "dart": "'view': (args) => args, 'decode': (args) => readJson(args['text'] as String),",
    "go": '"view": func(args object) (any, error) { return args, nil },'
    ' "decode": func(args object) (value any, err error) {'
    ' err = readJSON([]byte(args["text"].(string)), &value); return },',
    "java": 'OPERATIONS.put("view", args -> args);'
    ' OPERATIONS.put("decode", args -> readJson((String) args.get("text")));',
    "javascript": ECMASCRIPT,
    "python": '"view": lambda a: a, "decode": lambda a: read_json(a["text"]),',
    "rust": '("view", |args| Ok(args.clone())), ("decode", |args| match args.get("text") {'
    " Some(Json::Text(text)) => Json::read(text).map(|read| read.0)"
    '.ok_or(Failure::Refusal("corrupt_schedule_log")), _ => Ok(Json::Null) }),',
    "swift": '"view": { args in .object(args) }, "decode": { args in'
    ' if case .text(let text)? = args["text"] { return try Json.read(text) }; return .null },',
    "typescript": ECMASCRIPT,
}
"""What stands at the marked place while a starter is tested: an echo, and the reader of texts."""

HOLDS_LONE_SURROGATES = {"dart", "java", "javascript", "python", "typescript"}

KEEPS_SPELLING = {"csharp", "go"}
"""Where a number is not read as a double before the port asks for it."""

VALUES: dict[str, Any] = {
    "numbers": [0, -1, 2**53 - 1, -(2**53), 0.1, 1e21, 1e-7, 1.7976931348623157e308, 5e-324, 300.5],
    "big integers": [10**22, int(1e300), int(1.5e30)],
    "names": {"b": 1, "a": 2, "10": 3, "9": 4, "__proto__": 5, "constructor": 6, "": 7},
    "escapes": '\u0000\u0001\b\f\n\r\t"\\/\u007f\u0080\u0085\u2028\u2029\ufeff\uffff',
    "markup": "<b>&amp;</b> 'é' ü 日本 \U0001f600",
    "kinds": [None, True, False, [], {}, "", [[]], {"a": {}}],
    "escaped escapes": "\\ud800 \\\\ud800",
    "long": "x" * 200_000,
}
DEEP: Any = 0
for _ in range(90):
    DEEP = [DEEP]
VALUES["deep"] = DEEP

NO_JSON = [
    *("", " ", "nul", "True", "NaN", "Infinity", "-", "+1", "01", ".5", "1.", "1e", "0x1", "1 2"),
    *("[", "[1", "[1,]", "[,1]", "{", '{"a"}', '{"a":}', '{"a":1,}', "{a:1}", "]", "'a'", "[1}"),
    *(
        '"',
        '"a',
        '"\\x"',
        '"\\u12"',
        '"\\u12g4"',
        '"\t"',
        '"\n"',
        "\u00a01",
        "// 1",
        '{"a":1 "b":2}',
    ),
]
TEXTS: dict[str, Any] = {
    " \t\r\n[ 1 , 2.50 , -0.5 , 3e2 , 1E+2 ] ": [1, 2.5, -0.5, 300, 100],
    '{"a":1,"a":2}': {"a": 2},
    '"\\u00e9\\/\\ud83d\\ude00"': "é/\U0001f600",
}


def started(language: str, folder: Path) -> Command:
    """Put a starter into a folder, call a port there as its author would, and build it."""
    starter = starters.load(language)
    if not starter.tested and shutil.which(starter.needs) is None:
        pytest.skip(f"there is no package of {starter.needs} for the machines of these tests")
    needed(starter.needs, f"the toolchain of {starter.title}")
    starters.put(language, folder)
    source = folder / SOURCES[language]
    text = source.read_text("utf-8").replace("= [:\n", "= [\n")
    before, mark, after = text.partition("PORT: call your code here")
    assert mark, "the place is marked"
    head, _, comment = before.rpartition("\n")
    source.write_text(f"{head}\n{CALLS[language]}\n{comment}{mark}{after}", "utf-8")
    for command in starter.build:
        environment = {**os.environ, "CARGO_NET_OFFLINE": "true", "GOTOOLCHAIN": "local"}
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    program, *words = starter.run
    program = str(folder / program) if "/" in program else program
    return Command([sys.executable if program == "python3" else program, *words], folder)


def questions() -> list[Case]:
    echoed = [case(f"echo/{name}", args={"x": value}) for name, value in VALUES.items()]
    refused = Expect(error="corrupt_schedule_log")
    return [
        *echoed,
        *[case(f"no/{text}", op="decode", args={"text": text}, expect=refused) for text in NO_JSON],
        *[
            case(f"text/{text}", op="decode", args={"text": text}, expect=Expect(value=value))
            for text, value in TEXTS.items()
        ],
    ]


def wrong(drive: Drive) -> list[str]:
    return [
        f"{each.case.id}: {each.answer} {each.note}"[:300]
        for each in drive.run()
        if each.verdict is not PASS
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_is_a_port_from_the_first_minute(language: str, tmp_path: Path) -> None:
    command = started(language, tmp_path)
    asked = questions()
    if language not in KEEPS_SPELLING:
        rounded = Expect(value=2.0**53)
        asked.append(
            case("text/even", op="decode", args={"text": "9007199254740993"}, expect=rounded)
        )
    drive = Drive(command, asked, LIMITS)
    assert wrong(drive) == []
    assert drive.complaints == []
    assert drive.hello is not None
    assert (drive.hello.name, sorted(drive.hello.ops)) == ("my-port", ["decode", "view"])

    lone = [
        case("lone/high", args={"x": "a\ud800b"}),
        case("lone/low", args={"x": {"\udc00": "\U0001f600"}}),
        case("lone/reversed", args={"x": "\ude00\ud83d"}),
    ]
    last = case("lone/afterwards")
    verdict = PASS if language in HOLDS_LONE_SURROGATES else UNSUPPORTED
    assert verdicts(Drive(command, [*lone, last], LIMITS).run()) == [verdict] * 3 + [PASS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_is_small_and_says_what_to_do(language: str, tmp_path: Path) -> None:
    files = starters.put(language, tmp_path / "it")
    assert Path(SOURCES[language]) in files
    assert Path("README.md") in files
    assert 40 <= len((tmp_path / "it" / SOURCES[language]).read_text("utf-8").splitlines()) <= 90
    assert len((tmp_path / "it" / "README.md").read_text("utf-8").splitlines()) == 5
    starter = starters.load(language)
    readme = (tmp_path / "it" / "README.md").read_text("utf-8")
    assert f"-- {' '.join(starter.run)}`" in readme
    assert ("not compiled" in readme) is not starter.tested


def test_starters_are_no_adapters() -> None:
    assert sorted(SOURCES) == LANGUAGES
    assert "starters" not in shipped.names()
    assert set(SOURCES) & set(shipped.names()) == {"javascript"}


@pytest.mark.parametrize(
    ("word", "name"), [("js", "javascript"), ("C#", "csharp"), ("TypeScript", "typescript")]
)
def test_a_language_is_known_by_its_usual_names(word: str, name: str) -> None:
    assert starters.find(word) == name


def new_port(*words: str) -> int:
    return cli.main(["new-port", *words])


def contents(folder: Path) -> dict[str, str]:
    files: Sequence[Path] = sorted(each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): each.read_text("utf-8") for each in files}


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text("mine")
    assert new_port("rust", str(tmp_path)) == 3
    assert "has a file README.md already: nothing was written" in capsys.readouterr().err
    assert contents(tmp_path) == {"README.md": "mine"}


def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    assert new_port("javascript", str(tmp_path)) == 0
    assert sorted(contents(tmp_path)) == ["README.md", "notes", "package.json", "port.js"]


def test_nothing_is_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "src").write_text("a file where a folder has to be")
    assert new_port("rust", str(tmp_path)) == 3
    assert capsys.readouterr().err.startswith("schedule-spec: cannot write ")
    assert sorted(contents(tmp_path)) == ["src"]

    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "read_bytes", full)
    with pytest.raises(UsageError, match="No space left on device"):
        starters.put("javascript", tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


def test_a_language_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert new_port("javscript") == 3
    assert "there is no starter in 'javscript'; there are: csharp, dart, " in (
        error := capsys.readouterr().err
    )
    assert error.endswith("did you mean javascript?\n")


def test_it_tells_what_comes_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_port("java", str(tmp_path / "my port")) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].endswith("my port: Json.java, Port.java, README.md")
    assert printed[1:] == [
        f"  cd '{tmp_path}/my port'",
        "  javac -d classes Json.java Port.java",
        "  schedule-spec run --class decoder -- java -cp classes Port",
    ]


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"session-schedule-spec {version('session-schedule-spec')}\n"
