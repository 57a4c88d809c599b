import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { PreferencesAnswer } from '#account/protocol.ts';
import { Button } from '#elements/web/button.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { api } from '#http-client/web/api.ts';

import { DECK_FILE } from '../queries.ts';

const MINUTES_AN_HOUR = 60;

/** Offers to use the day start of the file. `minutes`: minutes after midnight. */
export function DayStart({ minutes }: { readonly minutes: number }) {
  const queries = useQueryClient();
  const clock = `${Math.floor(minutes / MINUTES_AN_HOUR)}:${String(minutes % MINUTES_AN_HOUR).padStart(2, '0')}`;
  const change = useMutation({
    mutationFn: async () => {
      const { isChosen: _, ...held } = await api<PreferencesAnswer>('GET', '/api/preferences');
      await api('PUT', '/api/preferences', { ...held, dayStartsAt: minutes });
    },
    // Every day in the page depends on the day start. The uploaded file does not.
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DECK_FILE }),
  });
  return (
    <div>
      <Button isBusy={change.isPending} onClick={() => change.mutate()}>
        {`Start my days at ${clock} too`}
      </Button>
      <FailureText error={change.error} />
    </div>
  );
}
