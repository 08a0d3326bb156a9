"""HTML from views: pages, snapshots, templates and scripts.

Snapshots. A `Snapshot` is everything on a page that changes, rendered once for all viewers who see the same thing. A stream begins with the
whole snapshot and then sends differences: both texts are split at each "<", and unchanged parts are sent as numbers. `static/whole.js`
reassembles the text.

Art and styles. Pages load both from files whose addresses contain a digest, so browsers cache them forever. Scripts and styles share one
digest of their folder (`assets.STATIC`).

Parts. The body's classes say which parts a page has (`has-result`, `has-lesson`). With `main:has(#result)` instead, a browser would search
the whole board at every change.

Animation. An event names its pieces, and the places that some of them pass through; `draw.where` turns places into points. Before the page
swaps in a new drawing, it plays these steps on the old one (`static/motion.js`). Any click or key skips to the end.

Names. Messages refer to seats. A table's voice calls a seat by its player's name, or by its colour. Drawings, records and the line protocol
know only colours.

Drawings. The page looks for `[data-choice]`, and takes an option's first child that is not a `.ghost` as its place. Options with
`data-turn` are one thing at different angles. For a second after a choice, the page ignores clicks on anything that has moved under the
pointer.

htmx 4.0.0 has two traps. It starts as soon as it is loaded, which can be before `hx-sse` is, and then never connects. If the stream's first
response is an error, htmx swaps it into the board. So our script makes the first connection itself.
"""
