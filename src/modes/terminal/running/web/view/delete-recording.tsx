import { useMutation } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { deleteRecording } from '../queries.ts';

interface DeleteRecordingProps {
  readonly session: string;
  readonly onClose: () => void;
}

/** Asks before a recording is deleted, which cannot be undone. */
export function DeleteRecording({ session, onClose }: DeleteRecordingProps) {
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteRecording(session),
    onError: (error) => toast({ text: messageOf(error) }),
    onSuccess() {
      toast({ text: 'The recording was deleted.' });
      onClose();
    },
  });
  return (
    <Dialog
      title="Delete the recording?"
      description="It cannot be brought back. Files that were given in the chat are deleted too."
      onClose={onClose}
    >
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
