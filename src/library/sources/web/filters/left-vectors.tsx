import { useMutation, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { fileSize } from '#elements/web/text/figures.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import { LIBRARY_KEY } from '../../../storage/web/library-query.ts';

/** Shows the size of the stored vectors of embedders that are no longer in use, with a button that deletes them. */
export function LeftVectors({ bytes }: { readonly bytes: number }) {
  const queries = useQueryClient();
  const toast = useToast();
  const size = fileSize(bytes);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('DELETE', '/api/library/left-vectors'),
    onSuccess() {
      toast({ text: `Freed ${size}` });
      return queries.invalidateQueries({ queryKey: [LIBRARY_KEY] });
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <div className="flex flex-col items-start text-xs leading-normal text-ink-faint">
      What another embedder read is kept, so that you can go back to it at once.
      <Button look="quiet" className="-ml-3" isBusy={isPending} onClick={() => mutate()}>
        {`Free ${size}`}
      </Button>
    </div>
  );
}
