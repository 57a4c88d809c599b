import { useLayoutEffect, useSyncExternalStore } from 'react';

/** The modes on the page. It has the colours of the last one, by `[data-mode]`. */
let given: readonly { readonly mode: string }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof given): void {
  given = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Gives the page the colours of a mode while the component is mounted. */
export function usePageLight(mode: string): void {
  useLayoutEffect(() => {
    const own = { mode };
    change([...given, own]);
    return () => change(given.filter((each) => each !== own));
  }, [mode]);
}

/** The mode whose colours the page has; undefined while no mode is on the screen. */
export function useShownLight(): string | undefined {
  return useSyncExternalStore(listen, () => given.at(-1)?.mode);
}
