import { useNavigate } from '@tanstack/react-router';

import { Button } from '#elements/web/button.tsx';
import type { SessionSummary } from '#session/protocol.ts';

interface LeftOffProps {
  readonly sessions: readonly SessionSummary[];
  readonly hasPrimary: boolean;
}

const MOST = 6;

/** Sessions that are not over: to go on with. */
export function LeftOff({ sessions, hasPrimary }: LeftOffProps) {
  const navigate = useNavigate();
  return (
    <ul>
      {sessions.slice(0, MOST).map(({ session, title, lastLine, needsYou }, index) => (
        <li key={session} className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
          <span
            aria-hidden="true"
            data-mark={needsYou ? 'strong' : 'hollow'}
            className={`size-2 shrink-0 rounded-full ${needsYou ? 'bg-warn' : 'bg-line-strong'}`}
          />
          <div className="min-w-0 flex-1">
            <div id={`left-${session}`} dir="auto" className="truncate text-left">
              {title}
            </div>
            <div className="truncate text-sm text-ink-faint">
              {needsYou && 'Waits for you: '}
              <bdi>{lastLine}</bdi>
            </div>
          </div>
          <Button
            look={hasPrimary && index === 0 ? 'primary' : 'outlined'}
            aria-describedby={`left-${session}`}
            onClick={() => void navigate({ to: '/session/$sessionId', params: { sessionId: session } })}
          >
            Continue
          </Button>
        </li>
      ))}
    </ul>
  );
}
