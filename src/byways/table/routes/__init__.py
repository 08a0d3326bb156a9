"""Routes for browsers: one module for each topic, with a function that adds its routes.

Looking back. Moments are numbered by the spectators' screen, so a link to a moment works for all viewers, each of whom sees their own view.
Once a game is over, a new table can start from any of its moments.

Reviews. A review's figures cover all seats and are the same for all viewers: each act was judged from its seat's view alone, and the record
of a finished game is open. The board is the viewer's own.

One screen. If one browser holds several seats in a game with secrets, the curtain asks who is at the screen before it shows a seat.
"""
