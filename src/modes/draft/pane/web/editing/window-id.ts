import { newId } from '#session/web/new-id.ts';

const KEY = 'warren.window';

/** The id of this window; the same after a reload. */
export function windowId(): string {
  const known = sessionStorage.getItem(KEY);
  if (known !== null) return known;
  const id = newId();
  sessionStorage.setItem(KEY, id);
  return id;
}
