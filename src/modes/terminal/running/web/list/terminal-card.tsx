import { Link } from '@tanstack/react-router';

import { sessionPath } from '#session/web/session-path.ts';

import type { TerminalRow } from '../../../protocol.ts';
import { needsPerson } from '../../domain/needs-person.ts';
import { hasEnded, shortFolder, statusSince, toneOf, usageInWords } from '../status-words.ts';

interface TerminalCardProps {
  readonly terminal: TerminalRow;
  /** The person's home on the server. */
  readonly home: string;
  readonly now: number;
}

/** One terminal: its name, how it stands, where it is and the latest that it said. */
export function TerminalCard({ terminal, home, now }: TerminalCardProps) {
  const { session, title, status, folder, line, usage, since } = terminal;
  const isWaiting = needsPerson(status);
  return (
    <li className="flex min-w-0 flex-col rounded-medium border border-line bg-surface px-4 py-3.5">
      <div className="flex items-center gap-2.5">
        <span className={`size-2 shrink-0 rounded-full ${toneOf(status)}`} aria-hidden="true" />
        <h2 dir="auto" className="min-w-0 flex-1 truncate font-[550]">
          {title}
        </h2>
        <span className="text-xs whitespace-nowrap text-ink-faint">{statusSince(status, since, now)}</span>
      </div>
      <p className="truncate pl-[18px] text-xs text-ink-faint" title={folder}>
        {shortFolder(folder, home)}
      </p>
      <p dir="auto" className="mt-2 line-clamp-2 min-h-[2lh] font-serif text-sm break-words text-ink-soft">
        {line}
      </p>
      <div className="mt-2 flex items-center justify-between gap-3">
        <span className="text-xs text-ink-faint tabular-nums">{usageInWords(usage)}</span>
        <Link
          to={sessionPath(session)}
          aria-label={`${isWaiting ? 'Answer' : 'Open'} ${title}`}
          className={
            isWaiting
              ? 'inline-flex min-h-[34px] items-center rounded-small bg-accent px-3 text-sm font-medium text-accent-ink'
              : 'inline-flex min-h-[34px] items-center rounded-small px-3 text-sm font-medium text-ink-soft hover:bg-raised hover:text-ink'
          }
        >
          {isWaiting ? 'Answer' : hasEnded(status) ? 'Replay' : 'Open'}
        </Link>
      </div>
    </li>
  );
}
