"""Other people's programs as players: lines of JSON over stdio or a websocket (docs/protocol.md).

A request is made from a view, and an event is what the seat was told. The keeper between a program and us adopts orphaned processes
(Linux only), so nothing that a program starts can get away. Every 20 ms it sums up memory and counts processes, because the limits of the
system are not enough: address space is not memory, and the limit on processes is per user. Pipes are read and written in one loop with a
deadline, only while the program is asked.
"""
