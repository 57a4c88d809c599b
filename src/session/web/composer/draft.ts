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
  // Earlier versions shared the draft between tabs: the first tab that shows it takes it over.
  const shared = storedText('localStorage', PREFIX + draft);
  const text = shared.read() ?? '';
  if (text !== '') keepMessageDraft(draft, text);
  shared.write(null);
  return text;
}

export function keepMessageDraft(draft: string, text: string): void {
  storedText('sessionStorage', PREFIX + draft).write(text === '' ? null : text);
}

/** A reloaded tab has released its lock by then; a tab that is still open never releases it. */
const MAX_WAIT_MS = 1_000;

/**
 * Deletes drafts that were copied with a tab: a browser copies what it stores for the tab, but the drafts belong to the
 * original tab. Call it before anything is shown. Locks need a secure origin.
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

/** Holds the lock of a tab while the page is open. False if another page holds it. */
function holds(locks: LockManager, tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<void>(() => undefined);
    };
    locks.request(`warren.tab.${tab}`, { signal: AbortSignal.timeout(MAX_WAIT_MS) }, hold).catch(() => resolve(false));
  });
}
