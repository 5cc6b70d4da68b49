"""A hostile log is used as it is, or refused in one line and left alone (LOG-10, LOG-25)."""

from pathlib import Path

from hostile_logs import attack


def test_a_hostile_log_is_used_or_refused_and_left_alone(tmp_path: Path) -> None:
    tally = attack(tmp_path, 200, seed=20260805)
    assert tally["uses of one"] > 20
    assert tally["refusals of one"] > 100
    assert tally["refused logs that were changed"] == 0
