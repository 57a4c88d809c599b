import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Finding } from '#point-writer/web/finding.ts';

import { findingsDraftOf, type FindingsDraft, keepDraft, readFindingsDraft } from './findings-draft.ts';
import { proposalsQuery, withoutKept } from './queries.ts';

/** A hole's proposals and the person's edits. */
export function useFindings({ holeId, visits }: { readonly holeId: string; readonly visits: number }) {
  const [draft, setDraft] = useState(() => readFindingsDraft(holeId));
  // Edited proposals are not requested again.
  const [wasProposed] = useState(draft !== null && draft.by !== null);
  const { data, error, isFetching, refetch } = useQuery({ ...proposalsQuery(holeId, visits), enabled: !wasProposed });
  const queries = useQueryClient();
  const shown = together(draft, data ? findingsDraftOf(data) : null);
  const write = (findings: readonly Finding[]) => {
    const next = { ...shown, findings };
    setDraft(next);
    keepDraft(holeId, next);
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
    forget: () => keepDraft(holeId, null),
    /** These were kept and are not proposed again. */
    wereKept: (findings: readonly Finding[]) => {
      keepDraft(holeId, null);
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
