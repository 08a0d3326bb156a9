"""HTML from views: pages, snapshots, templates and scripts.

A `Snapshot` is everything on a page that changes, made once for all who see the same. A stream begins with the whole snapshot and then
sends changes: both texts are cut at each "<", and what was there before is named by number. `static/whole.js` puts the new text together.

Art and style are loaded once. On pages both come from files whose addresses contain a digest, so browsers keep them for good. Scripts and
styles share one digest of their folder (`assets.STATIC`).

The body says which parts a page has (`has-result`, `has-lesson`). The style asks for these classes; `main:has(#result)` would make a
browser search the whole board at every change.

Following. An event names the pieces it concerns and the places that some of them come through; `draw.where` turns places into points.
Before the page swaps in a new drawing it plays those steps on the old one (`static/motion.js`). Any click or key ends that at once.

Names. Messages name seats. A voice of a table words a seat as its player's name, or as its colour. Drawings, records and the line
protocol know colours only.

Drawings. The page looks for `[data-choice]` and takes the first child that is not a `.ghost` as the place of an option. Options with
`data-turn` are one thing turned to different angles. A click does nothing for a second on what came under a pointer that has just chosen.

htmx 4.0.0 has two traps. It starts as soon as it is loaded, which can be before `hx-sse` is, and then never connects. If the first answer
of the stream fails, it swaps that into the board. So our script makes the first connection itself.
"""
