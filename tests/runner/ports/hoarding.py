"""A port that answers nothing until it has read everything, and then all at once."""

from echo import requests, say

for request in list(requests()):
    say(request, value=request["args"])
