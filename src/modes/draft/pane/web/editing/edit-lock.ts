const nameOf = (editing: string) => `warren.draft-edit.${editing}`;

/** Says to other windows that a stay in an editor is going on. Call what it returns at its end. */
export function holdEdit(editing: string): () => void {
  let release: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (release = resolve));
  // A secure origin alone has locks. Without them, two windows may save the same words.
  if ('locks' in navigator) void navigator.locks.request(nameOf(editing), () => ended);
  return release;
}

/** Whether a stay goes on in some window. */
export async function isEditHeld(editing: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === nameOf(editing));
}
