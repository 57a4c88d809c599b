import { queryOptions } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';
import { type Finding, isChosen } from '#point-writer/web/finding.ts';

import type { ProposedPoints } from '../../protocol.ts';

/** Requested once after each stay, because a model may have to write it. */
export function proposalsQuery(holeId: string, visits: number) {
  return queryOptions({
    queryKey: ['rabbithole-proposals', holeId, visits],
    queryFn: () => api<ProposedPoints>('POST', `/api/rabbitholes/${holeId}/proposals`),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** The proposals not kept yet. Findings begin with the proposals, in the same order. */
export function withoutKept(
  proposed: ProposedPoints | undefined,
  findings: readonly Finding[],
): ProposedPoints | undefined {
  if (!proposed) return undefined;
  const points = proposed.points.filter(({ sentence }, index) => {
    const finding = findings[index];
    return !finding || finding.sentence !== sentence || !isChosen(finding);
  });
  return { ...proposed, points, known: proposed.known + proposed.points.length - points.length };
}
