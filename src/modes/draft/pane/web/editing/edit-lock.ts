import { newId } from '#session/web/new-id.ts';

import type { StoredEdit } from './stored-edit.ts';

const KEY = 'warren.window';

const nameOf = (editing: string) => `warren.draft-edit.${editing}`;

/** A window that is there keeps unsaved words again before this has passed. */
const LEFT_AFTER_MS = 60_000;

/** A secure origin alone has locks. Without them, what another window kept a moment ago is being written there. */
const locksHere = () => navigator.locks as LockManager | null | undefined;

/** Says to other windows that a stay in an editor is going on. Call what it returns at its end. */
export function holdEdit(editing: string): () => void {
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  void locksHere()?.request(nameOf(editing), () => ended);
  return release;
}

/** Whether a stay goes on in some window. */
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
