import { useEffect, useState } from 'react';

const PATIENCE_MS = 600;

/** Shows nothing for a moment, then one word. */
export function QuietLoading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <output className="block p-6 text-ink-faint">{isSlow ? 'Loading' : ''}</output>;
}
