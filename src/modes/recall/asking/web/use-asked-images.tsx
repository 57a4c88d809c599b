import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';

import { api } from '#http-client/web/api.ts';
import type { SessionState } from '#session/protocol.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import { ImageContext, PointImages } from '../../sets/web/images/image-context.tsx';
import type { AskedImages, RecallView } from '../protocol.ts';

const NONE: AskedImages['asked'] = [];

/** The images of asked questions, below the messages that asked them. */
export function useAskedImages({ session, messages, modes }: SessionState): readonly TranscriptLine[] {
  const images = useContext(ImageContext);
  const { pointIds } = modes['recall'] as RecallView;
  const hasSome = pointIds.some((id) => images[id]?.some(({ side }) => side === 'question'));
  const { data = NONE } = useQuery({
    // Every new reply can ask another question.
    queryKey: ['recall-asked-images', session, messages.findLast(({ author }) => author === 'assistant')?.id ?? ''],
    queryFn: async () => (await api<AskedImages>('GET', `/api/recall/sessions/${session}/asked-images`)).asked,
    enabled: hasSome,
    placeholderData: (before: AskedImages['asked'] | undefined) => before,
  });
  return useMemo(
    () =>
      data.map(({ seq, images: shown }) => ({
        id: `images-${seq}`,
        // Directly after the message that begins at that seq.
        seq: seq + 0.5,
        content: <PointImages images={shown} side="question" />,
      })),
    [data],
  );
}
