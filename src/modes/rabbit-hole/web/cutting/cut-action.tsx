import { Scissors } from 'lucide-react';
import { createContext, useContext } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

/** Begins to take messages out, from the one with this id. Null where none can be taken out. */
export const CutContext = createContext<((messageId: string) => (() => void) | null) | null>(null);

/** A button of a message on the trunk. Renders nothing at a message that cannot be taken out. */
export function CutAction({ messageId, thread }: MessageActionProps) {
  const begin = useContext(CutContext)?.(messageId) ?? null;
  if (thread !== TRUNK || !begin) return null;
  return <MessageButton label="This was a tangent" icon={Scissors} onClick={begin} />;
}
