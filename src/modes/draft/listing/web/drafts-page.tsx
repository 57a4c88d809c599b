import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { PageHeader } from '#elements/web/page/page-header.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';

import { DraftMenu } from '../../pane/web/draft-menu.tsx';
import type { DraftStatus } from '../../protocol.ts';
import { DraftRow } from './draft-row.tsx';
import { MarkNext } from './mark-next.tsx';
import { allDraftsQuery } from './queries.ts';

const GROUPS: readonly { readonly status: DraftStatus; readonly title: string }[] = [
  { status: 'ready', title: 'Ready' },
  { status: 'draft', title: 'Being written' },
  { status: 'published', title: 'Published' },
];

export function DraftsPage() {
  const navigate = useNavigate();
  const read = useQuery(allDraftsQuery);
  const { data: drafts } = read;
  return (
    <Page>
      <PageHeader title="Drafts" />
      <QueryState of={read} />
      {drafts?.length === 0 && (
        <EmptyState
          action={
            <Button look="primary" onClick={() => void navigate({ to: '/explore' })}>
              Begin in Explore
            </Button>
          }
        >
          Drafts are written in explorations. Begin one, switch it to Draft, and say what to write: the text appears
          beside the conversation, with its citations.
        </EmptyState>
      )}
      {drafts &&
        GROUPS.map(({ status, title }) => {
          const group = drafts.filter((draft) => draft.status === status);
          if (group.length === 0) return null;
          return (
            <section key={status} aria-labelledby={`drafts-${status}`} className="mt-7">
              <h2 id={`drafts-${status}`} className="text-sm font-semibold">
                {title}
              </h2>
              <ul className="mt-1">
                {group.map((draft) => (
                  <DraftRow
                    key={draft.id}
                    draft={draft}
                    isWhole
                    actions={(labelId) => (
                      <>
                        <MarkNext draft={draft} describedBy={labelId} />
                        <DraftMenu draft={draft} describedBy={labelId} />
                      </>
                    )}
                  />
                ))}
              </ul>
            </section>
          );
        })}
    </Page>
  );
}
