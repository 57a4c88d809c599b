import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { RecallPoint } from '../../protocol.ts';
import { type ImageChanges, saveImages } from '../images/use-image-draft.ts';
import { setQuery } from '../queries.ts';
import { changeItems, forgetCounts, putBack, withoutPoint } from '../set-cache.ts';

export interface PointText {
  readonly text: string;
  /** The question that it answers; empty or null without one. */
  readonly question: string | null;
  readonly context: string;
  /** Omitted where they are not edited. */
  readonly tags?: readonly string[];
}

/** What an editor gives to be stored. */
export interface EditedPoint {
  /** Made by the editor, so that a new point that is sent again is one point. */
  readonly id: string;
  readonly words: PointText;
  readonly images: ImageChanges;
}

export interface PointActions {
  /** Both reject with an ApiProblem, and the editor keeps its text. */
  readonly add: (point: EditedPoint) => Promise<void>;
  readonly change: (pointId: string, point: EditedPoint) => Promise<void>;
  readonly remove: (point: RecallPoint) => void;
}

/** Actions on the points of a set. A deletion takes effect at once and can be undone. */
export function usePoints(setId: string): PointActions {
  const queries = useQueryClient();
  const toast = useToast();
  return useMemo(() => {
    // Only the server knows what is due, and what was done today.
    const recount = () => {
      forgetCounts(queries);
      void queries.invalidateQueries({ queryKey: setQuery(setId).queryKey });
    };
    const failed = (error: unknown) => {
      toast({ text: messageOf(error) });
      recount();
    };
    return {
      async add({ id, words, images }) {
        const added = await api<RecallPoint>('POST', `/api/recall/sets/${setId}/points`, { id, ...words });
        const stored = await saveImages(added.id, added.images, images);
        changeItems(queries, setId, (items) => [...items, { ...added, images: [...stored] }]);
        recount();
      },
      async change(pointId, { words, images }) {
        const changed = await api<RecallPoint>('PATCH', `/api/recall/points/${pointId}`, words);
        const stored = await saveImages(pointId, changed.images, images);
        const shown = { ...changed, images: [...stored] };
        changeItems(queries, setId, (items) => items.map((item) => (item.id === pointId ? shown : item)));
        recount();
      },
      remove(point) {
        const index =
          queries.getQueryData(setQuery(setId).queryKey)?.items.findIndex(({ id }) => id === point.id) ?? -1;
        if (index < 0) return;
        changeItems(queries, setId, (items) => withoutPoint(items, point.id));
        const restored = () => changeItems(queries, setId, (items) => putBack(items, point, index));
        const undo = async () => {
          await api('POST', `/api/recall/points/${point.id}/restore`);
          restored();
          recount();
        };
        api('DELETE', `/api/recall/points/${point.id}`).then(
          () => {
            recount();
            toast({ text: `Deleted point ${index + 1}`, undo: () => void undo().catch(failed) });
          },
          (error: unknown) => {
            restored();
            failed(error);
          },
        );
      },
    };
  }, [queries, setId, toast]);
}
