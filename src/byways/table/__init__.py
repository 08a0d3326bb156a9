"""The web table, where people, bots and programs play in the browser.

`server` runs processes, `app` combines the `routes` for browsers with the `api` for programs, `http` identifies clients, `pages` renders
HTML, `play` runs tables, `workers` runs bots in separate processes, `cluster` shares tables between servers, and `store` persists them.
Each package imports only those listed after it. The modules beside them hold values that several packages share.
"""
