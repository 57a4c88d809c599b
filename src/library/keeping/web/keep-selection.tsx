import { useMutation } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { SelectionActionProps } from '#session/web/contribution/contribution.ts';

import { keepWords } from './keep-words.ts';
import { useTellKept } from './use-tell-kept.ts';

/** Keeps selected words of an agent as a source. */
export function KeepSelection({ session, thread, text, onDone }: SelectionActionProps) {
  const tellKept = useTellKept();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => keepWords({ session, thread, text }),
    async onSuccess(kept) {
      await tellKept(kept);
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
