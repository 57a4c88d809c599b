import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { refreshLibrary } from '../../../search/web/queries.ts';

/** Cancels the reading of a source, or requests it again. */
export function useReading(): (sourceId: string, what: 'cancel' | 'read-again') => void {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationFn: ({ sourceId, what }: { readonly sourceId: string; readonly what: 'cancel' | 'read-again' }) =>
      api('POST', `/api/library/sources/${sourceId}/${what}`),
    onError: (error) => toast({ text: messageOf(error) }),
    onSettled: () => refreshLibrary(queries),
  });
  return (sourceId, what) => mutate({ sourceId, what });
}
