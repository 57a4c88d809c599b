import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A distance to the end below this counts as being there. */
const NEAR_PX = 48;
/**
 * Up to this distance there is no button that scrolls to the end: it would cover the end, such as the foot of a card.
 */
const CLOSE_PX = 200;

/**
 * Keeps a scroller at its end while its content grows, unless the reader scrolled away. `beginAt`: the first scroll
 * position in pixels; omitted for the end.
 */
export function useStayAtEnd(beginAt?: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const stays = useRef(beginAt === undefined);
  const begins = useRef(beginAt);
  const lastTop = useRef(0);
  const [isAway, setAway] = useState(false);

  /** The attribute is read by content that is rendered in the scroller later: see `InTurn`. */
  const setStays = useCallback((isStaying: boolean) => {
    stays.current = isStaying;
    if (scroller.current) scroller.current.dataset['staysAtEnd'] = String(isStaying);
  }, []);

  const scrollToEnd = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    // Content that became shorter moved the position, not the reader.
    lastTop.current = element.scrollTop;
  }, []);

  const toEnd = useCallback(() => {
    setStays(true);
    setAway(false);
    scrollToEnd();
  }, [setStays, scrollToEnd]);

  /** Stops following the end because the reader is scrolled elsewhere. */
  const letGo = useCallback(() => setStays(false), [setStays]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return undefined;
    setStays(stays.current);
    const follow = () => {
      if (stays.current) scrollToEnd();
      else setAway(leftBelow(element) > CLOSE_PX);
    };
    if (begins.current === undefined) follow();
    else element.scrollTop = begins.current;
    const observer = new ResizeObserver(follow);
    observer.observe(content.current);
    observer.observe(element);
    return () => observer.disconnect();
  }, [setStays, scrollToEnd]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onScroll = () => {
      const left = leftBelow(element);
      const isNear = left <= NEAR_PX;
      // Content can have grown since: only an upward movement means that the reader scrolled away.
      if (isNear) setStays(true);
      else if (element.scrollTop < lastTop.current - 1) setStays(false);
      lastTop.current = element.scrollTop;
      setAway(!stays.current && left > CLOSE_PX);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [setStays]);

  return { scroller, content, isAway, toEnd, letGo };
}

function leftBelow({ scrollHeight, clientHeight, scrollTop }: Element): number {
  return scrollHeight - clientHeight - scrollTop;
}
