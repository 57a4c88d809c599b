import { useEffect } from 'react';

import { loadOnce } from '#elements/web/page/load-once.tsx';
import { useToast } from '#elements/web/toast.tsx';

import { closeCapture, openCapture, useCaptureOpening } from './capture-opening.ts';

const dialog = loadOnce(async () => (await import('./capture-dialog.tsx')).CaptureDialog);
const folder = loadOnce(async () => (await import('./folder/folder-dialog.tsx')).FolderDialog);

export async function preloadCapture(): Promise<void> {
  await Promise.all([dialog.preload(), folder.preload()]);
}

/** Adds sources from any page, by Ctrl/Cmd-Shift-K. */
export function CaptureAnywhere() {
  const opening = useCaptureOpening();
  const toast = useToast();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      if (event.repeat || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      dialog.preload().then(
        () => openCapture(),
        () => toast({ text: 'This could not be fetched. Check that Warren is running, then try again.' }),
      );
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toast]);
  if (!opening) return null;
  return opening.what === 'folder' ? (
    <folder.Component onClose={closeCapture} />
  ) : (
    <dialog.Component start={opening.start} onClose={closeCapture} />
  );
}
