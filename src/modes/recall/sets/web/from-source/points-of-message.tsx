import { ListPlus } from 'lucide-react';

import { TRUNK } from '#session/domain/thread.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';

import { usePointsOfWords } from './use-points-of-words.ts';

/** Makes recall points of an agent's message. What a tutor says is about points already. */
export function PointsOfMessage({ session, messageId, thread, author, mode, text }: MessageActionProps) {
  const { mutate, isPending } = usePointsOfWords();
  if (author !== 'assistant' || (mode === 'recall' && thread === TRUNK)) return null;
  return (
    <button
      type="button"
      aria-label="Make recall points"
      title="Make recall points"
      onClick={() => {
        if (!isPending) mutate({ session, thread, text, messageId });
      }}
      className={MESSAGE_BUTTON}
    >
      <ListPlus size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
