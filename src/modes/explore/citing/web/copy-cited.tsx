import { Check, Quote } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useState } from 'react';

import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';

import { citedText } from '../domain/cited-text.ts';
import { isCitation } from '../domain/shown-citations.ts';

const ITEM =
  'flex min-h-[34px] cursor-default items-center rounded-small px-2.5 text-sm outline-none data-[highlighted]:bg-raised';

/** Copies a reply with its citations, as text or as Markdown. Renders nothing for a reply without any. */
export function CopyCited({ text, parts }: MessageActionProps) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  // Only a secure origin may write to the clipboard.
  if (!('clipboard' in navigator) || !parts.some(isCitation)) return null;
  const copy = (format: 'text' | 'markdown') => {
    navigator.clipboard.writeText(citedText(text, parts, format)).then(
      () => setDone(true),
      () => setDone(false),
    );
  };
  const Shape = isDone ? Check : Quote;
  const label = isDone ? 'Copied' : 'Copy with citations';
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" aria-label={label} title={label} className={MESSAGE_BUTTON}>
          <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="appear z-30 min-w-44 rounded-medium border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          <DropdownMenu.Item className={ITEM} onSelect={() => copy('text')}>
            As text
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => copy('markdown')}>
            As Markdown
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
