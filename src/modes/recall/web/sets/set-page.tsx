import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useRef } from 'react';

import { PageHeading } from '#elements/web/page-heading.tsx';
import { Page } from '#elements/web/page.tsx';
import { QuietLoading } from '#elements/web/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { ApiProblem, messageOf } from '#session/web/api.ts';

import { setQuery } from '../queries.ts';
import { PointsSection } from './points-section.tsx';
import { SetHeading } from './set-heading.tsx';

/** One set: how it stands, and its points. */
export function SetPage() {
  const { setId } = useParams({ from: '/recall/$setId' });
  const { data: set, error, refetch } = useQuery(setQuery(setId));
  const scroller = useRef<HTMLDivElement>(null);
  if (error && !set) {
    const isGone = error instanceof ApiProblem && error.kind === 'not-found';
    return (
      <Page>
        <PageHeading title={isGone ? 'There is no such set' : 'This set cannot be shown'} />
        {isGone ? (
          <p className="mt-1.5 text-ink-soft">
            It may have been deleted.{' '}
            <Link to="/recall" className="text-accent-text underline underline-offset-2">
              Go to Recall
            </Link>
          </p>
        ) : (
          <Trouble message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!set) return <QuietLoading />;
  return (
    <Page scroller={scroller}>
      <SetHeading set={set} />
      <PointsSection set={set} scroller={scroller} />
    </Page>
  );
}
