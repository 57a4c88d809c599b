import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { ComposerAction } from '#session/web/composer/composer-action.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';

import { helpWords } from '../../domain/help.ts';
import type { RecallView } from '../../protocol.ts';
import { agentsQuery } from '../queries.ts';

const HINT = {
  kind: 'hint',
  label: 'Hint',
  keys: 'Alt+H',
  note: 'A word of it, then gaps. After a word it counts as Hard, after gaps as Again.',
} as const;
/** A model tells the point; without a model, a card shows it beside the answer. */
const TELL = {
  kind: 'tell',
  label: 'Tell me',
  keys: 'Alt+T',
  note: 'Tells this one. It comes back tomorrow.',
} as const;
const SHOW = {
  kind: 'tell',
  label: 'Show the point',
  keys: 'Alt+T',
  note: 'Shows it beside your answer, and you decide. Without an answer it counts as Again.',
} as const;

/** The note and cost of the hint button after the first kind of hint is used up. */
function hintNow(next: RecallView['nextHint']): Partial<ComposerAction> {
  if (next === null) return { off: 'There is no further hint for this one.' };
  return next === undefined || next === 'narrower'
    ? {}
    : { note: 'Gives gaps, then first letters.', cost: 'counts as Again' };
}

interface Help {
  /** Buttons while a point is left to recall. Without a connection, they wait in the outbox like messages. */
  readonly actions: readonly ComposerAction[];
  /** Shows the point asked for; null if a model tells it, or while an action is under way. */
  readonly showAsked: (() => void) | null;
}

export function useHelp({ state, pending }: OpenSession, isDone: boolean, onAsk: () => void): Help {
  const { session } = state;
  const { ask } = useConversation();
  const client = useLiveClient();
  const { data: agents } = useQuery(agentsQuery);
  const isEmbedded = agents?.find(({ role }) => role === 'tutor')?.embedded ?? true;
  const { nextHint } = state.modes['recall'] as RecallView;
  const actions = useMemo(
    () =>
      (isDone ? [] : [HINT, isEmbedded ? SHOW : TELL]).map(({ kind, ...shown }) => ({
        ...shown,
        ...(isEmbedded && kind === 'hint' && hintNow(nextHint)),
        run() {
          onAsk();
          client.ask(session, { type: 'request_help', kind }, helpWords[kind]);
        },
      })),
    [client, session, isDone, isEmbedded, nextHint, onAsk],
  );
  const isQuiet = state.turn === null && pending.length === 0;
  const mayShow = isEmbedded && isQuiet && !isDone;
  return { actions, showAsked: mayShow ? () => ask({ type: 'request_help', kind: 'tell', ifAsked: true }) : null };
}
