"""Labyrinth with the programs of the university course it comes from, which speak their own JSON over TCP.

`dialect` is their JSON, `conduct` their referee, `tcp` both ends of a connection, `gallery` a page to watch a game, and `command` is
`byways labyrinth`. Like the table, this package may import everything, and no other package imports it.
"""
