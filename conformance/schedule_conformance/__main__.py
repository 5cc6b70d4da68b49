"""`python -m schedule_conformance` is the command `schedule-spec`."""

import sys

from schedule_conformance.commands.main import main

sys.exit(main())
