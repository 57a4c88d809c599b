import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';
import { withoutDirectionMarks } from '#kernel/clean-text.ts';
import { conversationBefore } from '#session/domain/conversation-order.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message } from '#session/protocol.ts';

import { MAX_TOPIC_CHARACTERS } from '../../protocol.ts';
import type { Exchange } from './exchanges.ts';

interface Cut {
  readonly from: string;
  readonly to: string;
  readonly topic: string;
}

interface CutDialogProps {
  /** Not empty. */
  readonly exchanges: readonly Exchange[];
  readonly messages: readonly Message[];
  /** The first and last exchange that it was opened for. */
  readonly asked: { readonly from: string; readonly to: string };
  readonly isBusy: boolean;
  readonly onCut: (cut: Cut) => void;
  readonly onClose: () => void;
}

/** Chooses which messages were a tangent, and its name. */
export function CutDialog({ exchanges, messages, asked, isBusy, onCut, onClose }: CutDialogProps) {
  const [from, setFrom] = useState(asked.from);
  const [to, setTo] = useState(asked.to);
  const [named, setNamed] = useState<string | null>(null);
  const { data: proposed = '', isFetching } = useQuery(nameQuery(from, messages));
  const isUnnamed = named === null && isFetching;
  const topic = named ?? proposed;
  const first = exchanges.findIndex(({ id }) => id === from);
  const last = Math.max(
    first,
    exchanges.findIndex(({ id }) => id === to),
  );
  const chosen = exchanges.slice(first, last + 1);
  const taken = chosen.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  const options = (all: readonly Exchange[]) =>
    all.map(({ id, words }) => (
      <option key={id} value={id}>
        {words}
      </option>
    ));
  return (
    <Dialog
      title="This was a tangent"
      description="These messages become a rabbit hole at their place. You can read it and put them back; what comes after goes on without them."
      mayClose={named === null}
      onClose={onClose}
    >
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen.length > 0)
            onCut({ from, to: exchanges[last]?.id ?? from, topic: withoutDirectionMarks(topic).trim() });
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={MAX_TOPIC_CHARACTERS}
          value={topic}
          onChange={({ target: { value } }) => setNamed(value)}
        />
        <SelectField label="From" value={from} onChange={({ target: { value } }) => setFrom(value)}>
          {options(exchanges)}
        </SelectField>
        <SelectField
          label="To"
          help={`${count(taken, 'message')}, with the replies.`}
          value={exchanges[last]?.id}
          onChange={({ target: { value } }) => setTo(value)}
        >
          {options(exchanges.slice(Math.max(0, first)))}
        </SelectField>
        <SaveActions label="Take it out" isBusy={isBusy || isUnnamed} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/**
 * A name in the person's own words, made like that of a detected tangent. The module that reads text is loaded on
 * demand.
 */
function nameQuery(from: string, messages: readonly Message[]) {
  return queryOptions({
    queryKey: ['tangent-name', from],
    staleTime: Infinity,
    queryFn: async () => {
      const { nameTangent } = await import('../../domain/embedded-detector/name-tangent.ts');
      const trunk = messages.filter(({ thread }) => thread === TRUNK);
      const said = trunk.find(({ id }) => id === from);
      return nameTangent(spokenMessages([...conversationBefore(trunk, from), ...(said ? [said] : [])]), []);
    },
  });
}
