import { useEffect, useMemo, useState } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import type { MarkedCitation } from '../../text/domain/citations/place-citations.ts';
import { growingDraft, type WrittenDraft } from '../../versions/domain/drafts-of-reply.ts';
import { continuedBy } from '../../writing/domain/continued-by.ts';

export interface Writing extends WrittenDraft<MarkedCitation> {
  readonly messageId: string;
  /** More of it is to come. */
  readonly isUnderWay: boolean;
}

/** For the version that a draft becomes. */
const MAX_WAIT_MS = 5_000;

/**
 * The draft that the reply under way writes, and for a moment after its end: until the version is read that it became.
 * `isRead` says whether that of a message is.
 */
export function useWriting(view: OpenSession, isRead: (messageId: string) => boolean): Writing | null {
  const { state, streaming } = view;
  const [followed, setFollowed] = useState<string | null>(null);
  const message = state.messages.findLast(({ thread, author }) => thread === TRUNK && author === 'assistant');
  const isUnderWay = message !== undefined && streaming?.messageId === message.id && message.status === 'streaming';
  const parts = isUnderWay ? streaming.parts : message?.parts;
  const writing = useMemo(() => {
    if (!message || !parts?.some(({ type }) => type === 'draft')) return null;
    return growingDraft({ parts: [...parts] }, continuedBy(state.messages, message.continues));
  }, [message, parts, state.messages]);
  const citations = useKept(writing?.citations ?? NONE);
  const messageId = message?.id ?? null;
  const isSeen = writing !== null && isUnderWay;
  const isDone = messageId !== null && !isUnderWay && isRead(messageId);
  if (isSeen && followed !== messageId) setFollowed(messageId);
  if (isDone && followed !== null) setFollowed(null);
  const isWaiting = followed !== null && !isUnderWay;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The draft may be gone: then no version came of it.
    const timer = setTimeout(() => setFollowed(null), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (!writing || messageId === null || (!isUnderWay && (followed !== messageId || isDone))) return null;
  return { ...writing, citations, messageId, isUnderWay };
}

const NONE: readonly MarkedCitation[] = [];

/** The same array while its citations are the same: marks that stand are not rendered with each word. */
function useKept(citations: readonly MarkedCitation[]): readonly MarkedCitation[] {
  const [kept, setKept] = useState(citations);
  const isSame =
    kept.length === citations.length &&
    kept.every(
      ({ sourceId, quote }, index) => citations[index]?.sourceId === sourceId && citations[index].quote === quote,
    );
  if (isSame) return kept;
  setKept(citations);
  return citations;
}
