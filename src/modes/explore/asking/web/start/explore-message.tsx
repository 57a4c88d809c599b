import { useMutation } from '@tanstack/react-query';
import { Compass } from 'lucide-react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { keepWords } from '#library/from-conversations/web/use-kept-notice.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

import { useBeginExplore } from '../use-begin-explore.ts';

/** Begins an exploration of a message of Claude Code: keeps the message as a source and pins it. */
export function ExploreMessage({ session, messageId, thread, author, mode, text }: MessageActionProps) {
  const toast = useToast();
  const changed = useLibraryChanged();
  const { begin, isBeginning } = useBeginExplore();
  const { mutate, isPending } = useMutation({
    mutationFn: () => keepWords({ session, thread, text, messageId }),
    async onSuccess({ source: { id, title }, outcome }) {
      if (outcome !== 'existing') await changed(`Kept as “${title}”`);
      begin({ manualSourceIds: [id] });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  if (author !== 'assistant' || mode !== 'terminal') return null;
  return (
    <MessageButton
      label="Explore this answer"
      icon={Compass}
      onClick={() => {
        if (!isPending && !isBeginning) mutate();
      }}
    />
  );
}
