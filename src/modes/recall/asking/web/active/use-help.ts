import { useMemo } from 'react';

import type { ComposerAction } from '#session/web/composer/composer-action.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import { helpWords } from '../../domain/help.ts';

const HELP = [
  { kind: 'hint', label: 'Hint', keys: 'Alt+H', note: 'A cue. Recalled after it counts as Hard or less.' },
  {
    kind: 'tell',
    label: 'Tell me',
    keys: 'Alt+T',
    note: 'Tells this one. It comes back tomorrow.',
    cost: 'comes back tomorrow',
  },
] as const;

/** Help buttons while a point is left to recall. Without a connection, they wait in the outbox like messages. */
export function useHelp(session: string, isCovered: boolean, onAsk: () => void): readonly ComposerAction[] {
  const client = useLiveClient();
  return useMemo(
    () =>
      (isCovered ? [] : HELP).map(({ kind, ...shown }) => ({
        ...shown,
        run() {
          onAsk();
          client.ask(session, { type: 'request_help', kind }, helpWords[kind]);
        },
      })),
    [client, session, isCovered, onAsk],
  );
}
