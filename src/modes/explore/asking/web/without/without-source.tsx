import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';
import { api, messageOf } from '#http-client/web/api.ts';
import { dollars } from '#language-model/web/money.ts';

import type { RetrievedSource, WithoutSourceAnswer, WithoutSourceCost } from '../../../protocol.ts';
import { type ComparedSentence, differingSentences } from '../../domain/differing-sentences.ts';

interface WithoutSourceProps {
  readonly session: string;
  readonly source: Pick<RetrievedSource, 'id' | 'title'>;
  /** The last answer, which had the source in context. */
  readonly answer: string;
  readonly onClose: () => void;
}

/** Asks the last question once more without a source, and shows both answers. Stores nothing. */
export function WithoutSource({ session, source, answer, onClose }: WithoutSourceProps) {
  const body = { session, sourceId: source.id };
  const cost = useQuery({
    queryKey: ['explore', 'without', session, source.id, answer],
    queryFn: () => api<WithoutSourceCost>('POST', '/api/explore/without/cost', body),
    retry: false,
    gcTime: 0,
  });
  const asking = useMutation({ mutationFn: () => api<WithoutSourceAnswer>('POST', '/api/explore/without', body) });
  const problem = asking.error ?? cost.error;
  return (
    <Dialog
      isWide
      title="What if this were not there?"
      description={`Asks your last question once more without “${source.title}”. The answer is for comparison: it enters neither the conversation nor anything that is sent later.`}
      onClose={onClose}
    >
      {problem && (
        <ProblemNotice message={messageOf(problem)} {...(asking.error && { onRetry: () => asking.mutate() })} />
      )}
      {!cost.data && !cost.error && <QuietLoading />}
      {cost.data && !asking.data && !asking.error && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex-1 text-sm text-ink-soft tabular-nums">{costWords(cost.data)}</p>
          <Button look="primary" isBusy={asking.isPending} onClick={() => asking.mutate()}>
            Ask without it
          </Button>
        </div>
      )}
      {asking.data && <BothAnswers first={answer} second={asking.data} />}
    </Dialog>
  );
}

function costWords({ tokens, costMicros, agent, isEmbedded }: WithoutSourceCost): string {
  if (isEmbedded) return 'What is built in answers. It costs nothing.';
  const sends = `${agent} gets about ${count(tokens, 'token')}`;
  return costMicros === null
    ? `${sends}. The price is unknown.`
    : `${sends}: about ${dollars(costMicros)}, and the answer.`;
}

interface BothAnswersProps {
  readonly first: string;
  readonly second: WithoutSourceAnswer;
}

function BothAnswers({ first, second: { text, costMicros, isCut } }: BothAnswersProps) {
  const [one, other] = useMemo(() => differingSentences(first, text), [first, text]);
  return (
    <>
      <div className="mt-4 grid gap-x-8 gap-y-5 wide:grid-cols-2">
        <Answer title="With it" paragraphs={one} />
        <Answer title="Without it" paragraphs={other} />
      </div>
      <p className="mt-4 text-xs text-ink-soft tabular-nums">
        {[
          'Marked: sentences that only one of the answers has. A model may answer differently each time.',
          isCut && 'The second answer reached its limit.',
          costMicros !== null && `It cost ${dollars(costMicros)}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

function Answer({
  title,
  paragraphs,
}: {
  readonly title: string;
  readonly paragraphs: readonly (readonly ComparedSentence[])[];
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-sm font-semibold text-ink-soft">{title}</h3>
      {paragraphs.map((sentences, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the texts do not change
        <p key={place} dir="auto" className="mt-2 font-serif text-read whitespace-pre-line [overflow-wrap:anywhere]">
          {sentences.map(({ text, isOther }, index) =>
            isOther ? (
              // oxlint-disable-next-line react/no-array-index-key -- the same
              <mark key={index} className="rounded-[2px] bg-accent-soft text-ink">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      ))}
    </section>
  );
}
