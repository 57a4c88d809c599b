import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Provider } from '../../protocol.ts';
import { modelSettingsQuery, offeredModelsQuery } from '../queries.ts';

/** Asks a provider for its models. This is free and shows whether the address and the key are right. */
export function useProviderCheck(provider: Provider) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const offered = await queries.fetchQuery({ ...offeredModelsQuery(provider.id), staleTime: 0 });
      return offered.length;
    },
    // The check decides whether roles may use the key.
    onSettled: () => void queries.invalidateQueries({ queryKey: modelSettingsQuery.queryKey }),
  });
}
