/** Gives the focus back to what had it; where that is gone, to the page's heading, never to nothing. */
export function focusBack(was: EventTarget | null): void {
  const target = was instanceof HTMLElement && was.isConnected ? was : document.querySelector('main h1[tabindex]');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
