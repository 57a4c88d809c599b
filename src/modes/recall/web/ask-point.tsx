import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { api, ApiProblem, messageOf } from '#http-client/web/api.ts';
import type { SessionSummary } from '#session/protocol.ts';
import { newId } from '#session/web/new-id.ts';

import { setsQuery, todayQuery } from '../sets/web/queries.ts';

/**
 * The target of links in other programs: begins a session on a point, or continues the unfinished one, and goes there.
 * Waits for a click, since programs can open links too.
 */
export function AskPoint({ pointId }: { readonly pointId: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Creates only one session, however often the request is sent.
  const [id] = useState(newId);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api<SessionSummary>('POST', '/api/sessions', { id, mode: 'recall', pointId }),
    async onSuccess({ session }) {
      for (const { queryKey } of [setsQuery, todayQuery]) void queries.invalidateQueries({ queryKey });
      await navigate({ to: '/session/$sessionId', params: { sessionId: session }, replace: true });
    },
  });
  const isFinal = error instanceof ApiProblem && (error.kind === 'not-found' || error.kind === 'refused');
  if (!error)
    return (
      <Page>
        <PageHeading title="Recall a point" />
        <p className="mt-1.5 mb-4 text-ink-soft">A program gave you the link to this point. You answer it here.</p>
        <Button look="primary" isBusy={isPending} onClick={() => mutate()}>
          Begin
        </Button>
      </Page>
    );
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
        <ProblemNotice message={messageOf(error)} onRetry={() => mutate()} />
      )}
    </Page>
  );
}
