"""The command `byways`: one module per command, and shared code."""
