import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { TextArea } from '#elements/web/text-field.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { BUILT_IN } from '#kernel/built-in.ts';

import { quotedTopic } from '../../domain/quoted-topic.ts';
import type { FoundSummary } from '../../protocol.ts';

interface FindingsReturnProps {
  readonly holeId: string;
  readonly topic: string;
  readonly isReturning: boolean;
  readonly onReturn: (findings: string) => void;
  readonly onStay: () => void;
}

/** The findings for the trunk, in the person's words: proposed, and edited before they are sent. */
export function FindingsReturn({ holeId, topic, isReturning, onReturn, onStay }: FindingsReturnProps) {
  const [written, setWritten] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['hole-summary', holeId],
    queryFn: () => api<FoundSummary>('POST', `/api/rabbitholes/${holeId}/summary`),
    // A message in the hole changes the summary.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const text = written ?? data?.text ?? '';
  return (
    <Dialog
      title="Return with findings"
      description={`From ${quotedTopic(topic)}. It goes into the session as a message of yours, and is answered there.`}
      mayClose={written === null}
      light="rabbit-hole"
      onClose={onStay}
    >
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onReturn(text);
        }}
      >
        {error && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
        <TextArea
          label="What you found"
          required
          rows={5}
          value={text}
          help={isFetching ? 'Reading the rabbit hole. You can write in the meantime.' : proposedBy(data)}
          onChange={({ target: { value } }) => setWritten(value)}
        />
        <SaveActions
          label="Return with this"
          isBusy={isReturning || (written === null && isFetching)}
          onCancel={onStay}
        />
      </form>
    </Dialog>
  );
}

function proposedBy(found: FoundSummary | undefined): string | undefined {
  if (!found) return undefined;
  const by =
    found.text === ''
      ? 'There was nothing in it to propose. Write it yourself.'
      : `Proposed by ${found.by === BUILT_IN ? 'what is built in' : found.by}. Change it as you like.`;
  return found.notice === null ? by : `${found.notice} ${by}`;
}
