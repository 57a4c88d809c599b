/** Returns the focus to the element that had it, or to the heading of the page if that element is gone. */
export function focusBack(was: EventTarget | null): void {
  const target = was instanceof HTMLElement && was.isConnected ? was : document.querySelector('main h1[tabindex]');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
