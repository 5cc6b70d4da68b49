"""Fingerprints of wrong answers: what the answer to a case does otherwise than expected.

A fingerprint holds one mark for each place in which the answer differs from the expectation. Two
ports that make the same difference to one case have the same marks there, whatever else is wrong
with either; no mark tells the answer itself, so that many of them fit into a small file.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any
from zlib import crc32

from msgspec import UNSET

from schedule_conformance.judging.compare import comparable, differences

if TYPE_CHECKING:
    from schedule_conformance.corpus.case import Case
    from schedule_conformance.ports.messages import Answer

Fingerprint = tuple[str, ...]

DIED: Fingerprint = ("died",)
"""The fingerprint of no answer at all."""

_BYTES = 3
_PLACES = 64
_SAMPLE = 1 << 10


def fingerprint(case: Case, answer: Answer | None) -> Fingerprint:
    """The marks of a wrong answer, in order of place; of an error its code is the only one."""
    if answer is None:
        return DIED
    if answer.error is not UNSET:
        return (answer.error.code,)
    if case.expect.value is UNSET:
        return (_mark("$", answer.value),)
    compared = comparable(case.op, case.expect.value, answer.value)
    found = islice(differences(*compared), _PLACES)
    return tuple(dict.fromkeys(_mark(difference.path, difference.got) for difference in found))


def kind(case: Case, answer: Answer | None) -> str:
    """What an answer to a case of a sweep does wrong, in a word that fits other local times too."""
    if answer is None:
        return "died"
    if answer.error is not UNSET:
        return f"refused as {answer.error.code}"
    if not case.expect.accepts:
        return "accepted"
    match case.expect.value, answer.value:
        case {"scheduledAt": str(expected)}, {"scheduledAt": str(got)}:
            return "later" if got > expected else "earlier" if got < expected else "otherwise"
    return "otherwise"


def is_sampled(case: Case) -> bool:
    """Whether a case of a sweep is one of the few whose wrong answers the catalogue holds."""
    return crc32(case.id.encode(errors="surrogatepass")) % _SAMPLE == 0


def _mark(path: str, got: Any) -> str:
    """A few characters that stand for what was got at a place."""
    what = "" if got is UNSET else json.dumps(got, sort_keys=True)
    digest = blake2b(f"{path} {what}".encode(errors="surrogatepass"), digest_size=_BYTES)
    return b64encode(digest.digest()).decode()
