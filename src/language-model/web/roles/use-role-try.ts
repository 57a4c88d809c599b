import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { RoleChoice, RoleId, RoleTryResult } from '../../protocol.ts';
import { modelSettingsQuery, usageQuery } from '../queries.ts';

/** Asks the model of a role one short question: as it is saved, or as it is about to be. */
export function useRoleTry(role: RoleId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: RoleChoice | null) =>
      api<RoleTryResult>('POST', `/api/models/roles/${role}/try`, choice === null ? {} : { choice }),
    // It has cost something.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: modelSettingsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: usageQuery.queryKey });
    },
  });
}
