"""A port that, before it reads the next request, answers as many as its argument says."""

import sys

from echo import requests, say

answered = 0
for _ in requests():
    while answered < int(sys.argv[1]):
        answered += 1
        say({"seq": answered}, value={"n": answered})
