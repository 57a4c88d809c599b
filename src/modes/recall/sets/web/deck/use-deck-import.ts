import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { count } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api } from '#http-client/web/api.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { DeckImported, DeckProgress } from '../../protocol.ts';
import { setQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';

const PROGRESS = '/api/recall/decks/progress';
const progressKey = ['deck-progress'];
const ASK_EVERY_MS = 400;

/** Starts an import and follows it, even if another page started it. Then reports the result. */
export function useDeckImport(onDone: () => void) {
  const queries = useQueryClient();
  const finish = useFinish(onDone);
  const take = (progress: DeckProgress) => queries.setQueryData(progressKey, progress);
  const { data: progress } = useQuery({
    queryKey: progressKey,
    queryFn: () => api<DeckProgress>('GET', PROGRESS),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_EVERY_MS : false),
    gcTime: 0,
  });
  const dismiss = useMutation({
    mutationFn: () => api<DeckProgress>('DELETE', PROGRESS),
    onSuccess: take,
  });
  const start = useMutation({
    mutationFn: (parameters: string) => api<DeckProgress>('POST', `/api/recall/decks?${parameters}`),
    onSuccess: take,
  });
  const wasRunning = useRef(false);
  const finished = progress?.state === 'done' ? progress.imported : null;
  useEffect(() => {
    if (progress?.state === 'running') wasRunning.current = true;
    if (!finished || !(wasRunning.current || start.isSuccess)) return;
    wasRunning.current = false;
    dismiss.mutate();
    void finish(finished);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each end of an import
  }, [progress?.state, finished]);
  return {
    running: progress?.state === 'running' ? progress : null,
    problem: progress?.state === 'failed' ? progress.message : null,
    start,
    cancel: dismiss,
  };
}

/** Reports the result and opens the set, or Recall if there are several. */
function useFinish(onDone: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const notify = useNotifyUndoable();
  return async ({ added, changed, kept, later, known, sets }: DeckImported) => {
    const others = known - changed - kept;
    const parts = [
      ...(added > 0 || changed + later === 0 ? [`Imported ${count(added, 'point')}.`] : []),
      ...(changed > 0 ? [`Changed ${count(changed, 'point')}.`] : []),
      ...(later > 0 ? [`Took over reviews of ${count(later, 'point')}.`] : []),
      ...(kept > 0
        ? [`${count(kept, 'point')} ${kept === 1 ? 'keeps its' : 'keep their'} words, changed here later.`]
        : []),
      ...(others > 0
        ? [`${count(others, later > 0 ? 'point' : 'other')} ${others === 1 ? 'was' : 'were'} there already.`]
        : []),
    ];
    forgetCounts(queries);
    await Promise.all(sets.map(({ id }) => queries.invalidateQueries({ queryKey: setQuery(id).queryKey })));
    onDone();
    const [first] = sets;
    if (first && sets.length === 1) await navigate({ to: '/recall/$setId', params: { setId: first.id } });
    else await navigate({ to: '/recall' });
    const text = parts.join(' ');
    if (added + changed + later === 0) toast({ text });
    else await notify({ text });
  };
}
