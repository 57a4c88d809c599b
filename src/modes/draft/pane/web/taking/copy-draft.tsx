import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';

import type { PlatformId } from '#account/protocol.ts';
import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { plainText } from '#text/domain/plain-text.ts';

import { withoutMarks } from '../../../text/domain/citations/marks.ts';
import { measure } from '../../../text/domain/platforms/measure.ts';
import { useCopy } from './use-copy.ts';

interface CopyDraftProps {
  readonly text: string;
  readonly platform: PlatformId;
}

/** Copies a draft as its platform shows it: plain text, a thread post by post. */
export function CopyDraft({ text, platform }: CopyDraftProps) {
  // Only a secure origin may write to the clipboard.
  if (!('clipboard' in navigator)) return null;
  return platform === 'thread' ? <CopyPosts text={text} /> : <CopyWhole text={text} />;
}

const SMALL = 'min-h-[28px] px-2.5 py-0.5';

function CopyWhole({ text }: Pick<CopyDraftProps, 'text'>) {
  const { copied, copy } = useCopy();
  return (
    <Button look="quiet" className={SMALL} onClick={() => copy(plainText(withoutMarks(text), 'layout'))}>
      {copied === null ? 'Copy' : 'Copied'}
    </Button>
  );
}

function CopyPosts({ text }: Pick<CopyDraftProps, 'text'>) {
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet" className={SMALL}>
          Copy
        </Button>
      }
    >
      <PostItems text={text} />
    </Menu>
  );
}

/** The menu stays open: posts are pasted one after the other. */
function PostItems({ text }: Pick<CopyDraftProps, 'text'>) {
  const { copy } = useCopy();
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  const posts = measure(text, 'thread').posts ?? [];
  return posts.map(({ text: post }, index) => (
    <DropdownMenu.Item
      // Posts have no other name than their number.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      className={MENU_ITEM}
      onSelect={(event) => {
        event.preventDefault();
        copy(post);
        setTaken(new Set(taken).add(index));
      }}
    >
      <span className="flex-none tabular-nums">{`Copy post ${String(index + 1)}`}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate font-serif text-ink-faint">
        {post}
      </span>
      {taken.has(index) && (
        <>
          <Icon of={Check} />
          <span className="sr-only">Copied</span>
        </>
      )}
    </DropdownMenu.Item>
  ));
}
