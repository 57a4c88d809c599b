import { useMutation } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { useLibraryChanged } from './use-library-changed.ts';

interface SamplesOnPage {
  readonly add: () => void;
  readonly remove: () => void;
  readonly isPending: boolean;
}

/** Adds the sample sources with their buckets, or removes them all. */
export function useSamples(onAdded?: () => void): SamplesOnPage {
  const changed = useLibraryChanged();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: (method: 'POST' | 'DELETE') => api(method, '/api/library/samples'),
    onSuccess(_, method) {
      if (method === 'POST') onAdded?.();
      return changed(method === 'POST' ? 'Added the samples' : 'Removed the samples');
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return { add: () => mutate('POST'), remove: () => mutate('DELETE'), isPending };
}
