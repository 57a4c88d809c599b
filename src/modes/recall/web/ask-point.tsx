import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { newId } from '#session/web/new-id.ts';

import { setsQuery, todayQuery } from '../sets/web/queries.ts';

/** Where links of other programs lead: begins a session on a point, or continues the one that is not over, and goes there. */
export function AskPoint({ pointId }: { readonly pointId: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // One session, however often the request is sent.
  const [id] = useState(newId);
  const { data, error, refetch } = useQuery({
    queryKey: ['recall-ask', pointId, id],
    queryFn: () => api<SessionSummary>('POST', '/api/sessions', { id, mode: 'recall', pointId }),
    staleTime: Infinity,
    retry: false,
  });
  const session = data?.session;
  useEffect(() => {
    if (session === undefined) return;
    for (const { queryKey } of [setsQuery, todayQuery]) void queries.invalidateQueries({ queryKey });
    void navigate({ to: '/session/$sessionId', params: { sessionId: session }, replace: true });
  }, [session, queries, navigate]);
  if (!error) return <QuietLoading />;
  const isFinal = error instanceof ApiProblem && (error.kind === 'not-found' || error.kind === 'refused');
  return (
    <Page>
      <PageHeading title="This point cannot be asked for" />
      {isFinal ? (
        <p className="mt-1.5 text-ink-soft">
          {messageOf(error)}{' '}
          <Link to="/" className="text-accent-text underline underline-offset-2">
            Go to Today
          </Link>
        </p>
      ) : (
        <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
