import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import type { SubjectPageProps } from '#session/web/inner/inner-mode.ts';

import { tangentsQuery } from './queries.ts';
import { TangentList } from './tangent-list.tsx';

const LINK = 'text-accent-text underline underline-offset-2';

/** The tangents of a subject by frequency. */
export function TangentsPage({ subjectId, subjectPath, subjectNoun, place }: SubjectPageProps) {
  const { data: history, error, refetch } = useQuery(tangentsQuery(subjectId));
  if (!history && error) {
    const isGone = error instanceof ApiProblem && error.kind === 'not-found';
    return (
      <Page>
        <PageHeading title={isGone ? `There is no such ${subjectNoun}` : 'These tangents cannot be shown'} />
        {isGone ? (
          <p className="mt-1.5 text-ink-soft">
            It may have been deleted.{' '}
            <Link to={place.to} className={LINK}>
              Go to {place.label}
            </Link>
          </p>
        ) : (
          <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!history) return <QuietLoading />;
  return (
    <Page>
      <p className="mb-1 text-sm">
        <Link to={subjectPath} className={`${LINK} [overflow-wrap:anywhere]`}>
          <bdi>{history.subject.name}</bdi>
        </Link>
      </p>
      <PageHeading title="Tangents" />
      <div className="max-w-[672px]">
        <TangentList history={history} />
      </div>
    </Page>
  );
}
