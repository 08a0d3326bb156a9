"""One server process, or several on one port under a supervisor.

All that is loaded at start-up is exempt from garbage collection (`gc.freeze`), which otherwise was the longest pause.
"""
