"""The programs of the university course that Labyrinth comes from, which play it over TCP in a JSON of their own.

`dialect` is their JSON, `conduct` their referee, `tcp` either end of a connection, `gallery` lets people watch, `command` is
`byways labyrinth`. A shell like the table or the command: it uses whatever there is, and nothing else imports it.
"""
