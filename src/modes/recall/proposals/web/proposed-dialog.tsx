import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { dayAndTime } from '#elements/web/text/day-and-time.ts';
import { count } from '#elements/web/text/figures.ts';
import { api } from '#http-client/web/api.ts';
import type { Finding } from '#point-writer/web/findings-form.tsx';
import { newId } from '#session/web/new-id.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import type { FindingsKept, SetSummary } from '../../sets/protocol.ts';
import { WrittenForm } from '../../sets/web/paste/written-form.tsx';
import { setsQuery } from '../../sets/web/queries.ts';
import { forgetCounts } from '../../sets/web/set-cache.ts';
import { NEW_SET, ownSets, SetChoice } from '../../sets/web/set-choice.tsx';
import type { WaitingPoint } from '../protocol.ts';
import { waitingQuery } from './queries.ts';

/** The person's edits, by the id of the proposal. They survive closing the dialog and reloading. */
type Edits = Readonly<Record<string, Partial<Finding>>>;
const storedEdits = storedJson<Edits>('sessionStorage', 'warren.proposed');

/** Points that programs propose, to add to a set or to drop. Points of one program for one set are grouped. */
export function ProposedDialog({ onClose }: { readonly onClose: () => void }) {
  const waiting = useQuery(waitingQuery);
  const sets = useQuery(setsQuery);
  const [first, ...others] = groupsOf(waiting.data ?? []);
  const left = others.reduce((sum, points) => sum + points.length, 0);
  return (
    <Dialog
      title="Proposed points"
      description="They are in no set yet. Change them as you like, and uncheck what you do not need."
      onClose={onClose}
    >
      <QueryState of={waiting.data === undefined ? waiting : sets} />
      {waiting.data && sets.data && first?.[0] && (
        <Group
          key={first[0].id}
          first={first[0]}
          points={first}
          left={left}
          sets={ownSets(sets.data)}
          onClose={onClose}
        />
      )}
      {waiting.data && sets.data && !first && <p className="mt-4">Nothing waits to be added.</p>}
    </Dialog>
  );
}

function groupsOf(points: readonly WaitingPoint[]): readonly (readonly WaitingPoint[])[] {
  return [...Map.groupBy(points, ({ client, setName }) => `${client}\n${setName}`).values()];
}

interface GroupProps {
  /** The points of one program for one set. */
  readonly points: readonly WaitingPoint[];
  readonly first: WaitingPoint;
  /** The number of points of other groups. */
  readonly left: number;
  readonly sets: readonly SetSummary[];
  readonly onClose: () => void;
}

function Group({ points, first: { client, setName, at }, left, sets, onClose }: GroupProps) {
  const queries = useQueryClient();
  const notifyUndoable = useNotifyUndoable();
  const [edits, setEdits] = useState<Edits>(() => storedEdits.read() ?? {});
  const [chosen, setChosen] = useState(() => setFor(setName, sets));
  const [name, rename] = useState(setName);
  // Creates only one set, however often the request is sent.
  const [freshId] = useState(newId);
  const isNew = chosen === NEW_SET;
  const setId = isNew ? freshId : chosen;
  const findings = points.map((point) => ({ ...findingOf(point), ...edits[point.id] }));
  const change = (next: Edits) => {
    setEdits(next);
    storedEdits.write(next);
  };
  const decide = async (id: string, kept: readonly (typeof findings)[number][]) => {
    const outcome = await api<FindingsKept>('POST', '/api/recall/proposals/decide', {
      id,
      setId,
      ...(isNew && { newSet: name }),
      points: kept.map((point) => ({ proposal: point.id, text: point.text, question: point.question })),
      dropped: points.flatMap(({ id: each }) => (kept.some((point) => point.id === each) ? [] : each)),
    });
    storedEdits.write(null);
    return outcome;
  };
  const goOn = async () => {
    forgetCounts(queries);
    if (left === 0) onClose();
    await queries.invalidateQueries({ queryKey: waitingQuery.queryKey });
  };
  const dropping = useMutation({
    mutationFn: () => decide(newId(), []),
    async onSuccess() {
      await goOn();
      await notifyUndoable({ text: `Dropped ${count(points.length, 'proposed point')}.`, isForEveryPage: true });
    },
  });
  return (
    <WrittenForm
      setId={setId}
      draft={{ findings, known: 0, by: client, isEmbedded: false, notice: null, part: null }}
      from="text"
      by={`Proposed by ${client}, ${dayAndTime(at)}.${left === 0 ? '' : ` ${count(left, 'more point')} after these.`}`}
      add={decide}
      back={points.length === 1 ? 'Drop it' : 'Drop all'}
      onChange={(next) => {
        if (next === null) dropping.mutate();
        else
          change(
            Object.fromEntries(next.findings.map(({ id, text, question, isKept }) => [id, { text, question, isKept }])),
          );
      }}
      onDone={() => void goOn()}
      problem={dropping.error}
    >
      <div className="flex flex-col gap-3">
        <SetChoice sets={sets} value={chosen} onChange={setChosen} name={name} onName={rename} />
      </div>
    </WrittenForm>
  );
}

function setFor(wished: string, sets: readonly SetSummary[]): string {
  const key = wished.toLocaleLowerCase();
  const same = sets.find(({ title }) => title.toLocaleLowerCase() === key);
  return same?.id ?? (wished === '' ? sets[0]?.id : undefined) ?? NEW_SET;
}

function findingOf({ id, text, question, context, sentence, sourceTitle, heldIn }: WaitingPoint) {
  const note = [
    ...(heldIn === null ? [] : [`“${heldIn}” has this point already.`]),
    ...(context === '' ? [] : [`Under “${context}”.`]),
    ...(sourceTitle === null ? [] : [`From “${sourceTitle}”.`]),
  ].join(' ');
  return { id, text, question, sentence, context, note, isKept: heldIn === null };
}
