"""A port that dies at its first request and, once the file its argument names exists, at once."""

import sys
from pathlib import Path

from echo import requests

grave = Path(sys.argv[1])
if grave.exists():
    sys.exit("I was dead already")
for _ in requests():
    grave.touch()
    sys.exit("I die")
