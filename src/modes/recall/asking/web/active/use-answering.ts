import { useQuery } from '@tanstack/react-query';

import { agentsQuery } from '../queries.ts';

/** Who answers now, by name; undefined while that is not known. */
export function useAnswering(): string | undefined {
  const { data: agents } = useQuery(agentsQuery);
  return agents?.find(({ role }) => role === 'tutor')?.name;
}
