import { useEffect, useState } from 'react';

import { ago } from '../words.ts';

interface ForkLineProps {
  readonly at: number;
  /** It was left before and is entered again here. */
  readonly isAgain: boolean;
}

const LOOKS_AGAIN_AFTER_MS = 20_000;

/** Where and when the hole was entered. */
export function ForkLine({ at, isAgain }: ForkLineProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOKS_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, []);
  const line = <span aria-hidden="true" className="flex-1 border-t border-dashed border-line-strong" />;
  return (
    <p className="flex items-center gap-3 text-xs text-ink-faint">
      {line}
      <span>
        {ago(now - at)} you {isAgain ? 'came back here' : 'turned off here'}
      </span>
      {line}
    </p>
  );
}
