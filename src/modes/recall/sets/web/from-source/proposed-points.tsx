import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { FindingRow } from '#point-writer/web/finding-row.tsx';
import { isChosen } from '#point-writer/web/finding.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept, WrittenPoints } from '../../protocol.ts';
import { usePointsAdded } from '../paste/use-points-added.ts';
import { keptWords } from '../use-keep-findings.ts';
import { pointsOfSourceQuery } from './queries.ts';
import type { SourceDraft } from './source-draft.ts';

interface ProposedPointsProps {
  readonly sourceId: string;
  readonly draft: SourceDraft;
  /** Null goes back to the choice of a set. */
  readonly onChange: (draft: SourceDraft | null) => void;
  readonly onDone: () => void;
}

/** The points proposed of a source, each with its sentence: to change, drop or accept. */
export function ProposedPoints({ sourceId, draft, onChange, onDone }: ProposedPointsProps) {
  const queries = useQueryClient();
  const { setId, setTitle, findings, by, notice, known, part } = draft;
  const next = part !== null && part.end < part.of ? part.end : null;
  const added = usePointsAdded(setId);
  // A resend of the same addition adds nothing; changed points are another one.
  const [addition, setAddition] = useState(newId);
  const chosen = findings.filter(isChosen);
  const adding = useMutation({
    mutationFn: () =>
      api<FindingsKept>('POST', `/api/recall/sets/${setId}/points-from-source`, {
        id: addition,
        sourceId,
        points: chosen.map(({ text, context, sentence }) => ({ text: text.trim(), context, sentence })),
      }),
    async onSuccess(outcome) {
      void queries.invalidateQueries({ queryKey: pointsOfSourceQuery(sourceId).queryKey });
      await added(keptWords(outcome), outcome.added);
      onDone();
    },
  });
  const reading = useMutation({
    mutationFn: () => api<WrittenPoints>('POST', `/api/recall/sets/${setId}/write-points`, { sourceId, from: next }),
    onSuccess: ({ points, ...more }) =>
      onChange({
        ...draft,
        ...more,
        known: known + more.known,
        findings: [...findings, ...points.map((point) => ({ ...point, isKept: true }))],
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !adding.isPending) adding.mutate();
  };
  const problem = adding.error ?? reading.error;
  return (
    <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
      <output className="block text-sm text-ink-faint">
        {notice !== null && <span className="mb-2 block border-l-2 border-warn pl-4 text-ink-soft">{notice}</span>}
        {findings.length === 0 && <span className="block py-2 text-ink">{nothingWords(known)}</span>}
        {`For “${setTitle}”, written by ${by}.`}
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
      {next !== null && part !== null && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          {`The source is long: read up to ${Math.round((100 * part.end) / part.of)}%.`}
          <Button isBusy={reading.isPending} onClick={() => reading.mutate()}>
            Read on
          </Button>
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(problem)}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-5 py-3">
        <Button look="quiet" className="mr-auto -ml-3" onClick={() => onChange(null)}>
          Choose another set
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={chosen.length === 0} isBusy={adding.isPending}>
          {chosen.length === 0 ? 'Add points' : `Add ${count(chosen.length, 'point')}`}
        </Button>
      </div>
    </form>
  );
}

function nothingWords(known: number): string {
  return known > 0
    ? 'What this source says is in the set already.'
    : 'No sentence of this source stands by itself as a point.';
}
