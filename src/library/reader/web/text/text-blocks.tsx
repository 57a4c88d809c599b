import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import type { ReadingBlock } from '../../domain/reading-blocks.ts';

export interface TextBlocksHandle {
  /** Scrolls to a block, then to the element in it that the selector finds. Its code may still have to load. */
  show(block: number, selector: string): void;
}

interface TextBlocksProps {
  readonly ref: Ref<TextBlocksHandle>;
  readonly blocks: readonly ReadingBlock[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly children: (block: ReadingBlock) => ReactNode;
}

/** So few are rendered at once. */
const FEW = 6;
/** How long an element is waited for, in frames. */
const MAX_FRAMES = 120;

/** The blocks of a source. Of a long one only those in view are rendered. */
export function TextBlocks({ ref, blocks, scroller, children }: TextBlocksProps) {
  const virtualizer = useRef<VirtualizerHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(container.current?.offsetTop ?? 0), []);
  useImperativeHandle(ref, () => {
    let asked = 0;
    return {
      show(block, selector) {
        asked += 1;
        const own = asked;
        virtualizer.current?.scrollToIndex(block, { align: 'start' });
        let frames = 0;
        const look = () => {
          if (own !== asked || !container.current?.isConnected) return;
          const found = container.current.querySelector<HTMLElement>(selector);
          if (found) found.scrollIntoView({ block: 'center' });
          else if ((frames += 1) < MAX_FRAMES) requestAnimationFrame(look);
        };
        look();
      },
    };
  }, []);
  return (
    <div ref={container} className="relative">
      {blocks.length <= FEW ? (
        blocks.map((block) => (
          <div key={block.start} className="mb-[0.7em]">
            {children(block)}
          </div>
        ))
      ) : (
        <Virtualizer ref={virtualizer} data={blocks} scrollRef={scroller} startMargin={above}>
          {(block) => (
            <div key={block.start} className="pb-[0.7em]">
              {children(block)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  );
}
