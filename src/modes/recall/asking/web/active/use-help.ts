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

/** What the learner may ask for while a point is left to be recalled. Asked for with no connection, it waits in the outbox as messages do. */
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
 * What stands under a message that asked to be told, in so many words or with the button: once it is answered, when the
 * point comes back. Until then its place is kept.
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
