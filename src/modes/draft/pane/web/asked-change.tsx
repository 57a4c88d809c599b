import type { ChangeTarget } from '../../protocol.ts';
import { firstWords } from '../domain/first-words.ts';

/** The part of a draft that a message asks to change. */
export function AskedChange({ target: { version, words } }: { readonly target: ChangeTarget }) {
  return (
    <p className="mb-1 max-w-[min(54ch,88%)] self-end truncate pr-1 text-xs text-ink-faint">
      {`About version ${String(version)}: `}
      <span dir="auto">{firstWords(words)}</span>
    </p>
  );
}
