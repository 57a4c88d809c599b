import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import { draftKey, readMessageDraft } from '#session/web/composer/draft.ts';

import type { ExploreView, PreviewAnswer } from '../../../protocol.ts';
import { previewQuery } from '../queries.ts';

/** Delay after the last key press. */
const PAUSE_MS = 300;
/** Maximum length of the text to look up, in characters. The server refuses more. */
const MAX_LOOKED_UP = 20_000;

interface Preview {
  readonly answer: PreviewAnswer | undefined;
  readonly error: Error | null;
  /** Call it when the person types or sends a message. */
  readonly onInput: () => void;
}

/** The context of the message being written, read again after each pause in typing. */
export function usePreview(session: string, explore: ExploreView): Preview {
  const draft = draftKey(session, TRUNK);
  const [text, setText] = useState(() => lookedUp(draft));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const onInput = useCallback(() => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => setText(lookedUp(draft)), PAUSE_MS);
  }, [draft]);
  const { bucketId, includeAllBuckets, manualSourceIds, excludedSourceIds, voice, context } = explore;
  const request = useMemo(
    () => ({ session, text, voice, bucketId, includeAllBuckets, manualSourceIds, excludedSourceIds }),
    [session, text, voice, bucketId, includeAllBuckets, manualSourceIds, excludedSourceIds],
  );
  const { data, error } = useQuery(previewQuery(request, context?.messageId ?? null));
  return { answer: data, error, onInput };
}

function lookedUp(draft: string): string {
  return readMessageDraft(draft).trim().slice(0, MAX_LOOKED_UP);
}
