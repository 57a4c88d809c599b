import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { count } from '#elements/web/text/figures.ts';

import type { SourceDetail } from '../../sources/protocol.ts';
import { overviewQuery } from '../../sources/web/queries.ts';
import { sourceLine } from '../../storage/web/source-words.ts';

/** What the source is, and its title. */
export function SourceHeading({ source }: { readonly source: SourceDetail }) {
  const { data: overview } = useQuery(overviewQuery);
  const [now] = useState(Date.now);
  const bucket = overview?.buckets.find(({ id }) => id === source.bucketId)?.name ?? null;
  return (
    <header className="mb-4">
      <p className="text-xs text-ink-faint">
        {`${sourceLine(source, bucket, now)}, ${count(source.words, 'word')}`}
        {source.archivedAt !== null && ', archived'}
      </p>
      <h2
        id="source-title"
        dir="auto"
        className="mt-1.5 max-w-[40ch] font-serif text-xl leading-tight font-semibold [overflow-wrap:anywhere]"
      >
        {source.title}
      </h2>
      {source.url !== null && /^https?:/i.test(source.url) && (
        <a
          href={source.url}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-1.5 block truncate text-sm text-accent-text underline underline-offset-2"
        >
          {source.url}
        </a>
      )}
      {source.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-2 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {source.tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
    </header>
  );
}
