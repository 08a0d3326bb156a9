"""Games on paper: sheets as PDF, made with Typst.

A room says what it prints (`byways.sheets`), `grid` finds a place for each piece, `ink` prepares the art, `book` puts everything together,
and `typesetting` runs Typst with `layout.typ`. Nothing here knows a particular game.
"""
