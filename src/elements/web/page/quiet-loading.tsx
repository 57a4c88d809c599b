import { useEffect, useState } from 'react';

const PATIENCE_MS = 600;

/** Nothing for a moment, then one word: no skeletons that jump. */
export function QuietLoading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return <output className="block p-6 text-ink-faint">{isSlow ? 'Loading' : ''}</output>;
}
