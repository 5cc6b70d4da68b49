"""Sentences of the chapter on framing."""

from __future__ import annotations

from binding.asking import TARGET, record, value_of
from binding.sentence import Sentence


def _one_shot(prompt: str = "p") -> str:
    return str(value_of("frame", reminder=record(prompt=prompt)))


def _batch() -> str:
    reminder = {"record": record("every"), "occurrenceAt": TARGET}
    return str(value_of("frame", batch=[reminder]))


def _written(prompt: str) -> str:
    """The JSON text of a prompt in the framing, without its quotes."""
    return _one_shot(prompt).rpartition(": ")[2][1:-1]


def _are_the_lines(text: str, count: int, separator: set[str]) -> bool:
    (sign,) = separator
    return len(text.split(sign)) == count


def _escapes(
    quote: str,
    backslash: str,
    named: set[str],
    escapes: list[str],
    below: set[str],
    unicode: str,
    digits: int,
) -> bool:
    plain = [quote, backslash]
    if [_written(f"a{each}a") for each in plain] != [f"a\\{each}a" for each in plain]:
        return False
    if [_written(f"a{each}a") for each in sorted(named)] != [f"a{each}a" for each in escapes]:
        return False
    (end,) = below
    others = [chr(code) for code in range(0x20) if chr(code) not in named]
    written = [_written(f"a{each}a") for each in others]
    return written == [f"a{unicode}{ord(each):0{digits}x}a" for each in others] and [
        _written(f"a{chr(code)}a") == f"a{chr(code)}a" for code in (ord(end) - 1, ord(end))
    ] == [False, True]


def _escapes_surrogates(unicode: str, digits: int) -> bool:
    return _written("\ud800") == f"{unicode}{0xD800:0{digits}x}"


def _stand(signs: list[str], characters: set[str]) -> bool:
    return all(_written(f"a{each}a") == f"a{each}a" for each in (*signs, *characters))


SENTENCES = (
    Sentence(
        "FRAME-1",
        "these {count:count} lines, joined by {separator:characters}",
        lambda count, separator: _are_the_lines(_one_shot(), count, separator),
    ),
    Sentence(
        "FRAME-2",
        "these {count:count} lines, joined by {separator:characters}",
        lambda count, separator: _are_the_lines(_batch(), count, separator),
    ),
    Sentence(
        "FRAME-3",
        "escape {quote:quote} and {backslash:quote} with a backslash, {named:characters} as "
        "{escapes:quotes}, the other characters below {below:characters} as {unicode:quote} "
        "and {digits:count} lower-case",
        _escapes,
    ),
    Sentence("FRAME-4", "as {unicode:quote} and {digits:count} lower-case", _escapes_surrogates),
    Sentence("FRAME-5", "stand as it is: {signs:quotes}, {characters:characters}, letters", _stand),
)
