/** A keyboard on the screen takes more than this of it, and the bars of a browser less, in px. */
const MIN_KEYBOARD_HEIGHT = 150;

/** Fits the page into what a keyboard on the screen leaves of it, and marks the root while it is open. */
export function fitAboveKeyboard(): void {
  const { visualViewport: seen } = window;
  if (!seen || !matchMedia('(pointer: coarse)').matches) return;
  const root = document.documentElement;
  /** By width: a phone may be turned. */
  const highest = new Map<number, number>();
  const fit = () => {
    // Who has zoomed in sees a part of the page on purpose.
    if (seen.scale > 1) return;
    const width = Math.round(seen.width);
    const height = Math.max(highest.get(width) ?? 0, seen.height);
    highest.set(width, height);
    const isOpen = height - seen.height > MIN_KEYBOARD_HEIGHT;
    root.dataset['keyboard'] = isOpen ? 'open' : 'closed';
    root.style.setProperty('--seen-height', isOpen ? `${seen.height}px` : '');
    // Safari moves the page up instead of making it smaller.
    if (isOpen) scrollTo(0, 0);
  };
  for (const type of ['resize', 'scroll'] as const) seen.addEventListener(type, fit);
  fit();
}
