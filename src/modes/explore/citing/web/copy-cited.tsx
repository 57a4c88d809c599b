import { Check, Quote } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useState } from 'react';

import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MESSAGE_BUTTON } from '#session/web/transcript/rows/message-button.ts';

import { citedText } from '../domain/cited-text.ts';
import { isCitation } from '../domain/shown-citations.ts';

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
    <Menu
      trigger={
        <button type="button" aria-label={label} title={label} className={MESSAGE_BUTTON}>
          <Shape size={14} strokeWidth={1.6} aria-hidden="true" />
        </button>
      }
    >
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => copy('text')}>
        As text
      </DropdownMenu.Item>
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => copy('markdown')}>
        As Markdown
      </DropdownMenu.Item>
    </Menu>
  );
}
