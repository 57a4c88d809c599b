/** An on-screen keyboard is higher than this, and the bars of a browser are lower, in px. */
const MIN_KEYBOARD_HEIGHT = 150;

/** Fits the page into the area above an on-screen keyboard, and marks the root while the keyboard is open. */
export function fitAboveKeyboard(): void {
  const { visualViewport: seen } = window;
  if (!seen || !matchMedia('(pointer: coarse)').matches) return;
  const root = document.documentElement;
  /** Maximum height by width, because a phone can be rotated. */
  const highest = new Map<number, number>();
  const fit = () => {
    // A person who has zoomed in sees a part of the page on purpose.
    if (seen.scale > 1) return;
    const width = Math.round(seen.width);
    const height = Math.max(highest.get(width) ?? 0, seen.height);
    highest.set(width, height);
    const isOpen = height - seen.height > MIN_KEYBOARD_HEIGHT;
    root.dataset['keyboard'] = isOpen ? 'open' : 'closed';
    root.style.setProperty('--seen-height', isOpen ? `${seen.height}px` : '');
    // Safari scrolls the page up instead of shrinking it.
    if (isOpen) scrollTo(0, 0);
  };
  for (const type of ['resize', 'scroll'] as const) seen.addEventListener(type, fit);
  fit();
}
