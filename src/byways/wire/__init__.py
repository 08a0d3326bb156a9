"""External programs as players: lines of JSON over stdio or a websocket (docs/protocol.md).

Requests are built from views, and events are worded for one seat, so a program never receives more than its seat may know. A keeper process
runs each program and enforces its limits, because the system's limits are unsuitable: RLIMIT_AS counts address space rather than memory,
and RLIMIT_NPROC counts all processes of the user.
"""
