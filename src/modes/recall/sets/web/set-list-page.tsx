import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileInput, FileOutput, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { DropPlace } from '#elements/web/drop-place.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { BOXED, InlineSelect } from '#elements/web/inline-select.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { HEADER_LINK, PageHeader } from '#elements/web/page/page-header.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { SearchField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';

import { byUrgency } from '../domain/urgency.ts';
import type { SetSummary } from '../protocol.ts';
import { openExport, openImport, openNewSet } from './from-source/make-points-anywhere.tsx';
import { setsQuery } from './queries.ts';
import { SetTree } from './set-tree.tsx';

/** Longer lists have a search field and a sort order. */
const MAX_WITHOUT_SEARCH = 4;

const ORDERS = {
  due: { label: 'Due first', sort: byUrgency },
  name: {
    label: 'Name',
    sort: (sets: readonly SetSummary[]) => sets.toSorted((one, other) => one.title.localeCompare(other.title)),
  },
  changed: {
    label: 'Last changed',
    sort: (sets: readonly SetSummary[]) => sets.toSorted((one, other) => other.updatedAt - one.updatedAt),
  },
} as const;
type Order = keyof typeof ORDERS;

/** All sets by folder, or the archived ones. Renders the children below the heading. */
export function SetListPage({ children }: { readonly children?: ReactNode }) {
  const read = useQuery(setsQuery);
  const { data: sets } = read;
  const [wanted, setWanted] = useState('');
  const [order, setOrder] = useState<Order>('due');
  const [showsArchive, setShowsArchive] = useState(false);
  const isEmpty = sets?.length === 0;
  const archived = (sets ?? []).filter(({ status }) => status === 'archived');
  // The archive can become empty while it is shown.
  const isArchive = showsArchive && archived.length > 0;
  const listed = isArchive ? archived : (sets ?? []).filter(({ status }) => status !== 'archived');
  const found = ORDERS[order].sort(listed.filter((set) => holds(set, wanted)));
  return (
    <DropPlace
      words="Drop a file of cards here to see what it would add"
      takes={['Files']}
      onDrop={({ files }) => openImport({ file: files[0] })}
    >
      <Page>
        <PageHeader title="Recall">
          {!isEmpty && (
            <Link to="/recall/statistics" className={HEADER_LINK}>
              Statistics
            </Link>
          )}
          <FileButton words="Import" icon={FileInput} onClick={() => openImport()} />
          {!isEmpty && <FileButton words="Export" icon={FileOutput} onClick={() => openExport()} />}
          <Button look="primary" onClick={openNewSet}>
            New set
          </Button>
        </PageHeader>
        {children}
        <QueryState of={read} />
        {isEmpty && (
          <EmptyState>
            A set holds the points you want to remember, one thought each. Warren asks you for them and never tells you
            before you ask.
          </EmptyState>
        )}
        {sets && !isEmpty && (
          <>
            <div className="mt-4 flex flex-wrap items-center gap-2">
              {sets.length > MAX_WITHOUT_SEARCH && (
                <>
                  <SearchField
                    label="Search the sets"
                    value={wanted}
                    onChange={(event) => setWanted(event.target.value)}
                    className="max-w-[360px] min-w-28 flex-1"
                  />
                  <output className="sr-only">{wanted.trim() !== '' && count(found.length, 'set')}</output>
                  <InlineSelect
                    label="Order"
                    className={BOXED}
                    value={order}
                    onChange={(event) => setOrder(event.target.value as Order)}
                  >
                    {Object.entries(ORDERS).map(([each, { label }]) => (
                      <option key={each} value={each}>
                        {label}
                      </option>
                    ))}
                  </InlineSelect>
                </>
              )}
              {archived.length > 0 && (
                <Button
                  look="quiet"
                  className="ml-auto"
                  aria-pressed={isArchive}
                  onClick={() => setShowsArchive(!isArchive)}
                >
                  {isArchive ? 'All sets' : `Archived, ${archived.length}`}
                </Button>
              )}
            </div>
            {isArchive && <h2 className="mt-6 text-sm font-semibold">Archived</h2>}
            {found.length === 0 && (
              <p className="mt-6 text-ink-soft">
                {wanted.trim() === '' ? 'Every set is archived.' : `No set has “${wanted.trim()}” in its name.`}
              </p>
            )}
            <div className="mt-6">
              <SetTree sets={found} isOpen={wanted.trim() !== ''} />
            </div>
          </>
        )}
      </Page>
    </DropPlace>
  );
}

interface FileButtonProps {
  readonly words: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
}

/** Only an icon on phones, where the header has one row. */
function FileButton({ words, icon, onClick }: FileButtonProps) {
  return (
    <Button title={words} className="max-wide:px-2" onClick={onClick}>
      <span className="wide:hidden">
        <Icon of={icon} />
      </span>
      <span className="max-wide:sr-only">{words}</span>
    </Button>
  );
}

function holds({ title, folder }: SetSummary, wanted: string): boolean {
  const words = wanted.trim().toLocaleLowerCase();
  return [title, folder].some((text) => text.toLocaleLowerCase().includes(words));
}
