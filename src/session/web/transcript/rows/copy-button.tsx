import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { MESSAGE_BUTTON } from './message-button.ts';

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
  const Shape = isDone ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={isDone ? 'Copied' : 'Copy message'}
      title={isDone ? 'Copied' : 'Copy message'}
      onClick={() => copy(text)}
      className={MESSAGE_BUTTON}
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
