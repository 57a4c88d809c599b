import { storedText } from '#elements/web/page/stored.ts';

import { TRUNK } from '../../domain/thread.ts';
import { newId } from '../new-id.ts';

const PREFIX = 'warren.draft.';

/** The key of the draft of a thread, for the functions below. */
export function draftKey(session: string, thread: string): string {
  return thread === TRUNK ? session : `${session}.${thread}`;
}

/** The unsent text of a thread in this tab. It survives a reload. */
export function readMessageDraft(draft: string): string {
  const ofTab = storedText('sessionStorage', PREFIX + draft).read();
  if (ofTab !== null) return ofTab;
  // Earlier versions shared it between tabs: the first one that shows it takes it.
  const shared = storedText('localStorage', PREFIX + draft);
  const text = shared.read() ?? '';
  if (text !== '') keepMessageDraft(draft, text);
  shared.write(null);
  return text;
}

export function keepMessageDraft(draft: string, text: string): void {
  storedText('sessionStorage', PREFIX + draft).write(text === '' ? null : text);
}

/** A tab that was reloaded has let go of its lock; one that is still there never does. */
const MAX_WAIT_MS = 1_000;

/**
 * Forgets drafts that came with the copy of a tab: a browser copies what it stores for the tab, but they belong to the
 * one they were written in. Call it before anything is shown. A secure origin alone has locks.
 */
export async function forgetCopiedDrafts(): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  const tab = storedText('sessionStorage', 'warren.tab');
  const known = tab.read();
  if (!locks || (known !== null && (await holds(locks, known)))) return;
  if (known !== null)
    for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(PREFIX)))
      sessionStorage.removeItem(key);
  const id = newId();
  tab.write(id);
  await holds(locks, id);
}

/** Holds the lock of a tab for as long as the page is there. False if another page holds it. */
function holds(locks: LockManager, tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => undefined);
    };
    locks.request(`warren.tab.${tab}`, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, hold).catch(() => resolve(false));
  });
}
