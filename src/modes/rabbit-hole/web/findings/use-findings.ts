import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { storedJson } from '#elements/web/page/stored.ts';
import { api } from '#http-client/web/api.ts';
import { type Finding, isChosen } from '#point-writer/web/findings-form.tsx';

import type { ProposedPoints } from '../../protocol.ts';

/** Findings are stored in this tab until they are added or discarded. */
const storedDraft = (holeId: string) => storedJson<FindingsDraft>('sessionStorage', `warren.findings.${holeId}`);

/** A hole's proposals and the person's edits. */
export function useFindings({ holeId, visits }: { readonly holeId: string; readonly visits: number }) {
  const [draft, setDraft] = useState(() => storedDraft(holeId).read());
  // Edited proposals are not requested again.
  const [wasProposed] = useState(draft !== null && draft.by !== null);
  const { data, error, isFetching, refetch } = useQuery({ ...proposalsQuery(holeId, visits), enabled: !wasProposed });
  const queries = useQueryClient();
  const shown = together(draft, data ? findingsDraftOf(data) : null);
  const write = (findings: readonly Finding[]) => {
    const next = { ...shown, findings };
    setDraft(next);
    storedDraft(holeId).write(next);
  };
  return {
    ...shown,
    isChanged: draft !== null,
    isLoading: isFetching,
    error: isFetching ? null : error,
    tryAgain: () => void refetch(),
    change: (index: number, change: Partial<Finding>) =>
      write(shown.findings.map((each, at) => (at === index ? { ...each, ...change } : each))),
    addOwn: () => write([...shown.findings, { text: '', sentence: '', isKept: true }]),
    forget: () => storedDraft(holeId).write(null),
    /** These were kept and are not proposed again. */
    wereKept: (findings: readonly Finding[]) => {
      storedDraft(holeId).write(null);
      queries.setQueryData(proposalsQuery(holeId, visits).queryKey, (proposed) => withoutKept(proposed, findings));
    },
  };
}

/** The person's own points, written while there were no proposals, follow them. */
function together(draft: FindingsDraft | null, proposed: FindingsDraft | null): FindingsDraft {
  if (!draft) return proposed ?? { by: null, notice: null, known: 0, findings: [] };
  if (draft.by !== null || !proposed) return draft;
  return { ...proposed, findings: [...proposed.findings, ...draft.findings] };
}

/** Requested once after each stay, because a model may have to write it. */
function proposalsQuery(holeId: string, visits: number) {
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
function withoutKept(proposed: ProposedPoints | undefined, findings: readonly Finding[]): ProposedPoints | undefined {
  if (!proposed) return undefined;
  const points = proposed.points.filter(({ sentence }, index) => {
    const finding = findings[index];
    return !finding || finding.sentence !== sentence || !isChosen(finding);
  });
  return { ...proposed, points, known: proposed.known + proposed.points.length - points.length };
}

/** A hole's proposals as the person edited them, with their author. */
interface FindingsDraft {
  /** Null without proposals. */
  readonly by: string | null;
  readonly notice: string | null;
  /** The number of further ones that are kept already. */
  readonly known: number;
  readonly findings: readonly Finding[];
}

function findingsDraftOf({ by, notice, known, points }: ProposedPoints): FindingsDraft {
  return { by, notice, known, findings: points.map((point) => ({ ...point, isKept: true })) };
}
