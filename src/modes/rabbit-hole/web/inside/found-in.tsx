import { ArrowDownToDot } from 'lucide-react';

import type { FoundPart } from '../../protocol.ts';

interface FoundInProps {
  readonly found: FoundPart;
  readonly onRead: (holeId: string) => void;
}

/** Above a message with findings: names the rabbit hole that they come from, and opens it for reading. */
export function FoundIn({ found, onRead }: FoundInProps) {
  return (
    <button
      type="button"
      title="Read the rabbit hole"
      onClick={() => onRead(found.hole)}
      className="flex min-h-6 max-w-[88%] items-baseline gap-1.5 self-end pb-1 text-sm text-ink-soft underline-offset-2 [overflow-wrap:anywhere] hover:text-ink hover:underline"
    >
      <ArrowDownToDot size={14} strokeWidth={1.6} aria-hidden="true" className="relative top-[2px] shrink-0" />
      <span>
        Found in <bdi className="font-[550]">{found.topic}</bdi>
      </span>
    </button>
  );
}
