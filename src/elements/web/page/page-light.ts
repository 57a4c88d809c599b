import { useLayoutEffect, useSyncExternalStore } from 'react';

/** The modes that give the page their light: its colours are those of `[data-mode]` of the one that came last. */
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

/** Gives the page the light of a mode for as long as the component is there. */
export function usePageLight(mode: string): void {
  useLayoutEffect(() => {
    const own = { mode };
    change([...given, own]);
    return () => change(given.filter((each) => each !== own));
  }, [mode]);
}

/** The mode whose light the page has; undefined where no mode is on the screen. */
export function useShownLight(): string | undefined {
  return useSyncExternalStore(listen, () => given.at(-1)?.mode);
}
