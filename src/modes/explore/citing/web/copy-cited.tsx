import { Check, Quote } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { useCopy } from '#elements/web/use-copy.ts';
import type { MessageActionProps } from '#session/web/contribution/contribution.ts';
import { MessageButton } from '#session/web/transcript/rows/message-button.tsx';

import { citedText } from '../domain/cited-text.ts';
import { isCitation } from '../domain/shown-citations.ts';

/** Copies a reply with its citations, as text or as Markdown. Renders nothing for a reply without any. */
export function CopyCited({ text, parts }: MessageActionProps) {
  const { isDone, copy } = useCopy();
  if (!copy || !parts.some(isCitation)) return null;
  return (
    <Menu trigger={<MessageButton label={isDone ? 'Copied' : 'Copy with citations'} icon={isDone ? Check : Quote} />}>
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => copy(citedText(text, parts, 'text'))}>
        As text
      </DropdownMenu.Item>
      <DropdownMenu.Item className={MENU_ITEM} onSelect={() => copy(citedText(text, parts, 'markdown'))}>
        As Markdown
      </DropdownMenu.Item>
    </Menu>
  );
}
