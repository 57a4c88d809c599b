import { useEffect } from 'react';

import { setTitleMark } from '#elements/web/page/page-title.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import { markTab } from './mark-tab.ts';
import { notificationChoice } from './notification-choice.ts';
import { notificationOf } from './notification-of.ts';
import { isLookedAt, notify } from './notify.ts';
import { useWaitingTerminals } from './use-waiting-terminals.ts';

/** Tells of terminals on every page: how many wait for the person, in the tab, and what has changed, as notifications. */
export function TerminalAttention() {
  const client = useLiveClient();
  const waiting = useWaitingTerminals();
  useEffect(() => {
    setTitleMark(waiting === 0 ? '' : `(${waiting})`);
    markTab(waiting);
    return () => {
      setTitleMark('');
      markTab(0);
    };
  }, [waiting]);
  useEffect(() => {
    const statuses = new Map<string, unknown>();
    return client.onSummary((changed) => {
      if (changed.mode !== 'terminal') return;
      const before = statuses.get(changed.session);
      statuses.set(changed.session, changed.details?.['status']);
      const choice = notificationChoice();
      if (choice === 'off' || isLookedAt(changed.session)) return;
      const notification = notificationOf(changed, before, { withWords: choice === 'words' });
      if (notification) notify(changed.session, notification);
    });
  }, [client]);
  return null;
}
