"""Faults of a screen that a machine can see: text over text, covered or cut text and pictures, words wider than their button, numerals
beside the middle of their disc, shapes cut off at the edge of a board, frames around nothing, shapes that the page's style sheets resize.

`faults` looks at what is in the window now. Closed drawers, ghosts of options, figures (which show a part of a board) and text only for
screen readers do not count.
"""

from __future__ import annotations

from playwright.sync_api import Page

# Text boxes are a line high; capitals and digits fill about the middle 56 % of that.
FAULTS = """() => {
  const MARGIN = .22, SLACK = 1.5, FAINT = .75;
  const MOST = 5, POINTS = Array.from({ length: 20 }, (_, at) => [[.1, .3, .5, .7, .9][at % 5], [.1, .37, .63, .9][at % 4]]);
  const PICTURE = 48, AMISS = .2; // the least height of a picture, the most that a numeral is beside the middle, in radiuses of its disc
  const BAR = 40; // the least width of an empty frame
  const PANELS = '#result, #show, .drawer, [role=dialog], [role=alertdialog]'; // they may lie over the board until they are closed
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('body * { pointer-events: auto !important } svg * { pointer-events: visiblePainted !important }');
  const named = part => part.closest('[id]')?.id ?? '?';
  const looks = part => `${part.tagName}.${part.getAttribute('class') ?? ''} in #${named(part)}`;
  const quoted = (said, parent) => `"${said.slice(0, 50)}" in #${named(parent)}`;
  const alpha = colour => colour === 'none' || colour === 'transparent' ? 0 : Number(colour.match(/rgba\\(.*,\\s*([\\d.]+)\\)/)?.[1] ?? 1);
  const opacity = part => {
    let product = 1;
    for (let one = part; one; one = one.parentElement) product *= Number(getComputedStyle(one).opacity);
    return product;
  };
  const isShown = part => part.getBoundingClientRect().width > 0
    && part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !part.closest('script, style, noscript, defs, symbol, title, desc, option, datalist, .ghost, .gone, [hidden], figure svg');
  const isSticky = part => part && (getComputedStyle(part).position === 'sticky' || isSticky(part.parentElement)); // pages scroll
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const wide = box => box.right - box.left, high = box => box.bottom - box.top;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // The part of a box that its ancestors let through, whether it is scrolled away, and whether a border cuts it off for good.
  const clipped = (parent, box) => {
    let left = box, isCut = false;
    for (let one = parent; one && one !== document.body; one = one.parentElement) {
      const look = getComputedStyle(one), frame = one.getBoundingClientRect();
      if (look.display === 'contents') continue;
      const isTiny = frame.width <= 2 || frame.height <= 2 || look.clipPath !== 'none';
      if (look.overflowX === 'visible' && look.overflowY === 'visible' && !isTiny) continue;
      if (one instanceof SVGElement && one.tagName !== 'svg') continue;
      if (isTiny && !(one instanceof SVGElement)) return { left: null, isCut: false };
      const inside = meet(left, frame);
      const scrolls = ['auto', 'scroll'].some(how => look.overflowX === how || look.overflowY === how);
      const isShortened = look.webkitLineClamp !== 'none'; // on purpose, with an ellipsis
      if (!scrolls && !isShortened && (wide(left) - wide(inside) > SLACK || high(left) - high(inside) > SLACK)) isCut = true;
      left = inside;
      if (wide(left) <= 1 || high(left) <= 1) return { left: null, isCut: isCut && !scrolls };
    }
    return { left, isCut };
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, said = node.textContent.trim();
    if (!said || !isShown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // The rectangles of a range do not know `textLength`.
    for (const line of parent.hasAttribute('textLength') ? [parent.getBoundingClientRect()] : range.getClientRects()) {
      const by = line.height * MARGIN;
      const box = { left: line.left + 1, right: line.right - 1, top: line.top + by, bottom: line.bottom - by };
      if (wide(box) < 1 || high(box) < 1) continue;
      const { left, isCut } = clipped(parent, box);
      const on = left && meet(left, screen);
      if (!on || wide(on) < 1 || high(on) < 1) {
        if (isCut) texts.push({ said, parent, isCut });
        continue;
      }
      texts.push({ said, parent, box: on, isCut });
    }
  }

  // Pictures that one scrolls past in a panel or a page are not cut for good.
  const cutPictures = [...document.querySelectorAll('img')].filter(picture => {
    const box = picture.getBoundingClientRect();
    if (!isShown(picture) || box.height < PICTURE || picture.closest(PANELS)) return false;
    const { left } = clipped(picture.parentElement, box);
    return left && wide(left) * high(left) < .95 * box.width * box.height;
  });

  const paints = (part, x, y) => {
    const look = getComputedStyle(part);
    if (opacity(part) < FAINT || part.matches('.cross')) return false; // a cross strikes a letter out
    if (part instanceof SVGGeometryElement) {
      const point = new DOMPoint(x, y).matrixTransform(part.getScreenCTM().inverse());
      if (alpha(look.fill) * look.fillOpacity > FAINT && part.isPointInFill(point)) return true;
      return alpha(look.stroke) * look.strokeOpacity > FAINT && parseFloat(look.strokeWidth) > 0 && part.isPointInStroke(point);
    }
    if (part instanceof SVGElement) return part.tagName === 'use' || part.tagName === 'image';
    return alpha(look.backgroundColor) > FAINT || part.tagName === 'IMG';
  };
  document.adoptedStyleSheets.push(sheet);
  for (const text of texts.filter(text => text.box)) {
    const { left, right, top, bottom } = text.box;
    const over = [];
    for (const [at, [across, down]] of POINTS.entries()) {
      const [x, y] = [left + (right - left) * across, top + (bottom - top) * down];
      const stack = document.elementsFromPoint(x, y);
      const own = stack.findIndex(one => one === text.parent || one.contains(text.parent) || text.parent.contains(one));
      const above = stack.slice(0, Math.max(0, own)).find(one => !['text', 'tspan'].includes(one.tagName) && paints(one, x, y));
      if (above) over.push(above);
      if (at === 3 && !over.length) break; // it is free from top to bottom
    }
    const isItself = over[0]?.tagName === 'use' && over[0].getAttribute('href') === `#${named(text.parent)}`;
    const isRepeated = over[0]?.closest('[data-choice]')?.textContent.includes(text.said); // a price on its button
    if (over.length < MOST) continue;
    if (isItself || isRepeated) text.box = null;
    else text.cover = over[0];
  }
  document.adoptedStyleSheets.pop();

  const found = new Set();
  for (const { said, parent, isCut, cover } of texts) {
    if (isCut) found.add(`cut: ${quoted(said, parent)}`);
    if (cover && !cover.closest(PANELS) && !isSticky(cover)) found.add(`covered: ${quoted(said, parent)} by ${looks(cover)}`);
  }
  const seen = texts.filter(text => text.box && !text.cover);
  for (const [at, one] of seen.entries()) {
    for (const other of seen.slice(at + 1)) {
      if (one.parent === other.parent) continue;
      const both = meet(one.box, other.box);
      if (wide(both) > SLACK && high(both) > SLACK) {
        found.add(`overlap: ${quoted(one.said, one.parent)} and ${quoted(other.said, other.parent)}`);
      }
    }
  }
  for (const svg of document.querySelectorAll('#stage svg, #show svg')) {
    if (!isShown(svg) || getComputedStyle(svg).overflowX === 'visible') continue;
    const frame = svg.getBoundingClientRect();
    for (const part of svg.querySelectorAll('*')) {
      if (!(part instanceof SVGGeometryElement)) continue;
      const box = part.getBoundingClientRect(), inside = meet(box, frame);
      if (box.width === 0 || (wide(box) - wide(inside) <= 2 && high(box) - high(inside) <= 2)) continue;
      const look = getComputedStyle(part), ink = alpha(look.fill) * look.fillOpacity + alpha(look.stroke) * look.strokeOpacity;
      if (ink > .1 && isShown(part) && opacity(part) >= .2) found.add(`clipped: ${looks(part)}`);
    }
  }
  for (const shape of document.querySelectorAll(':is(#stage, #show, figure) svg rect')) {
    const look = getComputedStyle(shape), drawn = shape.width.baseVal.value + shape.height.baseVal.value;
    if (Math.abs(parseFloat(look.width) + parseFloat(look.height) - drawn) > .5) found.add(`resized: ${looks(shape)}`);
  }
  for (const text of document.querySelectorAll('#stage [data-choice] text')) {
    if (!isShown(text)) continue;
    const box = text.getBoundingClientRect(), middle = (box.left + box.right) / 2;
    const shapes = [...text.parentElement.querySelectorAll(':scope > :is(rect, circle):not(.hit, .ghost)')];
    const button = shapes.map(one => one.getBoundingClientRect())
      .filter(one => one.left < middle && middle < one.right && one.top < box.bottom && box.top < one.bottom)
      .at(-1); // the uppermost
    if (button && box.width > button.width + SLACK) found.add(`wider than its button: ${quoted(text.textContent, text)}`);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const text of document.querySelectorAll('#stage text, #show text, figure text')) {
    const discs = [...text.parentElement.children].filter(one => one.tagName === 'circle' && one.compareDocumentPosition(text) & 4);
    if (!discs.length || text.getComputedTextLength() === 0 || !isShown(discs[0])) continue;
    const look = getComputedStyle(text), box = text.getExtentOfChar(0);
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    const ink = pen.measureText(text.textContent), baseline = box.y + box.height * ink.fontBoundingBoxAscent
      / (ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent);
    const middle = {
      x: (box.x + text.getEndPositionOfChar(text.getNumberOfChars() - 1).x) / 2,
      y: baseline + (ink.actualBoundingBoxDescent - ink.actualBoundingBoxAscent) / 2,
    };
    const off = disc => Math.hypot(middle.x - disc.cx.baseVal.value, middle.y - disc.cy.baseVal.value) / disc.r.baseVal.value;
    const disc = discs.filter(disc => off(disc) < 1 && disc.r.baseVal.value < 1.5 * parseFloat(look.fontSize)).at(-1); // the uppermost
    if (disc && off(disc) > AMISS) found.add(`off centre: ${quoted(text.textContent, text)}`);
  }
  for (const picture of cutPictures) found.add(`cut: the picture in #${named(picture)}`);
  for (const part of document.querySelectorAll('body :is(div, p, section, aside, header, footer, ul, ol)')) {
    const look = getComputedStyle(part), box = part.getBoundingClientRect();
    const isFramed = parseFloat(look.borderTopWidth) + parseFloat(look.borderBottomWidth) > 0 || alpha(look.backgroundColor) > 0;
    if (!isFramed || box.width < BAR || box.height < 1 || !isShown(part) || part.innerText.trim()) continue;
    const holds = other => wide(meet(other, box)) >= wide(other) && high(meet(other, box)) >= high(other);
    if (texts.some(text => text.box && !text.parent.closest('svg') && holds(text.box))) continue; // it is printed on the frame
    if (part.querySelector('img, svg, input, canvas')) continue;
    found.add(`empty: ${looks(part)} is a frame around nothing`);
  }
  for (const part of document.querySelectorAll('#ask, #lesson, #missed')) {
    if (isShown(part) && part.scrollHeight > part.clientHeight + 2) found.add(`cut: the text of #${part.id} does not fit`);
  }
  for (const part of document.querySelectorAll('body :not(svg, svg *)')) {
    if (part.scrollWidth <= part.clientWidth + 2 || !isShown(part)) continue;
    if (['auto', 'scroll'].includes(getComputedStyle(part).overflowX)) found.add(`sideways: ${looks(part)} is too narrow for its content`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add('the page is wider than the window');
  return { found: [...found], height: document.documentElement.scrollHeight };
}"""


def faults(page: Page) -> list[str]:
    """Return what is currently wrong on the screen, from top to bottom."""
    found = dict[str, None]()
    top, height = 0, page.viewport_size["height"] if page.viewport_size else 800
    while True:
        seen = page.evaluate(FAULTS)
        found |= dict.fromkeys(seen["found"])
        if top + height >= seen["height"]:
            break
        top += height
        page.evaluate("top => scrollTo(0, top)", top)
    if top:
        page.evaluate("scrollTo(0, 0)")
    return [*found]
