import { newId } from '#session/web/new-id.ts';

import type { StoredEdit } from './stored-edit.ts';

const KEY = 'warren.window';

const nameOf = (editing: string) => `warren.draft-edit.${editing}`;

/** A living window stores its unsaved words again within this time, in ms. */
const LEFT_AFTER_MS = 60_000;

/**
 * Only secure origins have locks. Without them, words that another window stored recently count as being edited there.
 */
const locksHere = () => navigator.locks as LockManager | null | undefined;

/** Tells other windows that a stay in an editor has begun. Call the returned function at its end. */
export function holdEdit(editing: string): () => void {
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  void locksHere()?.request(nameOf(editing), () => ended);
  return release;
}

/** Whether some window is in this stay. */
export async function isEditHeld({ editing, window, keptAt }: StoredEdit): Promise<boolean> {
  const locks = locksHere();
  if (!locks) return window !== windowId() && Date.now() - keptAt < LEFT_AFTER_MS;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === nameOf(editing));
}

/** The id of this window; the same after a reload. */
export function windowId(): string {
  const known = sessionStorage.getItem(KEY);
  if (known !== null) return known;
  const id = newId();
  sessionStorage.setItem(KEY, id);
  return id;
}
