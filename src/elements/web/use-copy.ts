import { useEffect, useState } from 'react';

import { useToast } from './toast.tsx';

const SAID_FOR_MS = 2_000;

/**
 * `isDone` for two seconds after each copy. `copy` is null if the browser has no clipboard, which needs a secure
 * origin.
 */
export function useCopy() {
  const [isDone, setDone] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => toast({ text: 'The browser did not allow copying. Select the text and copy it by hand.' }),
    );
  };
  return { isDone, copy: 'clipboard' in navigator ? copy : null };
}
