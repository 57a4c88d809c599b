import { useMemo } from 'react';

import type { Message } from '#session/protocol.ts';
import type { ComposerAction } from '#session/web/composer/composer-action.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import { helpWords } from '../../domain/help.ts';
import type { HelpKind } from '../../protocol.ts';

interface Help {
  readonly kind: HelpKind;
  readonly label: string;
  readonly keys: string;
  readonly note: string;
}

const HELP: readonly Help[] = [
  { kind: 'hint', label: 'Hint', keys: 'Alt+H', note: 'A cue. Recalled after it counts as Hard.' },
  { kind: 'forgotten', label: "I don't remember", keys: 'Alt+N', note: 'Asks again with a cue.' },
  { kind: 'tell', label: 'Tell me', keys: 'Alt+T', note: 'Tells this one. It comes back tomorrow.' },
];

/** Help buttons while a point is left to recall. Without a connection, they wait in the outbox like messages. */
export function useHelp(session: string, isCovered: boolean, onAsk: () => void): readonly ComposerAction[] {
  const client = useLiveClient();
  return useMemo(
    () =>
      (isCovered ? [] : HELP).map(({ kind, label, keys, note }) => ({
        label,
        keys,
        note,
        run() {
          onAsk();
          client.ask(session, { type: 'request_help', kind }, helpWords[kind]);
        },
      })),
    [client, session, isCovered, onAsk],
  );
}

/**
 * Shown under a message that asked to be told: when the point returns, once it is answered. Its space is reserved
 * before.
 */
export function useAside(
  messages: readonly Message[],
): (message: Pick<Message, 'id' | 'author' | 'content'>) => string | null {
  return useMemo(() => {
    const isAnswer = ({ author, status }: Message) => author === 'assistant' && status === 'complete';
    const answered = new Set(messages.flatMap((message) => (isAnswer(message) ? (message.replyTo ?? []) : [])));
    return ({ id, author, content }) => {
      if (author !== 'person' || content !== helpWords.tell) return null;
      return answered.has(id) ? 'It comes back tomorrow' : '';
    };
  }, [messages]);
}
