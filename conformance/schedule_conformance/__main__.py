"""`python -m schedule_conformance` is the command `schedule-spec`."""

import sys

from schedule_conformance.cli import main

sys.exit(main())
