"""The commands of `schedule-spec`, one a module; `cli.COMMANDS` lists them."""
