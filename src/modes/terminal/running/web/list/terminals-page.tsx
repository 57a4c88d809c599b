import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { HEADER_LINK, PageHeader } from '#elements/web/page/page-header.tsx';
import { Page } from '#elements/web/page/page.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { useNow } from '#elements/web/page/use-now.ts';
import { count } from '#elements/web/text/figures.ts';
import { sessionPath } from '#session/web/session-path.ts';

import type { TerminalRow } from '../../../protocol.ts';
import { hasEnded, needsPerson } from '../../domain/terminal-state.ts';
import { OpenTerminalDialog } from '../opening/open-terminal-dialog.tsx';
import { GoOnButton, useTerminals } from '../other-server.tsx';
import { serverInWords, shortFolder, standing, statusSince, toneOf, usageInWords } from '../status-words.ts';

/** All terminals: first those that wait for the person, then those at work and idle. Ended ones are collapsed. */
export function TerminalsPage() {
  const read = useTerminals();
  const { data } = read;
  const [isOpening, setOpening] = useState(false);
  // The command palette links to `#new`.
  const isAsked = useLocation({ select: ({ hash }) => hash === 'new' });
  const navigate = useNavigate();
  const close = () => {
    setOpening(false);
    if (isAsked) void navigate({ to: '/terminals', replace: true });
  };
  const now = useNow(10_000);
  const terminals = besideEachOther(data?.terminals ?? []);
  const live = terminals.filter(({ status }) => !hasEnded(status));
  const ended = terminals.filter(({ status }) => hasEnded(status)).toSorted((one, other) => other.since - one.since);
  const isWaiting = terminals.some(waitsHere);
  const open = (
    <Button look={isWaiting ? 'outlined' : 'primary'} onClick={() => setOpening(true)}>
      New session
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Terminals">
        {data?.isAllowed === true && (
          <Link to="/terminals/old" className={`${HEADER_LINK} max-[380px]:order-last max-[380px]:-ml-2`}>
            Old sessions
          </Link>
        )}
        {data?.isAllowed === true && open}
        <span className="basis-full min-[381px]:hidden" />
      </PageHeader>
      <QueryState of={read} />
      {data && !data.isAllowed && (
        <p className="mt-1.5 max-w-[62ch] text-ink-soft">
          You may not open terminals here: they act with the account of the server. Its first person can allow it.
        </p>
      )}
      {data?.isAllowed === true && terminals.length === 0 && (
        <EmptyState>
          Run Claude Code or a shell on this server, look at it from any window, and come back to it later.
        </EmptyState>
      )}
      {terminals.length > 0 && (
        <>
          <p className="mt-1.5 text-ink-soft">{standing(terminals)}</p>
          {live.length > 0 && (
            <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4">
              {live.map((terminal) => (
                <TerminalCard key={terminal.session} terminal={terminal} home={data?.home ?? '/'} now={now} />
              ))}
            </ul>
          )}
          {ended.length > 0 && <EndedTerminals terminals={ended} home={data?.home ?? '/'} now={now} />}
        </>
      )}
      {(isOpening || isAsked) && data?.isAllowed === true && <OpenTerminalDialog known={data} onClose={close} />}
    </Page>
  );
}

const waitsHere = ({ status, server }: TerminalRow) => !server && needsPerson(status);

function rank(terminal: TerminalRow): number {
  const { status, server } = terminal;
  if (waitsHere(terminal)) return 0;
  return server || status === 'idle' ? 2 : 1;
}

/** Sorts terminals that need the person first, and keeps those of one repository together. */
function besideEachOther(terminals: readonly TerminalRow[]): readonly TerminalRow[] {
  const sorted = terminals.toSorted((one, other) => rank(one) - rank(other));
  const placeOf = new Map<string, number>();
  for (const [place, { session, repository }] of sorted.entries()) {
    const key = repository?.id ?? session;
    if (!placeOf.has(key)) placeOf.set(key, place);
  }
  const first = ({ session, repository }: TerminalRow) => placeOf.get(repository?.id ?? session) ?? 0;
  return sorted.toSorted((one, other) => first(one) - first(other));
}

interface EndedTerminalsProps {
  readonly terminals: readonly TerminalRow[];
  readonly home: string;
  readonly now: number;
}

/** Terminals that have ended, as collapsed lines. */
function EndedTerminals({ terminals, home, now }: EndedTerminalsProps) {
  return (
    <details className="mt-6">
      <summary className="cursor-pointer py-1.5 text-sm font-semibold text-ink-soft hover:text-ink">
        {count(terminals.length, 'ended terminal')}
      </summary>
      <ul className="mt-1">
        {terminals.map((terminal) => (
          <li
            key={terminal.session}
            className="relative flex items-baseline gap-3 border-t border-line py-2.5 last:border-b"
          >
            <span className="min-w-0 flex-1">
              <Link
                to={sessionPath(terminal.session)}
                dir="auto"
                className="block truncate text-left font-[550] after:absolute after:inset-0 hover:underline"
              >
                {terminal.title}
              </Link>
              <span className="block truncate text-sm text-ink-faint" title={terminal.folder}>
                {[serverInWords(terminal), shortFolder(terminal.folder, home), terminal.line]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="text-xs whitespace-nowrap text-ink-faint">{statusSince(terminal, now)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface TerminalCardProps {
  readonly terminal: TerminalRow;
  readonly home: string;
  readonly now: number;
}

/** One terminal: its name, status, folder and latest line. */
function TerminalCard({ terminal, home, now }: TerminalCardProps) {
  const { session, title, folder, program, line, usage, repository, server } = terminal;
  const isWaiting = waitsHere(terminal);
  return (
    <li className="flex min-w-0 flex-col rounded-medium border border-line bg-surface px-4 py-3.5">
      <div className="flex items-center gap-2.5">
        <span
          className={`size-2 shrink-0 rounded-full ${server ? 'bg-line-strong' : toneOf(terminal)}`}
          aria-hidden="true"
        />
        <h2 dir="auto" className="min-w-0 flex-1 truncate font-[550]">
          {title}
        </h2>
        {!server && <span className="text-xs whitespace-nowrap text-ink-faint">{statusSince(terminal, now)}</span>}
      </div>
      <p className="truncate pl-[18px] text-xs text-ink-faint" title={folder}>
        {shortFolder(folder, home)}
        {typeof repository?.branch === 'string' && `, ${repository.branch}`}
      </p>
      {server && <p className="pl-[18px] text-xs text-ink-soft">{serverInWords(terminal)}</p>}
      <p
        dir="auto"
        className={`mt-2 line-clamp-2 min-h-[2lh] break-words text-ink-soft ${program.kind !== 'claude' ? 'font-mono text-xs leading-relaxed' : 'font-serif text-sm'}`}
      >
        {line}
      </p>
      <div className="mt-2 flex items-center gap-3">
        <span className="mr-auto text-xs text-ink-faint tabular-nums">{usageInWords(usage)}</span>
        {server && <GoOnButton session={session} server={server} />}
        <Link
          to={sessionPath(session)}
          aria-label={`${isWaiting ? 'Answer' : 'Open'} ${title}`}
          className={
            isWaiting
              ? 'inline-flex min-h-[34px] items-center rounded-small bg-accent px-3 text-sm font-medium text-accent-ink'
              : HEADER_LINK
          }
        >
          {isWaiting ? 'Answer' : 'Open'}
        </Link>
      </div>
    </li>
  );
}
