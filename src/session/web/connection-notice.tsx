import { useEffect, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import { useLiveClient } from './live-client-context.ts';
import { useConnectionStatus } from './use-session.ts';

/** One quiet line while there is no connection; nothing while there is one. */
export function ConnectionNotice() {
  const client = useLiveClient();
  const status = useConnectionStatus();
  if (status === 'outdated')
    return (
      <Line text="Warren was updated. Load the page again.">
        <Button onClick={() => location.reload()}>Load again</Button>
      </Line>
    );
  if (status !== 'lost') return null;
  return (
    <Line text="No connection. What you write is kept." countdown={<Countdown to={client.nextTryAt()} />}>
      <Button look="quiet" onClick={() => client.tryNow()}>
        Try now
      </Button>
    </Line>
  );
}

interface LineProps {
  readonly text: string;
  readonly countdown?: React.ReactNode;
  readonly children: React.ReactNode;
}

function Line({ text, countdown, children }: LineProps) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-center gap-x-3 border-t border-line bg-sunken px-4 py-1 text-sm text-ink-soft">
      <p>
        <output>{text}</output> {countdown}
      </p>
      {children}
    </div>
  );
}

/** Counts down in sight only: read aloud every second it would drown everything else. */
function Countdown({ to }: { readonly to: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = to === null ? 0 : Math.ceil((to - now) / 1000);
  return (
    <span aria-hidden="true" className="tabular-nums">
      {seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again.'}
    </span>
  );
}
