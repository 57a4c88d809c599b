import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { ProblemNotice } from '#elements/web/problem-notice.tsx';
import { messageOf } from '#http-client/web/api.ts';

import { NewSetDialog } from './new-set-dialog.tsx';
import { setsQuery } from './queries.ts';
import { SetLine } from './set-line.tsx';

/** All sets. */
export function SetListPage() {
  const { data: sets, error, refetch } = useQuery(setsQuery);
  const [isAdding, setAdding] = useState(false);
  const isEmpty = sets?.length === 0;
  const shown = sets?.filter(({ status }) => status !== 'archived') ?? [];
  const archived = sets?.filter(({ status }) => status === 'archived') ?? [];
  const newSet = (
    <Button look="primary" onClick={() => setAdding(true)}>
      New set
    </Button>
  );
  return (
    <Page>
      <div className="flex flex-wrap items-baseline gap-4">
        <PageHeading title="Recall" />
        <span className="ml-auto" />
        {!isEmpty && (
          <Link to="/recall/statistics" className="self-center text-sm text-ink-soft hover:text-ink hover:underline">
            Statistics
          </Link>
        )}
        {!isEmpty && newSet}
      </div>
      {error && !sets && <ProblemNotice message={messageOf(error)} onRetry={() => void refetch()} />}
      {!sets && !error && <QuietLoading />}
      {isEmpty && (
        <EmptyState action={newSet}>
          A set holds the points you want to remember, one thought each. Warren asks you for them and never tells you
          before you ask.
        </EmptyState>
      )}
      {sets && !isEmpty && (
        <>
          <ul className="mt-6">
            {shown.map((set) => (
              <SetLine key={set.id} set={set} />
            ))}
          </ul>
          {archived.length > 0 && (
            <details className="mt-6 border-t border-line pt-3">
              <summary className="cursor-pointer py-1 text-sm text-ink-soft">{`Archived, ${archived.length}`}</summary>
              <ul className="mt-2">
                {archived.map((set) => (
                  <SetLine key={set.id} set={set} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {isAdding && <NewSetDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
