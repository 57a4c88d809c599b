import { useMutation } from '@tanstack/react-query';
import { ListPlus } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { keepWords } from '#library/from-conversations/web/use-kept-notice.ts';
import { useLibraryChanged } from '#library/sources/web/use-library-changed.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type {
  MessageActionProps,
  PassageActionProps,
  SelectionActionProps,
  TextActionProps,
} from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

import { openMakePoints } from './make-points-anywhere.tsx';

/** Makes points from an agent's message. Not offered for a tutor, whose messages are about points already. */
export function PointsOfMessage({ session, messageId, thread, author, mode, text }: MessageActionProps) {
  const { mutate, isPending } = usePointsOfWords();
  if (author !== 'assistant' || (mode === 'recall' && thread === TRUNK)) return null;
  return (
    <MessageButton
      label="Make recall points"
      icon={ListPlus}
      onClick={() => {
        if (!isPending) mutate({ session, thread, text, messageId });
      }}
    />
  );
}

export function PointsOfSelection({ session, thread, text, onDone }: SelectionActionProps) {
  const { mutate, isPending } = usePointsOfWords(onDone);
  return (
    <IconButton
      label="Make recall points of the selected words"
      onClick={() => {
        if (!isPending) mutate({ session, thread, text });
      }}
      className="border border-line-strong bg-surface shadow-float"
    >
      <Icon of={ListPlus} />
    </IconButton>
  );
}

export function PointOfPassage({ sourceId, title, words, onDone }: PassageActionProps) {
  return (
    <IconButton
      label="Make a recall point"
      onClick={() => {
        openMakePoints({ sourceId, title, words });
        onDone();
      }}
    >
      <Icon of={ListPlus} />
    </IconButton>
  );
}

/** Makes points from a text. The text becomes a source first, so that each point can link to its sentence. */
export function PointsOfText({ keep }: TextActionProps) {
  const make = async () => {
    const source = await keep();
    if (source) openMakePoints(source);
  };
  return (
    <IconButton label="Make recall points" onClick={() => void make()}>
      <Icon of={ListPlus} />
    </IconButton>
  );
}

/** Saves an agent's words as a source, so that each point can link to its sentence, and opens the dialog for points. */
function usePointsOfWords(onDone?: () => void) {
  const toast = useToast();
  const changed = useLibraryChanged();
  return useMutation({
    mutationFn: keepWords,
    async onSuccess({ source, outcome }) {
      if (outcome !== 'existing') await changed(`Kept as “${source.title}”`);
      openMakePoints({ sourceId: source.id, title: source.title });
      onDone?.();
    },
    onError: (error) => toast({ text: messageOf(error) }),
  });
}
