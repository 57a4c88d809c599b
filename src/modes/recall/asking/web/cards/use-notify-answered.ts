import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { recentActionsQuery, takeBack } from '#undo/web/queries.ts';

import type { CardAnswer, CompareCard } from '../../protocol.ts';
import { answeredWords } from './card-words.ts';

/** Shows a notice of the decisions on a card. Each row is a separate action; Undo takes all of them back. */
export function useNotifyAnswered(): (answers: readonly CardAnswer[], rows: CompareCard['rows']) => void {
  const queries = useQueryClient();
  const toast = useToast();
  return useCallback(
    (answers, rows) => {
      if (answers.length === 0) return;
      const text = answeredWords(answers, rows);
      const notify = async () => {
        const recent = await queries.fetchQuery(recentActionsQuery);
        const own = recent.slice(0, answers.length).filter(({ kind }) => kind === 'card-answered');
        const undo = async () => {
          for (const { id } of own) await takeBack(id);
          toast({ text: own.length === 1 ? 'Undone.' : `Undone: ${own.length} answers.` });
        };
        const end = () => void queries.invalidateQueries();
        const fail = (error: unknown) => toast({ text: messageOf(error) });
        toast({
          text,
          replaces: 'card-answered',
          ...(own.length === answers.length && { undo: () => void undo().catch(fail).finally(end) }),
        });
      };
      // If the list of actions cannot be read, the notice has no button; the answers are still among the recent
      // changes.
      notify().catch(() => toast({ text }));
    },
    [queries, toast],
  );
}
