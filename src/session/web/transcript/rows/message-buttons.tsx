import { createContext, useContext } from 'react';

import type { Message, MessagePart, SessionState } from '../../../protocol.ts';
import { Contributed, useContributed } from '../../contribution/contributed.tsx';
import { CopyButton } from './copy-button.tsx';
import { ReadAloudButton } from './read-aloud-button.tsx';

/** The session that a transcript shows, and its mode; null without one. */
export const TranscriptSessionContext = createContext<Pick<SessionState, 'session' | 'mode'> | null>(null);

/** The buttons of a complete message: copy, and those that slices add. */
export function MessageButtons({ message }: { readonly message: Message }) {
  const actions = useContributed(({ messageAction }) => messageAction);
  const shown = useContext(TranscriptSessionContext);
  const { id, thread, author, content, parts = NO_PARTS } = message;
  return (
    <>
      <CopyButton text={content} />
      {author === 'assistant' && <ReadAloudButton messageId={id} text={content} />}
      {shown !== null && author !== 'notice' && (
        <Contributed parts={actions} props={{ ...shown, parts, messageId: id, thread, author, text: content }} />
      )}
    </>
  );
}

const NO_PARTS: readonly MessagePart[] = [];
