"""Players from outside: a program in any language takes a seat by a line protocol over stdio or websocket.

`messages` are the lines, `conversation` is one seat's side of it, `process` and `keeper` run a program and end it whatever it does,
`program` seats it, `guest` and `connect` are the other end of the line, `check` walks a program through what can happen to it.
"""
