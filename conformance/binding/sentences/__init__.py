"""The sentences of each chapter that are put to the test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binding.sentences import (
    arguments,
    delivery,
    durable,
    framing,
    local_times,
    log_layout,
    log_reading,
    log_writing,
    tools,
    values,
)

if TYPE_CHECKING:
    from binding.sentence import Sentence

SENTENCES: tuple[Sentence, ...] = (
    *values.SENTENCES,
    *durable.SENTENCES,
    *framing.SENTENCES,
    *arguments.SENTENCES,
    *local_times.SENTENCES,
    *delivery.SENTENCES,
    *tools.SENTENCES,
    *log_layout.SENTENCES,
    *log_reading.SENTENCES,
    *log_writing.SENTENCES,
)
