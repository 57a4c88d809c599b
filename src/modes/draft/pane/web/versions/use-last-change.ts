import { useState } from 'react';

import { storedText } from '#elements/web/page/stored.ts';

import type { DraftSummary, VersionHead } from '../../../protocol.ts';

const storedVersion = (draftId: string) => storedText('localStorage', `warren.draft-seen.${draftId}`);

interface LastChange {
  /** The version that the current one is compared with; null once that is dismissed. */
  readonly before: number | null;
  readonly dismiss: () => void;
}

/** Shows the writer's last change as a comparison, until the person dismisses it. */
export function useLastChange({ id, version }: DraftSummary, versions: readonly VersionHead[]): LastChange {
  const [seen, setSeen] = useState(() => Number(storedVersion(id).read() ?? 0));
  const latest = versions.find(({ number }) => number === version);
  const isNew = latest?.author === 'model' && latest.messageId !== null && seen < version;
  const dismiss = () => {
    setSeen(version);
    storedVersion(id).write(String(version));
  };
  return { before: isNew ? latest.basedOn : null, dismiss };
}
