"""One server process, or several on one port under a supervisor.

Everything loaded at start-up is exempt from garbage collection (`gc.freeze`), which would cause the longest pauses.
"""
