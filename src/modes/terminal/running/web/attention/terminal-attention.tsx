import { useEffect } from 'react';

import { setTitleMark } from '#elements/web/page/page-title.ts';

import { useWaitingTerminals } from './waiting-count.tsx';

const PLAIN = '/icon.svg';
const MARKED = '/icon-waiting.svg';

/** Shows in the tab of every page how many terminals wait for the person. */
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

/** Marks the icon of the tab, and of an installed app, while a terminal waits. */
function markTab(waiting: number): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', waiting > 0 ? MARKED : PLAIN);
  if (!('setAppBadge' in navigator)) return;
  // Rejected if the page is not installed or not permitted. The tab's icon and title show the same.
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}
