import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { RoleChoice, RoleId, RoleTryResult } from '../../protocol.ts';
import { modelSettingsQuery, usageQuery } from '../queries.ts';

/** Asks the model of a role one short question: the saved model, or a choice before it is saved. */
export function useRoleTry(role: RoleId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: RoleChoice | null) =>
      api<RoleTryResult>('POST', `/api/models/roles/${role}/try`, choice === null ? {} : { choice }),
    // The try may have cost something.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: modelSettingsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: usageQuery.queryKey });
    },
  });
}
