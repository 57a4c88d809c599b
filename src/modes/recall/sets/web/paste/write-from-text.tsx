import { useMutation } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { WrittenPoints } from '../../protocol.ts';
import type { WrittenDraft } from './paste-draft.ts';

interface WriteFromTextProps {
  readonly setId: string;
  readonly text: string;
  readonly onPropose: (draft: WrittenDraft) => void;
}

/** Offers the point writer for a text that is no list of points. */
export function WriteFromText({ setId, text, onPropose }: WriteFromTextProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api<WrittenPoints>('POST', `/api/recall/sets/${setId}/write-points`, { text }),
    onSuccess: ({ points, ...written }) =>
      onPropose({ ...written, findings: points.map((point) => ({ ...point, isKept: true })) }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-accent pl-3">
      <p className="min-w-[200px] flex-1 text-sm text-ink-soft">This reads like a text. A point is one thought.</p>
      <Button isBusy={isPending} onClick={() => mutate()}>
        Write points from this text
      </Button>
      {error && (
        <p role="alert" className="basis-full text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}
