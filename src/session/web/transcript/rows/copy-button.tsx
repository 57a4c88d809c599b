import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { MESSAGE_BUTTON } from './message-button.ts';

/** Copies a message. Faint until the message is hovered or focused; always visible on a touch screen. */
export function CopyButton({ text }: { readonly text: string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  // Only a secure origin may write to the clipboard.
  if (!('clipboard' in navigator)) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setDone(false),
    );
  };
  const Shape = isDone ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={isDone ? 'Copied' : 'Copy message'}
      title={isDone ? 'Copied' : 'Copy message'}
      onClick={copy}
      className={MESSAGE_BUTTON}
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
