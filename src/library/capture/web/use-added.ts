import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { inParts } from '#kernel/in-parts.ts';

import { refreshLibrary } from '../../search/web/queries.ts';
import type { SourceSummary } from '../../storage/protocol.ts';
import { NO_SOURCE, SOURCE_PATH, useOpenSource } from '../../storage/web/use-open-source.ts';

/** Maximum number of sources in one request that deletes. */
const AT_ONCE = 500;

interface AddedOnPage {
  /** Reports what was added, with buttons that open it and undo it. */
  readonly say: (added: readonly SourceSummary[]) => void;
  /** Reloads the library. */
  readonly refresh: () => void;
}

export function useAdded(): AddedOnPage {
  const queries = useQueryClient();
  const toast = useToast();
  const navigate = useNavigate();
  const open = useOpenSource();
  const refresh = useCallback(() => void refreshLibrary(queries), [queries]);
  const say = useCallback(
    (added: readonly SourceSummary[]) => {
      refresh();
      const [first] = added;
      if (!first) return;
      const takeBack = async () => {
        const all = added.map(({ id }) => id);
        try {
          for (const ids of inParts(all, AT_ONCE)) await api('POST', '/api/library/sources/delete', { ids });
          toast({ text: `Removed ${nameOf(added)}`, isForEveryPage: true });
        } catch (error) {
          toast({ text: messageOf(error) });
        }
        refresh();
      };
      const show = () => {
        if (added.length === 1) return open(first.id);
        const bucket = first.bucketId ?? 'inbox';
        return void navigate({ to: SOURCE_PATH, params: NO_SOURCE, search: { bucket } });
      };
      toast({
        text: `Added ${nameOf(added)}`,
        action: { label: 'Open', run: show },
        undo: () => void takeBack(),
        isForEveryPage: true,
      });
    },
    [refresh, toast, navigate, open],
  );
  return { say, refresh };
}

function nameOf(added: readonly SourceSummary[]): string {
  const [only] = added;
  return added.length === 1 && only ? `“${only.title || only.url}”` : count(added.length, 'source');
}
