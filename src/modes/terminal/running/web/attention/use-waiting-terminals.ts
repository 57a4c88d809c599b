import { useQuery } from '@tanstack/react-query';

import { sessionsQuery } from '#session/web/session-queries.ts';

/** The number of terminals that wait for the person to act. */
export function useWaitingTerminals(): number {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  return sessions.filter(({ mode, needsYou }) => mode === 'terminal' && needsYou).length;
}
