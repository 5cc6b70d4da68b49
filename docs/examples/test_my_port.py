"""The port of my_port.py under pytest, in the same process."""

import pytest
from my_port import OPS


@pytest.fixture(scope="session")
def schedule_port():
    """The port: a function from a request to its answer."""

    def answer(request: dict) -> dict:
        if request["op"] == "hello":
            value = {"protocol": 1, "name": "my-port", "ops": list(OPS), "tz": None}
        else:
            value = OPS[request["op"]](request["args"])
        return {"seq": request["seq"], "value": value}

    return answer


def test_corpus(schedule_case):
    """One item for each case."""
    schedule_case.check()


def test_fuzzed(schedule_fuzz):
    """One item for each operation."""
    schedule_fuzz.check()
