import { useQuery } from '@tanstack/react-query';

import { sessionsQuery } from '#session/web/session-queries.ts';

/** The number of terminals that wait for the person, shown after the name of the page. */
export function WaitingCount() {
  const waiting = useWaitingTerminals();
  if (waiting === 0) return null;
  return (
    <>
      <span aria-hidden="true">{waiting}</span>
      <span className="sr-only">{waiting === 1 ? 'one waits for you' : `${waiting} wait for you`}</span>
    </>
  );
}

export function useWaitingTerminals(): number {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  return sessions.filter(({ mode, needsYou }) => mode === 'terminal' && needsYou).length;
}
