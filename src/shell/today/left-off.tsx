import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import type { SessionSummary } from '#session/protocol.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { sessionPath } from '#session/web/session-path.ts';

import { whenLeft } from './when-left.ts';

interface LeftOffProps {
  readonly sessions: readonly SessionSummary[];
  /** The first of them has the primary button of the page. */
  readonly hasPrimary: boolean;
}

const MAX_SHOWN = 6;

/** Unfinished sessions to continue. */
export function LeftOff({ sessions, hasPrimary }: LeftOffProps) {
  const navigate = useNavigate();
  const shown = sessions
    .toSorted((one, other) => Number(other.needsYou) - Number(one.needsYou) || other.updatedAt - one.updatedAt)
    .slice(0, MAX_SHOWN);
  return (
    <ul>
      {shown.map(({ session, mode, title, lastLine, needsYou, updatedAt }, index) => (
        <li key={session} className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
          <span
            aria-hidden="true"
            data-mark={needsYou ? 'strong' : 'hollow'}
            className={`size-2 shrink-0 rounded-full ${needsYou ? 'bg-warn' : 'bg-line-strong'}`}
          />
          <ModeIcon mode={mode} among={shown} />
          <div className="min-w-0 flex-1">
            <div id={`left-${session}`} dir="auto" className="truncate text-left">
              {title}
            </div>
            <div className="truncate text-sm text-ink-faint">
              {needsYou && 'Waiting for you: '}
              <bdi>{lastLine}</bdi>
              {lastLine !== '' && ', '}
              {whenLeft(updatedAt)}
            </div>
          </div>
          <Button
            look={hasPrimary && index === 0 ? 'primary' : 'outlined'}
            aria-describedby={`left-${session}`}
            onClick={() => void navigate({ to: sessionPath(session) })}
          >
            Continue
          </Button>
        </li>
      ))}
    </ul>
  );
}
