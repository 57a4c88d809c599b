import { Bookmark, BookmarkCheck } from 'lucide-react';

import { isBranch, TRUNK } from '#session/domain/thread.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';

import { useKeep } from './use-keep.ts';

/** Other threads are the trunk and earlier versions of it. */
const isHole = (thread: string) => thread !== TRUNK && !isBranch(thread);

/** Keeps a message as a source, or opens the source that it was kept as. */
export function KeepButton({ session, messageId, thread, text }: MessageActionProps) {
  const from = { session, messageId, ...(isHole(thread) && { holeId: thread }) };
  const { sourceId, isPending, keep, open } = useKeep(from);
  const isKept = sourceId !== undefined;
  const label = isKept ? 'Open the source' : 'Keep as source';
  const Shape = isKept ? BookmarkCheck : Bookmark;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        if (isKept) open(sourceId);
        else if (!isPending) keep({ content: text });
      }}
      className={isKept ? MESSAGE_BUTTON.replaceAll('opacity-0', 'opacity-100') : MESSAGE_BUTTON}
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
