import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { count } from '#elements/web/text/figures.ts';
import { sessionPath } from '#session/web/session-path.ts';

import { draftHash } from '../../pane/domain/draft-hash.ts';
import { PLATFORM_NAMES } from '../../pane/web/platform-words.ts';
import type { DraftSummary } from '../../protocol.ts';

interface DraftRowProps {
  readonly draft: DraftSummary;
  /** Also shows the version, the session, and the time of the last change. */
  readonly isWhole: boolean;
  /** The actions for the draft. `labelId` is the id of its title. */
  readonly actions: (labelId: string) => ReactNode;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** A draft in a list. Its title opens it in its session. */
export function DraftRow({ draft, isWhole, actions }: DraftRowProps) {
  const { id, session, sessionTitle, title, platform, version, characters, updatedAt } = draft;
  const labelId = `draft-${id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-[min(100%,240px)] flex-1">
        <Link
          id={labelId}
          to={sessionPath(session)}
          hash={draftHash(id)}
          dir="auto"
          title="Open this draft"
          className="font-[550] underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere] hover:decoration-accent"
        >
          {title}
        </Link>
        <p className="text-sm text-ink-faint tabular-nums [overflow-wrap:anywhere]">
          {`${PLATFORM_NAMES[platform]}, `}
          {isWhole && `version ${String(version)}, `}
          {count(characters, 'character')}
          {isWhole && (
            <>
              {', in '}
              <bdi>{sessionTitle}</bdi>
              {', '}
              <time dateTime={new Date(updatedAt).toISOString()}>{DAY.format(updatedAt)}</time>
            </>
          )}
        </p>
      </div>
      <span className="flex items-center gap-1">{actions(labelId)}</span>
    </li>
  );
}
