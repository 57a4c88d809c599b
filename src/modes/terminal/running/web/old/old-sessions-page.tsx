import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import { PageHeader } from '#elements/web/page/page-header.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { TextField } from '#elements/web/text-field.tsx';

import type { OldSession } from '../../../transcripts/protocol.ts';
import { oldSessionsQuery } from '../queries.ts';
import { OldSessionReading } from './old-session-reading.tsx';

const WHEN = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const BYTES_PER_MB = 1024 * 1024;

/** Claude Code's sessions on this server, by folder, with a search in their messages. */
export function OldSessionsPage() {
  const [words, setWords] = useState('');
  const [reading, setReading] = useState<string | null>(null);
  const read = useQuery(oldSessionsQuery(useDeferredValue(words.trim())));
  const { data } = read;
  if (reading !== null) return <OldSessionReading claudeSession={reading} onBack={() => setReading(null)} />;
  const folders = Map.groupBy(data?.sessions ?? [], ({ folder }) => folder ?? 'Elsewhere');
  return (
    <Page>
      <PageHeader title="Old sessions" />
      <p className="mt-1.5 text-ink-soft">
        What Claude Code has kept on this server: sessions from outside, and Warren’s own from its{' '}
        <Link to="/terminals" className="underline underline-offset-2 hover:text-ink">
          terminals
        </Link>
        .
      </p>
      <div className="mt-4">
        <TextField
          label="Find words that were said"
          type="search"
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <QueryState of={read} />
      {data?.sessions.length === 0 && (
        <p className="mt-6 text-ink-soft">
          {words.trim() === '' ? 'Claude Code has kept no sessions here.' : 'These words stand in no session.'}
        </p>
      )}
      {[...folders].map(([folder, sessions]) => (
        <section key={folder} className="mt-7">
          <h2 className="text-sm font-semibold break-words">{folder}</h2>
          <ul className="mt-2">
            {sessions.map((session) => (
              <OldSessionLine key={session.claudeSession} session={session} onRead={setReading} />
            ))}
          </ul>
        </section>
      ))}
      {data?.hasMore === true && (
        <p className="mt-4 text-sm text-ink-faint">There are more. Look for words to find them.</p>
      )}
    </Page>
  );
}

interface OldSessionLineProps {
  readonly session: OldSession;
  readonly onRead: (claudeSession: string) => void;
}

function OldSessionLine({ session, onRead }: OldSessionLineProps) {
  const { claudeSession, title, lastWords, excerpt, at, prompts, bytes } = session;
  const size = bytes < BYTES_PER_MB / 10 ? '' : `, ${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
  return (
    <li className="border-t border-line last:border-b">
      <button
        type="button"
        className="-mx-2 block w-[calc(100%+1rem)] rounded-small px-2 py-2.5 text-left hover:bg-sunken"
        onClick={() => onRead(claudeSession)}
      >
        <span dir="auto" className="block truncate font-[550]">
          {title}
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-ink-soft">
          {excerpt ?? lastWords}
        </span>
        <span className="mt-0.5 block text-xs text-ink-faint tabular-nums">
          {WHEN.format(at)}, {prompts === 1 ? '1 message' : `${prompts} messages`}
          {size}
        </span>
      </button>
    </li>
  );
}
