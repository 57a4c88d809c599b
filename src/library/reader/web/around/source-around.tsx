import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '#http-client/web/api.ts';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import { sessionPath } from '#session/web/session-path.ts';

import type { RelatedSources, SourceDetail } from '../../../sources/protocol.ts';
import { LIBRARY_KEY } from '../../../storage/web/library-query.ts';
import { SOURCE_PATH } from '../../../storage/web/use-open-source.ts';

/** The origin of a source, the things made of it, the links to it, and its related sources. */
export function SourceAround({ source }: { readonly source: SourceDetail }) {
  const made = useContributed(({ madeOfSource }) => madeOfSource);
  const { id, title, keptFrom, backlinks } = source;
  const { data: related } = useQuery({ ...relatedQuery(id), enabled: source.state === 'read' });
  return (
    <footer className="mt-8 flex max-w-[62ch] flex-col gap-6 text-sm text-ink-soft">
      {keptFrom && (
        <Part heading="Kept from">
          <li>
            {keptFrom.title === null ? (
              'A session that was deleted'
            ) : (
              <Link
                to={sessionPath(keptFrom.session)}
                {...(keptFrom.messageId !== undefined && { hash: keptFrom.messageId })}
                className={LINK}
              >
                {keptFrom.title}
              </Link>
            )}
            {keptFrom.lastMessageId !== undefined && ', several messages'}
            {keptFrom.holeId !== undefined && ', in a rabbit hole'}
          </li>
        </Part>
      )}
      <Contributed parts={made} props={{ sourceId: id, title }} />
      {backlinks.length > 0 && (
        <Part heading="Links here">
          {backlinks.map((link) => (
            <li key={link.sourceId}>
              <SourceLink sourceId={link.sourceId} title={link.title} />
            </li>
          ))}
        </Part>
      )}
      {related && related.length > 0 && (
        <Part heading="Related">
          {related.map(({ source: other, passage, why }) => (
            <li key={other.id}>
              <SourceLink sourceId={other.id} title={other.title} passage={passage} />
              <span className="text-ink-faint">{`, ${why}`}</span>
            </li>
          ))}
        </Part>
      )}
    </footer>
  );
}

const LINK = 'underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-accent';

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section aria-label={heading}>
      <h3 className="mb-1 font-semibold text-ink-soft">{heading}</h3>
      <ul className="flex flex-col gap-1 [overflow-wrap:anywhere]">{children}</ul>
    </section>
  );
}

interface SourceLinkProps {
  readonly sourceId: string;
  readonly title: string;
  readonly passage?: number;
}

function SourceLink({ sourceId, title, passage }: SourceLinkProps) {
  return (
    <Link
      to={SOURCE_PATH}
      params={{ sourceId }}
      {...(passage !== undefined && { hash: `p${passage}` })}
      dir="auto"
      className={LINK}
    >
      {title}
    </Link>
  );
}

function relatedQuery(sourceId: string) {
  return queryOptions({
    queryKey: [LIBRARY_KEY, 'related', sourceId],
    queryFn: async () => (await api<RelatedSources>('GET', `/api/library/sources/${sourceId}/related`)).related,
  });
}
