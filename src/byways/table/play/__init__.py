"""Open tables: seats, the game in progress, and the tasks that keep it going.

Views only. A `Match` keeps one `Screen` for each seat and one for all spectators. Pages, JSON and errors are made from screens. A test
advances two games with different secrets in step and compares every byte that is sent.

Stored before shown. The log of a table only grows, and (table, number) is unique. If another server has taken a number, the table catches
up and checks the choice again (`Table.update`). The choices of one bot's answer are stored together and then shown one by one.

Stale choices. A choice names the screen number it was made on. If it would no longer mean the same, it is refused (409). A change of only
the awaited seats does not matter: where all act at once, a seat that finishes makes no other choice stale.

Folding. Tentative steps and undos are stored too. When an act becomes final, the same commit replaces each undone step and its undo by a
`Folded` entry. The row keeps its number, so that no other server can take it, and lists the screens that showed it.

Chance after a restart. A table has a secret seed in the store. The set-up is dealt from its stream `set-up`, the chance of entry n comes
from `chance n`, and the bot of seat s thinks after n entries with `seat s n`. No random generator has to survive a restart.

Automatic steps. A chance with a single result, visible to all, becomes a separate entry after a short pause. Bots pause before an act, too.

Long games. Logs are replayed and stories built in slices of five milliseconds (`slices`).

Seats. A browser that creates a table or sits down has a random secret in a cookie. The store has hashes only: of that secret, and of the
key in a seat's link. Keys derive from the secret of the browser that created the table, so only that browser can show the links again. A
link is void after its first use; the new holder gets another one. A bot can stand in for a person who asks for one, has left or has run out
of time, and the person can take the seat back.

Presence. A person with an open stream or a recent request is here. After ten seconds without a stream they are away, and after a minute the
log says so. Presence depends on connections only, never on choices.

Leaving. A player resigns by a `Resign` entry. If that leaves one seat, the game is over; otherwise the rules say what it costs, the others
play on, and the seat is marked so that the player's list no longer shows the table. In games that can be played alone the winner may
continue at another table. A game can also end without a result: by its host before a person has played, by a person who plays alone, or
when all people who are here agree.

Failing bots. A bot that fails while it chooses costs its seat. A bot that cannot be started is replaced by another of the game's bots.

Clocks are computed from entry times, so they continue after a restart, with at least a minute left. No clock runs while the code of an
awaited bot is being compiled. A table with no viewers and nothing due is closed after ten minutes and reopened on request. After five
minutes without a visitor, bots wait.
"""
