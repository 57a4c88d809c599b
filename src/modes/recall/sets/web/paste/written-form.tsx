import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { FindingRow } from '#point-writer/web/finding-row.tsx';
import { isChosen } from '#point-writer/web/finding.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept } from '../../protocol.ts';
import { keptWords } from '../use-keep-findings.ts';
import type { WrittenDraft } from './paste-draft.ts';
import { usePointsAdded } from './use-points-added.ts';

interface WrittenFormProps {
  readonly setId: string;
  readonly draft: WrittenDraft;
  /** Null goes back to the text. */
  readonly onChange: (draft: WrittenDraft | null) => void;
  readonly onDone: () => void;
}

/** Points that were written from a text: each to change, drop or add. */
export function WrittenForm({ setId, draft, onChange, onDone }: WrittenFormProps) {
  const added = usePointsAdded(setId);
  // A resend of the same addition adds nothing; changed points are another one.
  const [addition, setAddition] = useState(newId);
  const { findings, by, notice, known } = draft;
  const chosen = findings.filter(isChosen);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api<FindingsKept>('POST', `/api/recall/sets/${setId}/findings`, {
        id: addition,
        points: chosen.map(({ text, context }) => ({ text: text.trim(), context })),
      }),
    onSuccess: async (outcome) => {
      await added(keptWords(outcome), outcome.added);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !isPending) mutate();
  };
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <output className="block text-sm text-ink-faint">
        {notice !== null && <span className="mb-2 block border-l-2 border-warn pl-4 text-ink-soft">{notice}</span>}
        {findings.length === 0 && <span className="block py-2 text-ink">{nothingWords(known)}</span>}
        {`Written by ${by}.`}
        {findings.length > 0 && known > 0 && ` ${known} more ${known === 1 ? 'is' : 'are'} in the set already.`}
      </output>
      <ul className="flex flex-col">
        {findings.map((finding, index) => (
          <FindingRow
            // Points keep their position: a dropped one stays in its place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            finding={finding}
            number={index + 1}
            onChange={(change) => {
              setAddition(newId());
              onChange({
                ...draft,
                findings: findings.map((each, at) => (at === index ? { ...each, ...change } : each)),
              });
            }}
          />
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
        <Button look="quiet" className="mr-auto -ml-3" onClick={() => onChange(null)}>
          Back to the text
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={chosen.length === 0} isBusy={isPending}>
          {chosen.length === 0 ? 'Add points' : `Add ${count(chosen.length, 'point')}`}
        </Button>
      </div>
    </form>
  );
}

function nothingWords(known: number): string {
  return known > 0
    ? 'What this text says is in the set already.'
    : 'No sentence of this text stands by itself as a point. Go back and write the points, one a line.';
}
