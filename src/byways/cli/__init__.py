"""The command `byways`: one module for each command, and what they share."""
