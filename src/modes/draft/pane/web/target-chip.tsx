import { X } from 'lucide-react';

import { IconButton } from '#elements/web/button.tsx';

import type { ChangeTarget } from '../../protocol.ts';
import { firstWords } from '../domain/first-words.ts';

interface TargetChipProps {
  readonly target: ChangeTarget;
  readonly onDrop: () => void;
}

/** Shows, above the input, the paragraph that the next message asks to change. */
export function TargetChip({ target: { words, version }, onDrop }: TargetChipProps) {
  return (
    <div className="mb-1.5 flex items-center gap-1 border-l-2 border-accent pl-2.5 text-sm text-ink-soft">
      <p className="min-w-0 flex-1 truncate">
        {`Change only, in version ${String(version)}: `}
        <span dir="auto" className="font-serif text-ink">
          {firstWords(words)}
        </span>
      </p>
      <IconButton label="Ask about the whole draft instead" className="size-[28px]" onClick={onDrop}>
        <X size={14} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
