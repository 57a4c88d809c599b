import { createContext, useContext } from 'react';

import type { Message, MessagePart, SessionState } from '../../../protocol.ts';
import { contributionsOf, PageCompositionContext } from '../../contribution/page-composition.ts';
import { CopyButton } from './copy-button.tsx';
import { ReadAloudButton } from './read-aloud-button.tsx';

/** The session that a transcript shows, and its mode; null without one. */
export const TranscriptSessionContext = createContext<Pick<SessionState, 'session' | 'mode'> | null>(null);

/** The buttons of a complete message: copy, and what slices add. */
export function MessageButtons({ message }: { readonly message: Message }) {
  const composition = useContext(PageCompositionContext);
  const shown = useContext(TranscriptSessionContext);
  const { id, thread, author, content, parts = NO_PARTS } = message;
  return (
    <>
      <CopyButton text={content} />
      {author === 'assistant' && <ReadAloudButton messageId={id} text={content} />}
      {composition !== null &&
        shown !== null &&
        author !== 'notice' &&
        contributionsOf(composition).map(
          ({ messageAction: Action }, index) =>
            Action && (
              <Action.Component
                // Contributions keep their order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                session={shown.session}
                mode={shown.mode}
                parts={parts}
                messageId={id}
                thread={thread}
                author={author}
                text={content}
              />
            ),
        )}
    </>
  );
}

const NO_PARTS: readonly MessagePart[] = [];
