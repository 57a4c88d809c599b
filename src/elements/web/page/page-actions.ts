import { useEffect } from 'react';

import { createStore } from './create-store.ts';

/** A command of the open page, in the palette and with its keys. */
export interface PageAction {
  readonly label: string;
  /** `Alt` and one letter, for example `Alt+H`. */
  readonly keys?: string;
  readonly run: () => void;
}

const offered = createStore<readonly (readonly PageAction[])[]>([]);

/** Offers actions while the component is mounted. Pass the same array while they are the same. */
export function usePageActions(actions: readonly PageAction[]): void {
  useEffect(() => {
    offered.set([...offered.get(), actions]);
    return () => offered.set(offered.get().filter((each) => each !== actions));
  }, [actions]);
}

export function useOfferedActions(): readonly PageAction[] {
  return offered.useValue().flat();
}

/** Keys of the open page that are no commands, such as those of a list. */
export interface PageKey {
  readonly keys: string;
  /** Begins with a small letter: `down`. */
  readonly does: string;
}

const known = createStore<readonly (readonly PageKey[])[]>([]);

/** Lists keys in the sheet of keys while the component is mounted. Pass the same array while they are the same. */
export function usePageKeys(keys: readonly PageKey[]): void {
  useEffect(() => {
    known.set([...known.get(), keys]);
    return () => known.set(known.get().filter((each) => each !== keys));
  }, [keys]);
}

export function useKnownKeys(): readonly PageKey[] {
  return known.useValue().flat();
}

/** Runs the offered action whose keys are pressed, anywhere on the page except under a dialog. */
export function usePageActionKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = offered
        .get()
        .flat()
        .find(({ keys }) => keys !== undefined && isPressed(event, keys));
      if (!action || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      if (!event.repeat) action.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Compares the physical position of the key: with Alt, some keyboards type another character. */
export function isPressed(event: KeyboardEvent, keys: string): boolean {
  const isAltAlone = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  return isAltAlone && keys.startsWith('Alt+') && event.code === `Key${keys.slice('Alt+'.length)}`;
}

/** Keys as the page shows them: `Alt-H`. */
export function shownKeys(keys: string): string {
  return keys.replaceAll('+', '-');
}
