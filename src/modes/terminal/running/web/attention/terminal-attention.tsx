import { useEffect } from 'react';

import { setTitleMark } from '#elements/web/page/page-title.ts';

import { useWaitingTerminals } from './waiting-count.tsx';

const PLAIN = '/icon.svg';
const MARKED = '/icon-waiting.svg';

/** Says in the tab of every page how many terminals wait for the person. */
export function TerminalAttention() {
  const waiting = useWaitingTerminals();
  useEffect(() => {
    setTitleMark(waiting === 0 ? '' : `(${waiting})`);
    markTab(waiting);
    return () => {
      setTitleMark('');
      markTab(0);
    };
  }, [waiting]);
  return null;
}

/** Marks the icon of the tab, and of the app where Warren is installed as one, if something waits. */
function markTab(waiting: number): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waiting > 0 ? MARKED : PLAIN);
  if (!('setAppBadge' in navigator)) return;
  // Refused where it is not installed, or not allowed: the icon and the title tell it as well.
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}
