"""Splitting a command line into words, as the system does."""

from __future__ import annotations

import shlex
import sys


def split(line: str) -> list[str]:
    """The words of a command line.

    Raises:
        ValueError: a quotation does not end.
    """
    if sys.platform != "win32":
        return shlex.split(line)
    import ctypes  # noqa: PLC0415 - where there is a Windows to ask

    if not line.strip():
        return []
    parse = ctypes.windll.shell32.CommandLineToArgvW
    parse.argtypes = [ctypes.c_wchar_p, ctypes.POINTER(ctypes.c_int)]
    parse.restype = ctypes.POINTER(ctypes.c_wchar_p)
    count = ctypes.c_int()
    words = parse(line, ctypes.byref(count))
    try:
        return [str(words[place]) for place in range(count.value)]
    finally:
        ctypes.windll.kernel32.LocalFree(words)
