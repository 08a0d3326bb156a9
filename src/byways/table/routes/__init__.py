"""What browsers ask for: one module a topic, each with a function that adds its routes.

Looking back. Moments are counted by what the spectators' screen has shown, so a link to a moment works for everybody, each with their own
view. Once a game is over, a new table can start from any of its moments.

Reviews. A review's figures are about all seats and the same for all: each act was judged by that seat's view alone, and the record of a
finished game is open. The board is the viewer's own.

At one screen. Where one browser holds several seats of a game with secrets, a seat's page is shown only after somebody has said at the
curtain that the seat is theirs.
"""
