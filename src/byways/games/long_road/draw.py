"""A view as SVG and as text."""

from byways.drawing import Sheet


def draw(view, name):
    sheet = Sheet(name, (400, 300), "x")
    for ch in view.choices:
        sheet.option(ch)
    return str(sheet)


def text(view):
    return view.prompt
