import type { MessageActionProps } from '#session/web/contribution/contribution.ts';

import { KeepRange } from '../keeping/keep-range.tsx';
import { Provenance } from './provenance.tsx';

/** What the chat adds to the buttons of a message. */
export function ChatMessageActions(message: MessageActionProps) {
  return (
    <>
      <KeepRange {...message} />
      <Provenance {...message} />
    </>
  );
}
