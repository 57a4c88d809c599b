import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { PermissionsAnswer } from '../../../protocol.ts';
import { allowTerminals, permissionsQuery, terminalsQuery } from '../queries.ts';

/** A box for each person; what is checked counts at once. */
export function PermissionList({ people }: PermissionsAnswer) {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: allowTerminals,
    onSuccess: (saved) => {
      queries.setQueryData(permissionsQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: terminalsQuery.queryKey });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <ul>
      {people.map(({ id, name, isAllowed }) => {
        const isChanging = isPending && variables.person === id;
        return (
          <li key={id}>
            <label className="flex min-h-[38px] items-center gap-2.5">
              <input
                type="checkbox"
                checked={isChanging ? variables.isAllowed : isAllowed}
                onChange={(event) => mutate({ person: id, isAllowed: event.target.checked })}
                className="size-4 accent-accent"
              />
              <span dir="auto">{name}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
