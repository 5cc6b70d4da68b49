"""The first line of a session log: which session it is (LOG-2, LOG-3)."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from session_schedule.embedded.log.errors import LogError
from session_schedule.errors import CorruptLog
from session_schedule.values import MAX_SAFE_INTEGER, json_text, parse_json

FORMAT_VERSION = 0

_REQUIRED = ("id", "createdAt", "delegationDepth")
_RETIRED = ("sandboxMode", "approvalPolicy")
_ORDER = (
    "type",
    "version",
    "id",
    "createdAt",
    "cwd",
    "parentSession",
    "seedLength",
    "origin",
    "delegationDepth",
    "agentPreset",
)

# Others mean nothing, and may have names that are no text, such as unpaired surrogates.
_KNOWN = {*_ORDER, *_RETIRED}

_Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE_INTEGER)]


class SessionHeader(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a log says about its session; it never changes.

    Attributes:
        id: The session's id.
        created_at: When it was created, in milliseconds since the epoch.
        cwd: The absolute path of the folder it works in, if it has one.
        delegation_depth: How many sessions lie between it and one that a user began.
        parent_session: Of a fork, the id of the session that it came from.
        seed_length: Of a fork, how many of the first events are inherited (FOLD-11).
        origin: ``subagent``, or None.
        agent_preset: The name of what its agent is composed of, if it has one.
        version: The format of the log.
    """

    id: Annotated[str, msgspec.Meta(min_length=1)]
    created_at: _Count
    cwd: str | None = None
    delegation_depth: _Count = 0
    parent_session: str | None = None
    seed_length: _Count | None = None
    origin: Literal["subagent"] | None = None
    agent_preset: str | None = None
    version: int = FORMAT_VERSION


def new_id(given: str | None) -> str:
    """Return the id of a new session: the one that is given, or a random one."""
    return str(uuid.uuid4()) if given is None else given


def encode_header(header: SessionHeader) -> bytes:
    """Return the line of a header (LOG-2, LOG-13).

    Raises:
        LogError: A field is no JSON value.
    """
    names = {field.encode_name: field.name for field in msgspec.structs.fields(SessionHeader)}
    fields = {"type": "session", **{name: getattr(header, names[name]) for name in names}}
    present = {name: fields[name] for name in _ORDER if fields[name] is not None}
    try:
        return json_text(present).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise LogError(f"the header cannot be written: {error}", rule="LOG-2") from None


def as_read(header: SessionHeader) -> SessionHeader:
    """Return a new header as its readers will find it (LOG-2).

    Raises:
        LogError: They would refuse it.
    """
    return decode_header(encode_header(header))


def decode_header(line: bytes) -> SessionHeader:
    """Return the header that the first line of a log is.

    Raises:
        LogError: It is no header (LOG-2), or one of another format (LOG-3).
    """
    try:
        value = parse_json(line)
    except CorruptLog as error:
        raise LogError(f"the header is not JSON: {error.message}", rule="LOG-2") from None
    if not isinstance(value, dict):
        raise LogError("the header is not an object", rule="LOG-2")
    # A number is an integer by its value, so that 0.0 is one, and false is none.
    fields = {name: _integral(field) for name, field in value.items() if name in _KNOWN}
    version = fields.get("version")
    if type(version) in {int, float} and version != FORMAT_VERSION:
        message = f"the log has format version {version}, and only {FORMAT_VERSION} is known"
        raise LogError(message, rule="LOG-3")
    if fields.get("type") != "session" or type(version) is not int:
        raise LogError('the first line is not a header of "type":"session"', rule="LOG-2")
    _check_names(fields)
    try:
        header = msgspec.convert(fields, SessionHeader)
    except msgspec.ValidationError as error:
        raise LogError(f"the header is not valid: {error}", rule="LOG-2") from None
    if header.cwd is not None and not Path(header.cwd).is_absolute():
        message = f"the cwd of a header must be absolute, which {header.cwd!r} is not"
        raise LogError(message, rule="LOG-2")
    return header


def _integral(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _check_names(fields: dict[str, Any]) -> None:
    for name in _REQUIRED:
        if name not in fields:
            raise LogError(f"the header lacks {name}", rule="LOG-2")
    for name in _RETIRED:
        if name in fields:
            raise LogError(f"the header has the retired field {name}", rule="LOG-2")
    for name in _ORDER:
        if name in fields and fields[name] is None:
            raise LogError(f"the header's {name} must not be null", rule="LOG-2")
