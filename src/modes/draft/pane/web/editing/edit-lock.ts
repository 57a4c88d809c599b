const nameOf = (editing: string) => `warren.draft-edit.${editing}`;

/** A secure origin alone has locks. Without them, two windows may save the same words. */
const locksHere = () => navigator.locks as LockManager | null | undefined;

/** Says to other windows that a stay in an editor is going on. Call what it returns at its end. */
export function holdEdit(editing: string): () => void {
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  void locksHere()?.request(nameOf(editing), () => ended);
  return release;
}

/** Whether a stay goes on in some window. */
export async function isEditHeld(editing: string): Promise<boolean> {
  const held = (await locksHere()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(editing));
}
