import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Dialog } from '#elements/web/dialog.tsx';
import { storedJson } from '#elements/web/page/stored.ts';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { BUILT_IN } from '#kernel/built-in.ts';
import { type Finding, FindingsForm, isChosen } from '#point-writer/web/findings-form.tsx';

import { quotedTopic } from '../../domain/quoted-topic.ts';
import type { ProposedPoints } from '../../protocol.ts';
import { HoleActions } from '../history/hole-actions.tsx';

/** Findings are stored in this tab until they are added or discarded. */
const storedDraft = (holeId: string) => storedJson<FindingsDraft>('sessionStorage', `warren.findings.${holeId}`);

/** A point that the person wrote has an empty sentence. */
type KeptPoint = { readonly text: string; readonly sentence: string };

interface FindingsDialogProps {
  readonly holeId: string;
  /** The number of returns; after another stay the hole is examined again. */
  readonly visits: number;
  readonly topic: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Rejects with the problem; then all text stays unchanged. */
  readonly keep: (points: readonly KeptPoint[]) => Promise<void>;
}

/** Points of a rabbit hole that may be worth keeping. Nothing is kept without the person's consent. */
export function FindingsDialog({ open, ...props }: FindingsDialogProps) {
  return open && <OpenFindings key={props.holeId} {...props} />;
}

function OpenFindings({ holeId, visits, topic, onOpenChange, keep }: Omit<FindingsDialogProps, 'open'>) {
  const findings = useFindings({ holeId, visits });
  const list = useRef<HTMLUListElement>(null);
  const added = useRef(false);
  const close = () => onOpenChange(false);
  const keeping = useMutation({
    mutationFn: (all: readonly Finding[]) =>
      keep(all.filter(isChosen).map(({ text, sentence }) => ({ text: text.trim(), sentence }))),
    onSuccess: (_, all) => {
      findings.wereKept(all);
      close();
    },
  });
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    [...(list.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus();
  }, [findings.findings.length]);

  const addOwn = () => {
    added.current = true;
    findings.addOwn();
  };
  const giveUp = () => {
    findings.forget();
    close();
  };

  return (
    <Dialog
      title="Keep what I found"
      description={`From ${quotedTopic(topic)}. Keep what you want to recall later, in your own words if you like.`}
      mayClose={!findings.isChanged && !keeping.isPending}
      onClose={close}
    >
      <FindingsForm
        head={
          <>
            <output className="block">
              {findings.isLoading && (
                <p className="py-6 text-ink-soft">Reading what was said for what is worth keeping.</p>
              )}
              {!findings.isLoading && <Proposal {...findings} />}
            </output>
            {findings.error && <ProblemNotice message={messageOf(findings.error)} onRetry={findings.tryAgain} />}
            <div className="empty:hidden">
              <HoleActions holeId={holeId} />
            </div>
          </>
        }
        findings={findings.findings}
        onChange={findings.change}
        list={list}
        problem={keeping.error}
        isLoading={findings.isLoading}
        isBusy={keeping.isPending}
        other={findings.isLoading ? null : { label: 'Add my own', onClick: addOwn }}
        onCancel={giveUp}
        submitWords={(chosen) => (chosen === 0 ? 'Keep' : `Keep ${count(chosen, 'point')}`)}
        onSubmit={() => keeping.mutate(findings.findings)}
      />
    </Dialog>
  );
}

const NOTHING = {
  new: 'What was said in it is in the set already. You can write a point yourself.',
  said: 'There was nothing in it to propose. You can write a point yourself.',
};

type ProposalProps = Pick<ReturnType<typeof useFindings>, 'by' | 'notice' | 'known' | 'findings'>;

/** Names the author of the proposals, and why it was not the configured model. */
function Proposal({ by, notice, known, findings }: ProposalProps) {
  if (by === null) return null;
  return (
    <>
      {notice !== null && <p className="mb-2 border-l-2 border-warn pl-4 text-ink-soft">{notice}</p>}
      {findings.length === 0 && <p className="py-2">{NOTHING[known > 0 ? 'new' : 'said']}</p>}
      <p className="text-sm text-ink-faint">
        {`Proposed by ${by === BUILT_IN ? 'what is built in' : by}.`}
        {findings.length > 0 && known > 0 && ` ${known} more ${known === 1 ? 'is' : 'are'} in the set already.`}
      </p>
    </>
  );
}

/** A hole's proposals and the person's edits. */
function useFindings({ holeId, visits }: { readonly holeId: string; readonly visits: number }) {
  const [draft, setDraft] = useState(() => storedDraft(holeId).read());
  // Edited proposals are not requested again.
  const [wasProposed] = useState(draft !== null && draft.by !== null);
  const { data, error, isFetching, refetch } = useQuery({ ...proposalsQuery(holeId, visits), enabled: !wasProposed });
  const queries = useQueryClient();
  const shown = together(draft, data ? findingsDraftOf(data) : null);
  const write = (findings: readonly Finding[]) => {
    const next = { ...shown, findings };
    setDraft(next);
    storedDraft(holeId).write(next);
  };
  return {
    ...shown,
    isChanged: draft !== null,
    isLoading: isFetching,
    error: isFetching ? null : error,
    tryAgain: () => void refetch(),
    change: (index: number, change: Partial<Finding>) =>
      write(shown.findings.map((each, at) => (at === index ? { ...each, ...change } : each))),
    addOwn: () => write([...shown.findings, { text: '', sentence: '', isKept: true }]),
    forget: () => storedDraft(holeId).write(null),
    /** Marks points that were kept; they are not proposed again. */
    wereKept: (findings: readonly Finding[]) => {
      storedDraft(holeId).write(null);
      queries.setQueryData(proposalsQuery(holeId, visits).queryKey, (proposed) => withoutKept(proposed, findings));
    },
  };
}

/** The person's own points, written before there were proposals, follow them. */
function together(draft: FindingsDraft | null, proposed: FindingsDraft | null): FindingsDraft {
  if (!draft) return proposed ?? { by: null, notice: null, known: 0, findings: [] };
  if (draft.by !== null || !proposed) return draft;
  return { ...proposed, findings: [...proposed.findings, ...draft.findings] };
}

/** Requested once after each stay, because a model may be needed to write it. */
function proposalsQuery(holeId: string, visits: number) {
  return queryOptions({
    queryKey: ['rabbithole-proposals', holeId, visits],
    queryFn: () => api<ProposedPoints>('POST', `/api/rabbitholes/${holeId}/proposals`),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** The proposals not kept yet. The findings begin with the proposals, in the same order. */
function withoutKept(proposed: ProposedPoints | undefined, findings: readonly Finding[]): ProposedPoints | undefined {
  if (!proposed) return undefined;
  const points = proposed.points.filter(({ sentence }, index) => {
    const finding = findings[index];
    return !finding || finding.sentence !== sentence || !isChosen(finding);
  });
  return { ...proposed, points, known: proposed.known + proposed.points.length - points.length };
}

/** A hole's proposals as the person edited them, with their author. */
interface FindingsDraft {
  /** Null without proposals. */
  readonly by: string | null;
  readonly notice: string | null;
  /** The number of further points that were already kept. */
  readonly known: number;
  readonly findings: readonly Finding[];
}

function findingsDraftOf({ by, notice, known, points }: ProposedPoints): FindingsDraft {
  return { by, notice, known, findings: points.map((point) => ({ ...point, isKept: true })) };
}
