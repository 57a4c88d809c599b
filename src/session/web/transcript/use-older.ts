import { useCallback, useRef, useState } from 'react';

interface Older {
  readonly status: 'idle' | 'loading' | 'failed';
  readonly load: () => void;
}

/** Loads older messages, one page at a time. */
export function useOlder(hasOlder: boolean, loadOlder: () => Promise<void>): Older {
  const [status, setStatus] = useState<Older['status']>('idle');
  const isLoading = useRef(false);
  const load = useCallback(() => {
    if (!hasOlder || isLoading.current) return;
    isLoading.current = true;
    setStatus('loading');
    loadOlder()
      .then(
        () => setStatus('idle'),
        () => setStatus('failed'),
      )
      .finally(() => {
        isLoading.current = false;
      });
  }, [hasOlder, loadOlder]);
  return { status, load };
}
