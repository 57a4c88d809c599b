import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A distance to the end below this counts as being there. */
const NEAR_PX = 48;

interface StayAtEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAway: boolean;
  readonly toEnd: () => void;
  /** Stops following the end: the reader is taken elsewhere. */
  readonly letGo: () => void;
}

/**
 * Keeps a scroller at its end while its content grows, unless the reader scrolled away. `beginAt`: the first scroll
 * position in pixels; omitted for the end.
 */
export function useStayAtEnd(beginAt?: number): StayAtEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stays = useRef(beginAt === undefined);
  const begins = useRef(beginAt);
  const lastTop = useRef(0);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    stays.current = true;
    setAway(false);
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  const letGo = useCallback(() => {
    stays.current = false;
  }, []);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return undefined;
    const follow = () => {
      if (!stays.current) return;
      element.scrollTop = element.scrollHeight;
      // Content that became shorter moved it upwards, and not the reader.
      lastTop.current = element.scrollTop;
    };
    if (begins.current === undefined) follow();
    else element.scrollTop = begins.current;
    const observer = new ResizeObserver(follow);
    observer.observe(content.current);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.clientHeight - element.scrollTop <= NEAR_PX;
      // Content may have grown since: only a movement upwards means that the reader scrolled away.
      if (isNear) stays.current = true;
      else if (element.scrollTop < lastTop.current - 1) stays.current = false;
      lastTop.current = element.scrollTop;
      setAway(!stays.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, []);

  return { scroller, content, isAway, toEnd, letGo };
}
