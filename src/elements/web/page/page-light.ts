import { useLayoutEffect } from 'react';

import { createStore } from './create-store.ts';

/** The modes on the page. The page has the colours of the last one, by `[data-mode]`. */
const given = createStore<readonly { readonly mode: string }[]>([]);

/** Gives the page the colours of a mode while the component is mounted. */
export function usePageLight(mode: string): void {
  useLayoutEffect(() => {
    const own = { mode };
    given.set([...given.get(), own]);
    return () => given.set(given.get().filter((each) => each !== own));
  }, [mode]);
}

/** The mode whose colours the page has; undefined if no mode is on the screen. */
export function useShownLight(): string | undefined {
  return given.useValue().at(-1)?.mode;
}
