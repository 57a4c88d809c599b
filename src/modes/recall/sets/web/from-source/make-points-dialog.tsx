import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { FormActions } from '#elements/web/form-actions.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { api } from '#http-client/web/api.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import type { SourceProps } from '#session/web/contribution/contribution.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept, NearestSet, SetSummary, WrittenPoints } from '../../protocol.ts';
import { type WrittenDraft, WrittenForm } from '../paste/written-form.tsx';
import { setsQuery } from '../queries.ts';
import { forgetCounts } from '../set-cache.ts';
import { MAX_SET_NAME, NEW_SET, ownSets, SetChoice } from '../set-choice.tsx';
import { pointsOfSourceQuery } from './made-of-source.tsx';
import type { MakePointsOf } from './make-points-anywhere.tsx';

export function MakePoints(source: SourceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Make recall points</Button>
      {isOpen && <MakePointsDialog {...source} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MakePointsDialogProps extends MakePointsOf {
  readonly onClose: () => void;
}

/**
 * Makes points from a source: first asks for the set, then shows what the point writer proposes, or the selected words.
 * Edited proposals survive closing the dialog.
 */
export function MakePointsDialog({ sourceId, title, words, onClose }: MakePointsDialogProps) {
  const [draft, setDraft] = useState(() => (words === undefined ? storedSourceDraft(sourceId).read() : null));
  const change = (next: SourceDraft | null) => {
    setDraft(next);
    if (words === undefined) storedSourceDraft(sourceId).write(next);
  };
  const finish = () => {
    change(null);
    onClose();
  };
  return (
    <Dialog
      title={words === undefined ? 'Make recall points' : 'Make a recall point'}
      description={
        draft
          ? `From “${title}”. Change them as you like, and drop what you do not need.`
          : `From “${title}”. You see each point before it is added.`
      }
      mayClose={draft === null}
      onClose={onClose}
    >
      {draft ? (
        <ProposedPoints sourceId={sourceId} draft={draft} onChange={change} onDone={finish} />
      ) : (
        <ChooseSet sourceId={sourceId} title={title} words={words} onPropose={change} onClose={onClose} />
      )}
    </Dialog>
  );
}

const MAX_POINT_LENGTH = 2_000;

interface ChooseSetProps {
  readonly sourceId: string;
  readonly words: string | undefined;
  readonly title: string;
  readonly onPropose: (draft: SourceDraft) => void;
  readonly onClose: () => void;
}

/** Choice of a set: the nearest one is preselected, or else a new set with the name of the source. */
function ChooseSet({ sourceId, title, words, onPropose, onClose }: ChooseSetProps) {
  const queries = useQueryClient();
  const { data: sets } = useQuery(setsQuery);
  const { data: nearest, isPending: isSeeking } = useQuery(nearestSetQuery(sourceId));
  const own = ownSets(sets);
  const [chosen, setChosen] = useState<string | null>(null);
  const setId = chosen ?? own.find(({ id }) => id === nearest)?.id ?? NEW_SET;
  const [name, setName] = useState(title.slice(0, MAX_SET_NAME));
  // A stable id, so that a resend creates the set only once.
  const [freshId] = useState(newId);
  const { mutate, isPending, error } = useMutation({
    async mutationFn(): Promise<SourceDraft> {
      const isNew = setId === NEW_SET;
      const set = isNew
        ? await api<SetSummary>('POST', '/api/recall/sets', { id: freshId, title: name })
        : { id: setId, title: own.find(({ id }) => id === setId)?.title ?? '' };
      if (isNew) forgetCounts(queries);
      const of = { setId: set.id, setTitle: set.title };
      if (words !== undefined) return { ...of, ...proposalOf(words) };
      const { points, ...written } = await api<WrittenPoints>('POST', `/api/recall/sets/${set.id}/write-points`, {
        sourceId,
      });
      const findings = points.map((point) => ({ ...point, isKept: true }));
      return { ...written, ...of, findings };
    },
    onSuccess: onPropose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && sets && !isSeeking) mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      <SetChoice sets={own} value={setId} onChange={setChosen} name={name} onName={setName} />
      <FailureText error={error} />
      <FormActions>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" isBusy={isPending} disabled={!sets || isSeeking}>
          {words !== undefined ? 'Go on' : isPending ? 'Reading the source' : 'Propose points'}
        </Button>
      </FormActions>
    </form>
  );
}

/** In place of an agent's name, for a point that the person selected. */
const SELECTED = '';

/** Proposes the selected words as the only point. */
function proposalOf(words: string): WrittenDraft {
  const text = words.slice(0, MAX_POINT_LENGTH);
  const findings = [{ text, sentence: text, context: '', isKept: true }];
  return { findings, known: 0, by: SELECTED, isEmbedded: true, notice: null, part: null };
}

/** The nearest set to a source; null if there is none. */
function nearestSetQuery(sourceId: string) {
  return queryOptions({
    queryKey: ['recall-nearest-set', sourceId],
    queryFn: async () => (await api<NearestSet>('GET', `/api/recall/sources/${sourceId}/nearest-set`)).setId,
    staleTime: 0,
  });
}

interface ProposedPointsProps {
  readonly sourceId: string;
  readonly draft: SourceDraft;
  /** Null returns to the choice of a set. */
  readonly onChange: (draft: SourceDraft | null) => void;
  readonly onDone: () => void;
}

/** Proposed points, each with its sentence in the source. A long source is read in parts. */
function ProposedPoints({ sourceId, draft, onChange, onDone }: ProposedPointsProps) {
  const queries = useQueryClient();
  const { setId, setTitle, findings, by, known, part } = draft;
  const next = part !== null && part.end < part.of ? part.end : null;
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
  const add = async (id: string, points: SourceDraft['findings']) => {
    const outcome = await api<FindingsKept>('POST', `/api/recall/sets/${setId}/points-from-source`, {
      id,
      sourceId,
      points: points.map(({ text, question, context, sentence }) => ({ text, question, context, sentence })),
    });
    void queries.invalidateQueries({ queryKey: pointsOfSourceQuery(sourceId).queryKey });
    return outcome;
  };
  return (
    <WrittenForm
      setId={setId}
      draft={draft}
      from="source"
      by={
        by === SELECTED
          ? `For “${setTitle}”, in the words that you selected.`
          : `For “${setTitle}”, ${by === BUILT_IN ? 'taken word for word by what is built in' : `written by ${by}`}.`
      }
      add={add}
      back="Choose another set"
      onChange={onChange}
      onDone={onDone}
      problem={reading.error}
    >
      {next !== null && part !== null && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          {`The source is long: read up to ${Math.round((100 * part.end) / part.of)}%.`}
          <Button isBusy={reading.isPending} onClick={() => reading.mutate()}>
            Read on
          </Button>
        </p>
      )}
    </WrittenForm>
  );
}

/** Points proposed from a source for a set, with the person's edits. */
interface SourceDraft extends WrittenDraft {
  readonly setId: string;
  readonly setTitle: string;
}

/** Stored in this tab until the points are added or discarded. */
const storedSourceDraft = (sourceId: string) =>
  storedJson<SourceDraft>('sessionStorage', `warren.points-of.${sourceId}`);
