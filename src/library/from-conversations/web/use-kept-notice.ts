import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';

import type { AddedSources } from '../../sources/protocol.ts';
import { useLibraryChanged } from '../../sources/web/use-library-changed.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';

/** Says as which source something was kept, with the ways to open it and to take it back. */
export function useKeptNotice(): (kept: AddedSources['results'][number]) => Promise<void> {
  const changed = useLibraryChanged();
  const toast = useToast();
  const open = useOpenSource();
  return useCallback(
    async ({ source: { id, title }, outcome }) => {
      const action = { label: 'Open', run: () => open(id) };
      if (outcome === 'existing') toast({ text: `You have this already: “${title}”`, action });
      else await changed(`Kept as “${title}”`, action);
    },
    [changed, toast, open],
  );
}
