"""HTML from views: pages, snapshots, templates and scripts.

Snapshots. A `Snapshot` is everything on a page that changes, rendered once for all viewers who see the same. A stream begins with the whole
snapshot and then sends differences: both texts are split at each "<", and parts that were there before are sent as numbers.
`static/whole.js` reassembles the text.

Art and styles. Pages load both from files whose addresses contain a digest, so browsers cache them forever. Scripts and styles share one
digest of their folder (`assets.STATIC`).

Parts. Classes of the body say which parts a page has (`has-result`, `has-lesson`). With `main:has(#result)` instead, a browser would search
the whole board at every change.

Animation. An event names the pieces it concerns, and the places that some of them pass through; `draw.where` turns places into points.
Before the page swaps in a new drawing, it plays these steps on the old one (`static/motion.js`). Any click or key skips to the end.

Names. Messages name seats. The voice of a table words a seat as its player's name, or as its colour. Drawings, records and the line
protocol know only colours.

Drawings. The page looks for `[data-choice]`, and takes the first child that is not a `.ghost` as the place of an option. Options with
`data-turn` are one thing turned to different angles. For a second after a choice, clicks on whatever has moved under the pointer are
ignored.

htmx 4.0.0 has two traps. It starts as soon as it is loaded, which can be before `hx-sse` is, and then never connects. If the first response
of the stream fails, it swaps that into the board. So our script makes the first connection itself.
"""
