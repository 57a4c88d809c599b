import { storedText } from '#elements/web/page/stored.ts';

const IDLE_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 1_000;
/** Behind a load balancer, an older server can serve the same old page again. */
const MIN_BETWEEN_RELOADS_MS = 60_000;
const INPUT = ['keydown', 'pointerdown', 'input', 'wheel', 'touchmove'] as const;
/** Fields whose value is not typed text. */
const NOT_TYPED: ReadonlySet<string> = new Set(['button', 'checkbox', 'hidden', 'radio', 'range', 'reset', 'submit']);

/**
 * Reloads a page whose protocol the server no longer supports, when it is idle: after ten seconds without input, or at
 * once in the background. Never while a dialog is open or a field has text. `reload` can take a while; it checks
 * `mayReload` again before the reload. Returns a function that stops this.
 */
export function reloadWhenIdle(reload: (mayReload: () => boolean) => void): () => void {
  const reloadedAt = storedText('sessionStorage', 'warren.reloaded-at');
  let usedAt = Date.now();
  const noteUse = () => void (usedAt = Date.now());
  for (const name of INPUT) addEventListener(name, noteUse, { capture: true, passive: true });
  const mayReload = () => (document.hidden || Date.now() - usedAt >= IDLE_AFTER_MS) && !mayLose();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - Number(reloadedAt.read() ?? 0) < MIN_BETWEEN_RELOADS_MS || !mayReload()) return;
    reloadedAt.write(String(now));
    reload(mayReload);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const name of INPUT) removeEventListener(name, noteUse, { capture: true });
  };
}

function mayLose(): boolean {
  if (document.querySelector('dialog[open], [role="dialog"]') !== null) return true;
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  return (
    [...fields].some(({ type, value }) => value !== '' && !NOT_TYPED.has(type)) ||
    [...document.querySelectorAll('[contenteditable="true"]')].some(({ textContent }) => textContent !== '')
  );
}
