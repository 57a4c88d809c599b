import { type ReactNode, useCallback, useMemo } from 'react';

import type { Message } from '#session/protocol.ts';

import { helpWords } from '../../domain/help.ts';
import type { RecallView } from '../../protocol.ts';

/** Lines under a reply: when a told point returns, or how a self-check of an older session was answered. */
export function useAsides(
  { tellingIds, selfCheckAnswers }: RecallView,
  messages: readonly Message[],
): (message: Message) => ReactNode {
  return useMemo(() => {
    const asked = new Set(messages.flatMap(({ id, content }) => (content === helpWords.tell ? [id] : [])));
    return ({ id, author, replyTo = '', status }) => {
      if (author !== 'assistant') return null;
      if (tellingIds.includes(id)) return 'Comes back tomorrow';
      if (Object.hasOwn(selfCheckAnswers, id))
        return selfCheckAnswers[id] ? 'You had it' : 'Not quite, comes back soon';
      // Its space is reserved while it streams.
      return status === 'streaming' && asked.has(replyTo) ? '' : null;
    };
  }, [tellingIds, selfCheckAnswers, messages]);
}

/** A filled circle beside a message for each point that it recalled. Does not show which point. */
export function useFilledCircles({ recalledBy }: RecallView): (messageId: string) => ReactNode {
  const circles = useMemo(() => {
    const counts = Map.groupBy(Object.values(recalledBy), (messageId) => messageId);
    return new Map(
      Array.from(counts, ([messageId, { length }]) => [messageId, <FilledCircles key={messageId} count={length} />]),
    );
  }, [recalledBy]);
  return useCallback((messageId: string) => circles.get(messageId), [circles]);
}

function FilledCircles({ count }: { readonly count: number }) {
  return (
    <span
      aria-hidden="true"
      data-circles={count}
      className="absolute right-full bottom-4 mr-2.5 flex max-w-6 flex-row-reverse flex-wrap gap-1 wide:max-w-24"
    >
      {Array.from({ length: count }, (_, index) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- circles have no identity: that is their point
          key={index}
          className="fill size-2 rounded-full border-[1.5px] border-accent bg-accent wide:size-2.5"
        />
      ))}
    </span>
  );
}
