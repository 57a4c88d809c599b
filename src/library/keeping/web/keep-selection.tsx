import { useMutation } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { SelectionActionProps } from '#session/web/contribution/contribution.ts';

import { useLibraryChanged } from '../../sources/web/use-library-changed.ts';
import { useOpenSource } from '../../storage/web/use-open-source.ts';
import { keepWords } from './keep-words.ts';

/** Keeps selected words of an agent as a source. */
export function KeepSelection({ session, thread, text, onDone }: SelectionActionProps) {
  const changed = useLibraryChanged();
  const toast = useToast();
  const open = useOpenSource();
  const { mutate, isPending } = useMutation({
    mutationFn: () => keepWords({ session, thread, text }),
    async onSuccess({ source, outcome }) {
      const action = { label: 'Open', run: () => open(source.id) };
      if (outcome === 'existing') toast({ text: `You have this already: “${source.title}”`, action });
      else await changed(`Kept as “${source.title}”`, action);
      onDone();
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
  return (
    <IconButton
      label="Keep the selected words as source"
      onClick={() => {
        if (!isPending) mutate();
      }}
      className="border border-line-strong bg-surface shadow-float"
    >
      <Icon of={Bookmark} />
    </IconButton>
  );
}
