import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { SegmentedChoice } from '#elements/web/segmented-choice.tsx';
import { count, fileSize } from '#elements/web/text/figures.ts';
import { api } from '#http-client/web/api.ts';
import type { ExportState } from '#person-data/protocol.ts';

import { pathOfSet } from '../../domain/set-path.ts';
import type { AnkiOffer, DeckExport, DeckFormat, SetSummary } from '../../protocol.ts';
import { ankiQuery, setsQuery } from '../queries.ts';

const PATH = '/api/recall/export';
const WHILE_UNDER_WAY_MS = 500;
const exportQuery = queryOptions({
  queryKey: ['deck-export'],
  queryFn: () => api<ExportState>('GET', PATH),
  refetchInterval: ({ state }) => (state.data?.isUnderWay ? WHILE_UNDER_WAY_MS : false),
});

const FORMATS: readonly { readonly value: DeckFormat; readonly name: string; readonly help: string }[] = [
  {
    value: 'apkg',
    name: 'Anki',
    help: 'Questions, points, images, tags, suspended points, due days and reviews. Anki 2.1 and later reads it.',
  },
  { value: 'csv', name: 'CSV', help: 'One point a row, for spreadsheets. Without images and reviews.' },
  { value: 'markdown', name: 'Markdown', help: 'Text to read. Without images, due days and reviews.' },
  { value: 'json', name: 'JSON', help: 'For programs. Without images and single reviews.' },
];

interface ExportDialogProps {
  /** Sets that are selected initially; empty for all. */
  readonly sets: readonly string[];
  /** Limits the export to these points. */
  readonly points?: readonly string[];
  readonly onClose: () => void;
}

/** Exports sets or points to a file, and downloads it or sends it to Anki as soon as it is ready. */
export function ExportDialog({ sets: given, points, onClose }: ExportDialogProps) {
  const queries = useQueryClient();
  const { data: known } = useQuery(setsQuery);
  const sets = known ?? [];
  const isKnown = known !== undefined;
  const { data: state } = useQuery(exportQuery);
  const [format, setFormat] = useState<DeckFormat>('apkg');
  const [left, setLeft] = useState<ReadonlySet<string> | null>(null);
  const isLeft = (id: string) => left?.has(id) ?? (given.length > 0 && !given.includes(id));
  const chosen = sets.filter(({ id }) => !isLeft(id));
  const take = (now: ExportState) => queries.setQueryData(exportQuery.queryKey, now);
  const { data: isAnkiOffered = false } = useQuery(ankiQuery);
  const send = useMutation({ mutationFn: () => api<AnkiOffer>('POST', '/api/recall/anki/send') });
  const begin = useMutation({
    mutationFn: (to: 'file' | 'anki') => {
      const isAll = !points && chosen.length === sets.length;
      const body: DeckExport = {
        format: to === 'anki' ? 'apkg' : format,
        sets: isAll ? null : chosen.map(({ id }) => id),
        ...(points && { points: [...points] }),
      };
      return api<ExportState>('POST', PATH, body);
    },
    onMutate() {
      send.reset();
      // A late answer to an earlier request would end the wait for the file.
      return queries.cancelQueries({ queryKey: exportQuery.queryKey });
    },
    onSuccess: take,
  });
  const cancel = useMutation({ mutationFn: () => api<ExportState>('DELETE', PATH), onSuccess: take });
  const isForAnki = begin.variables === 'anki';
  const link = useRef<HTMLAnchorElement>(null);
  useWhenMade(state, () => (isForAnki ? send.mutate() : link.current?.click()));
  const isBusy = begin.isPending || send.isPending || state?.isUnderWay === true;
  const isDone = begin.isSuccess && !isBusy;
  const change = (id: string, isChosen: boolean) => {
    const next = new Set(sets.filter((set) => isLeft(set.id)).map((set) => set.id));
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <Dialog
      title={points ? 'Export points' : 'Export sets'}
      description={`One file of the ${points ? 'points that are selected' : 'sets that are chosen here'}.`}
      onClose={onClose}
    >
      <div className="mt-4 flex flex-col gap-4">
        <div>
          <div className="flex">
            <SegmentedChoice
              label="Format"
              options={FORMATS}
              value={format}
              hindrance={isBusy ? 'A file is being made.' : null}
              onChoose={setFormat}
            />
          </div>
          <p className="mt-2 min-h-10 text-sm text-ink-soft">{FORMATS.find(({ value }) => value === format)?.help}</p>
        </div>
        {!points && (
          <ChosenSets
            sets={sets}
            isLeft={isLeft}
            onChange={change}
            onAll={(isChosen) => setLeft(new Set(isChosen ? [] : sets.map(({ id }) => id)))}
          />
        )}
        <FailureText error={begin.error ?? cancel.error ?? send.error} />
        {isDone && state?.problem && (
          <p role="alert" className="text-sm text-bad">
            {state.problem}
          </p>
        )}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-5 py-3">
          {isDone && send.isSuccess && <output className="text-sm">Anki has them now.</output>}
          {isDone && !isForAnki && state && state.bytes !== null && (
            <a ref={link} href={`${PATH}/file`} download className="text-accent-text underline underline-offset-2">
              {`Download it (${fileSize(state.bytes)})`}
            </a>
          )}
          <FormActions className="ml-auto">
            {!send.isPending && (
              <Button look="quiet" onClick={() => (isBusy ? cancel.mutate() : onClose())}>
                {isDone ? 'Done' : 'Cancel'}
              </Button>
            )}
            {isAnkiOffered && isKnown && !isBusy && (
              <Button disabled={chosen.length === 0} onClick={() => begin.mutate('anki')}>
                Send to Anki
              </Button>
            )}
            {isKnown && (
              <Button
                look="primary"
                isBusy={isBusy}
                disabled={chosen.length === 0}
                onClick={() => begin.mutate('file')}
              >
                {isBusy
                  ? isForAnki
                    ? 'Sending …'
                    : 'Exporting …'
                  : `Export ${points ? count(points.length, 'point') : count(chosen.length, 'set')}`}
              </Button>
            )}
          </FormActions>
        </div>
      </div>
    </Dialog>
  );
}

