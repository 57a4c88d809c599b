import { createContext, useContext } from 'react';

import type { Message } from '../../../protocol.ts';
import { contributionsOf, PageCompositionContext } from '../../contribution/page-composition.ts';
import { CopyButton } from './copy-button.tsx';

/** The session that a transcript shows; null without one. */
export const TranscriptSessionContext = createContext<string | null>(null);

/** The buttons of a complete message: copy, and what slices add. */
export function MessageButtons({ message }: { readonly message: Message }) {
  const composition = useContext(PageCompositionContext);
  const session = useContext(TranscriptSessionContext);
  const { id, thread, author, content } = message;
  return (
    <>
      <CopyButton text={content} />
      {composition !== null &&
        session !== null &&
        author !== 'notice' &&
        contributionsOf(composition).map(
          ({ messageAction: Action }, index) =>
            Action && (
              <Action.Component
                // Contributions keep their order.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                session={session}
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
