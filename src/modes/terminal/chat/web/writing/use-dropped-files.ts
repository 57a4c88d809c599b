import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';

import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { ComposerHandle } from '#session/web/composer/composer.tsx';

import { sendChatFile } from '../queries.ts';
import { fileInWords } from './use-completions.ts';

/**
 * Uploads dropped or pasted files, and inserts their paths into the message. `sending`: the number of running uploads.
 */
export function useDroppedFiles(session: string, composer: RefObject<ComposerHandle | null>) {
  const toast = useToast();
  const [sending, setSending] = useState(0);
  const take = (files: readonly File[]) => {
    // A read-only chat takes no files.
    if (composer.current === null) return;
    setSending((count) => count + files.length);
    // Insert all paths at once and in order, whichever upload ends first.
    void Promise.allSettled(files.map((file) => sendChatFile(session, file))).then((sent) => {
      setSending((count) => count - files.length);
      const paths = sent.flatMap((each) => (each.status === 'fulfilled' ? [`${fileInWords(each.value.path)} `] : []));
      if (paths.length > 0) composer.current?.insert(paths.join(''));
      const failed = sent.find((each) => each.status === 'rejected');
      if (failed) toast({ text: messageOf(failed.reason) });
    });
  };
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true || event.defaultPrevented) return;
    // Otherwise the browser would navigate to the file.
    event.preventDefault();
    if (event.type === 'drop') take([...event.dataTransfer.files]);
  });
  useEffect(() => {
    // On the document, so that files can also be dropped beside the chat.
    document.addEventListener('dragover', onDrop);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDrop);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return {
    sending,
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
  };
}
