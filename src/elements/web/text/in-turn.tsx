import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Parts that wait to be rendered. Each frame renders the first of them, or one in view if there is one. */
const waiting = new Map<Element, () => void>();
const inView = new Set<Element>();
let isFrameTaken = false;
let views: IntersectionObserver | null = null;
const NEAR = '600px 0px';

export interface InTurnProps {
  /** The expected height, in pixels. */
  readonly height: number;
  /** Other code keeps the scroll position while this part grows. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

/** A part of a long text. Each frame renders one of all parts, so that a long text does not block the page. */
export function InTurn({ height, isKept = false, children }: InTurnProps) {
  const [isDue, setDue] = useState(takeFrame);
  const place = useRef<HTMLDivElement>(null);
  const hasWaited = useRef(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    if (!isDue)
      return waitForTurn(element, () => {
        hasWaited.current = true;
        setDue(true);
      });
    if (!isKept && hasWaited.current) {
      const { offsetHeight } = element;
      // Keeps the visible text in its position while text above it is rendered.
      keepPlace(element, offsetHeight - height);
      // Out of view it costs no rendering from now on.
      element.style.contentVisibility = 'auto';
      element.style.containIntrinsicBlockSize = `auto ${offsetHeight}px`;
    }
    hasWaited.current = false;
    return undefined;
  }, [isDue, isKept, height]);
  return (
    <div ref={place} data-part {...(!isDue && { style: { height }, 'aria-busy': true })}>
      {isDue && children}
    </div>
  );
}

/** Claims this frame; false if a part was rendered in it already. */
function takeFrame(): boolean {
  if (isFrameTaken) return false;
  openFrame();
  return true;
}

function openFrame(): void {
  isFrameTaken = true;
  requestAnimationFrame(() => {
    isFrameTaken = false;
    const [next] = inView.size > 0 ? inView : waiting.keys();
    if (!next) return;
    const render = waiting.get(next);
    forget(next);
    openFrame();
    render?.();
  });
}

function waitForTurn(element: Element, render: () => void): () => void {
  views ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting && waiting.has(target)) inView.add(target);
        else inView.delete(target);
    },
    { rootMargin: NEAR },
  );
  waiting.set(element, render);
  views.observe(element);
  if (!isFrameTaken) openFrame();
  return () => forget(element);
}

function forget(element: Element): void {
  waiting.delete(element);
  inView.delete(element);
  views?.unobserve(element);
}

/** Scrolls by the growth of text above the view. A scroller that stays at its end does so itself. */
function keepPlace(element: Element, added: number): void {
  let scroller = element.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller || scroller.dataset['staysAtEnd'] === 'true') return;
  if (element.getBoundingClientRect().bottom - added <= scroller.getBoundingClientRect().top)
    scroller.scrollTop += added;
}
