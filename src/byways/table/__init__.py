"""The web table: people, bots and programs play the games of this house in the browser.

`server` runs processes, `app` puts together what `routes` answers to browsers and `api` to programs, `http` knows who asks. `pages` draws,
`play` keeps tables going, `workers` runs bots in separate processes, `cluster` lets several servers share tables, `store` keeps what must
not be lost. Each imports only what comes after it. Values that several of them share lie beside them.
"""
