import { FileText } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import type { DraftPart } from '../../protocol.ts';
import { PLATFORM_NAMES } from './platform-words.ts';

interface DraftCardProps {
  readonly part: DraftPart;
  /** Absent while the draft is being written. */
  readonly onOpen?: (() => void) | undefined;
}

/** Represents a draft in the reply that wrote it. */
export function DraftCard({ part: { title, platform, target }, onOpen }: DraftCardProps) {
  const name = title === '' ? 'Draft' : title;
  const words = (
    <>
      <Icon of={FileText} />
      <span className="min-w-0 truncate" dir="auto">
        {target ? 'A changed paragraph' : name}
      </span>
      <span className="flex-none text-xs font-normal text-ink-faint">{PLATFORM_NAMES[platform]}</span>
    </>
  );
  if (!onOpen) return <p className="flex min-h-[34px] items-center gap-2 text-sm text-ink-soft">{words}</p>;
  return (
    <Button title="Show this version" className="max-w-full shrink" onClick={onOpen}>
      {words}
    </Button>
  );
}
