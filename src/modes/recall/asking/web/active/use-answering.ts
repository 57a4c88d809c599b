import { useQuery } from '@tanstack/react-query';

import { agentsQuery } from '../queries.ts';

/** The name of the agent that answers now; undefined while unknown. */
export function useAnswering(): string | undefined {
  const { data: agents } = useQuery(agentsQuery);
  return agents?.find(({ role }) => role === 'tutor')?.name;
}
