import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { meQuery } from '#account/web/queries.ts';
import { loadOnce } from '#elements/web/page/load-once.tsx';
import { useToast } from '#elements/web/toast.tsx';

import { sharesOf } from './anywhere/shares-cache.ts';
import { closeCapture, openCapture, useCaptureOpening } from './capture-opening.ts';

const dialog = loadOnce(async () => (await import('./capture-dialog.tsx')).CaptureDialog);
const folder = loadOnce(async () => (await import('./folder/folder-dialog.tsx')).FolderDialog);

export async function preloadCapture(): Promise<void> {
  await Promise.all([dialog.preload(), folder.preload()]);
}

/** Reminds the person of waiting shares, such as one made without a connection. */
function useWaitingShares(): void {
  const toast = useToast();
  const navigate = useNavigate();
  const person = useQuery(meQuery).data?.id;
  useEffect(() => {
    const look = async () => {
      if (location.pathname === '/capture' || person === undefined || (await sharesOf(person)).length === 0) return;
      const run = () => void navigate({ to: '/capture' });
      toast({ text: 'What you shared waits to be kept.', action: { label: 'Look at it', run }, isForEveryPage: true });
    };
    look().catch(() => undefined);
  }, [toast, navigate, person]);
}

/** Opens the capture dialog from any page, by Ctrl/Cmd-Shift-K. */
export function CaptureAnywhere() {
  const opening = useCaptureOpening();
  const toast = useToast();
  useWaitingShares();
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
