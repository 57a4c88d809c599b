import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';

import type { PlatformId } from '#account/protocol.ts';
import { useShownLight } from '#elements/web/page/page-light.ts';
import { count, figure } from '#elements/web/text/figures.ts';

import { measure, type Measure } from '../../text/domain/platforms/measure.ts';
import { PLATFORM_NAMES } from './platform-words.ts';

/** Counting a long text takes longer than a frame, so a growing text is counted at this interval, in ms. */
const COUNTS_AFTER_MS = 250;

/** The size of a draft and the limit of its platform. A thread also shows its posts. */
export function SizeLine({ text, platform }: { readonly text: string; readonly platform: PlatformId }) {
  const size = useMeasure(text, platform);
  const light = useShownLight();
  const name = PLATFORM_NAMES[platform];
  const words = (
    <>
      <span className="@max-xl:sr-only">{`${name}, `}</span>
      {sizeWords(size)}
    </>
  );
  const look = `min-w-0 truncate text-xs tabular-nums ${size.isOver ? 'font-semibold text-bad' : 'text-ink-faint'}`;
  const { posts } = size;
  if (!posts || posts.length === 0) return <span className={look}>{words}</span>;
  return (
    <Popover.Root>
      <Popover.Trigger className={`${look} min-h-[28px] rounded-small px-1 underline-offset-2 hover:underline`}>
        {words}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label="Posts"
          data-mode={light}
          className="appear z-30 max-h-[min(60dvh,32rem)] w-[min(26rem,calc(100vw-24px))] overflow-y-auto rounded-medium border border-line bg-surface p-2 text-ink shadow-float"
        >
          <ol>
            {posts.map(({ text: post, characters, isOver }, index) => (
              // Posts have no other name than their number.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="border-t border-line px-2 py-2.5 first:border-t-0">
                <div className={`text-xs tabular-nums ${isOver ? 'font-semibold text-bad' : 'text-ink-faint'}`}>
                  {`Post ${String(index + 1)}, ${String(characters)} of ${String(size.limit)}${isOver ? ': too long' : ''}`}
                </div>
                <p dir="auto" className="mt-0.5 font-serif whitespace-pre-line [overflow-wrap:anywhere]">
                  {post}
                </p>
              </li>
            ))}
          </ol>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function sizeWords({ posts, limit, characters, words, isOver }: Measure): string {
  if (posts) {
    const over = posts.filter((post) => post.isOver).length;
    return `${count(posts.length, 'post')}${over > 0 ? `, ${String(over)} too long` : ''}`;
  }
  if (limit === null) return `${count(characters, 'character')}, ${count(words, 'word')}`;
  return `${figure(characters)} of ${figure(limit)}${isOver ? ', too long' : ''}`;
}

function useMeasure(text: string, platform: PlatformId): Measure {
  const [counted, setCounted] = useState(() => ({ text, platform, size: measure(text, platform) }));
  const isCurrent = counted.text === text && counted.platform === platform;
  const isOther =
    counted.platform !== platform ||
    text.length - counted.text.length > Math.max(MAX_BEHIND, text.length * MAX_SHARE_BEHIND);
  useEffect(() => {
    if (isCurrent) return undefined;
    const timer = setTimeout(
      () => setCounted({ text, platform, size: measure(text, platform) }),
      isOther ? 0 : COUNTS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [text, platform, isCurrent, isOther]);
  return counted.size;
}

/** A streaming text is counted again at once when it has grown by more than this many characters and this share. */
const MAX_BEHIND = 300;
const MAX_SHARE_BEHIND = 0.1;
