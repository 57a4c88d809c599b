import { useMemo } from 'react';

import { useNow } from '#elements/web/page/use-now.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import type { TranscriptLine } from '#session/web/transcript/rows/rows.ts';

import { rabbitholesOf } from '../use-rabbithole.ts';
import { lineOf } from '../visits/line-id.ts';
import { ago } from '../words.ts';

const LOOKS_AGAIN_AFTER_MS = 20_000;

const NONE: readonly TranscriptLine[] = [];

/** The lines above a hole's messages: the frozen trunk, and one line for each entry. */
export function useInsideLines(
  { state }: OpenSession,
  question: string,
  read: (thread: string) => void,
): readonly TranscriptLine[] {
  const { openId, holes } = rabbitholesOf(state);
  const visits = holes.find(({ id }) => id === openId)?.visits;
  const { title } = state;
  return useMemo(() => {
    const first = visits?.[0];
    if (!visits || !first) return NONE;
    const frozen = (
      <div className="pt-2">
        <FrozenTrunk title={title} question={question} onRead={() => read(TRUNK)} />
      </div>
    );
    return [
      { id: 'trunk.frozen', seq: first.enteredSeq, content: frozen },
      ...visits.map((visit, index) => ({
        id: lineOf(visit),
        seq: visit.enteredSeq,
        content: <ForkLine at={visit.enteredAt} isAgain={index > 0} />,
      })),
    ];
  }, [visits, title, question, read]);
}

interface ForkLineProps {
  readonly at: number;
  /** The hole was left before and is entered again here. */
  readonly isAgain: boolean;
}

/** Marks where and when the hole was entered. */
function ForkLine({ at, isAgain }: ForkLineProps) {
  const now = useNow(LOOKS_AGAIN_AFTER_MS);
  const line = <span aria-hidden="true" className="flex-1 border-t border-dashed border-line-strong" />;
  return (
    <p className="flex items-center gap-3 text-xs text-ink-faint">
      {line}
      <span>
        {ago(now - at)} you {isAgain ? 'came back here' : 'turned off here'}
      </span>
      {line}
    </p>
  );
}

interface FrozenTrunkProps {
  readonly title: string;
  /** The pending question; can be empty. */
  readonly question: string;
  readonly onRead: () => void;
}

/** The frozen session in one row, which opens it for reading. */
function FrozenTrunk({ title, question, onRead }: FrozenTrunkProps) {
  return (
    <button
      type="button"
      title="Show the session"
      onClick={onRead}
      className="flex w-full items-baseline gap-3 rounded-medium border border-line bg-sunken px-4 py-3 text-left text-sm text-ink-soft transition-colors duration-(--fast) hover:border-line-strong"
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-line-strong" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-[550] text-ink">
          <bdi>{title}</bdi>
        </b>{' '}
        {question === '' ? (
          'waits as you left it'
        ) : (
          <>
            waits at “<bdi>{quotedInside(question)}</bdi>”
          </>
        )}
      </span>
    </button>
  );
}

/** Quotation marks inside a quotation become single ones. */
function quotedInside(words: string): string {
  return words.replace(/[“„"]([^“”„"\n]*)[”“"]/gu, '‘$1’').replace('“', '‘');
}
