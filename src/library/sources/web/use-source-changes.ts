import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { SourcesChange } from '../protocol.ts';
import { useLibraryChanged } from './use-library-changed.ts';

interface SourceChanges {
  /** Resolves with whether the change succeeded. `words` is the notice, for example `Moved 3 sources to Energy`. */
  readonly change: (change: SourcesChange, words: string) => Promise<boolean>;
  readonly remove: (ids: readonly string[], words: string) => Promise<boolean>;
}

export function useSourceChanges(): SourceChanges {
  const changed = useLibraryChanged();
  const toast = useToast();
  const send = useCallback(
    async (path: `/api/${string}`, body: object, words: string) => {
      try {
        await api('POST', path, body);
      } catch (error) {
        toast({ text: messageOf(error) });
        return false;
      }
      void changed(words);
      return true;
    },
    [changed, toast],
  );
  const change = useCallback<SourceChanges['change']>(
    (body, words) => send('/api/library/sources/change', body, words),
    [send],
  );
  const remove = useCallback<SourceChanges['remove']>(
    (ids, words) => send('/api/library/sources/delete', { ids }, words),
    [send],
  );
  return { change, remove };
}
