import { Button } from '#elements/web/button.tsx';
import type { ConversationActionProps } from '#session/web/contribution/contribution.ts';

import { useKeep } from './use-keep.ts';

/** Keeps a whole rabbit hole as a source, or opens the source that it was kept as. */
export function KeepConversation({ session, thread, title, messages }: ConversationActionProps) {
  const { sourceId, isPending, keep, open } = useKeep({ session, holeId: thread });
  if (messages.every(({ author }) => author === 'person')) return null;
  if (sourceId !== undefined) return <Button onClick={() => open(sourceId)}>Open the source</Button>;
  return (
    <Button isBusy={isPending} onClick={() => keep({ title, content: textOf(messages) })}>
      Keep all as a source
    </Button>
  );
}

/** What the person said stands as quotes between the answers. */
function textOf(messages: ConversationActionProps['messages']): string {
  return messages
    .map(({ author, content }) => (author === 'person' ? content.replace(/^/gm, '> ') : content))
    .join('\n\n');
}
