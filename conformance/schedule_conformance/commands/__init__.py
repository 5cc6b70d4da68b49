"""The commands of `schedule-spec`, one a module; `main.COMMANDS` lists them."""
