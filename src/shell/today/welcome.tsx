import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import type { TodayCard } from '#session/web/contribution/today-part.ts';

interface WelcomeProps {
  readonly sentences: readonly string[];
  readonly cards: readonly TodayCard[];
}

/** Today before the first session: what Warren is, how to begin, and last the offer of a model. */
export function Welcome({ sentences, cards }: WelcomeProps) {
  const hasModel = useHasModel();
  // The first two stand side by side.
  const isShared = cards.length > 1;
  return (
    <Page>
      <PageHeading title="Welcome to Warren" />
      <p className="mt-1.5 max-w-[62ch] text-ink-soft">
        {sentences.join(' ')}
        {hasModel === false && ' Everything stays on this machine.'}
      </p>
      <div className="@container mt-6">
        <div className="grid gap-4 @min-[800px]:grid-cols-12">
          {cards.map(({ title, isFirst = false, content }, index) => (
            <Card key={title} title={title} className={index < 2 ? widthOf(isShared, isFirst) : WHOLE}>
              {content}
            </Card>
          ))}
          {hasModel === false && <ModelOffer />}
        </div>
      </div>
    </Page>
  );
}

const WHOLE = '@min-[800px]:col-span-12';

function widthOf(isShared: boolean, isFirst: boolean): string {
  if (!isShared) return WHOLE;
  return isFirst ? '@min-[800px]:col-span-7' : '@min-[800px]:col-span-5';
}

function ModelOffer() {
  const navigate = useNavigate();
  return (
    <section
      aria-labelledby="model-offer"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-medium border border-line bg-surface px-4 py-4 wide:px-5 @min-[800px]:col-span-12"
    >
      <div className="min-w-[min(100%,200px)] flex-1">
        <h2 id="model-offer">No language model is set up</h2>
        <p className="text-sm text-ink-faint">
          Warren asks and listens by itself. With a key, or with Ollama on this machine, it talks like a tutor.
        </p>
      </div>
      <Button onClick={() => void navigate({ to: '/settings/models' })}>Set up a model</Button>
    </section>
  );
}

/** Whether a model answers anywhere; undefined until that is known. */
function useHasModel(): boolean | undefined {
  const queries = contributionsOf(usePageComposition()).flatMap(({ agents }) => agents ?? []);
  const answers = useQueries({ queries });
  if (answers.some(({ data }) => data === undefined)) return undefined;
  return answers.flatMap(({ data }) => data ?? []).some(({ embedded }) => !embedded);
}
