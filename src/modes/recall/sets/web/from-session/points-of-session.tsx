import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { dayAndTime } from '#elements/web/text/day-and-time.ts';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import type { SessionProposals, StepKind } from '#point-writer/protocol.ts';
import { type Finding, FindingsForm, isChosen } from '#point-writer/web/findings-form.tsx';
import type { SessionToRemember } from '#session/web/contribution/contribution.ts';
import { newId } from '#session/web/new-id.ts';

import type { FindingsKept } from '../../protocol.ts';
import { usePointsAdded } from '../paste/written-form.tsx';
import { setsQuery } from '../queries.ts';
import { MAX_SET_NAME, NEW_SET, ownSets, SetChoice } from '../set-choice.tsx';
import { keptWords } from '../use-keep-findings.ts';

type Proposed = SessionProposals['points'][number];
interface SessionDraft extends Omit<SessionProposals, 'points'> {
  readonly findings: readonly (Proposed & Finding)[];
}

/** Stored in this tab until the points are kept or discarded. */
const storedDraft = (session: string) =>
  storedJson<SessionDraft>('sessionStorage', `warren.points-of-session.${session}`);

const FROM: Readonly<Record<StepKind, string>> = {
  said: 'Said',
  command: 'From a command',
  change: 'From a change',
  look: 'From a look',
};

interface PointsOfSessionProps extends SessionToRemember {
  readonly onClose: () => void;
}

/** Proposed points from an agent's session. The person can change, drop or add each one. */
export function PointsOfSession({ session, title, proposals, onClose }: PointsOfSessionProps) {
  const [draft, setDraft] = useState(() => storedDraft(session).read());
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['points-of-session', session],
    queryFn: async () => draftOf(await api<SessionProposals>('POST', proposals)),
    enabled: draft === null,
    // The session can go on, so each opening fetches new proposals.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
  });
  const write = (next: SessionDraft | null) => {
    setDraft(next);
    storedDraft(session).write(next);
  };
  const close = () => {
    write(null);
    onClose();
  };
  const shown = draft ?? data;
  return (
    <Dialog
      title="What is worth remembering?"
      description={`From “${title}”. Change the points as you like, and drop what you do not need.`}
      mayClose={draft === null}
      onClose={onClose}
    >
      {shown ? (
        <KeepPoints session={session} draft={shown} onChange={write} onDone={close} />
      ) : isFetching ? (
        <output className="block py-6 text-ink-soft">Reading the session.</output>
      ) : (
        <div className="mt-4">
          <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      )}
    </Dialog>
  );
}

function draftOf({ points, ...written }: SessionProposals): SessionDraft {
  const findings = points.map((point) => ({
    ...point,
    note: `${FROM[point.moment.kind]}, ${dayAndTime(point.moment.at)}.`,
    isKept: true,
  }));
  return { ...written, findings };
}

interface KeepPointsProps {
  readonly session: string;
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
  readonly onDone: () => void;
}

function KeepPoints({ session, draft, onChange, onDone }: KeepPointsProps) {
  const { findings, project, by, notice, leftOut } = draft;
  const { data: sets } = useQuery(setsQuery);
  const own = ownSets(sets);
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? own.find(({ title }) => title === project)?.id ?? NEW_SET;
  const [name, setName] = useState(project.slice(0, MAX_SET_NAME));
  // Stable ids, so that a resend creates the set and the points only once.
  const [freshId] = useState(newId);
  const [addition, setAddition] = useState(newId);
  const isNew = value === NEW_SET;
  const setId = isNew ? freshId : value;
  const added = usePointsAdded(setId);
  const keeping = useMutation({
    mutationFn: () =>
      api<FindingsKept>('POST', `/api/recall/sets/${setId}/findings`, {
        id: addition,
        ...(isNew && { newSet: name }),
        points: findings.filter(isChosen).map(({ text, question, moment: { messageId, at } }) => ({
          text: text.trim(),
          question: question ?? null,
          moment: { session, messageId, at },
        })),
      }),
    onSuccess: async (outcome) => {
      await added(keptWords(outcome), outcome.added);
      onDone();
    },
  });
  return (
    <FindingsForm
      head={
        <output className="block text-sm text-ink-faint">
          {notice !== null && <span className="mb-2 block border-l-2 border-warn pl-4 text-ink-soft">{notice}</span>}
          {findings.length === 0 && (
            <span className="block py-2 text-ink">The session has nothing that makes a point by itself.</span>
          )}
          {`Proposed by ${by === BUILT_IN ? 'what is built in' : by}. Keys and passwords are left out.`}
          {leftOut > 0 && ` The session is long: ${count(leftOut, 'step')}, the oldest among them, were not read.`}
        </output>
      }
      findings={findings}
      onChange={(index, change) => {
        setAddition(newId());
        onChange({ ...draft, findings: findings.map((each, at) => (at === index ? { ...each, ...change } : each)) });
      }}
      problem={keeping.error}
      isBusy={keeping.isPending}
      other={null}
      onCancel={onDone}
      submitWords={(some) => (some === 0 ? 'Keep' : `Keep ${count(some, 'point')}`)}
      onSubmit={() => keeping.mutate()}
    >
      {findings.length > 0 && (
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          <SetChoice sets={own} value={value} onChange={setChosen} name={name} onName={setName} />
        </div>
      )}
    </FindingsForm>
  );
}
