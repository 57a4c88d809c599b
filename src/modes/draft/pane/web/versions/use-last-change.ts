import { useState } from 'react';

import type { DraftSummary, VersionHead } from '../../../protocol.ts';

const keyOf = (draftId: string) => `warren.draft-seen.${draftId}`;

interface LastChange {
  /** The version that the current one is compared with until that is dismissed; null then. */
  readonly before: number | null;
  readonly dismiss: () => void;
}

/** The writer's last change is shown as a comparison, until the person dismisses it. */
export function useLastChange({ id, version }: DraftSummary, versions: readonly VersionHead[]): LastChange {
  const [seen, setSeen] = useState(() => readSeen(id));
  const latest = versions.find(({ number }) => number === version);
  const isNew = latest?.author === 'model' && latest.messageId !== null && seen < version;
  const dismiss = () => {
    setSeen(version);
    try {
      localStorage.setItem(keyOf(id), String(version));
    } catch {
      // Then it is shown once more after a reload.
    }
  };
  return { before: isNew ? latest.basedOn : null, dismiss };
}

function readSeen(draftId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(draftId)) ?? 0);
  } catch {
    return 0;
  }
}
