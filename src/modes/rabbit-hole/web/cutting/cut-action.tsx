import { Scissors } from 'lucide-react';
import { createContext, useContext } from 'react';

import { TRUNK } from '#session/domain/thread.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

/** Begins a cut at the message with this id. Null if no message can be cut. */
export const CutContext = createContext<((messageId: string) => (() => void) | null) | null>(null);

/** A button of a message on the trunk. Renders nothing at a message that cannot be cut. */
export function CutAction({ messageId, thread }: MessageActionProps) {
  const begin = useContext(CutContext)?.(messageId) ?? null;
  if (thread !== TRUNK || !begin) return null;
  return <MessageButton label="This was a tangent" icon={Scissors} onClick={begin} />;
}
