import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

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
      className="inline-flex size-6 items-center justify-center rounded-small text-ink-faint transition-opacity duration-(--fast) group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-focus-within:opacity-100 [@media(hover:hover)]:group-hover:opacity-100"
    >
      <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
