"""Touch targets on a screen that are too small: buttons below 40 pixels, options on the board below 24."""

from __future__ import annotations

from playwright.sync_api import Page

SMALL_BUTTONS = """least => [...document.querySelectorAll('button, summary, select, a.button, .playing header nav a')].filter(button => {
  const { width, height } = button.getBoundingClientRect();
  const isLink = getComputedStyle(button).textDecorationLine === 'underline'; // in a line of text
  const isShown = button.checkVisibility({ visibilityProperty: true }) && width > 2;
  return isShown && !isLink && Math.min(width, height) < least - .5;
}).map(button => {
  const { width, height } = button.getBoundingClientRect();
  return `button ${button.id || button.textContent.trim().slice(0, 30)}: ${width.toFixed()} x ${height.toFixed()}`;
})"""

# A tap beside the middle of a small option chooses it, or zooms the board first. Between two small ones, it zooms too.
SMALL_OPTIONS = """least => {
  const partOf = option => [...option.children].find(one => !one.classList.contains('ghost')) ?? option;
  const sizeOf = option => Math.min(partOf(option).getBoundingClientRect().width, partOf(option).getBoundingClientRect().height);
  const isSmall = option => option !== null && sizeOf(option) < least - .5;
  return [...document.querySelectorAll('#stage [data-choice]:not(.asked, [data-turn])')].flatMap(option => {
  const part = partOf(option);
  const { x, y, width, height } = part.getBoundingClientRect();
  if (!isSmall(option)) return [];
  const at = (right, down) => document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)?.closest('#stage [data-choice]');
  if (document.body.classList.contains('showing')) return []; // under a show
  if (at(0, 0) !== option) return [`option ${option.dataset.choice}: covered`];
  const ring = [0, 1, 2, 3, 4, 5, 6, 7].map(nth => [10 * Math.cos(nth * Math.PI / 4), 10 * Math.sin(nth * Math.PI / 4)]);
  const isCramped = ring.some(([right, down]) => (at(right, down) ?? option) !== option);
  const [board, name] = [document.querySelector('#stage > svg'), option.dataset.choice];
  const [clientX, clientY] = [x + width / 2, y + height / 2];
  const given = { bubbles: true, pointerType: 'touch', isPrimary: true };
  if (isCramped) {
    part.dispatchEvent(new PointerEvent('pointerup', { ...given, clientX, clientY }));
    const isZoomed = board.style.transform.startsWith('translate');
    document.body.dispatchEvent(new PointerEvent('pointerup', given));
    return isZoomed ? [] : [`option ${name}: ${width.toFixed()} x ${height.toFixed()}, next to another one, without a zoom`];
  }
  const missed = ring.filter(([right, down]) => {
    const target = document.elementFromPoint(clientX + right, clientY + down);
    if (!target?.closest('#stage svg')) return false;
    target.dispatchEvent(new PointerEvent('pointermove', { ...given, clientX: clientX + right, clientY: clientY + down }));
    const shown = document.querySelector('#stage [data-choice].shown');
    return shown !== option && !isSmall(shown);
  });
  document.body.dispatchEvent(new PointerEvent('pointermove', given));
  return missed.length ? [`option ${name}: ${width.toFixed()} x ${height.toFixed()}, missed beside its middle`] : [];
  });
}"""


def small_buttons(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL_BUTTONS, 40)
    return found


def small_options(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL_OPTIONS, 24)
    return found


def small_targets(page: Page) -> list[str]:
    return [*small_buttons(page), *small_options(page)]
