const PLAIN = '/icon.svg';
const MARKED = '/icon-waiting.svg';

/** Marks the icon of the tab, and of the app where Warren is installed as one, if something waits. */
export function markTab(waiting: number): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waiting > 0 ? MARKED : PLAIN);
  if (!('setAppBadge' in navigator)) return;
  // Refused where it is not installed, or not allowed: the icon and the title tell it as well.
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}
