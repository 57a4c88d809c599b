import { useCallback, useEffect, useState } from 'react';

import { useToast } from '#elements/web/toast.tsx';

const SAID_FOR_MS = 2_000;

/** Writes to the clipboard. `copied`: what was written a moment ago; null otherwise. */
export function useCopy(): { readonly copied: string | null; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState<string | null>(null);
  const toast = useToast();
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(
    (text: string) => {
      navigator.clipboard.writeText(text).then(
        () => setCopied(text),
        () => toast({ text: 'The browser did not allow copying. Select the text and copy it by hand.' }),
      );
    },
    [toast],
  );
  return { copied, copy };
}
