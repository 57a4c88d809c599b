import { rename } from 'node:fs/promises';
import path from 'node:path';

import { backUp, flush, removeDraft } from './backup.ts';
import { checkBackup } from './check-backup.ts';

/** Writes a backup that has its name only once it was opened and found to be a whole database of Warren. */
export async function writeVerified({ home, target }: { home: string; target: string }): Promise<void> {
  const draft = `${target}.part`;
  try {
    await backUp({ home, target: draft, replace: true });
    await checkBackup(draft, target);
    await flush(draft);
    await rename(draft, target);
    await flush(path.dirname(target));
  } finally {
    await removeDraft(draft);
  }
}
