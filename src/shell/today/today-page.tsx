import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { preferencesQuery } from '#account/web/queries.ts';
import { dayOf } from '#day/domain/day.ts';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Card, Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { dayName } from '#elements/web/text/day-name.ts';
import { messageOf } from '#http-client/web/api.ts';
import type { TodayCard } from '#session/web/contribution/today-part.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';

import { LeftOff } from './left-off.tsx';
import { useTodayParts } from './use-today-parts.ts';
import { Welcome } from './welcome.tsx';

/** What is ready, the unfinished sessions, and what comes next. */
export function TodayPage() {
  const { data: sessions } = useQuery(sessionsQuery);
  const preferences = useQuery(preferencesQuery);
  const parts = useTodayParts();
  const unread = [preferences, ...parts].filter(({ data }) => data === undefined);
  const failed = unread.find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <Page>
        <PageHeading title="Today" />
        <ProblemNotice
          message={messageOf(failed.error)}
          onRetry={() => {
            for (const { refetch } of unread) void refetch();
          }}
        />
      </Page>
    );
  if (unread.length > 0 || !preferences.data) return <QuietLoading />;
  const unfinished = sessions?.filter(({ status }) => status !== 'complete') ?? [];
  const views = parts.map(({ part, data }) => part.view(data, unfinished.length > 0));
  const beginnings = views.flatMap(({ firstStart }) => firstStart ?? []);
  if (beginnings.length > 0 && beginnings.length === views.length && sessions?.length === 0)
    return (
      <Welcome
        sentences={beginnings.flatMap(({ sentence }) => sentence ?? [])}
        cards={beginnings.flatMap((beginning) => beginning.cards)}
      />
    );
  const cards = views.flatMap((view) => view.cards);
  const hasPrimary = views.some((view) => view.hasPrimary);
  return (
    <Page>
      <PageHeading title="Today">{dayName(dayOf(preferences.dataUpdatedAt, preferences.data))}</PageHeading>
      {views
        .flatMap(({ sentence }) => sentence ?? [])
        .map((sentence) => (
          <p key={sentence} className="mt-1.5 text-ink-soft">
            {sentence}
          </p>
        ))}
      <TodayCards cards={cards}>
        {unfinished.length > 0 && (
          <Card title="Where you left off">
            <LeftOff sessions={unfinished} hasPrimary={!hasPrimary} />
          </Card>
        )}
      </TodayCards>
    </Page>
  );
}

interface TodayCardsProps {
  readonly cards: readonly TodayCard[];
  /** Stands beside the first cards where there is room. */
  readonly children: ReactNode;
}

const ROW = '@min-[960px]:col-span-12';

function TodayCards({ cards, children }: TodayCardsProps) {
  const first = cards.filter(({ isFirst = false }) => isFirst);
  const isShared = first.length > 0 && children !== false;
  return (
    <div className="@container mt-6">
      <div className="grid gap-4 @min-[960px]:grid-cols-12">
        {first.length > 0 && (
          <div className={`grid min-w-0 gap-4 ${isShared ? '@min-[960px]:col-span-7' : ROW}`}>
            {first.map(({ title, hint, content }) => (
              <Card key={title} title={title} hint={hint}>
                {content}
              </Card>
            ))}
          </div>
        )}
        {children !== false && (
          <div className={`grid min-w-0 ${isShared ? '@min-[960px]:col-span-5' : ROW}`}>{children}</div>
        )}
        {cards
          .filter(({ isFirst = false }) => !isFirst)
          .map(({ title, hint, content }) => (
            <Card key={title} title={title} hint={hint} className={ROW}>
              {content}
            </Card>
          ))}
      </div>
    </div>
  );
}
