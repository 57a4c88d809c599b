import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';

import { byUrgency } from '../domain/urgency.ts';
import type { SetSummary } from '../protocol.ts';
import { NewSetDialog } from './new-set-dialog.tsx';
import { setsQuery } from './queries.ts';
import { setStateLine } from './readiness.ts';
import { RemoveSample } from './remove-sample.tsx';
import { useBegin } from './use-begin.ts';

/** More sets have a filter. */
const MAX_WITHOUT_FILTER = 7;

/** All sets, those with due points first. */
export function SetListPage() {
  const read = useQuery(setsQuery);
  const { data: sets } = read;
  const [isAdding, setAdding] = useState(false);
  const [wanted, setWanted] = useState('');
  const isEmpty = sets?.length === 0;
  const found = byUrgency(sets ?? []).filter(({ title }) => holds(title, wanted));
  const shown = found.filter(({ status }) => status !== 'archived');
  const archived = found.filter(({ status }) => status === 'archived');
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
      <QueryState of={read} />
      {isEmpty && (
        <EmptyState action={newSet}>
          A set holds the points you want to remember, one thought each. Warren asks you for them and never tells you
          before you ask.
        </EmptyState>
      )}
      {sets && !isEmpty && (
        <>
          {sets.length > MAX_WITHOUT_FILTER && (
            <div className="mt-4 max-w-[360px]">
              <TextField
                label="Filter"
                type="search"
                value={wanted}
                onChange={(event) => setWanted(event.target.value)}
                autoComplete="off"
              />
              <output className="sr-only">{wanted.trim() !== '' && count(found.length, 'set')}</output>
            </div>
          )}
          {found.length === 0 && <p className="mt-6 text-ink-soft">{`No set has “${wanted.trim()}” in its name.`}</p>}
          <ul className="mt-6">
            {shown.map((set) => (
              <SetLine key={set.id} set={set} />
            ))}
          </ul>
          {archived.length > 0 && (
            <details open={wanted.trim() !== '' || undefined} className="mt-6 border-t border-line pt-3">
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

function holds(title: string, wanted: string): boolean {
  return title.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase());
}

function SetLine({ set }: { readonly set: SetSummary }) {
  const { begin, isBeginning } = useBegin();
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3">
      <div className="min-w-[min(100%,180px)] flex-1">
        <Link
          id={`set-${set.id}`}
          to="/recall/$setId"
          params={{ setId: set.id }}
          dir="auto"
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {set.title}
        </Link>
        <div className="text-sm text-ink-faint">
          {set.isSample ? `A sample. ${setStateLine(set)}` : setStateLine(set)}
        </div>
      </div>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3.5 gap-y-2">
        {set.isSample && <RemoveSample set={set} />}
        {set.points > 0 && (
          <Button aria-describedby={`set-${set.id}`} disabled={isBeginning} onClick={() => begin(set.id)}>
            {set.openSession === null ? 'Begin' : 'Continue'}
          </Button>
        )}
      </span>
    </li>
  );
}
