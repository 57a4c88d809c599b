import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { likelyHeight } from '#elements/web/text/likely-height.ts';
import { LongTextPart } from '#elements/web/text/long-text-part.tsx';

import { blockAt, type ReadingBlock } from '../../domain/reading-blocks.ts';

export interface TextBlocksHandle {
  /**
   * Scrolls to a block, then to the element in it that matches the selector. The code of the block may still have to
   * load.
   */
  show(block: number, selector: string): void;
}

interface TextBlocksProps {
  readonly ref: Ref<TextBlocksHandle>;
  readonly content: string;
  readonly blocks: readonly ReadingBlock[];
  readonly scroller: RefObject<HTMLElement | null>;
  readonly children: (block: ReadingBlock) => ReactNode;
}

/** Up to this many blocks are all rendered at once. */
const FEW = 3;
/** How far around the view blocks are rendered. */
const BUFFER_PX = 400;
/** Number of characters from which the height of blocks is estimated. */
const SAMPLE = 50_000;
/** Maximum number of frames to wait for an element, and then to keep it in view while the text above it is measured. */
const MAX_FRAMES = 120;

/** The blocks of a source. Only those in view of a long source are rendered. */
export function TextBlocks({ ref, content, blocks, scroller, children }: TextBlocksProps) {
  const virtualizer = useRef<VirtualizerHandle>(null);
  const container = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(container.current?.offsetTop ?? 0), []);
  // One estimate for all blocks, because nothing is known of single ones. Without it virtua assumes 40 px, and renders
  // dozens of blocks to fill the screen.
  const itemSize = useMemo(
    () => likelyHeight(content.slice(0, SAMPLE)) / (blockAt(blocks, SAMPLE) + 1),
    [content, blocks],
  );
  useImperativeHandle(ref, () => {
    let current: AbortController | undefined;
    return {
      show(block, selector) {
        current?.abort();
        const own = new AbortController();
        current = own;
        // A person who scrolls meanwhile wants to go elsewhere.
        for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
          scroller.current?.addEventListener(event, () => own.abort(), { passive: true, signal: own.signal });
        virtualizer.current?.scrollToIndex(block, { align: 'start' });
        let frames = 0;
        let wasFound = false;
        const look = () => {
          if (own.signal.aborted) return;
          const found = container.current?.querySelector(selector);
          if (found && !(wasFound && isInView(found, scroller.current))) centre(found, scroller.current);
          if (found && !wasFound) frames = 0;
          wasFound ||= Boolean(found);
          if (container.current?.isConnected && (frames += 1) < MAX_FRAMES) requestAnimationFrame(look);
          else own.abort();
        };
        look();
      },
    };
  }, [scroller]);
  const render = (block: ReadingBlock, index: number) => (
    <LongTextPart
      key={block.start}
      parts={blocks}
      index={index}
      height={likelyHeight(content.slice(block.start, block.end))}
      isKept
    >
      {children(block)}
    </LongTextPart>
  );
  return (
    <div ref={container} className="steady relative">
      {blocks.length <= FEW ? (
        blocks.map(render)
      ) : (
        <Virtualizer
          ref={virtualizer}
          data={blocks}
          scrollRef={scroller}
          startMargin={above}
          bufferSize={BUFFER_PX}
          itemSize={itemSize}
        >
          {render}
        </Virtualizer>
      )}
    </div>
  );
}

/** Scrolls an element to the centre; a taller one to its beginning. `scrollIntoView` would also scroll the page. */
function centre(element: Element, scroller: HTMLElement | null): void {
  if (!scroller) return;
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  scroller.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
}

function isInView(element: Element, scroller: HTMLElement | null): boolean {
  if (!scroller) return true;
  const [inner, outer] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return inner.bottom > outer.top && inner.top < outer.bottom;
}
