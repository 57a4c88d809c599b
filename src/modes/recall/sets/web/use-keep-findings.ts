import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api } from '#http-client/web/api.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept } from '../protocol.ts';
import { setQuery } from './queries.ts';
import { forgetCounts } from './set-cache.ts';

const MAX_HEADING_LENGTH = 500;

interface FoundPoint {
  readonly text: string;
}

/** Sends one addition. A resend with the same id has no effect. */
function keepFindings(
  setId: string,
  points: readonly FoundPoint[],
  { id, topic }: { id: string; topic: string },
): Promise<FindingsKept> {
  const context = headingOf(topic);
  return api<FindingsKept>('POST', `/api/recall/sets/${setId}/findings`, {
    id,
    points: points.map(({ text }) => ({ text, context })),
  });
}

/** Adds points about a topic to a set, and reports the result. Rejects with an ApiProblem. */
export function useKeepFindings(): (
  points: readonly FoundPoint[],
  from: { topic: string; subjectId: string },
) => Promise<void> {
  const queries = useQueryClient();
  const toast = useToast();
  // Equal findings reuse the id, so that a resend is the same addition.
  const last = useRef({ points: '', id: '' });
  return useCallback(
    async (points, { topic, subjectId: setId }) => {
      const key = JSON.stringify([setId, topic, points.map(({ text }) => text)]);
      if (last.current.points !== key) last.current = { points: key, id: newId() };
      const outcome = await keepFindings(setId, points, { id: last.current.id, topic });
      last.current = { points: '', id: '' };
      forgetCounts(queries);
      void queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
      toast({ text: keptWords(outcome) });
    },
    [queries, toast],
  );
}

/** Formats the result for the person. */
export function keptWords({ added, known }: FindingsKept): string {
  if (added === 0) return known === 1 ? 'The set holds this point already.' : 'The set holds all of these already.';
  const there = known === 0 ? '' : ` ${count(known, 'other')} ${known === 1 ? 'was' : 'were'} there already.`;
  return `Added ${count(added, 'point')}.${there}`;
}

/** Folds white space and truncates to the limit of a heading. */
function headingOf(topic: string): string {
  const cut = topic.replace(/\s+/gu, ' ').trim().slice(0, MAX_HEADING_LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
