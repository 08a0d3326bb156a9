"""Open tables: who sits there, the game in progress, and what goes on by itself.

Views only. A `Match` keeps one `Screen` for each seat and one for all spectators. Pages, JSON and errors are made from screens. A test
advances two games with different secrets in step and compares every byte that is sent.

Durable before it is seen. The log of a table only grows, and (table, number) is unique. If another server has taken a number, the table
reads on in the log and checks the choice again. What a bot chooses at once is stored together and then shown choice by choice. Bots of
several tables that would act within 0.15 s of each other act at the same moment, so that they share a commit (`wakeups.Pulse`).

A choice names what it was made on, counted by what its own seat has seen. If it would no longer mean the same, nothing is played (409).
It still means the same when only the awaited seats have changed: where everybody acts at once, nobody is refused because another finished
first.

Folding. Tentative steps and undos are stored too. When an act becomes final, the same commit replaces each undone step and its undo by a
`Folded` entry. The row keeps its number, so no other server can take it, and says which screens had shown it.

Chance after a restart. A table has a secret seed in the store. The set-up is dealt from its stream `set-up`, chance for entry n comes
from `chance n`, and the bot of seat s thinks after n entries with `seat s n`. No generator has to survive.

Steps to watch. A chance with only one possible result that everybody sees is an entry of its own after a short pause. So are bots' acts.

Long games. A log is replayed and a story told in slices of five milliseconds (`slices`), because a thread would share the interpreter's
lock with the loop.

Seats. A browser that sets a table or sits down has a random secret in a cookie. The store has hashes only: of that secret, and of the key
in a seat's link. Keys derive from the secret of the browser that set the table, so only that browser can show the links again. A link is
void once somebody has sat down by it; the new holder gets a link of their own. A bot can stand in for a person who asks, has left or is
out of time, and the person can take the seat back.

Presence. A person with an open stream or a recent request is here. After ten seconds without a stream they are away, and after a minute
the log says so. Presence depends on connections only, never on what is played.

Leaving. A player resigns by a `Remove` entry, so the rules say what it costs. A game can also end without a result: by its host before a
person has played, by a person who plays alone, or when all people who are there agree.

Bots that are missing. A bot that breaks while it chooses costs its seat. One that cannot be started is replaced by another of the game.

Clocks run on the time of the entries, so they go on after a restart; a seat then has at least a minute. No clock runs while a bot's code
is being compiled. A table that nobody watches and where nothing is due is closed after ten minutes and reopened on request. Bots wait
where nobody has looked for five minutes.
"""
