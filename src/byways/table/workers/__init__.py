"""Bots in separate processes, with a fair queue in front of them."""