/** Calls `go` when an export that this page has seen running is ready. */
function useWhenMade(state: ExportState | undefined, go: () => void) {
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && state?.isUnderWay === false && state.bytes !== null) go();
    wasUnderWay.current = state?.isUnderWay ?? false;
    // oxlint-disable-next-line react/exhaustive-deps -- once for each end of an export
  }, [state]);
}

interface ChosenSetsProps {
  readonly sets: readonly SetSummary[];
  readonly isLeft: (id: string) => boolean;
  readonly onChange: (id: string, isChosen: boolean) => void;
  readonly onAll: (isChosen: boolean) => void;
}

function ChosenSets({ sets, isLeft, onChange, onAll }: ChosenSetsProps) {
  const left = sets.filter(({ id }) => isLeft(id)).length;
  const sorted = sets.toSorted((one, other) => pathOfSet(one).localeCompare(pathOfSet(other)));
  return (
    <fieldset className="text-sm">
      <legend className="font-medium">Sets</legend>
      {sets.length > 1 && (
        <label className="mt-1 flex min-h-9 items-center gap-2.5">
          <input
            type="checkbox"
            checked={left === 0}
            ref={(box) => {
              if (box) box.indeterminate = left > 0 && left < sets.length;
            }}
            onChange={(event) => onAll(event.target.checked)}
          />
          {`All ${sets.length} sets`}
        </label>
      )}
      <ul className="max-h-[40dvh] overflow-y-auto border-t border-line">
        {sorted.map((set) => (
          <li key={set.id} className="border-b border-line">
            <label className="flex min-h-9 items-center gap-2.5 py-1">
              <input
                type="checkbox"
                checked={!isLeft(set.id)}
                onChange={(event) => onChange(set.id, event.target.checked)}
              />
              <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{pathOfSet(set).replaceAll('::', ' › ')}</bdi>
              <span className="text-ink-faint">{count(set.points, 'point')}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
