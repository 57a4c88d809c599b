import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { ComposerHandle } from '#session/web/composer/composer.tsx';

import { sendChatFile } from '../queries.ts';

/** Files that are dropped or pasted become paths in the message. `sending`: how many are under way. */
export function useDroppedFiles(session: string, composer: RefObject<ComposerHandle | null>) {
  const toast = useToast();
  const [sending, setSending] = useState(0);
  const take = (files: readonly File[]) => {
    for (const file of files) {
      setSending((count) => count + 1);
      sendChatFile(session, file)
        .then(
          ({ path }) => composer.current?.insert(`@${path} `),
          (error: unknown) => toast({ text: messageOf(error) }),
        )
        .finally(() => setSending((count) => count - 1));
    }
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    sending,
    handlers: {
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      },
    },
  };
}
