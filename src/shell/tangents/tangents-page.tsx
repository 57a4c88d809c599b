import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { Trouble } from '#elements/web/trouble.tsx';
import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import { tangentsQuery } from '#modes/rabbit-hole/web/history/queries.ts';
import { TangentList } from '#modes/rabbit-hole/web/history/tangent-list.tsx';

const LINK = 'text-accent-text underline underline-offset-2';

/** Which tangents somebody keeps taking from a set. */
export function TangentsPage() {
  const { setId } = useParams({ from: '/recall/$setId/tangents' });
  const { data: history, error, refetch } = useQuery(tangentsQuery(setId));
  if (!history && error) {
    const isGone = error instanceof ApiProblem && error.kind === 'not-found';
    return (
      <Page>
        <PageHeading title={isGone ? 'There is no such set' : 'These tangents cannot be shown'} />
        {isGone ? (
          <p className="mt-1.5 text-ink-soft">
            It may have been deleted.{' '}
            <Link to="/recall" className={LINK}>
              Go to Recall
            </Link>
          </p>
        ) : (
          <Trouble message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!history) return <QuietLoading />;
  return (
    <Page width="reading">
      <p className="mb-1 text-sm">
        <Link to="/recall/$setId" params={{ setId }} className={`${LINK} [overflow-wrap:anywhere]`}>
          <bdi>{history.subject.name}</bdi>
        </Link>
      </p>
      <PageHeading title="Tangents" />
      <TangentList history={history} />
    </Page>
  );
}
