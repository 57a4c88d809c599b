import { useMutation } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { keepWords } from '#library/from-conversations/web/keep-words.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';

import { openMakePoints } from './make-points-opening.ts';

/**
 * Makes recall points of an agent's words. They are kept as a source first, so that each point can lead back to its
 * sentence.
 */
export function usePointsOfWords(onDone?: () => void) {
  const toast = useToast();
  const changed = useLibraryChanged();
  return useMutation({
    mutationFn: keepWords,
    async onSuccess({ source, outcome }) {
      if (outcome !== 'existing') await changed(`Kept as “${source.title}”`);
      openMakePoints({ sourceId: source.id, title: source.title });
      onDone?.();
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
}
