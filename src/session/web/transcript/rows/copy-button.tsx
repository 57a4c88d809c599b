import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { MessageButton } from './message-button.tsx';

/** `isDone` for two seconds after each copy. `copy` is null where the browser has no clipboard: only secure origins do. */
export function useCopy() {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    );
  };
  return { isDone, copy: 'clipboard' in navigator ? copy : null };
}

/** Copies a message. */
export function CopyButton({ text }: { readonly text: string }) {
  const { isDone, copy } = useCopy();
  if (!copy) return null;
  return (
    <MessageButton label={isDone ? 'Copied' : 'Copy message'} icon={isDone ? Check : Copy} onClick={() => copy(text)} />
  );
}
